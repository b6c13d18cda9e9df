import { afterEach, describe, expect, test, vi } from "vitest";
import { createDraftStore, type Draft, type DraftDb } from "#web/domains/chat/outbox/draft-store.ts";

/** Shared by all tabs. */
function createFakeDraftDb(initial: readonly (Draft & { me: string })[] = []) {
  const stored = new Map(initial.map((one) => [`${one.me} ${one.userId}`, one]));
  const db: DraftDb = {
    load: async (me) => [...stored.values()].filter((one) => one.me === me),
    put: async (me, draft) => void stored.set(`${me} ${draft.userId}`, { ...draft, me }),
    remove: async (keys) => {
      for (const [me, userId] of keys) stored.delete(`${me} ${userId}`);
    },
    deleteOthers: async (me) => {
      for (const [key, one] of stored) if (one.me !== me) stored.delete(key);
    },
  };
  const texts = () => [...stored.values()].map((one) => one.text);
  return { db, texts };
}

const closers: (() => void)[] = [];
const createTab = (db: DraftDb) => {
  const tab = createDraftStore(db);
  closers.push(() => tab.close(false));
  return tab;
};
async function openTab(db: DraftDb, me = "me") {
  const tab = createTab(db);
  await tab.open(me);
  return tab;
}

afterEach(() => {
  vi.useRealTimers();
  for (const close of closers.splice(0)) close();
});

describe("draft store", () => {
  test("restores the drafts of the same member and deletes those of others", async () => {
    const { db, texts } = createFakeDraftDb([{ me: "me", userId: "her", text: "Half a thought" }]);
    const tab = createTab(db);
    expect([tab.read("her"), tab.isOpen()]).toEqual(["", false]);
    await tab.open("me");
    expect([tab.read("her"), tab.isOpen()]).toEqual(["Half a thought", true]);
    tab.close(false);
    expect(texts()).toEqual(["Half a thought"]);
    const next = await openTab(db, "somebody else");
    expect(next.read("her")).toBe("");
    expect(texts()).toEqual([]);
  });

  test("keeps one draft per conversation and removes it when it becomes empty", async () => {
    const { db, texts } = createFakeDraftDb();
    const tab = await openTab(db);
    tab.write("her", "One");
    tab.write("him", "Two");
    tab.write("her", "");
    await tab.whenSaved();
    expect(texts()).toEqual(["Two"]);
    expect([tab.read("her"), tab.read("him")]).toEqual(["", "Two"]);
  });

  test("adds a line below a draft, which keeps what it replies to", async () => {
    const tab = await openTab(createFakeDraftDb().db);
    tab.append("her", "A line.");
    expect(tab.read("her")).toBe("A line.");
    const quote = { _id: "1", sender: { _id: "her" }, messageType: "text", excerpt: "Hi", isDeleted: false } as const;
    tab.write("him", "Hey! \n");
    tab.writeReply("him", quote);
    tab.append("him", "A line.");
    expect([tab.read("him"), tab.readReply("him")]).toEqual(["Hey!\nA line.", quote]);
  });

  test("appends text typed before loading to the stored draft", async () => {
    const { db, texts } = createFakeDraftDb([{ me: "me", userId: "her", text: "Half a thought " }]);
    const tab = createTab(db);
    tab.write("her", "and");
    const opening = tab.open("me");
    tab.write("her", "and more");
    await opening;
    await tab.whenSaved();
    expect([tab.read("her"), texts()]).toEqual(["Half a thought and more", ["Half a thought and more"]]);
  });

  test("keeps the message that a draft replies to until it is sent", async () => {
    const { db, texts } = createFakeDraftDb();
    const replyTo = { _id: "m", sender: { _id: "her" }, messageType: "text" as const, excerpt: "Hi", isDeleted: false };
    const tab = await openTab(db);
    tab.writeReply("her", replyTo);
    tab.write("her", "Leg day?");
    tab.write("her", "");
    await tab.whenSaved();
    expect([tab.readReply("her"), texts()]).toEqual([replyTo, [""]]);
    expect((await openTab(db)).readReply("her")).toEqual(replyTo);
    tab.clear("her");
    await tab.whenSaved();
    expect([tab.readReply("her"), texts()]).toEqual([undefined, []]);
  });

  test("keeps the stored draft when a message is sent before loading, and removes it when it is discarded", async () => {
    const { db, texts } = createFakeDraftDb([
      { me: "me", userId: "her", text: "Hers" },
      { me: "me", userId: "him", text: "His" },
    ]);
    const tab = createTab(db);
    tab.write("her", "Sent");
    tab.write("her", "");
    tab.discard("him");
    await tab.open("me");
    await tab.whenSaved();
    expect([tab.read("her"), tab.read("him"), texts()]).toEqual(["Hers", "", ["Hers"]]);
  });

  test("saves with a delay while typing, and at once on request", async () => {
    const { db, texts } = createFakeDraftDb();
    const put = vi.spyOn(db, "put");
    const tab = await openTab(db);
    vi.useFakeTimers();
    const written = () => put.mock.calls.map(([, { text }]) => text);
    for (const text of ["L", "Le", "Leg"]) tab.write("her", text);
    expect(written()).toEqual(["L"]);
    vi.advanceTimersByTime(300);
    expect(written()).toEqual(["L", "Leg"]);
    vi.advanceTimersByTime(300);
    for (const text of ["Leg ", "Leg day"]) tab.write("her", text);
    tab.flush();
    expect(written()).toEqual(["L", "Leg", "Leg ", "Leg day"]);
    for (const text of ["Leg day?", "Leg day? Yes"]) tab.write("her", text);
    tab.stopTyping();
    expect(written().slice(4)).toEqual(["Leg day?", "Leg day? Yes"]);
    for (const text of ["N", "No", ""]) tab.write("her", text);
    vi.advanceTimersByTime(300);
    expect(written().slice(6)).toEqual(["N"]);
    vi.useRealTimers();
    await tab.whenSaved();
    expect(texts()).toEqual([]);
  });

  test("keeps the last text when the server ended the session", async () => {
    const { db, texts } = createFakeDraftDb();
    const tab = await openTab(db);
    tab.write("her", "Half a thought");
    tab.close(false);
    await tab.whenSaved();
    expect(texts()).toEqual(["Half a thought"]);
  });

  test("deletes the drafts on logout", async () => {
    const { db, texts } = createFakeDraftDb();
    const tab = await openTab(db);
    tab.write("her", "Half a thought");
    tab.close(true);
    await tab.whenSaved();
    expect([tab.read("her"), texts()]).toEqual(["", []]);
  });

  test("restores a draft once, if it is closed and opened again while loading", async () => {
    const tab = createTab(createFakeDraftDb([{ me: "me", userId: "her", text: "Half a thought" }]).db);
    const first = tab.open("me");
    tab.close(false);
    await Promise.all([first, tab.open("me")]);
    expect(tab.read("her")).toBe("Half a thought");
  });

  test("keeps drafts in memory without a database", async () => {
    const reject = async (): Promise<never> => {
      throw new TypeError("Not here");
    };
    const tab = await openTab({ load: reject, put: reject, remove: reject, deleteOthers: reject });
    tab.write("her", "Half a thought");
    await tab.whenSaved();
    expect([tab.read("her"), tab.isOpen()]).toEqual(["Half a thought", true]);
  });
});

describe("draft store in two tabs", () => {
  test("copies changes to the other tab", async () => {
    const { db } = createFakeDraftDb();
    const [first, second] = [await openTab(db), await openTab(db)];
    first.write("her", "Leg");
    await expect.poll(() => second.read("her")).toBe("Leg");
    second.write("her", "Leg day");
    await expect.poll(() => first.read("her")).toBe("Leg day");
    first.write("her", "");
    await expect.poll(() => second.read("her")).toBe("");
  });

  test("does not overwrite or clear a draft that is being typed in another tab", async () => {
    const { db, texts } = createFakeDraftDb();
    const [first, second] = [await openTab(db), await openTab(db)];
    second.startTyping("her");
    second.write("her", "Mine");
    await expect.poll(() => first.read("her")).toBe("Mine");
    first.write("her", "Another");
    first.write("him", "Hello");
    await expect.poll(() => second.read("him")).toBe("Hello");
    expect(second.read("her")).toBe("Mine");
    first.write("her", "");
    first.write("him", "");
    await expect.poll(() => second.read("him")).toBe("");
    await second.whenSaved();
    expect([second.read("her"), texts()]).toEqual(["Mine", ["Mine"]]);
    second.stopTyping();
    first.write("her", "Later");
    await expect.poll(() => second.read("her")).toBe("Later");
  });

  test("publishes once the draft that is still being typed", async () => {
    const { db, texts } = createFakeDraftDb();
    const [sending, typing, third] = [await openTab(db), await openTab(db), await openTab(db)];
    const put = vi.spyOn(db, "put");
    typing.startTyping("her");
    typing.write("her", "Mine");
    await expect.poll(() => third.read("her")).toBe("Mine");
    sending.startTyping("her");
    sending.write("her", "Another");
    await expect.poll(() => third.read("her")).toBe("Another");
    sending.write("her", "");
    await expect.poll(() => [sending.read("her"), third.read("her")]).toEqual(["Mine", "Mine"]);
    // The sending tab no longer has a typing member, so an empty draft is copied to it.
    typing.write("her", "");
    await expect.poll(() => [sending.read("her"), third.read("her")]).toEqual(["", ""]);
    await Promise.all([sending.whenSaved(), third.whenSaved()]);
    expect([put.mock.calls.length, texts()]).toEqual([3, []]);
  });
});

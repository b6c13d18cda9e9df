import { afterEach, describe, expect, test, vi } from "vitest";
import { createDraftStore, type Draft, type DraftDb } from "#web/features/messages/draft-store.ts";

/** A shelf that all tabs of a browser share. */
function createFakeDraftDb(begin: readonly (Draft & { me: string })[] = []) {
  const kept = new Map(begin.map((one) => [`${one.me} ${one.userId}`, one]));
  const shelf: DraftDb = {
    load: async (me) => [...kept.values()].filter((one) => one.me === me),
    put: async (me, draft) => void kept.set(`${me} ${draft.userId}`, { ...draft, me }),
    remove: async (keys) => {
      for (const [me, userId] of keys) kept.delete(`${me} ${userId}`);
    },
    deleteOthers: async (me) => {
      for (const [key, one] of kept) if (one.me !== me) kept.delete(key);
    },
  };
  const texts = () => [...kept.values()].map((one) => one.text);
  return { shelf, texts };
}

const stops: (() => void)[] = [];
const createTab = (shelf: DraftDb) => {
  const tab = createDraftStore(shelf);
  stops.push(() => tab.close(false));
  return tab;
};
async function openTab(shelf: DraftDb, me = "me") {
  const tab = createTab(shelf);
  await tab.open(me);
  return tab;
}

afterEach(() => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) stop();
});

describe("drafts", () => {
  test("are there when the browser comes back, for their writer alone", async () => {
    const { shelf, texts } = createFakeDraftDb([{ me: "me", userId: "her", text: "Half a thought" }]);
    const tab = createTab(shelf);
    expect([tab.read("her"), tab.isOpen()]).toEqual(["", false]);
    await tab.open("me");
    expect([tab.read("her"), tab.isOpen()]).toEqual(["Half a thought", true]);
    tab.close(false);
    expect(texts()).toEqual(["Half a thought"]);
    const next = await openTab(shelf, "somebody else");
    expect(next.read("her")).toBe("");
    expect(texts()).toEqual([]);
  });

  test("are kept per conversation, and gone when they are empty", async () => {
    const { shelf, texts } = createFakeDraftDb();
    const tab = await openTab(shelf);
    tab.write("her", "One");
    tab.write("him", "Two");
    tab.write("her", "");
    await tab.settled();
    expect(texts()).toEqual(["Two"]);
    expect([tab.read("her"), tab.read("him")]).toEqual(["", "Two"]);
  });

  test("what is typed before they are known comes after what was left, and takes nothing from it", async () => {
    const { shelf, texts } = createFakeDraftDb([{ me: "me", userId: "her", text: "Half a thought " }]);
    const tab = createTab(shelf);
    tab.write("her", "and");
    const opening = tab.open("me");
    tab.write("her", "and more");
    await opening;
    await tab.settled();
    expect([tab.read("her"), texts()]).toEqual(["Half a thought and more", ["Half a thought and more"]]);
  });

  test("what is sent before they are known leaves what was left, what is dropped does not", async () => {
    const { shelf, texts } = createFakeDraftDb([
      { me: "me", userId: "her", text: "Hers" },
      { me: "me", userId: "him", text: "His" },
    ]);
    const tab = createTab(shelf);
    tab.write("her", "Sent");
    tab.write("her", "");
    tab.drop("him");
    await tab.open("me");
    await tab.settled();
    expect([tab.read("her"), tab.read("him"), texts()]).toEqual(["Hers", "", ["Hers"]]);
  });

  test("are put on the shelf now and then, not with each letter, and at once when it is asked for", async () => {
    const { shelf, texts } = createFakeDraftDb();
    const put = vi.spyOn(shelf, "put");
    const tab = await openTab(shelf);
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
    tab.stopped();
    expect(written().slice(4)).toEqual(["Leg day?", "Leg day? Yes"]);
    for (const text of ["N", "No", ""]) tab.write("her", text);
    vi.advanceTimersByTime(300);
    expect(written().slice(6)).toEqual(["N"]);
    vi.useRealTimers();
    await tab.settled();
    expect(texts()).toEqual([]);
  });

  test("what was written last outlives a login that the server ended", async () => {
    const { shelf, texts } = createFakeDraftDb();
    const tab = await openTab(shelf);
    tab.write("her", "Half a thought");
    tab.close(false);
    await tab.settled();
    expect(texts()).toEqual(["Half a thought"]);
  });

  test("logging out leaves nothing", async () => {
    const { shelf, texts } = createFakeDraftDb();
    const tab = await openTab(shelf);
    tab.write("her", "Half a thought");
    tab.close(true);
    await tab.settled();
    expect([tab.read("her"), texts()]).toEqual(["", []]);
  });

  test("without a shelf they live as long as the tab", async () => {
    const away = async (): Promise<never> => {
      throw new TypeError("Not here");
    };
    const tab = await openTab({ load: away, put: away, remove: away, deleteOthers: away });
    tab.write("her", "Half a thought");
    await tab.settled();
    expect([tab.read("her"), tab.isOpen()]).toEqual(["Half a thought", true]);
  });
});

describe("in two tabs", () => {
  test("what is written or sent in one is so in the other", async () => {
    const { shelf } = createFakeDraftDb();
    const [first, second] = [await openTab(shelf), await openTab(shelf)];
    first.write("her", "Leg");
    await expect.poll(() => second.read("her")).toBe("Leg");
    second.write("her", "Leg day");
    await expect.poll(() => first.read("her")).toBe("Leg day");
    first.write("her", "");
    await expect.poll(() => second.read("her")).toBe("");
  });

  test("what is being typed in one is neither overwritten nor taken along by the other", async () => {
    const { shelf, texts } = createFakeDraftDb();
    const [first, second] = [await openTab(shelf), await openTab(shelf)];
    second.typing("her");
    second.write("her", "Mine");
    await expect.poll(() => first.read("her")).toBe("Mine");
    first.write("her", "Another");
    first.write("him", "Hello");
    await expect.poll(() => second.read("him")).toBe("Hello");
    expect(second.read("her")).toBe("Mine");
    first.write("her", "");
    first.write("him", "");
    await expect.poll(() => second.read("him")).toBe("");
    await second.settled();
    expect([second.read("her"), texts()]).toEqual(["Mine", ["Mine"]]);
    second.stopped();
    first.write("her", "Later");
    await expect.poll(() => second.read("her")).toBe("Later");
  });

  test("what stays where one is typing is told to the others, once", async () => {
    const { shelf, texts } = createFakeDraftDb();
    const [sending, typing, third] = [await openTab(shelf), await openTab(shelf), await openTab(shelf)];
    const put = vi.spyOn(shelf, "put");
    typing.typing("her");
    typing.write("her", "Mine");
    await expect.poll(() => third.read("her")).toBe("Mine");
    sending.typing("her");
    sending.write("her", "Another");
    await expect.poll(() => third.read("her")).toBe("Another");
    sending.write("her", "");
    await expect.poll(() => [sending.read("her"), third.read("her")]).toEqual(["Mine", "Mine"]);
    // Where it was only told nobody is typing: what is sent is gone there, too.
    typing.write("her", "");
    await expect.poll(() => [sending.read("her"), third.read("her")]).toEqual(["", ""]);
    await Promise.all([sending.settled(), third.settled()]);
    expect([put.mock.calls.length, texts()]).toEqual([3, []]);
  });
});

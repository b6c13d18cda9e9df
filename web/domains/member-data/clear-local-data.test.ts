import { beforeEach, expect, test, vi } from "vitest";
import { adviceDb } from "#web/domains/chat/advice/advice-db.ts";
import { draftStore } from "#web/domains/chat/outbox/draft-store.ts";
import { outboxStore } from "#web/domains/chat/outbox/outbox-store.ts";
import { heldCrushes } from "#web/domains/crushes/held-crushes.ts";
import { clearLocalData } from "#web/domains/member-data/clear-local-data.ts";
import { session } from "#web/lib/session.ts";

const closeSpies = [vi.spyOn(draftStore, "close"), vi.spyOn(outboxStore, "close"), vi.spyOn(heldCrushes, "close")];
const clearAdvice = vi.spyOn(adviceDb, "deleteOthers").mockResolvedValue();
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
  clear: () => stored.clear(),
};

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal("sessionStorage", { clear: () => undefined });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  for (const spy of [...closeSpies, clearAdvice]) spy.mockClear();
});

test.each(["logout", "suspended"] as const)(
  "deletes drafts, outbox, held crushes and advice after: %s",
  async (why) => {
    session.end(why);
    await clearLocalData();
    for (const spy of closeSpies) expect(spy).toHaveBeenCalledExactlyOnceWith(true);
    expect(clearAdvice).toHaveBeenCalledOnce();
  },
);

test("keeps drafts and outbox when the server rejected the token, for the next login", async () => {
  session.end("refused");
  await clearLocalData();
  for (const spy of [...closeSpies, clearAdvice]) expect(spy).not.toHaveBeenCalled();
});

test("keeps drafts and outbox when a member has logged in meanwhile", async () => {
  session.end("logout");
  session.start({ token: "token", user: { _id: "me", username: "me" } });
  await clearLocalData();
  for (const spy of [...closeSpies, clearAdvice]) expect(spy).not.toHaveBeenCalled();
});

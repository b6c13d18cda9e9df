import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createHeldCrushes,
  type HeldCrushesDb,
  HOLD_MS,
  type SendCrush,
  STALE_MS,
} from "#web/domains/crushes/held-crushes.ts";
import { session } from "#web/lib/session.ts";
import { buildMember } from "#web/testing/member-factory.ts";

const ada = buildMember("ada");

/** A database that outlives the page. */
function createDb() {
  const rows = new Map<string, object>();
  const db: HeldCrushesDb = {
    load: async () => [...rows.values()] as never,
    put: async (_, crush) => void rows.set(crush.memberId, crush),
    remove: async (keys) => {
      for (const [, id] of keys) rows.delete(id);
    },
    deleteOthers: async () => undefined,
  };
  return { db, stored: () => [...rows.keys()] };
}

const sent: string[] = [];
const settle: SendCrush = async ({ memberId }) => {
  sent.push(memberId);
  return "settled";
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(session, "read").mockReturnValue({ token: "token", user: { _id: "me", username: "me" } });
  sent.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(send: SendCrush = settle, { db, stored } = createDb()) {
  const crushes = createHeldCrushes(db);
  await crushes.open("me", send);
  return { crushes, db, stored };
}

test("sends a crush after five seconds, once, and forgets it", async () => {
  const { crushes, stored } = await open();
  crushes.hold(ada);
  crushes.hold(ada);
  await vi.advanceTimersByTimeAsync(HOLD_MS - 1);
  expect(sent).toEqual([]);
  expect(stored()).toEqual(["ada"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(["ada"]);
  expect([crushes.read(), stored()]).toEqual([[], []]);
});

test("sends nothing that was taken back, neither now nor at the next visit", async () => {
  const { crushes, db, stored } = await open();
  crushes.hold(ada);
  await vi.advanceTimersByTimeAsync(HOLD_MS - 1);
  expect(crushes.takeBack("ada")).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  await open(settle, { db, stored });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});

test("sends at once when the page is unloaded, without waiting for storage", async () => {
  const { crushes } = await open();
  crushes.hold(ada);
  crushes.releaseAll();
  expect(sent).toEqual(["ada"]);
  expect(crushes.takeBack("ada")).toBe(false);
});

test("sends at once what makes a match", async () => {
  const { crushes } = await open();
  crushes.hold(ada);
  await crushes.release("ada");
  crushes.sendNow({ ...ada, _id: "ben" });
  expect(sent).toEqual(["ada", "ben"]);
});

test("keeps a crush until the server has decided, over a lost network and a killed page", async () => {
  const repeats: boolean[] = [];
  const unreachable: SendCrush = async ({ isRepeat }) => {
    repeats.push(isRepeat);
    return "unreachable";
  };
  const { crushes, db, stored } = await open(unreachable);
  crushes.hold(ada);
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  expect(crushes.find("ada")?.state).toBe("waiting");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(repeats).toEqual([false, true]);
  crushes.close(false);
  await open(settle, { db, stored });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toEqual(["ada"]);
  expect(stored()).toEqual([]);
});

test("can be taken back while it waits for the network", async () => {
  let isOnline = false;
  const { crushes, stored } = await open(async (crush) => (isOnline ? settle(crush) : "unreachable"));
  crushes.hold(ada);
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  expect(crushes.takeBack("ada")).toBe(true);
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent, stored()]).toEqual([[], []]);
});

test("is sent after more than an hour only once it is confirmed", async () => {
  const { crushes: earlier, db, stored } = await open(async () => "unreachable");
  earlier.hold(ada);
  await vi.advanceTimersByTimeAsync(HOLD_MS + STALE_MS);
  expect(earlier.find("ada")?.state).toBe("waiting");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(earlier.find("ada")?.state).toBe("stale");
  earlier.close(false);

  const { crushes } = await open(settle, { db, stored });
  await vi.advanceTimersByTimeAsync(60_000);
  crushes.releaseAll();
  expect([sent, crushes.find("ada")?.state]).toEqual([[], "stale"]);
  const flushed = vi.fn();
  await crushes.flush(60_000).then(flushed);
  expect(flushed).toHaveBeenCalled();
  crushes.confirm("ada");
  await vi.advanceTimersByTimeAsync(0);
  expect([sent, stored()]).toEqual([["ada"], []]);
});

test("leaves a crush to the tab that holds it, and sends it once that tab is gone", async () => {
  const { crushes: first, db, stored } = await open();
  first.hold(ada);
  const second = await open(settle, { db, stored });
  await vi.advanceTimersByTimeAsync(1000);
  first.takeBack("ada");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  first.hold(ada);
  first.close(false);
  await open(settle, { db, stored });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(["ada"]);
  expect(second.stored()).toEqual([]);
});

test("sends everything before a logout, and gives up after a while", async () => {
  const { crushes } = await open();
  crushes.hold(ada);
  await crushes.flush(1000);
  expect(sent).toEqual(["ada"]);
  const { crushes: stuck } = await open(() => new Promise(() => undefined));
  stuck.hold(ada);
  const flushed = vi.fn();
  void stuck.flush(1000).then(flushed);
  await vi.advanceTimersByTimeAsync(999);
  expect(flushed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(flushed).toHaveBeenCalled();
});

test("deletes all crushes of the device after a logout", async () => {
  const { db, stored } = createDb();
  const deleteOthers = vi.spyOn(db, "deleteOthers");
  const { crushes } = await open(settle, { db, stored });
  crushes.hold(ada);
  crushes.close(true);
  expect(deleteOthers).toHaveBeenLastCalledWith();
  expect(crushes.read()).toEqual([]);
});

test("can be taken back only until it is due, also if the timer that sends it is late", async () => {
  const { crushes } = await open();
  crushes.hold(ada);
  vi.setSystemTime(Date.now() + HOLD_MS);
  expect(crushes.takeBack("ada")).toBe(false);
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  expect(sent).toEqual(["ada"]);
});

test("is not sent by another member who has logged in meanwhile, and is kept over a renewed session", async () => {
  const { crushes, stored } = await open();
  crushes.hold(ada);
  vi.spyOn(session, "read").mockReturnValue({ token: "theirs", user: { _id: "you", username: "you" } });
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  crushes.releaseAll();
  expect([sent, stored()]).toEqual([[], ["ada"]]);

  vi.spyOn(session, "read").mockReturnValue({ token: "renewed", user: { _id: "me", username: "me" } });
  crushes.close(false);
  crushes.hold({ ...ada, _id: "bea" });
  await crushes.open("me", settle);
  expect(crushes.takeBack("bea")).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(["ada"]);
});

test("forgets what another device has sent", async () => {
  const { crushes, stored } = await open();
  crushes.hold(ada);
  crushes.settle("ada");
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent, stored()]).toEqual([[], []]);
});

test("sends crushes of an earlier visit before a logout", async () => {
  const { db, crushes: earlier } = await open();
  earlier.hold(ada);
  earlier.close(false);
  const { crushes } = await open(settle, { db, stored: () => [] });
  await crushes.flush(1000);
  expect(sent).toEqual(["ada"]);
});

test("can be pressed before sending has begun", async () => {
  const { db, stored } = createDb();
  const crushes = createHeldCrushes(db);
  crushes.hold(ada);
  await crushes.open("me", settle);
  expect(crushes.find("ada")?.state).toBe("held");
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  expect([sent, stored()]).toEqual([["ada"], []]);
});

test("can be pressed by the next member before their sending has begun, without those of the one before", async () => {
  const { crushes, db } = await open();
  crushes.hold(ada);
  crushes.close(false);
  vi.spyOn(session, "read").mockReturnValue({ token: "theirs", user: { _id: "you", username: "you" } });
  crushes.hold({ ...ada, _id: "bea" });
  await db.remove([["me", "ada"]]);
  await crushes.open("you", settle);
  expect(crushes.read().map(({ memberId, state }) => [memberId, state])).toEqual([["bea", "held"]]);
  await vi.advanceTimersByTimeAsync(HOLD_MS);
  expect(sent).toEqual(["bea"]);
});

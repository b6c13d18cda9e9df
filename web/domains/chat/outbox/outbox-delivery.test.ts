import { describe, expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/api.ts";
import { createFakeTabLock } from "#web/testing/fake-tab-lock.ts";
import { buildOutgoing, createFakeOutboxDb, createTabHarness, failOffline } from "#web/testing/outbox-harness.ts";

const { openTab } = createTabHarness();

describe("outbox delivery", () => {
  test("sends the messages of a conversation in sequence", async () => {
    const { db, rows } = createFakeOutboxDb();
    const resolvers: (() => void)[] = [];
    const tab = await openTab(db, () => new Promise<void>((resolve) => resolvers.push(resolve)));
    for (const name of ["m1", "m2", "m3"]) void tab.write(buildOutgoing(name));
    void tab.write(buildOutgoing("o1", "other"));
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.sent.toSorted()).toEqual(["m1", "o1"]);
    for (let i = 0; i < 4; i++) {
      resolvers.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(tab.sent.filter((name) => name.startsWith("m"))).toEqual(["m1", "m2", "m3"]);
    while (resolvers.length > 0) {
      resolvers.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(tab.outbox.read()).toEqual([]);
    expect(rows.size).toBe(0);
  });

  test("retries with exponential backoff, and at once on deliverAll", async () => {
    const { db } = createFakeOutboxDb();
    let answer: () => Promise<unknown> = failOffline;
    const tab = await openTab(db, () => answer());
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(500);
    expect(tab.states()).toEqual(["m1 waiting"]);
    expect(tab.delayed).toEqual(["m1"]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(tab.sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    // Attempts after 1, 2, 4, 8, 16 and 30 seconds.
    expect(tab.sent).toHaveLength(7);
    // The delay is reported once.
    expect(tab.delayed).toHaveLength(1);
    answer = async () => undefined;
    tab.delivery.deliverAll();
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.states()).toEqual([]);
  });

  test.each([200, 401, 408, 429, 500, 503])("treats %i as temporary", async (status) => {
    const { db } = createFakeOutboxDb();
    const tab = await openTab(db, async () => {
      throw new ApiError(status, {});
    });
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(10);
    expect(tab.states()).toEqual(["m1 waiting"]);
    expect(tab.rejected).toEqual([]);
  });

  test("fails a message at the limit of unanswered messages without a retry", async () => {
    const { db } = createFakeOutboxDb();
    const tab = await openTab(db, async () => {
      throw new ApiError(429, { code: "unanswered_limit", message: "Give them a moment." }, 86_400);
    });
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(tab.states()).toEqual(["m1 failed"]);
    expect(tab.sent).toEqual(["m1"]);
  });

  test("waits for the retry time of a 429 response and shows its message", async () => {
    const { db } = createFakeOutboxDb();
    let answer: () => Promise<unknown> = () => Promise.reject(new ApiError(429, { message: "A moment." }, 50));
    const tab = await openTab(db, () => answer());
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(tab.outbox.read()).toMatchObject([{ state: "waiting", failure: "A moment." }]);
    tab.delivery.deliverAll();
    await vi.advanceTimersByTimeAsync(9000);
    expect(tab.sent).toHaveLength(1);
    answer = async () => undefined;
    await vi.advanceTimersByTimeAsync(2000);
    expect(tab.states()).toEqual([]);
  });

  test("a delayed reply keeps its original", async () => {
    const replyTo = { _id: "m", sender: { _id: "her" }, messageType: "text" as const, excerpt: "Hi", isDeleted: false };
    const { db } = createFakeOutboxDb();
    const tab = await openTab(db, () => Promise.reject(new Error("no network")));
    void tab.write({ ...buildOutgoing("m1"), replyTo });
    await vi.advanceTimersByTimeAsync(100);
    expect(tab.outbox.read()).toMatchObject([{ state: "waiting", replyTo }]);
  });

  test("keeps a rejected message and continues with the next", async () => {
    const { db } = createFakeOutboxDb();
    const tab = await openTab(db, async ({ clientId }) => {
      if (clientId === "m1") throw new ApiError(400, {});
    });
    void tab.write(buildOutgoing("m1"));
    void tab.write(buildOutgoing("m2"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.sent).toEqual(["m1", "m2"]);
    expect(tab.states()).toEqual(["m1 failed"]);
  });

  test("sends from one of two tabs and shows the message in both", async () => {
    const { db } = createFakeOutboxDb();
    const tabLock = createFakeTabLock();
    const resolvers: (() => void)[] = [];
    const answer = () => new Promise<void>((resolve) => resolvers.push(resolve));
    const [first, second] = [await openTab(db, answer, tabLock), await openTab(db, answer, tabLock)];
    vi.useRealTimers();
    void first.write(buildOutgoing("m1"));
    await expect.poll(() => second.states()).toEqual(["m1 sending"]);
    second.delivery.deliverAll();
    await expect.poll(() => resolvers).toHaveLength(1);
    resolvers.shift()?.();
    await expect.poll(() => [first.states(), second.states()]).toEqual([[], []]);
    expect([...first.sent, ...second.sent]).toEqual(["m1"]);
    // The other tab receives the message itself.
    await expect.poll(() => [first.arrived, second.arrived]).toEqual([[], ["m1"]]);
  });
});

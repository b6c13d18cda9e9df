import { describe, expect, test, vi } from "vitest";
import { ApiError } from "#web/lib/api.ts";
import { createFakeTabLock } from "#web/testing/fake-tab-lock.ts";
import { buildOutgoing, createFakeOutboxDb, createTabHarness, failOffline } from "#web/testing/outbox-harness.ts";

const { openTab } = createTabHarness();

describe("delivery", () => {
  test("sends a conversation's messages one after another, in the order in which they were written", async () => {
    const { shelf, kept } = createFakeOutboxDb();
    const open: (() => void)[] = [];
    const tab = await openTab(shelf, () => new Promise<void>((resolve) => open.push(resolve)));
    for (const name of ["m1", "m2", "m3"]) void tab.write(buildOutgoing(name));
    void tab.write(buildOutgoing("o1", "other"));
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.sent.toSorted()).toEqual(["m1", "o1"]);
    for (let i = 0; i < 4; i++) {
      open.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(tab.sent.filter((name) => name.startsWith("m"))).toEqual(["m1", "m2", "m3"]);
    while (open.length > 0) {
      open.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(tab.box.read()).toEqual([]);
    expect(kept.size).toBe(0);
  });

  test("waits while nobody answers, tries again with growing pauses, and at once when told", async () => {
    const { shelf } = createFakeOutboxDb();
    let answer: () => Promise<unknown> = failOffline;
    const tab = await openTab(shelf, () => answer());
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(500);
    expect(tab.states()).toEqual(["m1 waiting"]);
    expect(tab.delayed).toEqual(["m1"]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(tab.sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(60_000);
    // After 1, 2, 4, 8, 16 and 30 seconds.
    expect(tab.sent).toHaveLength(7);
    // That is said once.
    expect(tab.delayed).toHaveLength(1);
    answer = async () => undefined;
    tab.delivery.deliverAll();
    await vi.advanceTimersByTimeAsync(0);
    expect(tab.states()).toEqual([]);
  });

  test.each([200, 401, 408, 429, 500, 503])("%i is no refusal of the message", async (status) => {
    const { shelf } = createFakeOutboxDb();
    const tab = await openTab(shelf, async () => {
      throw new ApiError(status, {});
    });
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(10);
    expect(tab.states()).toEqual(["m1 waiting"]);
    expect(tab.refused).toEqual([]);
  });

  test("a message that has to wait for an answer is its writer's to send again", async () => {
    const { shelf } = createFakeOutboxDb();
    const tab = await openTab(shelf, async () => {
      throw new ApiError(429, { code: "unanswered_limit", message: "Give them a moment." }, 86_400);
    });
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(tab.states()).toEqual(["m1 failed"]);
    expect(tab.sent).toEqual(["m1"]);
  });

  test("a server that is too busy is waited for as long as it says, and in its words", async () => {
    const { shelf } = createFakeOutboxDb();
    let answer: () => Promise<unknown> = () => Promise.reject(new ApiError(429, { message: "A moment." }, 50));
    const tab = await openTab(shelf, () => answer());
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(40_000);
    expect(tab.box.read()).toMatchObject([{ state: "waiting", failure: "A moment." }]);
    tab.delivery.deliverAll();
    await vi.advanceTimersByTimeAsync(9000);
    expect(tab.sent).toHaveLength(1);
    answer = async () => undefined;
    await vi.advanceTimersByTimeAsync(2000);
    expect(tab.states()).toEqual([]);
  });

  test("a refused one stays until it is sent again or discarded, and the next goes on", async () => {
    const { shelf } = createFakeOutboxDb();
    const tab = await openTab(shelf, async ({ clientId }) => {
      if (clientId === "m1") throw new ApiError(400, {});
    });
    void tab.write(buildOutgoing("m1"));
    void tab.write(buildOutgoing("m2"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.sent).toEqual(["m1", "m2"]);
    expect(tab.states()).toEqual(["m1 failed"]);
  });

  test("of two tabs one sends; both show it from the first moment to the last", async () => {
    const { shelf } = createFakeOutboxDb();
    const alone = createFakeTabLock();
    const open: (() => void)[] = [];
    const answer = () => new Promise<void>((resolve) => open.push(resolve));
    const [first, second] = [await openTab(shelf, answer, alone), await openTab(shelf, answer, alone)];
    vi.useRealTimers();
    void first.write(buildOutgoing("m1"));
    await expect.poll(() => second.states()).toEqual(["m1 sending"]);
    second.delivery.deliverAll();
    await expect.poll(() => open).toHaveLength(1);
    open.shift()?.();
    await expect.poll(() => [first.states(), second.states()]).toEqual([[], []]);
    expect([...first.sent, ...second.sent]).toEqual(["m1"]);
    // The one that did not send it is given the message itself.
    await expect.poll(() => [first.shown, second.shown]).toEqual([[], ["m1"]]);
  });
});

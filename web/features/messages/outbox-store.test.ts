import { describe, expect, test, vi } from "vitest";
import { createOutboxStore, type OutboxDb } from "#web/features/messages/outbox-store.ts";
import { buildOutgoing, createFakeOutboxDb, createTabHarness, failOffline } from "#web/testing/outbox-harness.ts";

const { openTab } = createTabHarness();

/** Nobody hears of other tabs. */
const nobody = { changed: () => undefined, arrived: () => undefined };

describe("the box", () => {
  test("what is kept is there after a reload, for its writer alone", async () => {
    const { shelf, kept } = createFakeOutboxDb();
    const tab = await openTab(shelf, failOffline);
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(10);
    const reloaded = createOutboxStore(shelf);
    await reloaded.open("me", nobody);
    expect(reloaded.read().map((one) => one.clientId)).toEqual(["m1"]);
    reloaded.close(false);
    const next = createOutboxStore(shelf);
    await next.open("somebody else", nobody);
    expect(next.read()).toEqual([]);
    expect(kept.size).toBe(0);
    next.close(false);
  });

  test("logging out leaves nothing", async () => {
    const { shelf, kept } = createFakeOutboxDb();
    const { box } = await openTab(shelf, failOffline);
    box.put(buildOutgoing("m1"));
    box.close(true);
    await box.settled();
    expect([...kept.keys()]).toEqual([]);
    expect(box.read()).toEqual([]);
  });

  test("what is written before it is open is kept, too", async () => {
    const { shelf, kept } = createFakeOutboxDb();
    const box = createOutboxStore(shelf);
    box.put(buildOutgoing("m1"));
    await box.open("me", nobody);
    await box.settled();
    expect([...kept.keys()]).toEqual(["m1"]);
    expect(box.read().map((one) => one.clientId)).toEqual(["m1"]);
    box.close(false);
  });

  test("without a shelf it lives as long as the tab", async () => {
    const broken: OutboxDb = { load: failOffline, put: failOffline, remove: failOffline, deleteOthers: failOffline };
    const tab = await openTab(broken, async () => undefined);
    tab.box.put(buildOutgoing("m1"));
    expect(tab.states()).toEqual(["m1 sending"]);
    void tab.delivery.deliver("her");
    await vi.advanceTimersByTimeAsync(10);
    expect([tab.sent, tab.states()]).toEqual([["m1"], []]);
  });
});

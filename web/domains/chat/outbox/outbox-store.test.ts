import { describe, expect, test, vi } from "vitest";
import { createOutboxStore, type OutboxDb } from "#web/domains/chat/outbox/outbox-store.ts";
import { buildOutgoing, createFakeOutboxDb, createTabHarness, failOffline } from "#web/testing/outbox-harness.ts";

const { openTab } = createTabHarness();

/** No reactions to other tabs. */
const ignoreOtherTabs = { changed: () => undefined, arrived: () => undefined };

describe("outbox store", () => {
  test("restores the messages of the same member and deletes those of others", async () => {
    const { db, rows } = createFakeOutboxDb();
    const tab = await openTab(db, failOffline);
    void tab.write(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(10);
    const reloaded = createOutboxStore(db);
    await reloaded.open("me", ignoreOtherTabs);
    expect(reloaded.read().map((one) => one.clientId)).toEqual(["m1"]);
    reloaded.close(false);
    const next = createOutboxStore(db);
    await next.open("somebody else", ignoreOtherTabs);
    expect(next.read()).toEqual([]);
    expect(rows.size).toBe(0);
    next.close(false);
  });

  test("deletes the messages on logout", async () => {
    const { db, rows } = createFakeOutboxDb();
    const { outbox } = await openTab(db, failOffline);
    outbox.put(buildOutgoing("m1"));
    outbox.close(true);
    await outbox.whenSaved();
    expect([...rows.keys()]).toEqual([]);
    expect(outbox.read()).toEqual([]);
  });

  test("stores messages that were added before it was opened", async () => {
    const { db, rows } = createFakeOutboxDb();
    const outbox = createOutboxStore(db);
    outbox.put(buildOutgoing("m1"));
    await outbox.open("me", ignoreOtherTabs);
    await outbox.whenSaved();
    expect([...rows.keys()]).toEqual(["m1"]);
    expect(outbox.read().map((one) => one.clientId)).toEqual(["m1"]);
    outbox.close(false);
  });

  test("keeps messages in memory without a database", async () => {
    const broken: OutboxDb = { load: failOffline, put: failOffline, remove: failOffline, deleteOthers: failOffline };
    const tab = await openTab(broken, async () => undefined);
    tab.outbox.put(buildOutgoing("m1"));
    expect(tab.states()).toEqual(["m1 sending"]);
    void tab.delivery.deliver("her");
    await vi.advanceTimersByTimeAsync(10);
    expect([tab.sent, tab.states()]).toEqual([["m1"], []]);
  });

  test("keeps a message that the database rejected when another tab changes the outbox", async () => {
    const { db, rows } = createFakeOutboxDb();
    const full: OutboxDb = { ...db, put: failOffline };
    const [mine, theirs] = [await openTab(full, failOffline), await openTab(db, failOffline)];
    mine.outbox.put(buildOutgoing("m1"));
    await vi.advanceTimersByTimeAsync(10);
    theirs.outbox.put(buildOutgoing("m2"));
    await vi.advanceTimersByTimeAsync(10);
    expect([...rows.keys()]).toEqual(["m2"]);
    expect(mine.outbox.read().map(({ clientId }) => clientId)).toEqual(["m1", "m2"]);
    theirs.outbox.remove(() => true);
    await vi.advanceTimersByTimeAsync(10);
    expect(mine.outbox.read().map(({ clientId }) => clientId)).toEqual(["m1"]);
  });
});

import { describe, expect, test, vi } from "vitest";
import { createBox } from "#web/features/messages/outbox-box.ts";
import type { Shelf } from "#web/features/messages/outbox-shelf.ts";
import { away, makeShelf, makeTabs, written } from "#web/features/messages/outbox-tabs.ts";

const { openTab } = makeTabs();

/** Nobody hears of other tabs. */
const nobody = { changed: () => undefined, arrived: () => undefined };

describe("the box", () => {
  test("what is kept is there after a reload, for its writer alone", async () => {
    const { shelf, kept } = makeShelf();
    const tab = await openTab(shelf, away);
    void tab.write(written("m1"));
    await vi.advanceTimersByTimeAsync(10);
    const reloaded = createBox(shelf);
    await reloaded.open("me", nobody);
    expect(reloaded.read().map((one) => one.clientId)).toEqual(["m1"]);
    reloaded.close(false);
    const next = createBox(shelf);
    await next.open("somebody else", nobody);
    expect(next.read()).toEqual([]);
    expect(kept.size).toBe(0);
    next.close(false);
  });

  test("logging out leaves nothing", async () => {
    const { shelf, kept } = makeShelf();
    const { box } = await openTab(shelf, away);
    box.put(written("m1"));
    box.close(true);
    await box.settled();
    expect([...kept.keys()]).toEqual([]);
    expect(box.read()).toEqual([]);
  });

  test("what is written before it is open is kept, too", async () => {
    const { shelf, kept } = makeShelf();
    const box = createBox(shelf);
    box.put(written("m1"));
    await box.open("me", nobody);
    await box.settled();
    expect([...kept.keys()]).toEqual(["m1"]);
    expect(box.read().map((one) => one.clientId)).toEqual(["m1"]);
    box.close(false);
  });

  test("without a shelf it lives as long as the tab", async () => {
    const broken: Shelf = { load: away, put: away, remove: away, keepOnly: away };
    const tab = await openTab(broken, async () => undefined);
    tab.box.put(written("m1"));
    expect(tab.states()).toEqual(["m1 sending"]);
    void tab.delivery.deliver("her");
    await vi.advanceTimersByTimeAsync(10);
    expect([tab.sent, tab.states()]).toEqual([["m1"], []]);
  });
});

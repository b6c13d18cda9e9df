import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aMessage } from "#web/features/messages/a-message.ts";
import type { Outgoing } from "#web/features/messages/outbox.ts";
import { createBox } from "#web/features/messages/outbox-box.ts";
import { createDelivery, type Ways } from "#web/features/messages/outbox-delivery.ts";
import type { Shelf } from "#web/features/messages/outbox-shelf.ts";
import { ApiError } from "#web/lib/api.ts";

/** A shelf that all tabs of a browser share. */
function makeShelf() {
  const kept = new Map<string, Outgoing & { me: string }>();
  const shelf: Shelf = {
    load: async (me) => [...kept.values()].filter((one) => one.me === me),
    put: async (me, outgoing) => void kept.set(outgoing.clientId, { ...outgoing, me }),
    remove: async (clientIds) => {
      for (const clientId of clientIds) kept.delete(clientId);
    },
    keepOnly: async (me) => {
      for (const one of kept.values()) if (one.me !== me) kept.delete(one.clientId);
    },
  };
  return { kept, shelf };
}

const written = (clientId: string, userId = "her"): Outgoing => ({
  clientId,
  userId,
  content: clientId,
  createdAt: `2026-11-20T12:00:00.00${clientId.at(-1)}Z`,
  state: "sending",
});

/** One at a time, as the browser has its tabs do it. */
function makeLock(): Ways["alone"] {
  const last = new Map<string, Promise<unknown>>();
  return (name, act) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(act);
    last.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
}

/** Nobody hears of other tabs. */
const nobody = { changed: () => undefined, arrived: () => undefined };

const stops: (() => void)[] = [];

/** A tab with its outbox open. What it sends is answered by `answer`. */
async function openTab(shelf: Shelf, answer: (one: Outgoing) => Promise<unknown>, alone = makeLock()) {
  const box = createBox(shelf);
  const [sent, refused, delayed, shown] = [[] as string[], [] as string[], [] as string[], [] as string[]];
  const delivery = createDelivery(box, {
    isOn: () => true,
    alone,
    post: async (one) => {
      sent.push(one.clientId);
      await answer(one);
      return aMessage(1, { clientId: one.clientId });
    },
    arrived: (_, message) => box.arrived(message),
    refused: (one) => {
      refused.push(one.clientId);
      box.put({ ...one, state: "failed", failure: "No." });
    },
    delayed: ({ clientId }) => void delayed.push(clientId),
  });
  stops.push(() => {
    delivery.stop();
    box.close(false);
  });
  await box.open("me", { changed: delivery.mind, arrived: (message) => void shown.push(message.clientId ?? "") });
  const states = () => box.read().map((one) => `${one.clientId} ${one.state}`);
  const write = (one: Outgoing) => {
    box.put(one);
    return delivery.deliver(one.userId);
  };
  return { box, delivery, sent, refused, delayed, shown, states, write };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

const away = async (): Promise<never> => {
  throw new TypeError("Failed to fetch");
};

describe("delivery", () => {
  test("sends a conversation's messages one after another, in the order in which they were written", async () => {
    const { shelf, kept } = makeShelf();
    const open: (() => void)[] = [];
    const tab = await openTab(shelf, () => new Promise<void>((resolve) => open.push(resolve)));
    for (const name of ["m1", "m2", "m3"]) void tab.write(written(name));
    void tab.write(written("o1", "other"));
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
    const { shelf } = makeShelf();
    let answer: () => Promise<unknown> = away;
    const tab = await openTab(shelf, () => answer());
    void tab.write(written("m1"));
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
    const { shelf } = makeShelf();
    const tab = await openTab(shelf, async () => {
      throw new ApiError(status, {});
    });
    void tab.write(written("m1"));
    await vi.advanceTimersByTimeAsync(10);
    expect(tab.states()).toEqual(["m1 waiting"]);
    expect(tab.refused).toEqual([]);
  });

  test("a server that is too busy is waited for as long as it says, and in its words", async () => {
    const { shelf } = makeShelf();
    let answer: () => Promise<unknown> = () => Promise.reject(new ApiError(429, { message: "A moment." }, 50));
    const tab = await openTab(shelf, () => answer());
    void tab.write(written("m1"));
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
    const { shelf } = makeShelf();
    const tab = await openTab(shelf, async ({ clientId }) => {
      if (clientId === "m1") throw new ApiError(400, {});
    });
    void tab.write(written("m1"));
    void tab.write(written("m2"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.sent).toEqual(["m1", "m2"]);
    expect(tab.states()).toEqual(["m1 failed"]);
  });

  test("of two tabs one sends; both show it from the first moment to the last", async () => {
    const { shelf } = makeShelf();
    const alone = makeLock();
    const open: (() => void)[] = [];
    const answer = () => new Promise<void>((resolve) => open.push(resolve));
    const [first, second] = [await openTab(shelf, answer, alone), await openTab(shelf, answer, alone)];
    vi.useRealTimers();
    void first.write(written("m1"));
    await vi.waitFor(() => expect(second.states()).toEqual(["m1 sending"]));
    second.delivery.deliverAll();
    await vi.waitFor(() => expect(open).toHaveLength(1));
    open.shift()?.();
    await vi.waitFor(() => expect([first.states(), second.states()]).toEqual([[], []]));
    expect([...first.sent, ...second.sent]).toEqual(["m1"]);
    // The one that did not send it is given the message itself.
    await vi.waitFor(() => expect([first.shown, second.shown]).toEqual([[], ["m1"]]));
  });
});

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

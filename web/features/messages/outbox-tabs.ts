import { afterEach, beforeEach, vi } from "vitest";
import { aMessage } from "#web/features/messages/a-message.ts";
import type { Outgoing } from "#web/features/messages/outbox.ts";
import { createBox } from "#web/features/messages/outbox-box.ts";
import { createDelivery } from "#web/features/messages/outbox-delivery.ts";
import type { Shelf } from "#web/features/messages/outbox-shelf.ts";
import { makeLock } from "#web/lib/a-lock.ts";

/** A shelf that all tabs of a browser share. */
export function makeShelf() {
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

/** A message as it was written, to be sent. */
export const written = (clientId: string, userId = "her"): Outgoing => ({
  clientId,
  userId,
  content: clientId,
  createdAt: `2026-11-20T12:00:00.00${clientId.at(-1)}Z`,
  state: "sending",
});

/** What a call without a network comes to. */
export const away = async (): Promise<never> => {
  throw new TypeError("Failed to fetch");
};

/** For the tests of one file: time is theirs, and the tabs that a test has opened are closed after it. */
export function makeTabs() {
  const stops: (() => void)[] = [];
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.useRealTimers();
  });

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

  return { openTab };
}

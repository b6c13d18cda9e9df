import { afterEach, beforeEach, vi } from "vitest";
import { createDelivery } from "#web/features/messages/outbox-delivery.ts";
import { createOutboxStore, type OutboxDb, type OutgoingMessage } from "#web/features/messages/outbox-store.ts";
import { createFakeTabLock } from "#web/testing/fake-tab-lock.ts";
import { buildMessage } from "#web/testing/message-factory.ts";

/** A shelf that all tabs of a browser share. */
export function createFakeOutboxDb() {
  const kept = new Map<string, OutgoingMessage & { me: string }>();
  const shelf: OutboxDb = {
    load: async (me) => [...kept.values()].filter((one) => one.me === me),
    put: async (me, outgoing) => void kept.set(outgoing.clientId, { ...outgoing, me }),
    remove: async (clientIds) => {
      for (const clientId of clientIds) kept.delete(clientId);
    },
    deleteOthers: async (me) => {
      for (const one of kept.values()) if (one.me !== me) kept.delete(one.clientId);
    },
  };
  return { kept, shelf };
}

/** A message as it was written, to be sent. */
export const buildOutgoing = (clientId: string, userId = "her"): OutgoingMessage => ({
  clientId,
  userId,
  content: clientId,
  createdAt: `2026-11-20T12:00:00.00${clientId.at(-1)}Z`,
  state: "sending",
});

/** What a call without a network comes to. */
export const failOffline = async (): Promise<never> => {
  throw new TypeError("Failed to fetch");
};

/** For the tests of one file: time is theirs, and the tabs that a test has opened are closed after it. */
export function createTabHarness() {
  const stops: (() => void)[] = [];
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.useRealTimers();
  });

  /** A tab with its outbox open. What it sends is answered by `answer`. */
  async function openTab(
    shelf: OutboxDb,
    answer: (one: OutgoingMessage) => Promise<unknown>,
    alone = createFakeTabLock(),
  ) {
    const box = createOutboxStore(shelf);
    const [sent, refused, delayed, shown] = [[] as string[], [] as string[], [] as string[], [] as string[]];
    const delivery = createDelivery(box, {
      isSessionActive: () => true,
      withTabLock: alone,
      post: async (one) => {
        sent.push(one.clientId);
        await answer(one);
        return buildMessage(1, { clientId: one.clientId });
      },
      onSent: (_, message) => box.arrived(message),
      onRejected: (one) => {
        refused.push(one.clientId);
        box.put({ ...one, state: "failed", failure: "No." });
      },
      onDelayed: ({ clientId }) => void delayed.push(clientId),
    });
    stops.push(() => {
      delivery.stop();
      box.close(false);
    });
    await box.open("me", { changed: delivery.mind, arrived: (message) => void shown.push(message.clientId ?? "") });
    const states = () => box.read().map((one) => `${one.clientId} ${one.state}`);
    const write = (one: OutgoingMessage) => {
      box.put(one);
      return delivery.deliver(one.userId);
    };
    return { box, delivery, sent, refused, delayed, shown, states, write };
  }

  return { openTab };
}

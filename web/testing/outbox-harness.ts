import { afterEach, beforeEach, vi } from "vitest";
import { createDelivery } from "#web/domains/chat/outbox/outbox-delivery.ts";
import { createOutboxStore, type OutboxDb, type OutgoingMessage } from "#web/domains/chat/outbox/outbox-store.ts";
import { createFakeTabLock } from "#web/testing/fake-tab-lock.ts";
import { buildMessage } from "#web/testing/message-factory.ts";

/** An in-memory database, shared by all tabs of a browser. */
export function createFakeOutboxDb() {
  const rows = new Map<string, OutgoingMessage & { me: string }>();
  const db: OutboxDb = {
    load: async (me) => [...rows.values()].filter((row) => row.me === me),
    put: async (me, outgoing) => void rows.set(outgoing.clientId, { ...outgoing, me }),
    remove: async (clientIds) => {
      for (const clientId of clientIds) rows.delete(clientId);
    },
    deleteOthers: async (me) => {
      for (const row of rows.values()) if (row.me !== me) rows.delete(row.clientId);
    },
  };
  return { rows, db };
}

export const buildOutgoing = (clientId: string, userId = "her"): OutgoingMessage => ({
  clientId,
  userId,
  content: clientId,
  createdAt: `2026-11-20T12:00:00.00${clientId.at(-1)}Z`,
  state: "sending",
});

export const failOffline = async (): Promise<never> => {
  throw new TypeError("Failed to fetch");
};

/** Uses fake timers, and closes the tabs that a test opened. */
export function createTabHarness() {
  const stops: (() => void)[] = [];
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
    vi.useRealTimers();
  });

  /** Opens an outbox. `answer` stands in for the server. */
  async function openTab(
    db: OutboxDb,
    answer: (message: OutgoingMessage) => Promise<unknown>,
    tabLock = createFakeTabLock(),
  ) {
    const outbox = createOutboxStore(db);
    const [sent, rejected, delayed, arrived] = [[] as string[], [] as string[], [] as string[], [] as string[]];
    const delivery = createDelivery(outbox, {
      isSessionActive: () => true,
      withTabLock: tabLock,
      post: async (outgoing) => {
        sent.push(outgoing.clientId);
        await answer(outgoing);
        return buildMessage(1, { clientId: outgoing.clientId });
      },
      onSent: (_, message) => outbox.confirm(message),
      onRejected: (outgoing) => {
        rejected.push(outgoing.clientId);
        outbox.put({ ...outgoing, state: "failed", failure: "No." });
      },
      onDelayed: ({ clientId }) => void delayed.push(clientId),
    });
    stops.push(() => {
      delivery.stop();
      outbox.close(false);
    });
    await outbox.open("me", {
      changed: delivery.scheduleChecks,
      arrived: (message) => void arrived.push(message.clientId ?? ""),
    });
    const states = () => outbox.read().map((one) => `${one.clientId} ${one.state}`);
    const write = (outgoing: OutgoingMessage) => {
      outbox.put(outgoing);
      return delivery.deliver(outgoing.userId);
    };
    return { outbox, delivery, sent, rejected, delayed, arrived, states, write };
  }

  return { openTab };
}

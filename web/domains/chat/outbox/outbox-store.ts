import type { Message, Quote } from "#contract/chat/messages.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import { createMemberDb, createMemberStore, type MemberDb } from "#web/lib/member-store.ts";
import { createStore } from "#web/lib/store.ts";

/** Default text under a failed message. */
export const SEND_FAILED = "Failed to send message";
/** For a message that waits while the device has no network. */
export const SENDS_WHEN_ONLINE = "Sends when you are back online";

export interface OutgoingMessage {
  /** Idempotency key. A later message has a greater one. */
  readonly clientId: string;
  readonly userId: string;
  /** Empty for a workout date. */
  readonly content: string;
  readonly date?: DateDetails;
  readonly replyTo?: Quote;
  readonly createdAt: string;
  /** "waiting": not sent because of the network, retried automatically. "failed": rejected by the server. */
  readonly state: "sending" | "waiting" | "failed";
  readonly failure?: string;
}

export const withoutFailure = ({ failure: _, ...outgoing }: OutgoingMessage): OutgoingMessage => outgoing;

export const sortOutbox = (outbox: readonly OutgoingMessage[]): OutgoingMessage[] =>
  outbox.toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.clientId, b.clientId));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const withOutgoing = (outbox: readonly OutgoingMessage[], outgoing: OutgoingMessage): OutgoingMessage[] =>
  sortOutbox([...outbox.filter((one) => one.clientId !== outgoing.clientId), outgoing]);

export const listQueued = (outbox: readonly OutgoingMessage[], userId: string): OutgoingMessage[] =>
  outbox.filter((one) => one.userId === userId && one.state !== "failed");

export function listUnconfirmed(outbox: readonly OutgoingMessage[], messages: readonly Message[]): OutgoingMessage[] {
  const arrived = new Set(messages.map((message) => message.clientId));
  return outbox.filter((one) => !arrived.has(one.clientId));
}

export type OutboxDb = MemberDb<OutgoingMessage, string>;

/**
 * Published to other tabs: the database has changed, or the server has confirmed a message that is about to be removed.
 */
type OutboxEvent = "changed" | Message;

interface OutboxListener {
  readonly changed: () => void;
  readonly arrived: (message: Message) => void;
}

/** Changes show immediately, are stored, and are published to other tabs. */
export function createOutboxStore(db: OutboxDb) {
  const store = createStore<readonly OutgoingMessage[]>([]);
  const stored = createMemberStore<OutgoingMessage, string, OutboxEvent>("outbox", db);
  /** Ids that another tab removed from the database. The event that confirms them may arrive later. */
  const removedElsewhere = new Set<string>();
  /** Ids of messages that live as long as this tab, because the database has rejected them. */
  const unstored = new Set<string>();
  /** Counts local changes: data that was loaded before a change is stale. */
  let changes = 0;

  const has = (clientId: string | null): boolean => store.read().some((one) => one.clientId === clientId);

  function show(next: readonly OutgoingMessage[]): void {
    changes++;
    store.set(next);
  }

  /** Loads the database: another tab may have added, sent or removed messages. */
  async function reload(): Promise<void> {
    for (;;) {
      const changesBefore = changes;
      const found = await stored.load();
      if (!found) return;
      if (changes !== changesBefore) continue;
      const storedIds = new Set(found.map((one) => one.clientId));
      const missing = store.read().filter(({ clientId }) => !storedIds.has(clientId));
      const kept = missing.filter(({ clientId }) => unstored.has(clientId));
      for (const { clientId } of missing) if (!unstored.has(clientId)) removedElsewhere.add(clientId);
      return store.set(sortOutbox([...found, ...kept]));
    }
  }

  function put(outgoing: OutgoingMessage): void {
    show(withOutgoing(store.read(), outgoing));
    const { clientId } = outgoing;
    void stored
      .put(outgoing, "changed")
      .then((isStored) => (isStored ? unstored.delete(clientId) : unstored.add(clientId)));
  }

  function remove(matches: (one: OutgoingMessage) => boolean): void {
    const removed = store.read().filter(matches);
    if (removed.length === 0) return;
    show(store.read().filter((one) => !matches(one)));
    stored.remove(() => removed.map((one) => one.clientId), "changed");
  }

  /** Adds a message that another tab has sent to the conversation, before the outbox removes it. */
  function handleEvent(event: OutboxEvent, { changed, arrived }: OutboxListener): void {
    if (event === "changed") void reload().then(changed);
    else if (has(event.clientId) || removedElsewhere.has(event.clientId ?? "")) arrived(event);
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    /** Deletes the messages of other members. `listener` handles events of other tabs. */
    async open(member: string, listener: OutboxListener): Promise<void> {
      const opening = stored.open(member, { onEvent: (event) => handleEvent(event, listener) });
      // Messages that were added before are not stored yet.
      for (const outgoing of store.read()) put(outgoing);
      await opening;
      await reload();
    },
    /** Clears the state, and with `forget` also the database. */
    close(forget: boolean): void {
      stored.close(forget);
      unstored.clear();
      show([]);
    },
    put,
    remove,
    /** Other tabs are notified before the message leaves the database. */
    confirm(message: Message): void {
      if (has(message.clientId)) stored.publish(message);
      remove((one) => one.clientId === message.clientId);
    },
    reload,
    whenSaved: stored.whenSaved,
  };
}
export type OutboxStore = ReturnType<typeof createOutboxStore>;

export const outboxStore = createOutboxStore(createMemberDb("outbox", "clientId"));

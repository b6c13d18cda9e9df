import type { Message, Quote } from "#contract/messages.ts";
import type { DateDetails } from "#contract/workout-date.ts";
import { createMemberDb, type MemberDb } from "#web/lib/member-idb.ts";
import { createStore } from "#web/lib/store.ts";

/** Default text under a failed message. */
export const SEND_FAILED = "Failed to send message";
/** Said of a message that waits while the device has no network. */
export const SENDS_WHEN_ONLINE = "Sends when you are back online";

export interface OutgoingMessage {
  /** Idempotency key. A later message has a greater one. */
  readonly clientId: string;
  /** The recipient. */
  readonly userId: string;
  /** Empty for a workout date. */
  readonly content: string;
  /** Of a proposed workout date. */
  readonly date?: DateDetails;
  /** The message that it replies to. */
  readonly replyTo?: Quote;
  readonly createdAt: string;
  /** "waiting": not sent because of the network, retried automatically. "failed": rejected by the server. */
  readonly state: "sending" | "waiting" | "failed";
  /** Text under a failed or delayed message. */
  readonly failure?: string;
}

export const withoutFailure = ({ failure: _, ...outgoing }: OutgoingMessage): OutgoingMessage => outgoing;

export const sortOutbox = (outbox: readonly OutgoingMessage[]): OutgoingMessage[] =>
  outbox.toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.clientId, b.clientId));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const withOutgoing = (outbox: readonly OutgoingMessage[], outgoing: OutgoingMessage): OutgoingMessage[] =>
  sortOutbox([...outbox.filter((one) => one.clientId !== outgoing.clientId), outgoing]);

/** The messages to send to a member, in order. */
export const listQueued = (outbox: readonly OutgoingMessage[], userId: string): OutgoingMessage[] =>
  outbox.filter((one) => one.userId === userId && one.state !== "failed");

/** Leaves out messages that the conversation already contains. */
export function listUnconfirmed(outbox: readonly OutgoingMessage[], messages: readonly Message[]): OutgoingMessage[] {
  const arrived = new Set(messages.map((message) => message.clientId));
  return outbox.filter((one) => !arrived.has(one.clientId));
}

/** Stores the outbox beyond the lifetime of the page. */
export type OutboxDb = MemberDb<OutgoingMessage, string>;

/**
 * Published to other tabs: the database has changed, or the server has confirmed a message that is about to be removed.
 */
type OutboxEvent = "changed" | Message;

/** Handles events of other tabs. */
interface OutboxListener {
  readonly changed: () => void;
  readonly arrived: (message: Message) => void;
}

/** A member's outbox in this tab. Changes show immediately, are stored, and are published to other tabs. */
export function createOutboxStore(db: OutboxDb) {
  const store = createStore<readonly OutgoingMessage[]>([]);
  let me: string | undefined;
  let channel: BroadcastChannel | undefined;
  /** Ids that another tab removed from the database. The event that confirms them may arrive later. */
  const removedElsewhere = new Set<string>();
  /** Counts local changes: data that was loaded before a change is stale. */
  let changes = 0;
  /** Serializes writes. A failed write is ignored, so without a database the outbox lives as long as the tab. */
  let lastWrite: Promise<void> = Promise.resolve();

  const has = (clientId: string | null): boolean => store.read().some((one) => one.clientId === clientId);

  function change(next: readonly OutgoingMessage[], write: () => Promise<unknown>): void {
    changes++;
    const publisher = channel;
    store.set(next);
    lastWrite = lastWrite
      .then(write)
      .then(() => publisher?.postMessage("changed" satisfies OutboxEvent))
      .catch(() => undefined);
  }

  /** Loads the database: another tab may have added, sent or removed messages. */
  async function reload(): Promise<void> {
    for (;;) {
      const [owner, changesBefore] = [me, changes];
      if (owner === undefined) return;
      await lastWrite;
      const found = await db.load(owner).catch(() => undefined);
      if (!found || me !== owner) return;
      if (changes !== changesBefore) continue;
      const storedIds = new Set(found.map((one) => one.clientId));
      for (const { clientId } of store.read()) if (!storedIds.has(clientId)) removedElsewhere.add(clientId);
      return store.set(sortOutbox(found));
    }
  }

  function put(outgoing: OutgoingMessage): void {
    const owner = me;
    // A message that is added before `open` is stored by `open`.
    change(withOutgoing(store.read(), outgoing), async () => owner !== undefined && db.put(owner, outgoing));
  }

  function remove(matches: (one: OutgoingMessage) => boolean): void {
    const removedIds = store
      .read()
      .filter(matches)
      .map((one) => one.clientId);
    if (removedIds.length === 0) return;
    change(
      store.read().filter((one) => !matches(one)),
      () => db.remove(removedIds),
    );
  }

  /** Adds a message that another tab has sent to the conversation, before the outbox removes it. */
  function handleEvent(event: OutboxEvent, { changed, arrived }: OutboxListener): void {
    if (event === "changed") void reload().then(changed);
    else if (has(event.clientId) || removedElsewhere.has(event.clientId ?? "")) arrived(event);
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    /** Loads the messages of a member and deletes those of others. `listener` handles events of other tabs. */
    async open(member: string, listener: OutboxListener): Promise<void> {
      me = member;
      channel = new BroadcastChannel(`outbox ${member}`);
      channel.onmessage = ({ data }: MessageEvent<OutboxEvent>) => handleEvent(data, listener);
      for (const outgoing of store.read()) put(outgoing);
      await db.deleteOthers(member).catch(() => undefined);
      await reload();
    },
    /** Clears the state, and with `forget` also the database. */
    close(forget: boolean): void {
      channel?.close();
      channel = undefined;
      me = undefined;
      changes++;
      store.set([]);
      if (forget) lastWrite = lastWrite.then(() => db.deleteOthers()).catch(() => undefined);
    },
    /** Adds or replaces a message. */
    put,
    remove,
    /** Removes a message that the server has confirmed. Other tabs are notified before it leaves the database. */
    confirm(message: Message): void {
      if (has(message.clientId)) channel?.postMessage(message satisfies OutboxEvent);
      remove((one) => one.clientId === message.clientId);
    },
    reload,
    /** Resolves when all writes have succeeded or failed. */
    whenSaved: () => lastWrite,
  };
}
export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** The outbox of the logged-in member. */
export const outboxStore = createOutboxStore(createMemberDb("outbox", "clientId"));

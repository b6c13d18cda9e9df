import type { Message } from "#contract/messages.ts";
import { createMemberDb, type MemberDb } from "#web/features/messages/member-idb.ts";

/** Shown under a message that was not sent, unless the server says why. */
export const SEND_FAILED = "Failed to send message";

/** A message that the server has not confirmed. */
export interface OutgoingMessage {
  /** Made here; the same one again is the same message. Later ones are greater. */
  readonly clientId: string;
  /** To whom. */
  readonly userId: string;
  readonly content: string;
  readonly createdAt: string;
  /** On its way; not sent yet for want of a network, and tried again by itself; or refused. */
  readonly state: "sending" | "waiting" | "failed";
  /** What a person reads under a failed one, or one that the server puts off. */
  readonly failure?: string;
}

/** Sorts into the order of sending. */
export const sortOutbox = (outbox: readonly OutgoingMessage[]): OutgoingMessage[] =>
  outbox.toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.clientId, b.clientId));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Adds a message, or replaces it. */
export const withOutgoing = (outbox: readonly OutgoingMessage[], outgoing: OutgoingMessage): OutgoingMessage[] =>
  sortOutbox([...outbox.filter((one) => one.clientId !== outgoing.clientId), outgoing]);

/** The messages to send to a member, in order. */
export const listQueued = (outbox: readonly OutgoingMessage[], userId: string): OutgoingMessage[] =>
  outbox.filter((one) => one.userId === userId && one.state !== "failed");

/** Leaves out messages that the conversation holds already. */
export function listUnconfirmed(outbox: readonly OutgoingMessage[], messages: readonly Message[]): OutgoingMessage[] {
  const arrived = new Set(messages.map((message) => message.clientId));
  return outbox.filter((one) => !arrived.has(one.clientId));
}

/** Keeps the outbox beyond the lifetime of the page. */
export type OutboxDb = MemberDb<OutgoingMessage, string>;

/** Messages between tabs: the database has changed, or the server has confirmed a message that is about to be removed. */
type OutboxEvent = "changed" | Message;

/** Reactions to other tabs. */
interface OutboxListener {
  readonly changed: () => void;
  readonly arrived: (message: Message) => void;
}

/** A member's outbox in this tab. Changes show at once, are stored, and are announced to other tabs. */
export function createOutboxStore(shelf: OutboxDb) {
  const listeners = new Set<() => void>();
  let me: string | undefined;
  let held: readonly OutgoingMessage[] = [];
  let channel: BroadcastChannel | undefined;
  /** What another tab took off the shelf. The news that it has arrived may come a moment later. */
  const gone = new Set<string>();
  /** Counts what was changed here: what was read before a change is not true any more. */
  let changes = 0;
  /** The shelf is written to one after another. Where it cannot be, the outbox lives as long as the tab. */
  let written: Promise<void> = Promise.resolve();

  const has = (clientId: string | null): boolean => held.some((one) => one.clientId === clientId);

  function show(next: readonly OutgoingMessage[]): void {
    held = next;
    for (const listener of listeners) listener();
  }

  function change(next: readonly OutgoingMessage[], keep: () => Promise<unknown>): void {
    changes++;
    const tell = channel;
    show(next);
    written = written
      .then(keep)
      .then(() => tell?.postMessage("changed" satisfies OutboxEvent))
      .catch(() => undefined);
  }

  /** Takes over what is on the shelf: another tab may have written, sent or discarded something. */
  async function reload(): Promise<void> {
    for (;;) {
      const [asking, before] = [me, changes];
      if (asking === undefined) return;
      await written;
      const found = await shelf.load(asking).catch(() => undefined);
      if (!found || me !== asking) return;
      if (changes !== before) continue;
      const kept = new Set(found.map((one) => one.clientId));
      for (const { clientId } of held) if (!kept.has(clientId)) gone.add(clientId);
      return show(sortOutbox(found));
    }
  }

  function put(outgoing: OutgoingMessage): void {
    const owner = me;
    // What is written before the box is opened is put on the shelf then.
    change(withOutgoing(held, outgoing), async () => owner !== undefined && shelf.put(owner, outgoing));
  }

  function remove(isGone: (one: OutgoingMessage) => boolean): void {
    const gone = held.filter(isGone).map((one) => one.clientId);
    if (gone.length === 0) return;
    change(
      held.filter((one) => !isGone(one)),
      () => shelf.remove(gone),
    );
  }

  /** Has this tab's thread show what another has sent before the outbox here lets go of it. */
  function hear(told: OutboxEvent, { changed, arrived }: OutboxListener): void {
    if (told === "changed") void reload().then(changed);
    else if (has(told.clientId) || gone.has(told.clientId ?? "")) arrived(told);
  }

  return {
    read: (): readonly OutgoingMessage[] => held,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Loads what a member left on this device, and deletes what others left. `hearing` reacts to other tabs. */
    async open(member: string, hearing: OutboxListener): Promise<void> {
      me = member;
      channel = new BroadcastChannel(`outbox ${member}`);
      channel.onmessage = ({ data }: MessageEvent<OutboxEvent>) => hear(data, hearing);
      for (const outgoing of held) put(outgoing);
      await shelf.deleteOthers(member).catch(() => undefined);
      await reload();
    },
    /** Empties the outbox of this tab, and also the database if `forget` is set. */
    close(forget: boolean): void {
      channel?.close();
      channel = undefined;
      me = undefined;
      changes++;
      show([]);
      if (forget) written = written.then(() => shelf.deleteOthers()).catch(() => undefined);
    },
    /** Puts a message in, or in the place of itself. */
    put,
    remove,
    /** Removes a message that the server has confirmed. Other tabs are told before it leaves the database. */
    arrived(message: Message): void {
      if (has(message.clientId)) channel?.postMessage(message satisfies OutboxEvent);
      remove((one) => one.clientId === message.clientId);
    },
    reload,
    /** Resolves when everything is stored, or could not be. */
    settled: () => written,
  };
}
export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** The outbox of whoever is logged in. */
export const outboxStore = createOutboxStore(createMemberDb("outbox", "clientId"));

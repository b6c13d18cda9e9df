import type { Message } from "#contract/messages.ts";
import { type OutgoingMessage, sortOutbox, withOutgoing } from "#web/features/messages/outbox.ts";
import { type OutboxDb, outboxDb } from "#web/features/messages/outbox-db.ts";

/** What tabs tell each other: the shelf was written to, or a message has arrived and is about to leave it. */
type OutboxEvent = "changed" | Message;

/** What is done when another tab tells. */
interface OutboxListener {
  readonly changed: () => void;
  readonly arrived: (message: Message) => void;
}

/** A member's outbox as this tab has it: shown at once, kept on the shelf, told to the other tabs. */
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
    /** Begins with what a member left here. What others left is thrown away. `hearing` is told of other tabs. */
    async open(member: string, hearing: OutboxListener): Promise<void> {
      me = member;
      channel = new BroadcastChannel(`outbox ${member}`);
      channel.onmessage = ({ data }: MessageEvent<OutboxEvent>) => hear(data, hearing);
      for (const outgoing of held) put(outgoing);
      await shelf.deleteOthers(member).catch(() => undefined);
      await reload();
    },
    /** Shows nothing any more; and nothing stays on the shelf if its owner has logged out. */
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
    /** Removes a message that the server has. The other tabs are told at once, before it is gone from the shelf. */
    arrived(message: Message): void {
      if (has(message.clientId)) channel?.postMessage(message satisfies OutboxEvent);
      remove((one) => one.clientId === message.clientId);
    },
    reload,
    /** Resolves when all is on the shelf, or could not be. */
    settled: () => written,
  };
}
export type OutboxStore = ReturnType<typeof createOutboxStore>;

/** The outbox of whoever is logged in. */
export const outboxStore = createOutboxStore(outboxDb);

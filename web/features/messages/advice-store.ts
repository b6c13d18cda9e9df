import { useSyncExternalStore } from "react";
import { type AdviceDb, adviceDb } from "#web/features/messages/advice-db.ts";
import type { Caution } from "#web/features/messages/caution-rules.ts";
import { session } from "#web/lib/session.ts";
import { createListeners } from "#web/lib/store.ts";

/** What a member has done with the advice in one conversation. */
export interface ConversationAdvice {
  /** Kinds of advice that were put away. */
  readonly hidden: readonly Caution[];
  /** The last message that the question was answered for, by its sequence. */
  readonly answeredSeq: number;
  /** The other member's pictures are shown without a tap. */
  readonly showsPictures: boolean;
}

export interface StoredAdvice extends ConversationAdvice {
  readonly userId: string;
}

const UNTOUCHED: ConversationAdvice = { hidden: [], answeredSeq: 0, showsPictures: false };

/** Both happened, in whatever order. */
const merge = (a: ConversationAdvice, b: ConversationAdvice): ConversationAdvice => ({
  hidden: [...new Set([...a.hidden, ...b.hidden])],
  answeredSeq: Math.max(a.answeredSeq, b.answeredSeq),
  showsPictures: a.showsPictures || b.showsPictures,
});

/** Stored on the device only, so without a database it lives as long as the tab. */
export function createAdviceStore(db: AdviceDb) {
  const listeners = createListeners();
  const conversations = new Map<string, ConversationAdvice>();
  let me: string | undefined;
  /** Writes wait for it, because they would overwrite what is stored. */
  let loaded: Promise<unknown> = Promise.resolve();

  const read = (userId: string): ConversationAdvice => conversations.get(userId) ?? UNTOUCHED;

  /** Adds what is stored for a member, and deletes what others have stored. */
  async function load(member: string): Promise<void> {
    await db.deleteOthers(member).catch(() => undefined);
    const stored = await db.load(member).catch(() => []);
    if (me !== member) return;
    for (const { userId, ...advice } of stored) conversations.set(userId, merge(advice, read(userId)));
    listeners.notify();
  }

  /** Changes the database of the member who is logged in now. */
  function write(change: (member: string) => Promise<unknown>): void {
    const member = me;
    loaded = loaded
      .then(() => (member !== undefined && me === member ? change(member) : undefined))
      .catch(() => undefined);
  }

  return {
    read,
    subscribe: listeners.subscribe,
    /** Loads what is stored for a member, unless it is loaded. */
    open(member: string): void {
      if (me === member) return;
      me = member;
      conversations.clear();
      loaded = load(member);
    },
    /** Adds to what was done in a conversation. */
    add(userId: string, change: Partial<ConversationAdvice>): void {
      conversations.set(userId, merge(read(userId), { ...UNTOUCHED, ...change }));
      listeners.notify();
      write((member) => db.put(member, { userId, ...read(userId) }));
    },
    /** Forgets everything in memory, and stores no more. */
    close(): void {
      me = undefined;
      conversations.clear();
    },
    /** Resolves when all changes have been stored or could not be. */
    whenSaved: (): Promise<unknown> => loaded,
  };
}

/** The advice of the logged-in member. */
export const adviceStore = createAdviceStore(adviceDb);
session.subscribe(() => session.read() === null && adviceStore.close());

export const useConversationAdvice = (userId: string): ConversationAdvice =>
  useSyncExternalStore(
    adviceStore.subscribe,
    () => adviceStore.read(userId),
    () => UNTOUCHED,
  );

import { useSyncExternalStore } from "react";
import { type AdviceDb, adviceDb } from "#web/domains/chat/advice/advice-db.ts";
import type { Caution } from "#web/domains/chat/advice/caution-rules.ts";
import { createMemberStore } from "#web/lib/member-store.ts";
import { session } from "#web/lib/session.ts";
import { createListeners } from "#web/lib/store.ts";

export interface ConversationAdvice {
  readonly hidden: readonly Caution[];
  /** The sequence of the last message that the question was answered for. */
  readonly answeredSeq: number;
  /** The other member's pictures are shown without a tap. */
  readonly showsPictures: boolean;
}

export interface StoredAdvice extends ConversationAdvice {
  readonly userId: string;
}

const UNTOUCHED: ConversationAdvice = { hidden: [], answeredSeq: 0, showsPictures: false };

/** Both happened, in either order. */
const merge = (a: ConversationAdvice, b: ConversationAdvice): ConversationAdvice => ({
  hidden: [...new Set([...a.hidden, ...b.hidden])],
  answeredSeq: Math.max(a.answeredSeq, b.answeredSeq),
  showsPictures: a.showsPictures || b.showsPictures,
});

/** Stored on the device only, so without a database it lives as long as the tab. */
export function createAdviceStore(db: AdviceDb) {
  const listeners = createListeners();
  const stored = createMemberStore("advice", db);
  const conversations = new Map<string, ConversationAdvice>();
  let loading: Promise<void> = Promise.resolve();
  /** Writes would overwrite the stored state. */
  let isLoading = false;

  const read = (userId: string): ConversationAdvice => conversations.get(userId) ?? UNTOUCHED;
  const save = (userId: string): void => void stored.put({ userId, ...read(userId) });

  return {
    read,
    subscribe: listeners.subscribe,
    /** Unless it is loaded. */
    open(member: string): void {
      if (stored.readOwner() === member) return;
      conversations.clear();
      isLoading = true;
      loading = stored.open(member, {
        onLoad(found) {
          const added = [...conversations.keys()];
          for (const { userId, ...advice } of found) conversations.set(userId, merge(advice, read(userId)));
          isLoading = false;
          for (const userId of added) save(userId);
          listeners.notify();
        },
      });
    },
    add(userId: string, change: Partial<ConversationAdvice>): void {
      conversations.set(userId, merge(read(userId), { ...UNTOUCHED, ...change }));
      listeners.notify();
      if (!isLoading) save(userId);
    },
    /** Stores nothing from then on. */
    close(): void {
      stored.close(false);
      conversations.clear();
    },
    /** All changes have been stored or could not be. */
    whenSaved: (): Promise<unknown> => loading.then(stored.whenSaved),
  };
}

export const adviceStore = createAdviceStore(adviceDb);
session.subscribe(() => session.read() === null && adviceStore.close());

export const useConversationAdvice = (userId: string): ConversationAdvice =>
  useSyncExternalStore(
    adviceStore.subscribe,
    () => adviceStore.read(userId),
    () => UNTOUCHED,
  );

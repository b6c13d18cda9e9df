import { useSyncExternalStore } from "react";
import type { Quote } from "#contract/chat/messages.ts";
import { createMemberDb, createMemberStore, hasSessionEndedForGood, type MemberDb } from "#web/lib/member-store.ts";
import { type Session, session } from "#web/lib/session.ts";
import { createListeners } from "#web/lib/store.ts";

/** Not sent. */
export interface Draft {
  readonly userId: string;
  readonly text: string;
  readonly replyTo?: Quote | undefined;
}

export type DraftDb = MemberDb<Draft, [me: string, userId: string]>;

/** Changes within this time are saved and published together, not with each keystroke. */
const SAVE_DELAY_MS = 300;

/** Appends text that was typed before the stored draft was loaded. */
const joinDrafts = (stored: string, typed: string): string => (typed === "" ? stored : `${stored.trimEnd()} ${typed}`);

const isEmpty = ({ text, replyTo }: Draft): boolean => text === "" && replyTo === undefined;

/** Drafts as one tab sees them: updated immediately, then saved and published to other tabs after a delay. */
export function createDraftStore(db: DraftDb) {
  const listeners = createListeners();
  const stored = createMemberStore<Draft, [string, string], Draft>("drafts", db);
  const drafts = new Map<string, Draft>();
  const outdated = new Set<string>();
  const unsaved = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let all: ReadonlyMap<string, string> = new Map();
  let opened = false;
  /** The member to whom this tab is typing. */
  let typingMember: string | undefined;

  const read = (userId: string): string => drafts.get(userId)?.text ?? "";
  const readReply = (userId: string): Quote | undefined => drafts.get(userId)?.replyTo;

  function set(draft: Draft): void {
    if (isEmpty(draft)) drafts.delete(draft.userId);
    else drafts.set(draft.userId, draft);
    all = new Map([...drafts].map(([userId, { text }]) => [userId, text]));
    listeners.notify();
  }

  function save(userId: string): void {
    const draft = drafts.get(userId) ?? { userId, text: "" };
    if (isEmpty(draft)) stored.remove((me) => [[me, userId]], draft);
    else void stored.put(draft, draft);
  }

  /** Saves all unsaved drafts. Does nothing before loading, which would overwrite the stored ones. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!opened) return;
    const memberIds = [...unsaved];
    unsaved.clear();
    for (const userId of memberIds) save(userId);
  }

  function put(draft: Draft): void {
    set(draft);
    unsaved.add(draft.userId);
    // A sent or discarded draft is saved immediately, and so is the first keystroke after a pause.
    if (isEmpty(draft) || timer === undefined) flush();
    timer ??= setTimeout(flush, SAVE_DELAY_MS);
  }

  function receive(draft: Draft): void {
    const { userId, text } = draft;
    const isTyping = typingMember === userId && read(userId) !== "";
    if (!isTyping) {
      if (typingMember === userId) typingMember = undefined;
      outdated.add(userId);
      unsaved.delete(userId);
      set(draft);
    } else if (text === "") {
      // A draft that was sent or discarded elsewhere does not clear the one being typed here; it is published again.
      outdated.add(userId);
      unsaved.add(userId);
      flush();
    }
  }

  return {
    read,
    readReply,
    /** The texts by member: a new map after each change. */
    readAll: (): ReadonlyMap<string, string> => all,
    isOpen: (): boolean => opened,
    subscribe: listeners.subscribe,
    /** A draft without text and reply is removed. */
    write: (userId: string, text: string): void => put({ userId, text, replyTo: readReply(userId) }),
    append: (userId: string, line: string): void =>
      put({ userId, text: [read(userId).trimEnd(), line].filter(Boolean).join("\n"), replyTo: readReply(userId) }),
    writeReply: (userId: string, replyTo: Quote | undefined): void => put({ userId, text: read(userId), replyTo }),
    clear: (userId: string): void => put({ userId, text: "" }),
    /** Removes a draft, including a stored one that is not loaded yet. */
    discard(userId: string): void {
      outdated.add(userId);
      put({ userId, text: "" });
    },
    /** Marks a conversation as being typed in until `stopTyping`: drafts from other tabs do not overwrite it. */
    startTyping(userId: string): void {
      typingMember = userId;
    },
    stopTyping(): void {
      typingMember = undefined;
      flush();
    },
    flush,
    /** Text that is typed meanwhile is appended. Deletes the drafts of other members. */
    open: (member: string): Promise<void> =>
      stored.open(member, {
        onEvent: receive,
        onLoad(found) {
          for (const { userId, text, replyTo } of found) {
            if (outdated.has(userId)) continue;
            set({ userId, text: joinDrafts(text, read(userId)), replyTo: readReply(userId) ?? replyTo });
          }
          opened = true;
          listeners.notify();
          flush();
        },
      }),
    /** Clears the state, and with `forget` also the database. */
    close(forget: boolean): void {
      if (!forget) flush();
      clearTimeout(timer);
      timer = undefined;
      stored.close(forget);
      opened = false;
      typingMember = undefined;
      drafts.clear();
      all = new Map();
      outdated.clear();
      unsaved.clear();
      listeners.notify();
    },
    whenSaved(): Promise<unknown> {
      flush();
      return stored.whenSaved();
    },
  };
}

export const draftStore = createDraftStore(createMemberDb("drafts", ["me", "userId"]));

export function persistDrafts({ user: { _id: me } }: Session): () => void {
  void draftStore.open(me);
  addEventListener("pagehide", draftStore.flush);
  return () => {
    removeEventListener("pagehide", draftStore.flush);
    // The drafts stay if the server ended the session: the member will log in again.
    draftStore.close(session.read() === null && hasSessionEndedForGood());
  };
}

/** Undefined until the drafts are loaded. */
export const useDraft = (userId: string): string | undefined =>
  useSyncExternalStore(
    draftStore.subscribe,
    () => {
      const text = draftStore.read(userId);
      return text === "" && !draftStore.isOpen() ? undefined : text;
    },
    () => undefined,
  );

export const useDraftReply = (userId: string): Quote | undefined =>
  useSyncExternalStore(
    draftStore.subscribe,
    () => draftStore.readReply(userId),
    () => undefined,
  );

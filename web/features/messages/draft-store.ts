import { useSyncExternalStore } from "react";
import type { Quote } from "#contract/messages.ts";
import { createMemberDb, hasSessionEndedForGood, type MemberDb } from "#web/lib/member-idb.ts";
import { type Session, session } from "#web/lib/session.ts";
import { createListeners } from "#web/lib/store.ts";

/** Text that was typed to a member and not sent. */
export interface Draft {
  readonly userId: string;
  readonly text: string;
  /** The message that it replies to. */
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
  const drafts = new Map<string, Draft>();
  /** Members whose stored draft must be ignored when it is loaded: a newer one was received or it was discarded. */
  const outdated = new Set<string>();
  /** Members whose draft is not saved yet. */
  const unsaved = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let all: ReadonlyMap<string, string> = new Map();
  let me: string | undefined;
  let opened = false;
  let channel: BroadcastChannel | undefined;
  /** The member to whom this tab is typing. */
  let typingMember: string | undefined;
  /** Completes with the last save, whether or not it succeeds: without a database, drafts live as long as the tab. */
  let lastSave: Promise<unknown> = Promise.resolve();

  const read = (userId: string): string => drafts.get(userId)?.text ?? "";
  const readReply = (userId: string): Quote | undefined => drafts.get(userId)?.replyTo;

  function set(draft: Draft): void {
    if (isEmpty(draft)) drafts.delete(draft.userId);
    else drafts.set(draft.userId, draft);
    all = new Map([...drafts].map(([userId, { text }]) => [userId, text]));
    listeners.notify();
  }

  function save(userId: string): void {
    const [owner, draft, publisher] = [me, drafts.get(userId) ?? { userId, text: "" }, channel];
    if (owner === undefined) return;
    const saving = isEmpty(draft) ? db.remove([[owner, userId]]) : db.put(owner, draft);
    // Published after saving, so that another tab's later save overwrites this one and not the reverse.
    lastSave = Promise.allSettled([lastSave, saving]).then(
      () => publisher === channel && publisher?.postMessage(draft),
    );
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
    /** Whether the stored drafts are loaded. */
    isOpen: (): boolean => opened,
    subscribe: listeners.subscribe,
    /** Sets a draft's text; a draft without text and reply is removed. */
    write: (userId: string, text: string): void => put({ userId, text, replyTo: readReply(userId) }),
    /** Adds a line below the text of a draft. */
    append: (userId: string, line: string): void =>
      put({ userId, text: [read(userId).trimEnd(), line].filter(Boolean).join("\n"), replyTo: readReply(userId) }),
    /** Sets or removes the message that a draft replies to. */
    writeReply: (userId: string, replyTo: Quote | undefined): void => put({ userId, text: read(userId), replyTo }),
    /** Removes a draft that was sent. */
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
    /** Loads a member's drafts; text that is typed meanwhile is appended. Deletes the drafts of other members. */
    async open(member: string): Promise<void> {
      me = member;
      channel = new BroadcastChannel(`drafts ${member}`);
      channel.onmessage = ({ data }: MessageEvent<Draft>) => receive(data);
      await db.deleteOthers(member).catch(() => undefined);
      const found = await db.load(member).catch(() => []);
      if (me !== member) return;
      for (const { userId, text, replyTo } of found) {
        if (outdated.has(userId)) continue;
        set({ userId, text: joinDrafts(text, read(userId)), replyTo: readReply(userId) ?? replyTo });
      }
      opened = true;
      listeners.notify();
      flush();
    },
    /** Clears the state, and with `forget` also the database. */
    close(forget: boolean): void {
      if (!forget) flush();
      clearTimeout(timer);
      timer = undefined;
      channel?.close();
      channel = undefined;
      me = undefined;
      opened = false;
      typingMember = undefined;
      drafts.clear();
      all = new Map();
      outdated.clear();
      unsaved.clear();
      listeners.notify();
      if (forget) lastSave = Promise.allSettled([lastSave, db.deleteOthers()]);
    },
    /** Saves now. Resolves when the save has succeeded or failed. */
    whenSaved(): Promise<unknown> {
      flush();
      return lastSave;
    },
  };
}

/** The drafts of the logged-in member. */
export const draftStore = createDraftStore(createMemberDb("drafts", ["me", "userId"]));

/** Opens the store for a session. @returns a function that closes it */
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

/** The message that the draft replies to. */
export const useDraftReply = (userId: string): Quote | undefined =>
  useSyncExternalStore(
    draftStore.subscribe,
    () => draftStore.readReply(userId),
    () => undefined,
  );

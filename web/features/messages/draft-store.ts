import { useSyncExternalStore } from "react";
import { createMemberDb, type MemberDb } from "#web/features/messages/member-idb.ts";
import { type Session, session } from "#web/lib/session.ts";

/** What was written to a member and not sent. */
export interface Draft {
  /** To whom. */
  readonly userId: string;
  readonly text: string;
}

export type DraftDb = MemberDb<Draft, [me: string, userId: string]>;

/** What is written within that many milliseconds goes to the shelf and to the other tabs together, not with each letter. */
const SAVE_DELAY_MS = 300;

/** What was left, and after it what was typed before that was known. */
const joinDrafts = (left: string, typed: string): string => (typed === "" ? left : `${left.trimEnd()} ${typed}`);

/** A member's drafts as this tab has them: shown at once, kept on the shelf and told to the other tabs a moment later. */
export function createDraftStore(shelf: DraftDb) {
  const listeners = new Set<() => void>();
  const texts = new Map<string, string>();
  /** Where what was left does not count: a later text was heard, or it was given up. */
  const outdated = new Set<string>();
  /** What is not on the shelf yet. */
  const unkept = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let me: string | undefined;
  let opened = false;
  let channel: BroadcastChannel | undefined;
  /** Where one is typing at the moment. */
  let typingTo: string | undefined;
  /** Without a shelf a draft lives as long as the tab. */
  let written: Promise<unknown> = Promise.resolve();

  const read = (userId: string): string => texts.get(userId) ?? "";
  function notify(): void {
    for (const listener of listeners) listener();
  }

  function set({ userId, text }: Draft): void {
    if (text === "") texts.delete(userId);
    else texts.set(userId, text);
    notify();
  }

  function keep(userId: string): void {
    const [owner, text, tell] = [me, read(userId), channel];
    if (owner === undefined) return;
    const kept = text === "" ? shelf.remove([[owner, userId]]) : shelf.put(owner, { userId, text });
    // Not before it is on the shelf: what another tab puts there upon it comes after it.
    written = Promise.allSettled([written, kept]).then(
      () => tell === channel && tell?.postMessage({ userId, text } satisfies Draft),
    );
  }

  /** Puts all on the shelf that is not there. Before what was left is known, that would replace it. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (!opened) return;
    const waiting = [...unkept];
    unkept.clear();
    for (const userId of waiting) keep(userId);
  }

  function put(draft: Draft): void {
    set(draft);
    unkept.add(draft.userId);
    // What is sent or given up is so at once, and so is the first letter after a pause.
    if (draft.text === "" || timer === undefined) flush();
    timer ??= setTimeout(flush, SAVE_DELAY_MS);
  }

  function hear(draft: Draft): void {
    const { userId, text } = draft;
    const isTyping = typingTo === userId && read(userId) !== "";
    if (!isTyping) {
      if (typingTo === userId) typingTo = undefined;
      outdated.add(userId);
      unkept.delete(userId);
      set(draft);
    } else if (text === "") {
      // What was sent or given up elsewhere does not take along what is being written here; the others learn of that.
      outdated.add(userId);
      unkept.add(userId);
      flush();
    }
  }

  return {
    read,
    /** Whether what was left here is known by now. */
    isOpen: (): boolean => opened,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Writes what is to be said to a member; an empty text is no draft any more. */
    write: (userId: string, text: string): void => put({ userId, text }),
    /** Forgets what was to be said to a member, also what was left here and is not known yet. */
    drop(userId: string): void {
      outdated.add(userId);
      put({ userId, text: "" });
    },
    /** Says in which conversation one is typing, until `stopped`: what other tabs write there does not reach it. */
    typing(userId: string): void {
      typingTo = userId;
    },
    stopped(): void {
      typingTo = undefined;
      flush();
    },
    flush,
    /**
     * Begins with what a member left here; what is typed before that is known comes after it. What others left is thrown
     * away.
     */
    async open(member: string): Promise<void> {
      me = member;
      channel = new BroadcastChannel(`drafts ${member}`);
      channel.onmessage = ({ data }: MessageEvent<Draft>) => hear(data);
      await shelf.deleteOthers(member).catch(() => undefined);
      const found = await shelf.load(member).catch(() => []);
      if (me !== member) return;
      for (const { userId, text } of found)
        if (!outdated.has(userId)) texts.set(userId, joinDrafts(text, read(userId)));
      opened = true;
      notify();
      flush();
    },
    /** Shows nothing any more; and nothing stays on the shelf if its owner has logged out. */
    close(forget: boolean): void {
      if (!forget) flush();
      clearTimeout(timer);
      timer = undefined;
      channel?.close();
      channel = undefined;
      me = undefined;
      opened = false;
      typingTo = undefined;
      texts.clear();
      outdated.clear();
      unkept.clear();
      notify();
      if (forget) written = Promise.allSettled([written, shelf.deleteOthers()]);
    },
    /** Puts all on the shelf now. Resolves when it is there, or could not be. */
    settled(): Promise<unknown> {
      flush();
      return written;
    },
  };
}

/** The drafts of whoever is logged in. */
export const draftStore = createDraftStore(createMemberDb("drafts", ["me", "userId"]));

/** Keeps what a member is writing, on any screen, until the returned function is called. */
export function persistDrafts({ user: { _id: me } }: Session): () => void {
  void draftStore.open(me);
  addEventListener("pagehide", draftStore.flush);
  return () => {
    removeEventListener("pagehide", draftStore.flush);
    // A login that the server ended comes back; what was being written then is still there.
    draftStore.close(session.read() === null && session.isOver());
  };
}

/** What is being written to a member. Undefined until it is known. */
export const useDraft = (userId: string): string | undefined =>
  useSyncExternalStore(draftStore.subscribe, () => {
    const text = draftStore.read(userId);
    return text === "" && !draftStore.isOpen() ? undefined : text;
  });

/** The words that another screen suggests, as navigation state `{ draft }`. */
export function getSuggestedDraft(state: unknown): string {
  if (typeof state !== "object" || state === null || !("draft" in state)) return "";
  return typeof state.draft === "string" ? state.draft : "";
}

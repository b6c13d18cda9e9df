import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { MESSAGES_PAGE, SEARCHED_MESSAGES_MAX } from "#contract/limits.ts";
import type { GroupedMessage } from "#web/domains/chat/bubbles/message-groups.ts";
import type { MessageLinkState } from "#web/screens/messages/list/search-results.tsx";

export interface OlderMessages {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly load: () => void;
}

/** A new object for each request. */
export interface Jump {
  readonly messageId: string;
}

/** To the message that a search result has linked, and to quoted ones. */
export function useJumpRequest() {
  const [jump, setJump] = useState<Jump>();
  const showMessage = useCallback((messageId: string) => setJump({ messageId }), []);
  const { state, key: entryKey } = useLocation();
  const linkedId = (state as MessageLinkState | null)?.messageId;
  useEffect(() => {
    if (linkedId !== undefined && entryKey) showMessage(linkedId);
  }, [linkedId, entryKey, showMessage]);
  return { jump, showMessage };
}

/** At most, to reach an older message. */
const PAGES_MAX = SEARCHED_MESSAGES_MAX / MESSAGES_PAGE;
const HIGHLIGHT_MS = 1700;

/** Loads older messages until the wanted one is there. @returns the key of the message that was just reached */
export function useJump(
  jump: Jump | undefined,
  bubbles: readonly GroupedMessage[],
  older: OlderMessages,
  goTo: (key: string) => void,
): string | undefined {
  const [done, setDone] = useState<Jump>();
  const [foundKey, setFoundKey] = useState<string>();
  const pending = jump === done ? undefined : jump;
  const key = pending && bubbles.find(({ message }) => message?._id === pending.messageId)?.key;

  const reach = useEffectEvent((reached: string) => {
    setDone(jump);
    setFoundKey(reached);
    goTo(reached);
  });
  useEffect(() => {
    if (key !== undefined) reach(key);
  }, [key]);

  const canLoad = pending !== undefined && key === undefined && !older.isLoading;
  const [loads, setLoads] = useState<{ readonly jump: Jump; readonly count: number }>();
  const loadMore = useEffectEvent(() => {
    if (!pending) return;
    const count = loads?.jump === pending ? loads.count : 0;
    if (!older.hasMore || older.hasFailed || count >= PAGES_MAX) return setDone(pending);
    setLoads({ jump: pending, count: count + 1 });
    older.load();
  });
  useEffect(() => {
    if (canLoad) loadMore();
  }, [canLoad]);

  useEffect(() => {
    if (foundKey === undefined) return;
    const timer = setTimeout(() => setFoundKey(undefined), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [foundKey]);
  return foundKey;
}

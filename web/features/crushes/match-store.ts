import { useSyncExternalStore } from "react";
import type { MemberSummary } from "#contract/schemas.ts";
import { session } from "#web/lib/session.ts";

interface PendingMatch {
  readonly member: MemberSummary;
  /** What had the focus when it came: by the time it is celebrated, a spent button has lost it, or is gone. */
  readonly focusedBefore: Element | null;
  /** The card or the page that it was in. */
  readonly focusContainer: Element | null;
}

/** Matches that wait to be celebrated, the one on screen first. Each is celebrated once, whoever tells of it first. */
let queue: readonly PendingMatch[] = [];
let celebratedIds = new Set<string>();
let ownerId = "";
const listeners = new Set<() => void>();

function setQueue(next: readonly PendingMatch[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

/** Another login on this device starts with a clean slate. */
function resetForOwner(): void {
  const me = session.read()?.user._id ?? "";
  if (me === ownerId) return;
  ownerId = me;
  celebratedIds = new Set();
  if (queue.length > 0) setQueue([]);
}

/** Opens the match moment, unless this match has had its own. */
export function celebrateMatch(member: MemberSummary): void {
  resetForOwner();
  if (celebratedIds.has(member._id)) return;
  celebratedIds.add(member._id);
  const before = document.activeElement;
  setQueue([...queue, { member, focusedBefore: before, focusContainer: before?.closest("article, main") ?? null }]);
}

/** The match on screen has been seen. */
export function closeMatch(): void {
  setQueue(queue.slice(1));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribe = session.subscribe(resetForOwner);
  return () => {
    listeners.delete(listener);
    unsubscribe();
  };
}

/** The match to celebrate now, if any. */
export const useCurrentMatch = (): PendingMatch | undefined =>
  useSyncExternalStore(
    subscribe,
    () => queue[0],
    () => undefined,
  );

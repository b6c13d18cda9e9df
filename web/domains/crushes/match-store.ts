import { useSyncExternalStore } from "react";
import type { MemberSummary } from "#contract/schemas.ts";
import { session } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";

interface PendingMatch {
  readonly member: MemberSummary;
  /**
   * The focused element when the match arrived: by the time it is celebrated, a used button may have lost the focus.
   */
  readonly focusedBefore: Element | null;
  /** The card or page that contains `focusedBefore`. */
  readonly focusContainer: Element | null;
}

/**
 * Matches to celebrate; the first is on screen. A match can be reported by a response and an event, but is queued once.
 */
const queue = createStore<readonly PendingMatch[]>([]);
let celebratedIds = new Set<string>();
let ownerId = "";

/** Clears the queue when another member logs in on this device. */
function resetForOwner(): void {
  const me = session.read()?.user._id ?? "";
  if (me === ownerId) return;
  ownerId = me;
  celebratedIds = new Set();
  if (queue.read().length > 0) queue.set([]);
}

/** Queues the celebration, unless this match has had one. */
export function celebrateMatch(member: MemberSummary): void {
  resetForOwner();
  if (celebratedIds.has(member._id)) return;
  celebratedIds.add(member._id);
  const before = document.activeElement;
  queue.set([
    ...queue.read(),
    { member, focusedBefore: before, focusContainer: before?.closest("article, main") ?? null },
  ]);
}

/** When the last celebration ended, in milliseconds since 1970. */
let dismissedAt = 0;

export function dismissMatch(): void {
  dismissedAt = Date.now();
  queue.set(queue.read().slice(1));
}

const MOMENT_MS = 60_000;

/** Whether a match is being celebrated, or was within the last minute: nothing is sold then. */
export const isMatchRecent = (): boolean => queue.read().length > 0 || Date.now() - dismissedAt < MOMENT_MS;

/** Resolves when all matches have been celebrated. */
export function whenCelebrated(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const resolveIfEmpty = () => queue.read().length === 0 && resolve();
  const unsubscribe = queue.subscribe(resolveIfEmpty);
  resolveIfEmpty();
  return promise.finally(unsubscribe);
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = [queue.subscribe(listener), session.subscribe(resetForOwner)];
  return () => {
    for (const end of unsubscribe) end();
  };
}

/** Whether no further match waits behind the current one. */
export const useIsLastMatch = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => queue.read().length <= 1,
    () => true,
  );

export const useCurrentMatch = (): PendingMatch | undefined =>
  useSyncExternalStore(
    subscribe,
    () => queue.read()[0],
    () => undefined,
  );

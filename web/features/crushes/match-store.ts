import { useSyncExternalStore } from "react";
import type { MemberSummary } from "#contract/shapes.ts";
import { session } from "#web/lib/session.ts";

interface Match {
  readonly member: MemberSummary;
  /** What had the focus when it came: by the time it is celebrated, a spent button has lost it, or is gone. */
  readonly before: Element | null;
  /** The card or the page that it was in. */
  readonly around: Element | null;
}

/** Matches that wait to be celebrated, the one on screen first. Each is celebrated once, whoever tells of it first. */
let waiting: readonly Match[] = [];
let told = new Set<string>();
let whose = "";
const listeners = new Set<() => void>();

function show(next: readonly Match[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Another login on this device starts with a clean slate. */
function forMe(): void {
  const me = session.read()?.user._id ?? "";
  if (me === whose) return;
  whose = me;
  told = new Set();
  if (waiting.length > 0) show([]);
}

/** Opens the match moment, unless this match has had its own. */
export function announceMatch(member: MemberSummary): void {
  forMe();
  if (told.has(member._id)) return;
  told.add(member._id);
  const before = document.activeElement;
  show([...waiting, { member, before, around: before?.closest("article, main") ?? null }]);
}

/** The match on screen has been seen. */
export function closeMatch(): void {
  show(waiting.slice(1));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribe = session.subscribe(forMe);
  return () => {
    listeners.delete(listener);
    unsubscribe();
  };
}

/** The match to celebrate now, if any. */
export const useMatch = (): Match | undefined =>
  useSyncExternalStore(
    subscribe,
    () => waiting[0],
    () => undefined,
  );

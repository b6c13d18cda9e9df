import { useSyncExternalStore } from "react";

export type Answer = "yes" | "no";

const listeners = new Set<() => void>();
const keyOf = (articleId: string): string => `helpful:${articleId}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(articleId: string): Answer | undefined {
  const stored = sessionStorage.getItem(keyOf(articleId));
  return stored === "yes" || stored === "no" ? stored : undefined;
}

/** Keeps whether an article was helpful in this tab. Nobody is sent it: SPEC.md wants it kept only locally. */
export function answer(articleId: string, given: Answer): void {
  sessionStorage.setItem(keyOf(articleId), given);
  for (const listener of listeners) listener();
}

/** What was answered about an article; undefined while nothing was. */
export const useAnswer = (articleId: string): Answer | undefined =>
  useSyncExternalStore(
    subscribe,
    () => read(articleId),
    () => undefined,
  );

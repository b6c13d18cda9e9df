const KEY = "toldCheckouts";

/** A tab meets no more than a few; the oldest is forgotten. */
const KEPT_MAX = 20;

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

/** Whether this tab has told of a checkout: a reload, or the browser's Back, must not do so again. */
export const isTold = (sessionId: string): boolean => read().includes(sessionId);

/** Remembers that this tab has told of it. */
export const noteTold = (sessionId: string): void =>
  sessionStorage.setItem(KEY, JSON.stringify([...read(), sessionId].slice(-KEPT_MAX)));

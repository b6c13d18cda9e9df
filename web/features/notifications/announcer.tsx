import { useSyncExternalStore } from "react";
import typography from "#web/ui/typography.module.css";

/** The same words are said once: again only after so many milliseconds of silence. */
const CLEAR_AFTER_MS = 5000;

let announcement = "";
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setAnnouncement(words: string): void {
  announcement = words;
  for (const listener of listeners) listener();
}

/** What a screen reader is told of what has just happened; empty where there is nothing new. */
export const announcer = {
  read: (): string => announcement,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Tells a screen reader. */
export function announce(words: string): void {
  setAnnouncement(words);
  clearTimeout(timer);
  timer = setTimeout(() => setAnnouncement(""), CLEAR_AFTER_MS);
}

/**
 * Has a screen reader say, on any screen, what a toast shows: a region that was there before its words is heard everywhere.
 * `aria-live` leaves it audible beside an open dialog.
 */
export function LiveRegion() {
  return (
    <p role="status" aria-live="polite" className={typography.hidden}>
      {useSyncExternalStore(announcer.subscribe, announcer.read)}
    </p>
  );
}

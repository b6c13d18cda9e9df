const RELOADED_AT = "reloadedAt";
const ONCE_IN_MS = 60_000;

/** How many parts are on their way that a page can do without. */
let spare = 0;

/** Loads a part that a page can do without: where that fails nothing is loaded anew for it. @returns undefined then */
export function loadOptional<T>(load: () => Promise<T>): Promise<T | undefined> {
  spare++;
  return load()
    .catch(() => undefined)
    .finally(() => spare--);
}

/**
 * After a new version was put out, a page that is still open asks for parts that are gone. It reloads, once: when that
 * does not help, the failure is shown.
 */
export function reloadOnStaleChunk(): void {
  addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    // Offline a part is missing for another reason, and reloading would lose the page that is there.
    if (spare > 0 || Date.now() - last < ONCE_IN_MS || !navigator.onLine) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}

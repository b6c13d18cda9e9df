import { isLeaving, reloadPage, watchLeaving, whenStaying } from "#web/lib/leaving.ts";

const RELOADED_AT = "reloadedAt";
const RELOAD_INTERVAL_MS = 60_000;

let optionalImports = 0;

/** A failure does not reload the page. @returns undefined on failure */
export function loadOptional<T>(load: () => Promise<T>): Promise<T | undefined> {
  optionalImports++;
  return load()
    .catch(() => undefined)
    .finally(() => optionalImports--);
}

/** Leaving or reloading the page cuts off loading: it starts again once the page turns out to stay. */
export async function loadScreenPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isLeaving()) throw error;
    await new Promise<void>(whenStaying);
    return loadScreenPart(load);
  }
}

export function reloadOnStaleChunk(): void {
  watchLeaving();
  addEventListener("vite:preloadError", () => {
    const last = Number(sessionStorage.getItem(RELOADED_AT));
    // Offline, the chunk may still exist, and a reload would lose the page.
    if (optionalImports > 0 || isLeaving() || Date.now() - last < RELOAD_INTERVAL_MS || !navigator.onLine) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    reloadPage();
  });
}

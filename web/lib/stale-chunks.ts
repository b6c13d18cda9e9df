import { isLeaving, reloadPage, watchLeaving, whenStaying } from "#web/lib/leaving.ts";

const RELOADED_AT = "reloadedAt";
const RELOAD_INTERVAL_MS = 60_000;

/** Number of running imports that the page can do without. */
let optionalImports = 0;

/** Imports a chunk that the page can do without: a failure does not reload the page. @returns undefined on failure */
export function loadOptional<T>(load: () => Promise<T>): Promise<T | undefined> {
  optionalImports++;
  return load()
    .catch(() => undefined)
    .finally(() => optionalImports--);
}

/**
 * Imports a chunk without which a screen cannot be shown. Leaving or reloading the page cuts off what is still loading: it
 * loads again once the page turns out to stay.
 */
export async function loadScreenPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isLeaving()) throw error;
    await new Promise<void>(whenStaying);
    return loadScreenPart(load);
  }
}

/** After a deployment, chunks of open pages no longer exist. If one reload does not help, the failure is shown. */
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

const RELOADED_AT = "reloadedAt";
const ONCE_IN_MS = 60_000;

/**
 * After a new version was put out, a page that is still open asks for parts that are gone. It reloads, once: when that
 * does not help, the failure is shown.
 */
export function reloadOnOldParts(): void {
  addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    // Offline a part is missing for another reason, and reloading would lose the page that is there.
    if (Date.now() - last < ONCE_IN_MS || !navigator.onLine) return;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}

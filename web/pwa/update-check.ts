import { reloadPage } from "#web/lib/leaving.ts";
import { onResume } from "#web/lib/on-resume.ts";

/** The browser checks for a new version on each page load only, and an app may stay open for weeks. */
const CHECK_INTERVAL_MS = 60 * 60 * 1000;

/**
 * Reloads the page when a new version takes over, except for the first worker. A page that misses the event reloads when
 * a chunk of its version is gone: see `stale-chunks.ts`.
 */
export function reloadOnUpdate(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let controlled = Boolean(workers?.controller);
  workers?.addEventListener("controllerchange", () => {
    if (controlled) reloadPage();
    controlled = true;
  });
}

/** Reports the worker that waits to replace the active one, or undefined. @returns a function that stops this */
export function watchForUpdates(onChange: (waiting: ServiceWorker | undefined) => void): () => void {
  const stopped = new AbortController();
  void watch(onChange, stopped.signal);
  return () => stopped.abort();
}

async function watch(onChange: (waiting: ServiceWorker | undefined) => void, signal: AbortSignal): Promise<void> {
  // On the first visit, the worker is registered later.
  const registration = await navigator.serviceWorker?.ready;
  if (!registration || signal.aborted) return;
  const report = () => onChange(navigator.serviceWorker.controller ? (registration.waiting ?? undefined) : undefined);
  const check = () => void registration.update().catch(() => undefined);
  registration.addEventListener(
    "updatefound",
    () => registration.installing?.addEventListener("statechange", report, { signal }),
    { signal },
  );
  const stopOnResume = onResume(check);
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  signal.addEventListener("abort", () => {
    stopOnResume();
    clearInterval(timer);
  });
  // A new version may be installing already.
  registration.installing?.addEventListener("statechange", report, { signal });
  report();
}

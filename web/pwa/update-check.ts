import { onResume } from "#web/lib/on-resume.ts";

/** The browser looks for a new version with each page that is opened; an app may stay open for weeks. */
const LOOK_MS = 60 * 60 * 1000;

/**
 * Reloads the page when a new version takes over, except for the first worker. A page that misses the event reloads when
 * a chunk of its version is gone: see `stale-chunks.ts`.
 */
export function reloadOnUpdate(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let controlled = Boolean(workers?.controller);
  workers?.addEventListener("controllerchange", () => {
    if (controlled) location.reload();
    controlled = true;
  });
}

/** Says which worker waits to take over from the one in charge, undefined where none does. @returns what ends that */
export function watchForUpdates(tell: (waiting: ServiceWorker | undefined) => void): () => void {
  const ended = new AbortController();
  void watch(tell, ended.signal);
  return () => ended.abort();
}

async function watch(tell: (waiting: ServiceWorker | undefined) => void, signal: AbortSignal): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || signal.aborted) return;
  const say = () => tell(navigator.serviceWorker.controller ? (registration.waiting ?? undefined) : undefined);
  const look = () => void registration.update().catch(() => undefined);
  registration.addEventListener(
    "updatefound",
    () => registration.installing?.addEventListener("statechange", say, { signal }),
    { signal },
  );
  const stopWaking = onResume(look);
  const timer = setInterval(look, LOOK_MS);
  signal.addEventListener("abort", () => {
    stopWaking();
    clearInterval(timer);
  });
  // It may be on its way already.
  registration.installing?.addEventListener("statechange", say, { signal });
  say();
}

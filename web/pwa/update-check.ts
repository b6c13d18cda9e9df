import { onResume } from "#web/lib/on-resume.ts";

/** The browser looks for a new version with each page that is opened; an app may stay open for weeks. */
const LOOK_MS = 60 * 60 * 1000;

/**
 * When a new version takes over, every page of the old one begins anew. The first worker takes nothing over. A page that does
 * not hear of it asks for a part that is gone, sooner or later, and begins anew then: see `old-parts.ts`.
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

import { WifiOff, X } from "lucide-react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useOnline } from "#web/lib/connection.ts";
import { reloadPage } from "#web/lib/leaving.ts";
import { onResume } from "#web/lib/on-resume.ts";
import { session } from "#web/lib/session.ts";
import { confirmLeave } from "#web/lib/unsaved-changes.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
import { InstallBanner } from "#web/pwa/install-banner.tsx";
import css from "#web/pwa/notices.module.css";
import { registerWorkerWhenIdle } from "#web/pwa/register-worker.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useIsFreeFor, useLayer } from "#web/ui/layers.ts";
import typography from "#web/ui/typography.module.css";
import { OFFLINE_CACHE } from "#web/worker/offline-cache.ts";

async function clearMemberData(): Promise<void> {
  if ("caches" in window) await caches.delete(OFFLINE_CACHE);
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  await (await import("#web/domains/notifications/push-device.ts")).clearPushAfterLogout();
}

let isMounted = false;

/** The browser checks for a new version on each page load only, and an app may stay open for weeks. */
const CHECK_INTERVAL_MS = 60 * 60 * 1000;

/**
 * Except for the first worker. A page that misses the event reloads when a chunk of its version is gone: see
 * `stale-chunks.ts`.
 */
function reloadOnUpdate(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  let controlled = Boolean(workers?.controller);
  workers?.addEventListener("controllerchange", () => {
    if (controlled) reloadPage();
    controlled = true;
  });
}

/** Undefined without a waiting worker. @returns a function that stops this */
function watchForUpdates(onChange: (waiting: ServiceWorker | undefined) => void): () => void {
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

export function mountAppOverlays(): void {
  if (isMounted) return;
  isMounted = true;
  reloadOnUpdate();
  registerWorkerWhenIdle();
  // The session may have ended while no page was open.
  if (!session.read()) void clearMemberData().catch(() => undefined);
  const container = document.createElement("div");
  container.className = css.notices ?? "";
  document.body.append(container);
  createRoot(container).render(
    <>
      <OfflineBanner />
      <UpdateBanner />
      <InstallBanner />
    </>,
  );
}

function OfflineBanner() {
  const online = useOnline();
  return (
    <div aria-live="polite" className={css.live}>
      {!online && (
        <p className={css.sign}>
          <WifiOff aria-hidden="true" />
          Offline
          <span className={typography.hidden}>. What you see may be old.</span>
        </p>
      )}
    </div>
  );
}

/** If dismissed, the version is used when the app is opened the next time. */
function UpdateBanner() {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  const [dismissed, setDismissed] = useState<ServiceWorker>();
  useEffect(() => watchForUpdates(setWaiting), []);
  const isOffered = useIsFreeFor("version") && waiting !== undefined && waiting !== dismissed;
  useLayer("version", isOffered);
  const reload = async () => {
    // Once the new version has taken over, `reloadOnUpdate` reloads every page of this browser.
    if (await confirmLeave()) waiting?.postMessage("take over");
  };
  const dismiss = () => {
    setDismissed(waiting);
    focusPage();
  };
  return (
    <div aria-live="polite" className={css.live}>
      {isOffered && (
        <section className={css.version} aria-label="New version">
          <p className={css.text}>New version</p>
          <Button variant="text" className={css.reload} onClick={() => void reload()}>
            Reload
          </Button>
          <IconButton label="Later" onClick={dismiss}>
            <X />
          </IconButton>
        </section>
      )}
    </div>
  );
}

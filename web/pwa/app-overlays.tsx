import { WifiOff, X } from "lucide-react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useOnline } from "#web/lib/connection.ts";
import { session } from "#web/lib/session.ts";
import { confirmLeave } from "#web/lib/unsaved-changes.ts";
import { focusPage } from "#web/pwa/focus-page.ts";
import { InstallBanner } from "#web/pwa/install-banner.tsx";
import css from "#web/pwa/notices.module.css";
import { reloadOnUpdate, watchForUpdates } from "#web/pwa/update-check.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import typography from "#web/ui/typography.module.css";
import { OFFLINE_CACHE } from "#web/worker/offline-cache.ts";

/** Leaves nothing of a member's on this device. */
async function forgetMember(): Promise<void> {
  if ("caches" in window) await caches.delete(OFFLINE_CACHE);
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  await (await import("#web/features/notifications/push-device.ts")).clearPushAfterLogout();
}

let accompanied = false;

/** Puts what the app has to say of itself beside the page, once. */
export function mountAppOverlays(): void {
  if (accompanied) return;
  accompanied = true;
  reloadOnUpdate();
  // A login may have ended while no page was open.
  if (!session.read()) void forgetMember().catch(() => undefined);
  const place = document.createElement("div");
  place.className = css.notices ?? "";
  document.body.append(place);
  createRoot(place).render(
    <>
      <OfflineBanner />
      <UpdateBanner />
      <InstallBanner />
    </>,
  );
}

/** Says as long as it is so that what is on the screen may be old. */
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

/** Offers a version that is waiting. Who does not want it now has it when the app is opened the next time. */
function UpdateBanner() {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  const [refused, setRefused] = useState<ServiceWorker>();
  useEffect(() => watchForUpdates(setWaiting), []);
  const offered = waiting !== undefined && waiting !== refused;
  const reload = async () => {
    // All pages of this browser reload when the new version has taken over: see `update-check.ts`.
    if (await confirmLeave()) waiting?.postMessage("take over");
  };
  const later = () => {
    setRefused(waiting);
    focusPage();
  };
  return (
    <div aria-live="polite" className={css.live}>
      {offered && (
        <section className={css.version} aria-label="New version">
          <p className={css.words}>New version</p>
          <Button variant="text" className={css.reload} onClick={() => void reload()}>
            Reload
          </Button>
          <IconButton label="Later" onClick={later}>
            <X />
          </IconButton>
        </section>
      )}
    </div>
  );
}

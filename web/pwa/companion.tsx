import { createRoot } from "react-dom/client";
import { session } from "#web/lib/session.ts";
import { InstallBanner } from "#web/pwa/install-banner.tsx";
import { NewVersion } from "#web/pwa/new-version.tsx";
import css from "#web/pwa/notices.module.css";
import { OfflineSign } from "#web/pwa/offline-sign.tsx";
import { reloadOnNewVersion } from "#web/pwa/versions.ts";
import { SEEN } from "#web/worker/seen-cache.ts";

/** Leaves nothing of a member's on this device. */
async function forgetMember(): Promise<void> {
  if ("caches" in window) await caches.delete(SEEN);
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  await (await import("#web/features/notifications/push-device.ts")).clearPushAfterLogout();
}

let accompanied = false;

/** Puts what the app has to say of itself beside the page, once. */
export function accompany(): void {
  if (accompanied) return;
  accompanied = true;
  reloadOnNewVersion();
  // A login may have ended while no page was open.
  if (!session.read()) void forgetMember().catch(() => undefined);
  const place = document.createElement("div");
  place.className = css.notices ?? "";
  document.body.append(place);
  createRoot(place).render(
    <>
      <OfflineSign />
      <NewVersion />
      <InstallBanner />
    </>,
  );
}

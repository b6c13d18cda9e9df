import { createRoot } from "react-dom/client";
import { session } from "#web/lib/session.ts";
import { InstallBanner } from "#web/pwa/install-banner.tsx";
import css from "#web/pwa/notices.module.css";
import { OfflineBanner } from "#web/pwa/offline-banner.tsx";
import { UpdateBanner } from "#web/pwa/update-banner.tsx";
import { reloadOnUpdate } from "#web/pwa/update-check.ts";
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

import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import {
  clearPushAfterLogout,
  syncEndedSubscription,
  syncPushSubscription,
} from "#web/features/notifications/push-device.ts";
import { onResume } from "#web/lib/on-resume.ts";
import { toSafePath } from "#web/lib/safe-path.ts";
import { type Session, session } from "#web/lib/session.ts";
import type { NotificationData, WorkerMessage } from "#web/worker/push.ts";

/** Takes away the notifications that this device shows and that have become old, wherever that was learnt. */
export async function closeOutdatedNotifications(isOld: (about: NotificationData) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    if (isOld(shown.data as NotificationData)) shown.close();
  }
}

/** Writes a count on the icon of the installed app, where the system has that; undefined while it is not known. */
export function useAppBadge(count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), []);
}

const logFailure = (act: Promise<unknown>): void => void act.catch((error: unknown) => console.info("No push:", error));

/**
 * Keeps a member's notifications coming to this device, if they want them here; goes where a tapped one leads, without loading
 * the page anew; and ends them with the login.
 * @param unmarked an address without what says where somebody came from
 */
export function usePushNotifications(login: Session, unmarked: (address: string) => string): void {
  const navigate = useNavigate();
  const hear = useEffectEvent(({ data, ports }: MessageEvent<WorkerMessage>) => {
    if ("renew" in data) logFailure(syncPushSubscription());
    const path = "open" in data ? toSafePath(data.open, location.origin) : undefined;
    if (path === undefined) return;
    ports[0]?.postMessage("going");
    void navigate(unmarked(path));
  });
  useEffect(() => {
    const me = login.user._id;
    // Each login has a subscription of its own.
    logFailure(syncPushSubscription());
    const stopWaking = onResume(() => logFailure(syncEndedSubscription()));
    navigator.serviceWorker?.addEventListener("message", hear);
    return () => {
      stopWaking();
      navigator.serviceWorker?.removeEventListener("message", hear);
      if (session.read()?.user._id !== me) logFailure(clearPushAfterLogout());
    };
  }, [login]);
}

import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import {
  clearPushAfterLogout,
  syncEndedSubscription,
  syncPushSubscription,
} from "#web/domains/notifications/push-device.ts";
import { onResume } from "#web/lib/on-resume.ts";
import { toSafePath } from "#web/lib/safe-path.ts";
import { type Session, session } from "#web/lib/session.ts";
import type { NotificationData, WorkerMessage } from "#web/worker/push.ts";

export async function closeOutdatedNotifications(isOutdated: (data: NotificationData) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    if (isOutdated(notification.data as NotificationData)) notification.close();
  }
}

/** Undefined while loading. */
export function useAppBadge(count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) navigator.setAppBadge?.(count).catch(() => undefined);
  }, [count]);
  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), []);
}

const logFailure = (promise: Promise<unknown>): void =>
  void promise.catch((error: unknown) => console.info("No push:", error));

/**
 * Clicked notifications open without a page load. The subscription ends with the session.
 * @param stripSource removes campaign parameters from an address
 */
export function usePushNotifications(login: Session, stripSource: (address: string) => string): void {
  const navigate = useNavigate();
  const handleWorkerMessage = useEffectEvent(({ data, ports }: MessageEvent<WorkerMessage>) => {
    if ("renew" in data) logFailure(syncPushSubscription());
    const path = "open" in data ? toSafePath(data.open, location.origin) : undefined;
    if (path === undefined) return;
    ports[0]?.postMessage("going");
    void navigate(stripSource(path));
  });
  useEffect(() => {
    const me = login.user._id;
    // The server stores a subscription per session.
    logFailure(syncPushSubscription());
    const stopOnResume = onResume(() => logFailure(syncEndedSubscription()));
    navigator.serviceWorker?.addEventListener("message", handleWorkerMessage);
    return () => {
      stopOnResume();
      navigator.serviceWorker?.removeEventListener("message", handleWorkerMessage);
      if (session.read()?.user._id !== me) logFailure(clearPushAfterLogout());
    };
  }, [login]);
}

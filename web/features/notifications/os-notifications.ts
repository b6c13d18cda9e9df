import type { NotificationData } from "#web/worker/push.ts";

/** Takes away the notifications that this device shows and that have become old, wherever that was learnt. */
export async function closeOutdatedNotifications(isOld: (about: NotificationData) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    if (isOld(shown.data as NotificationData)) shown.close();
  }
}

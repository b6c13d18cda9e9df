import { pushChanged } from "#web/domains/notifications/push-state.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

const FAILED = "Notifications could not be turned on. Please try again.";

/**
 * Enables notifications. Call it on a click, because the browser shows a permission prompt. A denied permission is no
 * error.
 */
export async function askAndEnablePush(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return pushChanged.notify();
  const { enablePush } = await import("#web/domains/notifications/push-device.ts");
  await enablePush();
}

/** As `askAndEnablePush`, with a toast on failure. */
export async function enablePushWithToast(): Promise<void> {
  try {
    await askAndEnablePush();
  } catch (error) {
    toast(getErrorMessage(error, FAILED, FAILED), "error");
  }
}

import { enablePush } from "#web/features/notifications/push-device.queries.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

const FAILED = "Notifications could not be turned on. Please try again.";

/** Enables notifications and shows a toast on failure. Call it on a click. */
export async function enablePushWithToast(): Promise<void> {
  try {
    await enablePush();
  } catch (error) {
    toast(getErrorMessage(error, FAILED, FAILED), "error");
  }
}

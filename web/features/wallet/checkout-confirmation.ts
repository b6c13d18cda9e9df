import type { QueryClient } from "@tanstack/react-query";
import {
  refreshCheckout,
  showSettledCheckouts,
  toastGranted,
  trackPurchase,
} from "#web/features/wallet/checkout-status.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { toast } from "#web/ui/toast.tsx";

/** Loaded by `checkout-return.ts` on a return from the payment page. */

const TOO_MANY_REQUESTS = 429;

/** Whether a retry would fail again. */
export const isFinalError = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY_REQUESTS;

/** An ended session (401) shows a message of its own. */
export function toastConfirmError(error: unknown): void {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401) return;
  const unknown =
    "We could not find that payment in your account. What was paid for arrives in the account that bought it.";
  toast(status === 404 ? unknown : getErrorMessage(error, "Failed to confirm your payment"), "error", "payment");
}

/** Confirms a paid checkout, and shows its outcome. @param isAgain whether it is a retry @throws as `call` */
export async function confirmCheckout(cache: QueryClient, sessionId: string, isAgain: boolean): Promise<void> {
  const confirmed = await refreshCheckout(cache, sessionId);
  const { state, isNews } = confirmed;
  trackPurchase(confirmed);
  // The lost response may have been the one with the news.
  if (state === "granted" && (isNews || isAgain)) toastGranted([confirmed]);
  if (state === "expired") toast("That checkout has expired. Nothing was charged.", "error", "payment");
  if (state === "open") await showSettledCheckouts(cache);
}

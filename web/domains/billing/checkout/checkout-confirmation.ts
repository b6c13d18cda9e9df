import type { QueryClient } from "@tanstack/react-query";
import type { CheckoutReturnParams } from "#web/domains/billing/checkout/checkout-return-params.ts";
import {
  refreshCheckout,
  showSettledCheckouts,
  toastGranted,
  trackPurchase,
} from "#web/domains/billing/checkout/checkout-status.tsx";
import { findOrigin, takeOrigin } from "#web/domains/billing/checkout/kept-origin.ts";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import type { PurchaseOrigin } from "#web/lib/purchase-origin.ts";
import { toast } from "#web/ui/toast.tsx";

const TOO_MANY_REQUESTS = 429;

/** A retry would fail again. */
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

/** Or that the outcome is unknown. @returns the origin of the purchase: another checkout may follow */
export function showUnpaid(outcome: CheckoutReturnParams["outcome"]): PurchaseOrigin | undefined {
  if (outcome === "cancelled") toast("Checkout cancelled. Nothing was charged.", undefined, "payment");
  else toast("Whatever you paid for arrives in your wallet by itself.");
  return takeOrigin();
}

/**
 * @param isAgain whether it is a retry
 * @returns the origin of the purchase: the wallet keeps the way back, which the notice has only for a moment
 * @throws as `call`
 */
export async function confirmCheckout(
  cache: QueryClient,
  sessionId: string,
  isAgain: boolean,
): Promise<PurchaseOrigin | undefined> {
  const origin = findOrigin();
  const confirmed = await refreshCheckout(cache, sessionId);
  const { state, isNews } = confirmed;
  trackPurchase(confirmed);
  // The lost response may have been the one with the news.
  if (state === "granted" && (isNews || isAgain)) toastGranted([confirmed]);
  if (state === "expired") toast("That checkout has expired. Nothing was charged.", "error", "payment");
  if (state === "open") await showSettledCheckouts(cache);
  return origin;
}

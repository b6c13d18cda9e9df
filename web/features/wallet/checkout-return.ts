import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { parseCheckoutReturn, removeCheckoutParams } from "#web/features/wallet/checkout-return-params.ts";
import {
  refreshCheckout,
  showSettledCheckouts,
  toastGranted,
  trackPurchase,
} from "#web/features/wallet/checkout-status.tsx";
import { ApiError, getErrorMessage } from "#web/lib/api.ts";
import { SILENT_NAVIGATION } from "#web/lib/navigation-state.ts";
import { type PurchaseOrigin, takeOrigin, toOriginState } from "#web/lib/purchase-origin.ts";
import { toast } from "#web/ui/toast.tsx";

/** The confirmation of a payment, shown in the wallet. */
export type PaymentConfirmation =
  | { readonly state: "confirming" }
  /** The request failed and can be retried. */
  | { readonly state: "failed"; readonly message: string; readonly onRetry: () => void };

const TOO_MANY_REQUESTS = 429;

/** Whether a retry would fail again. */
const isFinalError = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY_REQUESTS;

/** An ended session (401) shows a message of its own. */
function toastConfirmError(error: unknown): void {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401) return;
  const unknown =
    "We could not find that payment in your account. What was paid for arrives in the account that bought it.";
  toast(status === 404 ? unknown : getErrorMessage(error, "Failed to confirm your payment"), "error", "payment");
}

/**
 * Confirms the payment that the member came back from, shows its outcome, and removes the parameters from the URL. They
 * stay until the server has replied, so that a reload retries.
 * @returns whether the member came back, and the confirmation to show in the wallet
 */
export function useCheckoutReturn(): {
  readonly hasReturned: boolean;
  readonly payment: PaymentConfirmation | undefined;
} {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const returned = parseCheckoutReturn(search);
  const [hasReturned, setHasReturned] = useState(false);
  const [payment, setPayment] = useState<PaymentConfirmation>();
  const [tries, setTries] = useState(0);
  if (returned && !hasReturned) setHasReturned(true);

  /** Also sets the wallet's hash, so that it stays open on reload. A silent navigation keeps the focus. */
  const strip = (origin?: PurchaseOrigin) =>
    void navigate(
      { pathname, search: removeCheckoutParams(search), hash: "#crushes" },
      { replace: true, preventScrollReset: true, state: { ...SILENT_NAVIGATION, ...toOriginState(origin) } },
    );

  const confirm = async (sessionId: string, isAgain: boolean): Promise<void> => {
    const confirmed = await refreshCheckout(cache, sessionId);
    const { state, isNews } = confirmed;
    trackPurchase(confirmed);
    // On a retry, the lost response may have been the one with the news.
    if (state === "granted" && (isNews || isAgain)) toastGranted([confirmed]);
    if (state === "expired") toast("That checkout has expired. Nothing was charged.", "error", "payment");
    if (state === "open") await showSettledCheckouts(cache);
  };

  const handleReturn = useEffectEvent((_search: string, attempt: number, isCurrent: () => boolean) => {
    if (!returned) return;
    const { outcome, sessionId } = returned;
    if (outcome === "cancelled") toast("Checkout cancelled. Nothing was charged.", undefined, "payment");
    else if (sessionId === null) toast("Whatever you paid for arrives in your wallet by itself.");
    if (outcome === "cancelled" || sessionId === null) {
      // Another checkout may follow.
      strip(takeOrigin());
      return;
    }
    setPayment({ state: "confirming" });
    confirm(sessionId, attempt > 0).then(
      () => {
        setPayment(undefined);
        if (isCurrent()) strip();
      },
      (error: unknown) => {
        const message = getErrorMessage(error, "Failed to confirm your payment");
        const final = isFinalError(error);
        setPayment(final ? undefined : { state: "failed", message, onRetry: () => setTries((count) => count + 1) });
        if (!final || !isCurrent()) return;
        toastConfirmError(error);
        strip();
      },
    );
  });
  useEffect(() => {
    let isCurrent = true;
    handleReturn(search, tries, () => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [search, tries]);
  return { hasReturned, payment };
}

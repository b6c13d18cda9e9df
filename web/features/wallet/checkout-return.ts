import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { parseCheckoutReturn, removeCheckoutParams } from "#web/features/wallet/checkout-return-params.ts";
import {
  refreshCheckout,
  showSettledCheckouts,
  toastGranted,
  trackPurchase,
} from "#web/features/wallet/checkout-status.ts";
import { ApiError, messageOf } from "#web/lib/api.ts";
import { STAY } from "#web/lib/staying.ts";
import { toast } from "#web/ui/toast.tsx";

/** How the question goes whether a payment is through, to be told in the wallet. */
export type PaymentConfirmation =
  | { readonly at: "asking" }
  /** The server could not be asked. */
  | { readonly at: "failed"; readonly why: string; readonly onRetry: () => void };

const TOO_MANY_REQUESTS = 429;

/** Whether asking again would change nothing. */
const isFinalError = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY_REQUESTS;

/** Why there is nothing to confirm. Of a login that has ended the way out tells. */
function toastConfirmError(error: unknown): void {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401) return;
  const unknown =
    "We could not find that payment in your account. What was paid for arrives in the account that bought it.";
  toast(status === 404 ? unknown : messageOf(error, "Failed to confirm your payment"), "error", "payment");
}

/**
 * Back from paying: has the server grant what is paid, tells of it, and takes the parameters from the address. They stay
 * until the server has answered, so that a reload asks again.
 * @returns whether one has come back, and what there is to tell in the wallet
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

  /** The wallet is named from now on, so that a reload leaves it open; whoever writes meanwhile is left alone. */
  const strip = () =>
    void navigate(
      { pathname, search: removeCheckoutParams(search), hash: "#crushes" },
      { replace: true, preventScrollReset: true, state: STAY },
    );

  const confirm = async (sessionId: string, isAgain: boolean): Promise<void> => {
    const confirmed = await refreshCheckout(cache, sessionId);
    const { state, isNews } = confirmed;
    trackPurchase(confirmed);
    // An answer that was lost on its way was the first to know.
    if (state === "granted" && (isNews || isAgain)) toastGranted([confirmed]);
    if (state === "expired") toast("That checkout has expired. Nothing was charged.", "error", "payment");
    if (state === "open") await showSettledCheckouts(cache);
  };

  const come = useEffectEvent((_search: string, attempt: number, isHere: () => boolean) => {
    if (!returned) return;
    const { outcome, sessionId } = returned;
    if (outcome === "cancelled") toast("Checkout cancelled. Nothing was charged.", undefined, "payment");
    else if (sessionId === null) toast("Whatever you paid for arrives in your wallet by itself.");
    if (outcome === "cancelled" || sessionId === null) {
      strip();
      return;
    }
    setPayment({ at: "asking" });
    confirm(sessionId, attempt > 0).then(
      () => {
        setPayment(undefined);
        if (isHere()) strip();
      },
      (error: unknown) => {
        const why = messageOf(error, "Failed to confirm your payment");
        const final = isFinalError(error);
        setPayment(final ? undefined : { at: "failed", why, onRetry: () => setTries((count) => count + 1) });
        if (!final || !isHere()) return;
        toastConfirmError(error);
        strip();
      },
    );
  });
  useEffect(() => {
    let isHere = true;
    come(search, tries, () => isHere);
    return () => {
      isHere = false;
    };
  }, [search, tries]);
  return { hasReturned, payment };
}

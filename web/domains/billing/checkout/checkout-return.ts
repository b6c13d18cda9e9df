import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { parseCheckoutReturn, removeCheckoutParams } from "#web/domains/billing/checkout/checkout-return-params.ts";
import { getErrorMessage } from "#web/lib/api.ts";
import { SILENT_NAVIGATION } from "#web/lib/navigation-state.ts";
import { type PurchaseOrigin, toOriginState } from "#web/lib/purchase-origin.ts";

export type PaymentConfirmation =
  | { readonly state: "confirming" }
  /** The request can be repeated. */
  | { readonly state: "failed"; readonly message: string; readonly onRetry: () => void };

/**
 * The parameters stay in the URL until the server has replied, so that a reload retries.
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

  const handleReturn = useEffectEvent((_search: string, attempt: number, isCurrent: () => boolean) => {
    if (!returned) return;
    const { outcome, sessionId } = returned;
    const confirmation = import("#web/domains/billing/checkout/checkout-confirmation.ts");
    if (outcome === "cancelled" || sessionId === null) {
      confirmation.then(({ showUnpaid }) => strip(showUnpaid(outcome))).catch(() => strip());
      return;
    }
    setPayment({ state: "confirming" });
    confirmation
      .then(({ confirmCheckout }) => confirmCheckout(cache, sessionId, attempt > 0))
      .then(
        (origin) => {
          setPayment(undefined);
          if (isCurrent()) strip(origin);
        },
        async (error: unknown) => {
          const code = await confirmation.catch(() => undefined);
          const message = getErrorMessage(error, "Failed to confirm your payment");
          const final = code?.isFinalError(error) ?? false;
          setPayment(final ? undefined : { state: "failed", message, onRetry: () => setTries((count) => count + 1) });
          if (!final || !isCurrent()) return;
          code?.toastConfirmError(error);
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

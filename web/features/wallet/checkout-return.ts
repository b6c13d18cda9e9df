import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Reply } from "#contract/endpoint.ts";
import { confirmCheckout } from "#contract/payments.ts";
import { returnedIn, stripped } from "#web/features/wallet/return-address.ts";
import { isTold, noteTold } from "#web/features/wallet/told-checkouts.ts";
import { walletKey } from "#web/features/wallet/wallet.api.ts";
import { setBalance } from "#web/features/wallet/wallet.live.ts";
import { track } from "#web/lib/analytics.ts";
import { ApiError, call, messageOf } from "#web/lib/api.ts";
import { askAgain } from "#web/lib/live.ts";
import { toast } from "#web/ui/toast.tsx";

type Confirmed = Reply<typeof confirmCheckout>;

/** How a payment stands that is not settled yet, to be told in the wallet. */
export type Payment =
  | { readonly at: "asking" }
  /** The money is on its way. */
  | { readonly at: "open"; readonly kind: Confirmed["kind"]; readonly balance: number }
  /** The server could not be asked. */
  | { readonly at: "failed"; readonly why: string; readonly onRetry: () => void };

const TOO_OFTEN = 429;

/** Whether asking again would change nothing. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== TOO_OFTEN;

/** Says that it is granted, and notes it, once in this tab. */
function tellGranted(sessionId: string, { kind, crushes, amount, balance }: Confirmed): void {
  if (isTold(sessionId)) return;
  noteTold(sessionId);
  const cost = { value: amount / 100, currency: "USD" } as const;
  if (kind === "membership") {
    track("subscription_started", cost);
    toast("You are an Unlimited Member now. Send all the crushes you like.", "done");
  } else {
    track("purchase", { ...cost, crushes });
    toast(`${crushes} crushes are in your wallet. You have ${balance}.`, "done");
  }
}

/** What the server says of a checkout. @returns how it stands where that is not settled */
async function confirm(cache: QueryClient, sessionId: string): Promise<Payment | undefined> {
  const confirmed = await call(confirmCheckout, { body: { sessionId } });
  setBalance(cache, confirmed.balance);
  void askAgain(cache, walletKey);
  const { state, kind, balance } = confirmed;
  if (state === "open") return { at: "open", kind, balance };
  if (state === "granted") tellGranted(sessionId, confirmed);
  else toast("That checkout has expired. Nothing was charged.", "error");
  return undefined;
}

/**
 * Back from paying: has the server grant what is paid, tells of it, and takes the parameters from the address. They stay
 * until the server has answered, so that a reload asks again.
 * @returns whether one has come back, and what there is to tell in the wallet
 */
export function useCheckoutReturn(): { readonly hasReturned: boolean; readonly payment: Payment | undefined } {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const returned = returnedIn(search);
  const [hasReturned, setHasReturned] = useState(false);
  const [payment, setPayment] = useState<Payment>();
  const [tries, setTries] = useState(0);
  if (returned && !hasReturned) setHasReturned(true);

  const strip = () =>
    void navigate({ pathname, search: stripped(search) }, { replace: true, preventScrollReset: true });
  const come = useEffectEvent((_search: string, _try: number, isHere: () => boolean) => {
    if (!returned) return;
    const { outcome, sessionId } = returned;
    if (outcome === "cancelled") toast("Checkout cancelled. Nothing was charged.");
    if (outcome === "cancelled" || sessionId === null || isTold(sessionId)) {
      strip();
      return;
    }
    setPayment({ at: "asking" });
    confirm(cache, sessionId).then(
      (left) => {
        setPayment(left);
        if (isHere()) strip();
      },
      (error: unknown) => {
        const why = messageOf(error, "Failed to confirm your payment");
        const final = isFinal(error);
        setPayment(final ? undefined : { at: "failed", why, onRetry: () => setTries((count) => count + 1) });
        if (!final || !isHere()) return;
        toast(why, "error");
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

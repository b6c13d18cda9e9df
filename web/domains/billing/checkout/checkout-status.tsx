import type { QueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import { takeOrigin } from "#web/domains/billing/checkout/kept-origin.ts";
import { checkoutsQuery, setBalance, walletKey } from "#web/domains/billing/wallet.queries.ts";
import { track } from "#web/lib/analytics.ts";
import { call } from "#web/lib/api.ts";
import { refetchQuery } from "#web/lib/realtime-handlers.ts";
import { Link } from "#web/ui/link.tsx";
import { toast } from "#web/ui/toast.tsx";

export type CheckoutStatus = ResponseOf<Endpoints["POST /api/crushes/confirm-checkout"]>;

export async function refreshCheckout(cache: QueryClient, sessionId: string): Promise<CheckoutStatus> {
  const confirmed = await call("POST /api/crushes/confirm-checkout", { body: { sessionId } });
  setBalance(cache, confirmed.balance);
  void refetchQuery(cache, walletKey);
  return confirmed;
}

/** One toast for all packages. Leads back to the origin of the purchase. */
export function toastGranted(granted: readonly CheckoutStatus[]): void {
  if (granted.length === 0) return;
  const origin = takeOrigin();
  const back = origin && <Link to={origin.path}>Back to {origin.name}</Link>;
  const crushes = granted.reduce((sum, one) => sum + one.crushes, 0);
  const balance = granted.at(-1)?.balance;
  if (crushes > 0) toast(`${crushes} crushes are in your wallet. You have ${balance}.`, "done", "payment", back);
  if (granted.some(({ kind }) => kind === "subscription")) {
    toast("You are an Unlimited Member now. Crushes and pictures are free from now on.", "done", "subscription", back);
  }
}

/** Once over all devices. */
export function trackPurchase({ state, isNews, kind, crushes, amountCents }: CheckoutStatus): void {
  if (state !== "granted" || !isNews) return;
  const cost = { value: amountCents / 100, currency: "USD" } as const;
  if (kind === "subscription") track("subscription_started", cost);
  else track("purchase", { ...cost, crushes });
}

// Errors are ignored: the next reconnect retries.
const ignoreErrors = (request: Promise<CheckoutStatus>): Promise<CheckoutStatus | undefined> =>
  request.catch(() => undefined);

/** For example after a session that ended meanwhile. */
export async function showSettledCheckouts(cache: QueryClient): Promise<void> {
  // A running request may return outdated data.
  await cache.cancelQueries(checkoutsQuery);
  const all = await cache.fetchQuery({ ...checkoutsQuery, staleTime: 0 }).catch(() => undefined);
  const settled = all?.checkouts.filter(({ state }) => state !== "open") ?? [];
  const unseen: CheckoutStatus[] = [];
  for (const { sessionId } of settled.toReversed()) {
    const confirmed = await ignoreErrors(refreshCheckout(cache, sessionId));
    if (confirmed?.isNews) unseen.push(confirmed);
  }
  unseen.forEach(trackPurchase);
  toastGranted(unseen.filter(({ state }) => state === "granted"));
  if (unseen.some(({ state }) => state === "expired")) {
    toast("Your payment did not go through. Nothing was charged.", "error", "payment");
  }
}

import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "#contract/endpoint.ts";
import { confirmCheckout, listCheckouts } from "#contract/payments.ts";
import { setBalance, walletKey } from "#web/features/wallet/wallet.queries.ts";
import { track } from "#web/lib/analytics.ts";
import { call } from "#web/lib/api.ts";
import { askAgain } from "#web/lib/live.ts";
import { toast } from "#web/ui/toast.tsx";

/** What the server says of a checkout. */
export type CheckoutStatus = ResponseOf<typeof confirmCheckout>;

const checkoutsQuery = {
  queryKey: ["checkouts"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(listCheckouts, {}, signal),
} as const;

/** What is paid and still on its way, or undefined where nothing is. */
export const usePendingCheckoutKind = (): CheckoutStatus["kind"] | undefined =>
  useQuery({ ...checkoutsQuery, select: (all) => all.checkouts.find(({ state }) => state === "open")?.kind }).data;

/** Asks the server for a checkout, and writes what that changes. */
export async function refreshCheckout(cache: QueryClient, sessionId: string): Promise<CheckoutStatus> {
  const confirmed = await call(confirmCheckout, { body: { sessionId } });
  setBalance(cache, confirmed.balance);
  void askAgain(cache, walletKey);
  return confirmed;
}

/** Says what was granted, in one breath for all packs. */
export function toastGranted(granted: readonly CheckoutStatus[]): void {
  const crushes = granted.reduce((sum, one) => sum + one.crushes, 0);
  const balance = granted.at(-1)?.balance;
  if (crushes > 0) toast(`${crushes} crushes are in your wallet. You have ${balance}.`, "done", "payment");
  if (granted.some(({ kind }) => kind === "membership")) {
    toast("You are an Unlimited Member now. Crushes and pictures are free from now on.", "done", "membership");
  }
}

/** Notes what was granted, where nobody has. */
export function trackPurchase({ state, isNews, kind, crushes, amount }: CheckoutStatus): void {
  if (state !== "granted" || !isNews) return;
  const cost = { value: amount / 100, currency: "USD" } as const;
  if (kind === "membership") track("subscription_started", cost);
  else track("purchase", { ...cost, crushes });
}

/** Where the server cannot be asked, the next connection does. */
const ignoreErrors = (asked: Promise<CheckoutStatus>): Promise<CheckoutStatus | undefined> =>
  asked.catch(() => undefined);

/** Tells what came of payments that nobody was told of, as after a login that ended meanwhile. */
export async function showSettledCheckouts(cache: QueryClient): Promise<void> {
  // An answer that is on its way may be from before.
  await cache.cancelQueries(checkoutsQuery);
  const all = await cache.fetchQuery({ ...checkoutsQuery, staleTime: 0 }).catch(() => undefined);
  const over = all?.checkouts.filter(({ state }) => state !== "open") ?? [];
  const heard: CheckoutStatus[] = [];
  for (const { sessionId } of over.toReversed()) {
    const confirmed = await ignoreErrors(refreshCheckout(cache, sessionId));
    if (confirmed?.isNews) heard.push(confirmed);
  }
  heard.forEach(trackPurchase);
  toastGranted(heard.filter(({ state }) => state === "granted"));
  if (heard.some(({ state }) => state === "expired")) {
    toast("Your payment did not go through. Nothing was charged.", "error", "payment");
  }
}

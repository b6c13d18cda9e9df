import { SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import type { Context } from "#server/context.ts";
import { assertPaymentsNotHeld } from "#server/domains/billing/disputes/disputes.service.ts";
import {
  type Buyer,
  callProvider,
  getPaymentProvider,
  openCheckout,
} from "#server/domains/billing/payments/checkout.service.ts";
import { findOpenSubscriptionCheckout } from "#server/domains/billing/payments/checkouts.queries.ts";
import { updateCheckoutExpired } from "#server/domains/billing/payments/checkouts.repo.ts";
import { fulfillSession, syncSubscription } from "#server/domains/billing/payments/fulfillment.service.ts";
import { requestCancelAtPeriodEnd } from "#server/domains/billing/payments/payment-cancellation.service.ts";
import {
  findActiveSubscriptions,
  findBillableSubscriptions,
  findRecentlyExpired,
} from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { clearStoppedBySuspension } from "#server/domains/billing/subscriptions/subscriptions.repo.ts";
import { findWallet } from "#server/domains/billing/wallet/wallet.queries.ts";
import { AppError } from "#server/errors.ts";
import type { PaymentProvider } from "#server/platform/adapters/payments.ts";

/** The job runs each minute and may be late. Emitting the event twice does no harm. */
const EXPIRY_LOOKBACK_MINUTES = 3;

/** The provider sends no event for an expiry. */
export const emitExpiredSubscriptions = (ctx: Context): Promise<void> =>
  ctx.transact(async (tx) => {
    const expired = await findRecentlyExpired(tx, EXPIRY_LOOKBACK_MINUTES);
    for (const memberId of expired) tx.emit(memberId, "subscription_changed", {});
  });

/**
 * A second checkout, as from another tab, returns the same page, so only one can be paid.
 * @throws AppError already_subscribed, payments_disabled, payments_paused, payment_provider_unavailable
 */
export async function buySubscription(ctx: Context, buyer: Buyer): Promise<{ url: string }> {
  const provider = getPaymentProvider(ctx);
  const { memberId } = buyer;
  await assertPaymentsNotHeld(ctx.db, memberId);
  const isSubscribed = async () => (await findActiveSubscriptions(ctx.db, memberId)).length > 0;
  const wallet = await findWallet(ctx.db, memberId);
  const open = await findOpenSubscriptionCheckout(ctx.db, wallet.id);
  if (open?.session_id && open.url) {
    const session = await callProvider(ctx, provider.findSession(open.session_id));
    if (session?.state === "unpaid") throw new AppError("already_subscribed", "Your payment is still on its way.");
    if (session?.state === "open" && !(await isSubscribed())) return { url: open.url };
    if (session) await callProvider(ctx, fulfillSession(ctx, provider, session.id));
    else await ctx.transact((tx) => updateCheckoutExpired(tx, open.id));
  }
  await endLapsedSubscriptions(ctx, provider, memberId);
  if (await isSubscribed()) throw new AppError("already_subscribed");
  const url = await openCheckout(ctx, buyer, {
    item: { kind: "subscription", name: "Unlimited membership", amountCents: SUBSCRIPTION_PRICE_CENTS },
    packageId: null,
    crushes: 0,
    returnQuery: "subscription={state}",
  });
  return { url };
}

/** Run before a new checkout: inactive subscriptions may still be charged. */
async function endLapsedSubscriptions(ctx: Context, provider: PaymentProvider, memberId: string): Promise<void> {
  const known = await findBillableSubscriptions(ctx.db, memberId);
  for (const { providerId } of known) await callProvider(ctx, syncSubscription(ctx, provider, providerId));
  const active = new Set((await findActiveSubscriptions(ctx.db, memberId)).map((one) => one.provider_id));
  for (const { providerId } of await findBillableSubscriptions(ctx.db, memberId)) {
    if (active.has(providerId)) continue;
    await callProvider(ctx, provider.cancelSubscription(providerId));
    await callProvider(ctx, syncSubscription(ctx, provider, providerId));
  }
}

/**
 * For the end of the period: there may be two subscriptions, or one whose renewal is unpaid. Lifting a suspension does
 * not resume them. Idempotent.
 * @throws AppError payments_disabled, payment_provider_unavailable
 */
export async function cancelSubscriptions(ctx: Context, memberId: string): Promise<void> {
  const provider = getPaymentProvider(ctx);
  for (const { providerId: id, cancelAtPeriodEnd } of await findBillableSubscriptions(ctx.db, memberId)) {
    if (cancelAtPeriodEnd) continue;
    await callProvider(ctx, requestCancelAtPeriodEnd(ctx, provider, { memberId, id, cancel: true }));
  }
  // Last, because a suspension may have marked them meanwhile.
  await ctx.transact((tx) => clearStoppedBySuspension(tx, memberId));
}

async function resumeSubscription(ctx: Context, memberId: string): Promise<void> {
  const provider = getPaymentProvider(ctx);
  await assertPaymentsNotHeld(ctx.db, memberId);
  const [best] = await findActiveSubscriptions(ctx.db, memberId);
  if (best)
    await callProvider(ctx, requestCancelAtPeriodEnd(ctx, provider, { memberId, id: best.provider_id, cancel: false }));
}

/**
 * For the end of the period.
 * @throws AppError not_subscribed, payments_disabled, payment_provider_unavailable; payments_paused when resuming
 */
export async function setCancelAtPeriodEnd(ctx: Context, memberId: string, cancel: boolean) {
  await (cancel ? cancelSubscriptions(ctx, memberId) : resumeSubscription(ctx, memberId));
  const [active] = await findActiveSubscriptions(ctx.db, memberId);
  if (!active) throw new AppError("not_subscribed");
  const message = active.cancel_at_period_end
    ? "Your membership is cancelled. You keep it until the end of the period."
    : "Your membership goes on.";
  return { endsAt: active.period_end.toISOString(), message };
}

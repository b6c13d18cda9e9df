import type { Context } from "#server/context.ts";
import { findFirstPayment } from "#server/domains/billing/payments/checkouts.queries.ts";
import { lockOwnCheckout } from "#server/domains/billing/payments/checkouts.repo.ts";
import { updateSubscriptionWithdrawn } from "#server/domains/billing/subscriptions/subscriptions.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** @throws AppError not_found */
export async function lockPurchase(tx: Tx, sessionId: string, memberId: string) {
  const checkout = await lockOwnCheckout(tx, sessionId, memberId);
  if (checkout?.state !== "granted" || checkout.granted_at === null) throw new AppError("not_found");
  return { ...checkout, granted_at: checkout.granted_at };
}

/** `stopSubscription` ends it at the provider. */
export async function endWithdrawnSubscription(
  tx: Tx,
  memberId: string,
  subscriptionId: string,
  at: Date,
): Promise<void> {
  await updateSubscriptionWithdrawn(tx, subscriptionId, at);
  tx.emit(memberId, "subscription_changed", {});
}

/** For a subscription the first payment. @throws Error if it is not known yet */
export async function findPaymentToRefund(
  ctx: Context,
  purchase: { readonly payment_id: string | null; readonly subscription_id: string | null },
): Promise<string> {
  const { payment_id: paymentId, subscription_id: subscriptionId } = purchase;
  const known = paymentId ?? (subscriptionId && (await findFirstPayment(ctx.db, subscriptionId))?.payment_id);
  if (!known) throw new Error("The payment of a purchase is not known yet");
  return known;
}

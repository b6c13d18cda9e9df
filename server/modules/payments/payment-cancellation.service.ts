import type { PaymentProvider } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { findOpenSessions } from "#server/modules/payments/checkouts.queries.ts";
import { deleteCustomer } from "#server/modules/payments/checkouts.repo.ts";
import { findDisputedSubscriptions } from "#server/modules/payments/disputes.queries.ts";
import { fulfillSession, syncSubscription } from "#server/modules/payments/fulfillment.service.ts";
import { findBillableSubscriptions, isPaymentHeld } from "#server/modules/subscriptions/subscriptions.queries.ts";

/** Closes the payment pages that a member has open. One that was paid in the meantime is fulfilled. */
async function expireOpenSessions(ctx: Context, provider: PaymentProvider, memberId: string): Promise<void> {
  for (const id of await findOpenSessions(ctx.db, memberId)) {
    await provider.expireSession(id);
    await fulfillSession(ctx, provider, id);
  }
}

/**
 * Deletes the customer id of a member whose account is being deleted. A job cancels their payments, because the
 * provider may be unavailable.
 */
export async function forgetCustomer(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await deleteCustomer(tx, memberId);
  if (ctx.payments) await ctx.jobs.send(tx, "cancel-payments", { memberId });
}

/**
 * Ends everything that may still charge a deleted member: open payment pages, and subscriptions, which a sync cancels.
 * The job retries what fails, and after that each reconciliation does.
 */
export async function cancelPayments(ctx: Context, provider: PaymentProvider, memberId: string): Promise<void> {
  for (const { providerId } of await findBillableSubscriptions(ctx.db, memberId)) {
    await syncSubscription(ctx, provider, providerId);
  }
  await expireOpenSessions(ctx, provider, memberId);
}

/**
 * Prevents charges while a member's payments are held: open payment pages are closed, a subscription whose payment is
 * disputed is cancelled now, and others at the end of their period. Winning the dispute does not undo that: a
 * member is charged again only after a new order. Idempotent.
 */
export async function stopCharges(ctx: Context, provider: PaymentProvider, memberId: string): Promise<void> {
  if (!(await isPaymentHeld(ctx.db, memberId))) return;
  const disputed = new Set(await findDisputedSubscriptions(ctx.db, memberId));
  for (const { providerId: id, cancelAtPeriodEnd } of await findBillableSubscriptions(ctx.db, memberId)) {
    if (disputed.has(id)) await provider.cancelSubscription(id);
    else if (!cancelAtPeriodEnd) await provider.setCancelAtPeriodEnd(id, true);
    else continue;
    await syncSubscription(ctx, provider, id);
  }
  await expireOpenSessions(ctx, provider, memberId);
}

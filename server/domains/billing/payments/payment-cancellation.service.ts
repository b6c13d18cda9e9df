import type { Context } from "#server/context.ts";
import { findOpenSessions } from "#server/domains/billing/payments/checkouts.queries.ts";
import { deleteCustomer } from "#server/domains/billing/payments/checkouts.repo.ts";
import { fulfillSession, syncSubscription } from "#server/domains/billing/payments/fulfillment.service.ts";
import {
  findBillableSubscriptions,
  isBuyingStopped,
} from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import {
  clearStoppedBySuspension,
  markStoppedBySuspension,
} from "#server/domains/billing/subscriptions/subscriptions.repo.ts";
import type { PaymentProvider } from "#server/platform/adapters/payments.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { tryEach } from "#server/platform/lib/batcher.ts";

/** A page that was paid in the meantime is fulfilled. */
const expireOpenSessions = async (ctx: Context, provider: PaymentProvider, memberId: string): Promise<void> =>
  tryEach(await findOpenSessions(ctx.db, memberId), async (id) => {
    await provider.expireSession(id);
    await fulfillSession(ctx, provider, id);
  });

/**
 * For a member whose account is being deleted. A job cancels their payments, because the provider may be unavailable.
 */
export async function forgetCustomer(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await deleteCustomer(tx, memberId);
  if (ctx.payments) await ctx.jobs.send(tx, "cancel-payments", { memberId });
}

/**
 * Open payment pages, and subscriptions, which a sync cancels. The job retries failures, and after that each
 * reconciliation does.
 * @throws as `tryEach`
 */
export async function cancelPayments(ctx: Context, provider: PaymentProvider, memberId: string): Promise<void> {
  const subscriptions = await findBillableSubscriptions(ctx.db, memberId);
  await tryEach(
    [
      ...subscriptions.map((one) => () => syncSubscription(ctx, provider, one.providerId)),
      () => expireOpenSessions(ctx, provider, memberId),
    ],
    (cancel) => cancel(),
  );
}

/**
 * Open payment pages of a suspended or held member are closed; subscriptions are cancelled as `chargeStop` says; those
 * that a suspension has stopped go on once it is lifted. Winning a dispute resumes nothing: a member is charged again
 * only after a new order. Idempotent.
 * @throws Error if a part failed; the others are done
 */
export async function adjustCharges(ctx: Context, provider: PaymentProvider, memberId: string): Promise<void> {
  const subscriptions = await findBillableSubscriptions(ctx.db, memberId);
  const isClosed = await isBuyingStopped(ctx.db, memberId);
  await tryEach(
    [
      ...(isClosed ? [() => expireOpenSessions(ctx, provider, memberId)] : []),
      ...subscriptions.map((one) => () => adjustSubscription(ctx, provider, memberId, one)),
    ],
    (adjust) => adjust(),
  );
}

type BillableSubscription = Awaited<ReturnType<typeof findBillableSubscriptions>>[number];

async function adjustSubscription(
  ctx: Context,
  provider: PaymentProvider,
  memberId: string,
  { providerId: id, cancelAtPeriodEnd, isStoppedBySuspension, stop }: BillableSubscription,
): Promise<void> {
  if (stop === "now") await stopSubscription(ctx, provider, id);
  if (stop === "period_end" && !cancelAtPeriodEnd) {
    // Marked first: one that is cancelled and not marked would not be resumed.
    await ctx.transact((tx) => markStoppedBySuspension(tx, id));
    await requestCancelAtPeriodEnd(ctx, provider, { memberId, id, cancel: true });
  }
  if (stop === null && isStoppedBySuspension) {
    await requestCancelAtPeriodEnd(ctx, provider, { memberId, id, cancel: false });
    await ctx.transact((tx) => clearStoppedBySuspension(tx, memberId, id));
  }
}

/** Immediately, at the provider. Idempotent. */
export async function stopSubscription(ctx: Context, provider: PaymentProvider, id: string): Promise<void> {
  await provider.cancelSubscription(id);
  await syncSubscription(ctx, provider, id);
}

/** Ignores a refusal of the provider if a sync shows that the subscription has ended. */
export async function requestCancelAtPeriodEnd(
  ctx: Context,
  provider: PaymentProvider,
  { memberId, id, cancel }: { readonly memberId: string; readonly id: string; readonly cancel: boolean },
): Promise<void> {
  const refused = await provider.setCancelAtPeriodEnd(id, cancel).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  await syncSubscription(ctx, provider, id);
  const isBillable = (await findBillableSubscriptions(ctx.db, memberId)).some(({ providerId }) => providerId === id);
  if (refused && isBillable) throw refused.error;
}

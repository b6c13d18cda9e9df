import type { PartialRefund, PaymentProvider } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import type { JobData } from "#server/jobs/job-definitions.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/modules/accounts/account-email.service.ts";
import { stopSubscription } from "#server/modules/payments/payment-cancellation.service.ts";
import { findPaymentToRefund } from "#server/modules/payments/purchases.service.ts";
import {
  failedRefundEmail,
  purchaseEmail,
  refundedPurchaseEmail,
  withdrawalEmail,
} from "#server/modules/withdrawals/withdrawals.emails.ts";
import { hasWithdrawalRight, lastDayOf } from "#server/modules/withdrawals/withdrawals.policy.ts";
import { nameOfProduct } from "#server/modules/withdrawals/withdrawals.present.ts";
import {
  findDueRefunds,
  findPurchase,
  findWithdrawal,
  type WithdrawalRow,
} from "#server/modules/withdrawals/withdrawals.queries.ts";
import { nextRefundAttempt, updateRefund, updateRefundFailed } from "#server/modules/withdrawals/withdrawals.repo.ts";

/** What is refunded for a withdrawal. @throws Error if the payment is not known yet */
const partOf = async (ctx: Context, withdrawal: WithdrawalRow): Promise<PartialRefund> => ({
  paymentId: await findPaymentToRefund(ctx, withdrawal),
  amountCents: withdrawal.amount_cents,
  reference: withdrawal.id,
  since: withdrawal.withdrawn_at,
});

/**
 * Ends the subscription of a withdrawal at the provider, and refunds its payment, once.
 * @throws Error if the provider cannot be reached; then it may be repeated
 */
async function refundWithdrawal(ctx: Context, provider: PaymentProvider, id: string): Promise<void> {
  const withdrawal = await findWithdrawal(ctx.db, id);
  if (!withdrawal) return;
  // As when this process stopped before it looked.
  if (withdrawal.refund_state === "refunded") return checkRefund(ctx, provider, id);
  const { subscription_id: subscriptionId } = withdrawal;
  // Numbered first, so that one that always fails is not always the first of a round.
  const attempt = await ctx.transact((tx) => nextRefundAttempt(tx, id));
  if (attempt === undefined) return;
  if (subscriptionId !== null) await stopSubscription(ctx, provider, subscriptionId);
  const part = await partOf(ctx, withdrawal);
  const outcome = await provider.refundPart({ ...part, attempt });
  await ctx.transact((tx) => updateRefund(tx, id, attempt, outcome));
  if (outcome === "refused") {
    ctx.log.error({ withdrawal: id, payment: part.paymentId }, "refund of a withdrawal refused");
  } else {
    // An event about its failure may have come before it was stored as made.
    await checkRefund(ctx, provider, id);
  }
}

/** Looks whether a refund that was made has failed since, as when the buyer's bank returned it. */
async function checkRefund(ctx: Context, provider: PaymentProvider, id: string): Promise<void> {
  const withdrawal = await findWithdrawal(ctx.db, id);
  if (withdrawal?.refund_state !== "refunded") return;
  const part = await partOf(ctx, withdrawal);
  if (!(await provider.hasRefundFailed(part))) return;
  const isMarked = await ctx.transact(async (tx) => {
    const isNew = await updateRefundFailed(tx, id, withdrawal.refund_attempt);
    if (isNew) await ctx.jobs.send(tx, "email-failed-refund", { withdrawalId: id });
    return isNew;
  });
  if (isMarked)
    ctx.log.error({ withdrawal: id, payment: part.paymentId }, "refund of a withdrawal returned by the bank");
}

const BATCH_SIZE = 100;
/** Consecutive failures after which the rest waits for the next round: the provider may be unavailable. */
const CONSECUTIVE_FAILURES_MAX = 3;

/** Repeats refunds that failed. @throws Error if one failed again */
export async function repeatRefunds(ctx: Context): Promise<void> {
  const { payments: provider } = ctx;
  if (!provider) return;
  const failures: unknown[] = [];
  let consecutiveFailures = 0;
  for (const id of await findDueRefunds(ctx.db, BATCH_SIZE)) {
    if (consecutiveFailures === CONSECUTIVE_FAILURES_MAX) break;
    try {
      await refundWithdrawal(ctx, provider, id);
      consecutiveFailures = 0;
    } catch (error) {
      ctx.log.error({ err: error, withdrawal: id }, "refund of a withdrawal failed");
      failures.push(error);
      consecutiveFailures++;
    }
  }
  if (failures.length > 0) throw new Error(`${failures.length} refunds of withdrawals failed`);
}

/** Confirms a purchase, with the right of withdrawal where the buyer has it, or its refund. */
async function sendPurchaseEmail(
  ctx: Context,
  { checkoutId, isRefunded = false }: JobData["email-purchase"],
  jobId: string,
): Promise<void> {
  const purchase = await findPurchase(ctx.db, checkoutId);
  const recipient = purchase?.member_id ? await findEmailRecipient(ctx.db, purchase.member_id) : undefined;
  if (!purchase || !recipient) return;
  const { kind, crushes, amount_cents: amountCents, granted_at: boughtAt, session_id: number } = purchase;
  const lastDay = hasWithdrawalRight(purchase.buyer_country) ? lastDayOf(boughtAt) : undefined;
  const details = { product: nameOfProduct(purchase), kind, crushes, amountCents, boughtAt, number };
  await sendAccountEmail(ctx, { to: recipient.mailbox, cause: "contract", id: jobId }, () =>
    isRefunded
      ? refundedPurchaseEmail(recipient.name, details, ctx.site())
      : purchaseEmail(recipient.name, { ...details, lastDay }, ctx.site()),
  );
}

/** Confirms a withdrawal. The account may have been deleted since: then there is no address to send it to. */
async function sendWithdrawalEmail(ctx: Context, withdrawalId: string, jobId: string): Promise<void> {
  const row = await findWithdrawal(ctx.db, withdrawalId);
  const recipient = row?.member_id ? await findEmailRecipient(ctx.db, row.member_id) : undefined;
  if (!row || !recipient) return;
  const { kind, crushes, price_cents: amountCents, granted_at: boughtAt, session_id: number } = row;
  const details = { product: nameOfProduct(row), kind, crushes, amountCents, boughtAt, number };
  const { withdrawn_at: withdrawnAt, credits: unspent, days_used: daysUsed, amount_cents: refundCents } = row;
  const statedOn = row.stated_on;
  await sendAccountEmail(ctx, { to: recipient.mailbox, cause: "contract", id: jobId }, () =>
    withdrawalEmail(recipient.name, { ...details, withdrawnAt, statedOn, unspent, daysUsed, refundCents }, ctx.site()),
  );
}

/** Informs the buyer that the bank returned the refund, unless it was settled meanwhile. */
async function sendFailedRefundEmail(ctx: Context, withdrawalId: string, jobId: string): Promise<void> {
  const row = await findWithdrawal(ctx.db, withdrawalId);
  const recipient = row?.member_id ? await findEmailRecipient(ctx.db, row.member_id) : undefined;
  if (row?.refund_state !== "failed" || !recipient) return;
  const details = { product: nameOfProduct(row), refundCents: row.amount_cents, number: row.session_id };
  await sendAccountEmail(ctx, { to: recipient.mailbox, cause: "contract", id: jobId }, () =>
    failedRefundEmail(recipient.name, details, ctx.site()),
  );
}

export const withdrawalJobs = (
  ctx: Context,
): Pick<
  JobHandlers,
  | "email-purchase"
  | "email-withdrawal"
  | "email-failed-refund"
  | "check-refund"
  | "refund-withdrawal"
  | "withdrawal-refunds"
> => ({
  "email-purchase": (data, id) => sendPurchaseEmail(ctx, data, id),
  "email-withdrawal": ({ withdrawalId }, id) => sendWithdrawalEmail(ctx, withdrawalId, id),
  "email-failed-refund": ({ withdrawalId }, id) => sendFailedRefundEmail(ctx, withdrawalId, id),
  "check-refund": async ({ withdrawalId }) => {
    if (ctx.payments) await checkRefund(ctx, ctx.payments, withdrawalId);
  },
  "refund-withdrawal": async ({ withdrawalId }) => {
    if (ctx.payments) await refundWithdrawal(ctx, ctx.payments, withdrawalId);
  },
  "withdrawal-refunds": () => repeatRefunds(ctx),
});

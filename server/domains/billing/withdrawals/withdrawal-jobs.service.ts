import type { Context } from "#server/context.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { stopSubscription } from "#server/domains/billing/payments/payment-cancellation.service.ts";
import { findPaymentToRefund } from "#server/domains/billing/payments/purchases.service.ts";
import {
  failedRefundEmail,
  purchaseEmail,
  refundedPurchaseEmail,
  withdrawalEmail,
} from "#server/domains/billing/withdrawals/withdrawals.emails.ts";
import { hasWithdrawalRight, lastDayOf } from "#server/domains/billing/withdrawals/withdrawals.policy.ts";
import { nameOfProduct } from "#server/domains/billing/withdrawals/withdrawals.present.ts";
import {
  findDueRefunds,
  findPurchase,
  findWithdrawal,
  type WithdrawalRow,
} from "#server/domains/billing/withdrawals/withdrawals.queries.ts";
import {
  nextRefundAttempt,
  updateRefund,
  updateRefundFailed,
} from "#server/domains/billing/withdrawals/withdrawals.repo.ts";
import type { PartialRefund, PaymentProvider } from "#server/platform/adapters/payments.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { throwFailures } from "#server/platform/lib/batcher.ts";

/** @throws Error if the payment is not known yet */
const partOf = async (ctx: Context, withdrawal: WithdrawalRow): Promise<PartialRefund> => ({
  paymentId: await findPaymentToRefund(ctx, withdrawal),
  amountCents: withdrawal.amount_cents,
  reference: withdrawal.id,
  since: withdrawal.withdrawn_at,
});

/**
 * Ends the subscription at the provider. Refunds once.
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
/** The provider may be unavailable, so the rest waits for the next round. */
const CONSECUTIVE_FAILURES_MAX = 3;

/** @throws as `throwFailures` */
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
  throwFailures(failures);
}

interface PurchaseEmail {
  readonly checkoutId: string;
  /** The buyer could not buy any more at the payment. */
  readonly isRefunded?: boolean;
}

async function sendPurchaseEmail(
  ctx: Context,
  { checkoutId, isRefunded = false }: PurchaseEmail,
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

/** A deleted account has no address to send it to. */
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

/** Not if the refund was settled meanwhile. */
async function sendFailedRefundEmail(ctx: Context, withdrawalId: string, jobId: string): Promise<void> {
  const row = await findWithdrawal(ctx.db, withdrawalId);
  const recipient = row?.member_id ? await findEmailRecipient(ctx.db, row.member_id) : undefined;
  if (row?.refund_state !== "failed" || !recipient) return;
  const details = { product: nameOfProduct(row), refundCents: row.amount_cents, number: row.session_id };
  await sendAccountEmail(ctx, { to: recipient.mailbox, cause: "contract", id: jobId }, () =>
    failedRefundEmail(recipient.name, details, ctx.site()),
  );
}

export const emailPurchaseJob: Job<"email-purchase", PurchaseEmail> = {
  name: "email-purchase",
  handle: (ctx, data, id) => sendPurchaseEmail(ctx, data, id),
};

export const emailWithdrawalJob: Job<"email-withdrawal", { withdrawalId: string }> = {
  name: "email-withdrawal",
  handle: (ctx, { withdrawalId }, id) => sendWithdrawalEmail(ctx, withdrawalId, id),
};

export const emailFailedRefundJob: Job<"email-failed-refund", { withdrawalId: string }> = {
  name: "email-failed-refund",
  handle: (ctx, { withdrawalId }, id) => sendFailedRefundEmail(ctx, withdrawalId, id),
};

export const checkRefundJob: Job<"check-refund", { withdrawalId: string }> = {
  name: "check-refund",
  handle: async (ctx, { withdrawalId }) => {
    if (ctx.payments) await checkRefund(ctx, ctx.payments, withdrawalId);
  },
};

/** Also ends a subscription at the provider. */
export const refundWithdrawalJob: Job<"refund-withdrawal", { withdrawalId: string }> = {
  name: "refund-withdrawal",
  handle: async (ctx, { withdrawalId }) => {
    if (ctx.payments) await refundWithdrawal(ctx, ctx.payments, withdrawalId);
  },
};

export const withdrawalRefundsJob: Job<"withdrawal-refunds"> = {
  name: "withdrawal-refunds",
  schedule: "*/5 * * * *",
  handle: (ctx) => repeatRefunds(ctx),
};

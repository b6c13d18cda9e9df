import { createHash } from "node:crypto";
import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { findDisputes } from "#server/domains/billing/disputes/disputes.queries.ts";
import { resolveDispute } from "#server/domains/billing/disputes/disputes.service.ts";
import { refundEntry } from "#server/domains/billing/wallet/adjustments.service.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { findWallet } from "#server/domains/billing/wallet/wallet.queries.ts";
import { findWithdrawals } from "#server/domains/billing/withdrawals/withdrawals.queries.ts";
import {
  type RefusedStatement,
  RefusedStatementError,
  recordWithdrawal,
  settleRefund,
} from "#server/domains/billing/withdrawals/withdrawals.service.ts";
import { type OperatorAction, recordAction, recordActionOnce } from "#server/domains/moderation/audit/audit.service.ts";
import { resolveMember } from "#server/domains/moderation/operators/members.service.ts";
import { AppError, CommandError } from "#server/errors.ts";

/** Far more than the largest package; a higher number is a typing error. */
const GRANT_MAX = 1000;

const REFUND_ERRORS = {
  unknown: "The ledger entry was not found.",
  deleted: "The account of the ledger entry was deleted.",
  "not spent": "The ledger entry spent no credits. Refund payments in the payment provider's dashboard.",
} as const;

/** Repeating the same command is the same grant. */
const deriveGrantId = (memberId: string, crushes: number, reason: string): string =>
  createHash("sha256")
    .update(JSON.stringify([memberId, crushes, reason]))
    .digest("hex")
    .slice(0, 32);

interface Grant {
  readonly name: string;
  readonly crushes: number;
  /** By default derived from member, number and reason. */
  readonly id?: string | undefined;
}

/**
 * A command can be repeated if its outcome is unknown.
 * @returns the balance afterwards, and in `since` the time of the first run if this is a repeat
 * @throws CommandError
 */
export const grantCredits = async (ctx: Context, by: OperatorAction, { name, crushes, id }: Grant) => {
  if (!Number.isInteger(crushes) || crushes < 1 || crushes > GRANT_MAX)
    throw new CommandError(`The number of crushes must be from 1 to ${GRANT_MAX}.`);
  return ctx.transact(async (tx) => {
    const { id: memberId, username } = await resolveMember(tx, name);
    const operation = id ?? deriveGrantId(memberId, crushes, by.reason);
    const record = { action: "grant", target: memberId, details: { crushes } } as const;
    const since = await recordActionOnce(tx, by, record, operation);
    const balance = since
      ? (await findWallet(tx, memberId)).balance
      : await grantBonus(tx, memberId, crushes, `operator:${operation}`);
    return { id: memberId, username, crushes, balance, operation, since: since ?? null };
  });
};

/** Idempotent. @param entryId the ledger entry that spent the credit @throws CommandError */
export const refundCredits = async (ctx: Context, by: OperatorAction, entryId: string) => {
  if (!validate(entryId)) throw new CommandError("Specify the ledger entry by id (see `show`).");
  return ctx.transact(async (tx) => {
    const result = await refundEntry(tx, entryId);
    if ("refused" in result) throw new CommandError(REFUND_ERRORS[result.refused]);
    if ("alreadyRefundedAt" in result) return { entryId, refunded: 0, alreadyRefundedAt: result.alreadyRefundedAt };
    const { refunded, balance, memberId } = result;
    await recordAction(tx, by, { action: "refund", target: memberId, details: { entry: entryId, crushes: refunded } });
    return { entryId, refunded, balance, alreadyRefundedAt: null };
  });
};

export const listDisputesForOperator = (ctx: Context, by: OperatorAction, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const disputes = await findDisputes(tx, { all, limit });
    await recordAction(tx, by, { action: "list disputes", details: { count: disputes.length } });
    return disputes;
  });

export const listWithdrawalsForOperator = (ctx: Context, by: OperatorAction, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const withdrawals = await findWithdrawals(tx, { all, limit });
    await recordAction(tx, by, { action: "list withdrawals", details: { count: withdrawals.length } });
    return withdrawals;
  });

const STATEMENT_ERRORS: Readonly<Record<RefusedStatement, string>> = {
  "in the future": "That day is in the future.",
  "before the purchase": "That day is before the purchase.",
  "after the period": "That day is after the period of 14 days. If you refund it all the same, do so in Stripe.",
};

/**
 * Idempotent.
 * @param number the number in the confirmation of the purchase
 * @param day the day on which the statement arrived, `YYYY-MM-DD` in UTC
 * @throws CommandError
 */
export const recordWithdrawalForBuyer = (ctx: Context, by: OperatorAction, number: string, day: string) =>
  ctx.transact(async (tx) => {
    const made = await recordWithdrawal(ctx, tx, { sessionId: number, day }).catch((error: unknown) => {
      if (error instanceof RefusedStatementError) throw new CommandError(STATEMENT_ERRORS[error.reason]);
      throw error instanceof AppError ? new CommandError(error.message) : error;
    });
    if (!made?.member_id) throw new CommandError(`There is no purchase with the number ${number}.`);
    const { id, member_id: memberId, amount_cents: amountCents, credits } = made;
    const details = { withdrawal: id, cents: amountCents, crushes: credits, day };
    await recordAction(tx, by, { action: "record withdrawal", target: memberId, details });
    return { id, memberId, amountCents, credits };
  });

/**
 * `payment`: it was paid by other means.
 * @param number the number in the confirmation of the purchase
 * @throws CommandError
 */
export const settleWithdrawal = (ctx: Context, by: OperatorAction, number: string, how: "retry" | "payment") =>
  ctx.transact(async (tx) => {
    const settled = await settleRefund(ctx, tx, { sessionId: number, by: how });
    if (!settled) throw new CommandError(`There is no withdrawal from a purchase with the number ${number}.`);
    const { id, member_id: target, amount_cents: amountCents, refund_state: state } = settled.withdrawal;
    if (!settled.isDone)
      throw new CommandError(
        state === "refused"
          ? "The refund was just tried again. Repeat this in ten minutes."
          : `The refund is ${state}: it has neither failed nor been refused.`,
      );
    const action = how === "retry" ? "retry withdrawal" : "pay withdrawal";
    await recordAction(tx, by, {
      action,
      ...(target !== null && { target }),
      details: { withdrawal: id, cents: amountCents },
    });
    return { id, amountCents };
  });

/** @throws CommandError if the payment has no hold */
export const closeDispute = (ctx: Context, by: OperatorAction, paymentId: string) =>
  ctx.transact(async (tx) => {
    const memberId = await resolveDispute(tx, paymentId);
    if (memberId === undefined)
      throw new CommandError(`Payment ${paymentId} does not pause the payments of any account.`);
    await recordAction(tx, by, { action: "resolve dispute", target: memberId, details: { payment: paymentId } });
    return { paymentId, memberId };
  });

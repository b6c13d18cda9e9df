import type { Context } from "#server/context.ts";
import { findAccountById } from "#server/domains/accounts/accounts.queries.ts";
import { isDisputed } from "#server/domains/billing/disputes/disputes.queries.ts";
import { endWithdrawnSubscription, lockPurchase } from "#server/domains/billing/payments/purchases.service.ts";
import { bookWithdrawal, lockUnspent, readUnspent } from "#server/domains/billing/wallet/adjustments.service.ts";
import {
  computeSettlement,
  hasWithdrawalRight,
  isInPeriod,
  type Settlement,
} from "#server/domains/billing/withdrawals/withdrawals.policy.ts";
import { presentPurchase, presentWithdrawal } from "#server/domains/billing/withdrawals/withdrawals.present.ts";
import {
  findLatestWithdrawals,
  findPurchaser,
  findRecentPurchases,
  findWithdrawalBySession,
  findWithdrawalOf,
  type PurchaseRow,
} from "#server/domains/billing/withdrawals/withdrawals.queries.ts";
import {
  insertWithdrawal,
  updatePaid,
  updateRefundPending,
} from "#server/domains/billing/withdrawals/withdrawals.repo.ts";
import { lockAndCheckDeleted, lockMembersShared } from "#server/domains/members/members.service.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

const LISTED_MONTHS = 3;

type Eligibility = Pick<PurchaseRow, "kind" | "subscription_id" | "buyer_country" | "granted_at">;

const isEligible = ({ kind, subscription_id, buyer_country, granted_at }: Eligibility, now: Date): boolean =>
  (kind === "package" || subscription_id !== null) && hasWithdrawalRight(buyer_country) && isInPeriod(granted_at, now);

async function presentEligible(ctx: Context, row: PurchaseRow, unspentOf: (checkoutId: string) => number) {
  const { id, payment_id: paymentId, subscription_id: subscriptionId } = row;
  const settlement = computeSettlement(row, row.kind === "package" ? unspentOf(id) : 0, ctx.now());
  if (settlement.refundCents === 0) return [];
  return [presentPurchase(row, settlement, await isDisputed(ctx.db, { paymentId, subscriptionId }))];
}

/** A package without unspent credits is not listed: it was fully performed. */
export async function listWithdrawals(ctx: Context, memberId: string) {
  const [account, recent, withdrawals] = await Promise.all([
    findAccountById(ctx.db, memberId),
    findRecentPurchases(ctx.db, memberId),
    findLatestWithdrawals(ctx.db, memberId, LISTED_MONTHS),
  ]);
  if (!account) throw new AppError("unauthorized");
  const eligible = recent.filter((row) => isEligible(row, ctx.now()));
  const [bought] = eligible.filter(({ kind }) => kind === "package");
  const unspentOf = bought ? await readUnspent(ctx.db, { id: bought.wallet_id, balance: bought.balance }) : () => 0;
  const purchases = await Promise.all(eligible.map((row) => presentEligible(ctx, row, unspentOf)));
  return {
    username: account.username,
    email: account.email,
    purchases: purchases.flat(),
    withdrawals: withdrawals.map(presentWithdrawal),
  };
}

type LockedPurchase = Awaited<ReturnType<typeof lockPurchase>>;

/**
 * Jobs refund at the provider and confirm by email. Needs the member's lock.
 * @param agree throws if the buyer did not agree to this settlement
 * @returns the withdrawal; the first one if it is repeated
 * @throws AppError withdrawal_disputed, withdrawal_unavailable if nothing is left
 */
async function storeWithdrawal(
  ctx: Context,
  tx: Tx,
  {
    purchase,
    memberId,
    stated,
  }: {
    readonly purchase: LockedPurchase;
    readonly memberId: string;
    /** For a statement by mail; else it is made now. */
    readonly stated?: { readonly on: string; readonly at: Date };
  },
  agree: (settlement: Settlement) => void,
) {
  const {
    id: checkoutId,
    kind,
    wallet_id: walletId,
    payment_id: paymentId,
    subscription_id: subscriptionId,
  } = purchase;
  const before = await findWithdrawalOf(tx, checkoutId);
  if (before) return before;
  const now = ctx.now();
  if (await isDisputed(tx, { paymentId, subscriptionId })) throw new AppError("withdrawal_disputed");
  const unspent = kind === "package" ? await lockUnspent(tx, walletId, checkoutId) : 0;
  const settlement = computeSettlement(purchase, unspent, stated?.at ?? now);
  agree(settlement);
  if (settlement.refundCents === 0) throw new AppError("withdrawal_unavailable");
  if (kind === "package") await bookWithdrawal(tx, { walletId, memberId, credits: unspent, checkoutId });
  else if (subscriptionId !== null) await endWithdrawnSubscription(tx, memberId, subscriptionId, now);
  const id = newId();
  await insertWithdrawal(tx, {
    id,
    checkout_id: checkoutId,
    credits: unspent,
    days_used: settlement.daysUsed,
    amount_cents: settlement.refundCents,
    withdrawn_at: now,
    stated_on: stated?.on ?? null,
  });
  await ctx.jobs.send(tx, "refund-withdrawal", { withdrawalId: id });
  await ctx.jobs.send(tx, "email-withdrawal", { withdrawalId: id });
  const made = await findWithdrawalOf(tx, checkoutId);
  if (!made) throw new Error("The withdrawal was not stored");
  return made;
}

/**
 * Idempotent.
 * @param amountCents the refund that the member was shown
 * @throws AppError not_found, withdrawal_unavailable, withdrawal_disputed, withdrawal_changed
 */
export const withdraw = (
  ctx: Context,
  memberId: string,
  { sessionId, amountCents }: { readonly sessionId: string; readonly amountCents: number },
) =>
  ctx.transact(async (tx) => {
    await lockMembersShared(tx, memberId);
    const purchase = await lockPurchase(tx, sessionId, memberId);
    const made = await storeWithdrawal(ctx, tx, { purchase, memberId }, ({ refundCents }) => {
      if (!isEligible(purchase, ctx.now())) throw new AppError("withdrawal_unavailable");
      if (refundCents !== amountCents && refundCents > 0) throw new AppError("withdrawal_changed");
    });
    return { withdrawal: presentWithdrawal(made) };
  });

export type RefusedStatement = "in the future" | "before the purchase" | "after the period";

/** @throws RefusedStatementError */
function readStatement(day: string, boughtAt: Date, now: Date) {
  const start = new Date(`${day}T00:00:00Z`);
  if (start > now) throw new RefusedStatementError("in the future");
  if (day < boughtAt.toISOString().slice(0, 10)) throw new RefusedStatementError("before the purchase");
  // The time of day is not known, so it is settled as of the earliest, in the buyer's favor.
  const at = start > boughtAt ? start : boughtAt;
  if (!isInPeriod(boughtAt, at)) throw new RefusedStatementError("after the period");
  return { on: day, at };
}

export class RefusedStatementError extends Error {
  readonly reason: RefusedStatement;
  constructor(reason: RefusedStatement) {
    super(`The statement is ${reason}`);
    this.reason = reason;
  }
}

/**
 * For a buyer who stated it by mail, as a suspended member does. A membership is settled as of the day of the
 * statement, or of the end of the account if that was before. Credits that were spent since are not paid back. Whether
 * the buyer has the right is for the operator to judge.
 * @param day on which the statement arrived, `YYYY-MM-DD` in UTC
 * @returns undefined if there is no such purchase
 * @throws AppError withdrawal_unavailable, withdrawal_disputed; RefusedStatementError
 */
export async function recordWithdrawal(
  ctx: Context,
  tx: Tx,
  { sessionId, day }: { readonly sessionId: string; readonly day: string },
) {
  const buyer = await findPurchaser(tx, sessionId);
  if (!buyer) return undefined;
  const { id: memberId, deleted_at: deletedAt } = buyer;
  await lockAndCheckDeleted(tx, memberId);
  const purchase = await lockPurchase(tx, sessionId, memberId);
  if (purchase.kind === "subscription" && purchase.subscription_id === null) return undefined;
  const { on, at } = readStatement(day, purchase.granted_at, ctx.now());
  const stated = { on, at: deletedAt && deletedAt < at ? deletedAt : at };
  return storeWithdrawal(ctx, tx, { purchase, memberId, stated }, () => undefined);
}

/**
 * After the refund failed or was refused.
 * @returns undefined if there is no such withdrawal; `isDone` is false if there is nothing to do, or not now
 */
export async function settleRefund(
  ctx: Context,
  tx: Tx,
  { sessionId, by }: { readonly sessionId: string; readonly by: "retry" | "payment" },
) {
  const withdrawal = await findWithdrawalBySession(tx, sessionId);
  if (!withdrawal) return undefined;
  const { id } = withdrawal;
  const isDone = await (by === "retry" ? updateRefundPending(tx, id) : updatePaid(tx, id));
  if (isDone && by === "retry") await ctx.jobs.send(tx, "refund-withdrawal", { withdrawalId: id });
  return { withdrawal, isDone };
}

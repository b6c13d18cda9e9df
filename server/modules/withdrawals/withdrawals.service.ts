import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/lib/ids.ts";
import { findAccountById } from "#server/modules/accounts/accounts.queries.ts";
import { lockMembersShared } from "#server/modules/members/members.service.ts";
import { isDisputed } from "#server/modules/payments/disputes.queries.ts";
import { endWithdrawnSubscription, lockPurchase } from "#server/modules/payments/purchases.service.ts";
import { bookWithdrawal, countUnspent, lockUnspent } from "#server/modules/wallet/adjustments.service.ts";
import {
  hasWithdrawalRight,
  isInPeriod,
  type Settlement,
  settle,
} from "#server/modules/withdrawals/withdrawals.policy.ts";
import { presentPurchase, presentWithdrawal } from "#server/modules/withdrawals/withdrawals.present.ts";
import {
  findLatestWithdrawals,
  findRecentPurchases,
  findWithdrawalOf,
  type PurchaseRow,
} from "#server/modules/withdrawals/withdrawals.queries.ts";
import { insertWithdrawal } from "#server/modules/withdrawals/withdrawals.repo.ts";

const LISTED_MONTHS = 3;

type Eligibility = Pick<PurchaseRow, "kind" | "subscription_id" | "buyer_country" | "granted_at">;

const isEligible = ({ kind, subscription_id, buyer_country, granted_at }: Eligibility, now: Date): boolean =>
  (kind === "package" || subscription_id !== null) && hasWithdrawalRight(buyer_country) && isInPeriod(granted_at, now);

async function presentEligible(ctx: Context, row: PurchaseRow) {
  const { id: checkoutId, wallet_id: walletId, balance, payment_id: paymentId, subscription_id: subscriptionId } = row;
  const unspent = row.kind === "package" ? await countUnspent(ctx.db, { walletId, balance, checkoutId }) : 0;
  const settlement = settle(row, unspent, ctx.now());
  if (settlement.refundCents === 0) return [];
  return [presentPurchase(row, settlement, await isDisputed(ctx.db, { paymentId, subscriptionId }))];
}

/**
 * The purchases from which a member can withdraw, and their withdrawals of the last months. A package without unspent
 * credits is not listed: it was fully performed.
 */
export async function listWithdrawals(ctx: Context, memberId: string) {
  const [account, recent, withdrawals] = await Promise.all([
    findAccountById(ctx.db, memberId),
    findRecentPurchases(ctx.db, memberId),
    findLatestWithdrawals(ctx.db, memberId, LISTED_MONTHS),
  ]);
  if (!account) throw new AppError("unauthorized");
  const eligible = recent.filter((row) => isEligible(row, ctx.now()));
  const purchases = await Promise.all(eligible.map((row) => presentEligible(ctx, row)));
  return {
    username: account.username,
    email: account.email,
    purchases: purchases.flat(),
    withdrawals: withdrawals.map(presentWithdrawal),
  };
}

/** @throws AppError withdrawal_unavailable, withdrawal_changed */
function assertAgreed({ refundCents }: Settlement, amountCents: number): void {
  if (refundCents === 0) throw new AppError("withdrawal_unavailable");
  if (refundCents !== amountCents) throw new AppError("withdrawal_changed");
}

/**
 * Withdraws from a purchase. One transaction takes back unspent credits, or ends the subscription here, and stores what
 * is owed. Jobs refund it at the provider and confirm the withdrawal by email. A repetition returns the first
 * withdrawal.
 * @param amountCents what the member was told to get back
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
    const { id: checkoutId, kind, wallet_id: walletId, subscription_id: subscriptionId } = purchase;
    const before = await findWithdrawalOf(tx, checkoutId);
    if (before) return { withdrawal: presentWithdrawal(before) };
    const now = ctx.now();
    if (!isEligible(purchase, now)) throw new AppError("withdrawal_unavailable");
    if (await isDisputed(tx, { paymentId: purchase.payment_id, subscriptionId }))
      throw new AppError("withdrawal_disputed");
    const unspent = kind === "package" ? await lockUnspent(tx, walletId, checkoutId) : 0;
    const settlement = settle(purchase, unspent, now);
    assertAgreed(settlement, amountCents);
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
    });
    await ctx.jobs.send(tx, "refund-withdrawal", { withdrawalId: id });
    await ctx.jobs.send(tx, "email-withdrawal", { withdrawalId: id });
    const made = await findWithdrawalOf(tx, checkoutId);
    if (!made) throw new Error("The withdrawal was not stored");
    return { withdrawal: presentWithdrawal(made) };
  });

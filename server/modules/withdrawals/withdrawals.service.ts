import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/lib/ids.ts";
import { findAccountById } from "#server/modules/accounts/accounts.queries.ts";
import { lockExistingShared, lockMembersShared } from "#server/modules/members/members.service.ts";
import { isDisputed } from "#server/modules/payments/disputes.queries.ts";
import { endWithdrawnSubscription, lockPurchase } from "#server/modules/payments/purchases.service.ts";
import { bookWithdrawal, countUnspent, lockUnspent } from "#server/modules/wallet/adjustments.service.ts";
import {
  computeSettlement,
  hasWithdrawalRight,
  isInPeriod,
  type Settlement,
} from "#server/modules/withdrawals/withdrawals.policy.ts";
import { presentPurchase, presentWithdrawal } from "#server/modules/withdrawals/withdrawals.present.ts";
import {
  findLatestWithdrawals,
  findPurchaser,
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
  const settlement = computeSettlement(row, unspent, ctx.now());
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

/** A locked checkout that was granted. */
type LockedPurchase = Awaited<ReturnType<typeof lockPurchase>>;

/**
 * Takes back unspent credits, or ends the subscription here, and stores what is owed. Jobs refund it at the provider and
 * confirm the withdrawal by email. Needs the member's lock.
 * @param agree throws if the buyer did not agree to this settlement
 * @returns the withdrawal; the first one if it is repeated
 * @throws AppError withdrawal_disputed, withdrawal_unavailable if nothing is left
 */
async function storeWithdrawal(
  ctx: Context,
  tx: Tx,
  { purchase, memberId }: { readonly purchase: LockedPurchase; readonly memberId: string },
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
  const settlement = computeSettlement(purchase, unspent, now);
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
  });
  await ctx.jobs.send(tx, "refund-withdrawal", { withdrawalId: id });
  await ctx.jobs.send(tx, "email-withdrawal", { withdrawalId: id });
  const made = await findWithdrawalOf(tx, checkoutId);
  if (!made) throw new Error("The withdrawal was not stored");
  return made;
}

/**
 * Withdraws from a member's own purchase. Idempotent.
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
    const made = await storeWithdrawal(ctx, tx, { purchase, memberId }, ({ refundCents }) => {
      if (!isEligible(purchase, ctx.now())) throw new AppError("withdrawal_unavailable");
      if (refundCents !== amountCents && refundCents > 0) throw new AppError("withdrawal_changed");
    });
    return { withdrawal: presentWithdrawal(made) };
  });

/**
 * Withdraws from a purchase for a buyer who stated it by mail, as a suspended member does. Whether the statement was in
 * time, and whether the buyer has the right, is for the operator to judge.
 * @returns undefined if there is no such purchase of an existing member
 * @throws AppError withdrawal_unavailable, withdrawal_disputed
 */
export async function recordWithdrawal(ctx: Context, tx: Tx, sessionId: string) {
  const memberId = await findPurchaser(tx, sessionId);
  if (memberId === undefined || !(await lockExistingShared(tx, [memberId])).has(memberId)) return undefined;
  const purchase = await lockPurchase(tx, sessionId, memberId);
  if (purchase.kind === "subscription" && purchase.subscription_id === null) return undefined;
  return storeWithdrawal(ctx, tx, { purchase, memberId }, () => undefined);
}

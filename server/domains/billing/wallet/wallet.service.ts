import type { Wallet } from "#contract/billing/wallet.ts";
import { ATTACHMENT_COST, LOW_BALANCE, PAGE_SIZE } from "#contract/limits.ts";
import type { Page } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { findActiveSubscriptions } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import { presentHistoryItem } from "#server/domains/billing/wallet/wallet.present.ts";
import { findHistory, findWallet } from "#server/domains/billing/wallet/wallet.queries.ts";
import {
  countAfterCommit,
  insertEntry,
  lockSenderWallet,
  lockWalletById,
} from "#server/domains/billing/wallet/wallet.repo.ts";
import { OUT_OF_CRUSHES } from "#server/domains/billing/wallet/wallet.statements.ts";
import { scheduleNotification } from "#server/domains/notifications/notifications.service.ts";
import { AppError } from "#server/errors.ts";
import { type Db, refusalOf, type Tx } from "#server/platform/db/client.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";
import { cutPage } from "#server/platform/lib/page.ts";

interface BalanceChange {
  readonly before: number;
  readonly balance: number;
}

const becameLow = ({ before, balance }: BalanceChange): boolean => before >= LOW_BALANCE && balance < LOW_BALANCE;

function emitBalance(tx: Tx, memberId: string, change: BalanceChange): void {
  const { balance } = change;
  tx.emit(memberId, "balance_changed", { balance });
  if (becameLow(change)) tx.emit(memberId, "balance_low", { balance });
}

/** Emits a balance to the member's devices, and notifies the member if it became low. */
export async function reportBalance(tx: Tx, memberId: string, change: BalanceChange): Promise<void> {
  emitBalance(tx, memberId, change);
  if (becameLow(change)) await scheduleNotification(tx, { memberId, cause: "low_balance", otherId: null });
}

/** The ledger source of a crush, as in `chargeCrushesSql`, and of its refund. */
export const crushSource = (relationshipId: string): string => `crush:${relationshipId}`;

/**
 * Emits the balance after a crush that `chargeCrushesSql` has charged.
 * @returns the sender's new balance
 */
export function settleCrush(
  tx: Tx,
  senderId: string,
  { balance: before, cost }: { readonly balance: number; readonly cost: number },
): number {
  countAfterCommit(tx, [{ kind: "sent" }, { kind: "received" }]);
  const balance = before - cost;
  emitBalance(tx, senderId, { before, balance });
  return balance;
}

/** The error of a statement that `chargeCrushesSql` rolled back: out_of_crushes; undefined for other errors. */
export const findChargeError = (error: unknown): AppError | undefined =>
  refusalOf(error)?.reason === OUT_OF_CRUSHES ? new AppError("out_of_crushes") : undefined;

/**
 * Charges the sender for an attachment, once for each message.
 * @returns the sender's new balance
 * @throws AppError attachment_out_of_crushes, and then nothing is stored
 */
export async function chargeAttachment(
  tx: Tx,
  { senderId, recipientId, messageId }: { senderId: string; recipientId: string; messageId: string },
): Promise<number> {
  const { id, balance: before, is_unlimited: isFree } = await lockSenderWallet(tx, senderId, recipientId);
  const cost = isFree ? 0 : ATTACHMENT_COST;
  if (before < cost) throw new AppError("attachment_out_of_crushes");
  const entry = { wallet_id: id, kind: "sent", source: `image:${messageId}`, other_id: recipientId } as const;
  const balance = await insertEntry(tx, { id: newTimeOrderedId(), ...entry, change: 0 - cost });
  await reportBalance(tx, senderId, { before, balance });
  return balance;
}

/**
 * Rejects an unaffordable upload before it is received. `chargeAttachment` checks again.
 * @throws AppError attachment_out_of_crushes
 */
export async function assertAttachmentAffordable(db: Db, memberId: string): Promise<void> {
  const [{ balance }, subscriptions] = await Promise.all([
    findWallet(db, memberId),
    findActiveSubscriptions(db, memberId),
  ]);
  if (balance < ATTACHMENT_COST && subscriptions.length === 0) throw new AppError("attachment_out_of_crushes");
}

export interface WalletOwner {
  readonly walletId: string;
  /** Null if the member is deleted. */
  readonly memberId: string | null;
}

/** The ledger source of a purchase, and of a withdrawal from it. */
export const purchaseSource = (checkoutId: string): string => `checkout:${checkoutId}`;

/** Adds purchased credits, once for each checkout. */
export async function creditPurchase(
  tx: Tx,
  { walletId, memberId, crushes, checkoutId }: WalletOwner & { crushes: number; checkoutId: string },
): Promise<void> {
  await lockWalletById(tx, walletId);
  const source = purchaseSource(checkoutId);
  const entry = { wallet_id: walletId, kind: "purchased", change: crushes, source, other_id: null } as const;
  const balance = await insertEntry(tx, { id: newTimeOrderedId(), ...entry });
  if (memberId) tx.emit(memberId, "balance_changed", { balance });
}

/** The balance, a page of the history, newest first, and the subscription. */
export async function readWallet(ctx: Context, memberId: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const [wallet, [subscription]] = await Promise.all([
    findWallet(ctx.db, memberId),
    findActiveSubscriptions(ctx.db, memberId),
  ]);
  const found = await findHistory(ctx.db, wallet.id, limit + 1, page.cursor);
  const { rows, nextCursor } = cutPage(found, limit, ({ id }) => id);
  return {
    balance: wallet.balance,
    history: rows.map(presentHistoryItem),
    nextCursor,
    hasActiveSubscription: subscription !== undefined,
    subscriptionEndDate: subscription?.period_end.toISOString() ?? null,
    subscriptionEnds: subscription?.cancel_at_period_end ?? false,
    payments: paymentMode(ctx, wallet.is_held),
  };
}

const paymentMode = ({ payments }: Context, isHeld: boolean): Wallet["payments"] => {
  if (!payments) return "off";
  return isHeld ? "paused" : payments.mode;
};

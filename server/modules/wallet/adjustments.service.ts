import type { Db, Tx } from "#server/db/client.ts";
import { newTimeOrderedId } from "#server/lib/ids.ts";
import { countUnspentCredits } from "#server/modules/wallet/unspent-credits.policy.ts";
import { findBookedEntries, findEntry, findRefund } from "#server/modules/wallet/wallet.queries.ts";
import { insertEntries, insertEntry, lockPaidCrushes, lockWalletById } from "#server/modules/wallet/wallet.repo.ts";
import { crushSource, purchaseSource, reportBalance, type WalletOwner } from "#server/modules/wallet/wallet.service.ts";

/** Corrections of a balance: refunds of spent credits, and credits that go back with their purchase. */

export type RefundResult =
  | { readonly refunded: number; readonly balance: number; readonly memberId: string }
  | { readonly alreadyRefundedAt: Date }
  | { readonly refused: "unknown" | "deleted" | "not spent" };

/**
 * Refunds the price of a crush or an image, once: the refund has the source of the entry, and sources are unique.
 * @param entryId the entry to refund
 */
export async function refundEntry(tx: Tx, entryId: string): Promise<RefundResult> {
  const spent = await findEntry(tx, entryId);
  if (!spent) return { refused: "unknown" };
  const { wallet_id, member_id: memberId, source, other_id, change } = spent;
  if (memberId === null) return { refused: "deleted" };
  if (spent.kind !== "sent" || change >= 0) return { refused: "not spent" };
  await lockWalletById(tx, wallet_id);
  const before = await findRefund(tx, wallet_id, source);
  if (before) return { alreadyRefundedAt: before.created_at };
  const entry = { id: newTimeOrderedId(), wallet_id, kind: "refund", change: -change, source, other_id } as const;
  const balance = await insertEntry(tx, entry);
  tx.emit(memberId, "balance_changed", { balance });
  return { refunded: -change, balance, memberId };
}

/**
 * Refunds the crushes that a deleted member never answered.
 * @param crushes at most one of each sender
 */
export async function refundUnansweredCrushes(
  tx: Tx,
  recipientId: string,
  crushes: readonly { readonly senderId: string; readonly relationshipId: string }[],
): Promise<void> {
  const unanswered = crushes.map(({ senderId, relationshipId }) => ({ senderId, source: crushSource(relationshipId) }));
  const paid = await lockPaidCrushes(tx, unanswered);
  if (paid.length === 0) return;
  await insertEntries(
    tx,
    paid.map(({ id, source, paid: change }) => {
      return { id: newTimeOrderedId(), wallet_id: id, kind: "refund", change, source, other_id: recipientId };
    }),
  );
  for (const { member_id, balance, paid: change } of paid) {
    tx.emit(member_id, "balance_changed", { balance: balance + change });
  }
}

/** The unspent credits of a purchase: at most the balance. @param db with the wallet's lock to rely on it */
export async function countUnspent(
  db: Db,
  { walletId, balance, checkoutId }: { walletId: string; balance: number; checkoutId: string },
): Promise<number> {
  const unspent = countUnspentCredits(await findBookedEntries(db, walletId)).get(checkoutId) ?? 0;
  return Math.min(unspent, balance);
}

/**
 * Locks a wallet, and counts what is unspent of a purchase: nothing can be spent until the transaction ends.
 */
export async function lockUnspent(tx: Tx, walletId: string, checkoutId: string): Promise<number> {
  const { balance } = await lockWalletById(tx, walletId);
  return countUnspent(tx, { walletId, balance, checkoutId });
}

/** Takes back the unspent credits of a purchase from which the buyer withdraws. Needs the lock of `lockUnspent`. */
export async function bookWithdrawal(
  tx: Tx,
  { walletId, memberId, credits, checkoutId }: WalletOwner & { credits: number; checkoutId: string },
): Promise<void> {
  const source = purchaseSource(checkoutId);
  const entry = { wallet_id: walletId, kind: "withdrawal", change: -credits, source, other_id: null } as const;
  const balance = await insertEntry(tx, { id: newTimeOrderedId(), ...entry });
  if (memberId) tx.emit(memberId, "balance_changed", { balance });
}

/**
 * Claws back credits whose purchase was refunded, as far as the balance allows, or returns them.
 * @param change signed credits
 * @param source unique to this adjustment
 * @returns the signed change that was booked
 */
export async function adjustForRefund(
  tx: Tx,
  { walletId, memberId, change: requested, source }: WalletOwner & { change: number; source: string },
): Promise<number> {
  const wallet = await lockWalletById(tx, walletId);
  const change = Math.max(requested, -wallet.balance);
  if (change === 0) return 0;
  const entry = { wallet_id: walletId, kind: "refund", change, source, other_id: null } as const;
  const balance = await insertEntry(tx, { id: newTimeOrderedId(), ...entry });
  if (memberId) await reportBalance(tx, memberId, { before: wallet.balance, balance });
  return change;
}

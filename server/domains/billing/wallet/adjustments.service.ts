import { countUnspentCredits } from "#server/domains/billing/wallet/unspent-credits.policy.ts";
import { findBookedEntries, findEntry, findRefund } from "#server/domains/billing/wallet/wallet.queries.ts";
import {
  insertEntries,
  insertEntry,
  lockPaidCrushes,
  lockWalletById,
} from "#server/domains/billing/wallet/wallet.repo.ts";
import {
  crushSource,
  purchaseSource,
  reportBalance,
  type WalletOwner,
} from "#server/domains/billing/wallet/wallet.service.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";

/** Corrections of a balance: refunds of spent credits, and credits that go back with their purchase. */

export type RefundResult =
  | { readonly refunded: number; readonly balance: number; readonly memberId: string }
  | { readonly alreadyRefundedAt: Date }
  | { readonly refused: "unknown" | "deleted" | "not spent" };

/** Once: the refund has the source of the entry, and sources are unique. */
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

interface SentCrush {
  readonly senderId: string;
  /** Null for a deleted member, whom the ledger forgets. */
  readonly recipientId: string | null;
  readonly relationshipId: string;
}

/** Neither free crushes, nor crushes that were paid back before. @returns how many */
async function payBack(tx: Tx, kind: "refund" | "returned", crushes: readonly SentCrush[]): Promise<number> {
  const recipients = new Map(crushes.map((crush) => [crushSource(crush.relationshipId), crush.recipientId]));
  const sources = crushes.map(({ senderId, relationshipId }) => ({ senderId, source: crushSource(relationshipId) }));
  const paid = await lockPaidCrushes(tx, sources);
  if (paid.length === 0) return 0;
  await insertEntries(
    tx,
    paid.map(({ id, source, paid: change }) => {
      return { id: newTimeOrderedId(), wallet_id: id, kind, change, source, other_id: recipients.get(source) ?? null };
    }),
  );
  const balances = new Map(paid.map(({ member_id, balance }) => [member_id, balance]));
  for (const { member_id, paid: change } of paid) {
    balances.set(member_id, (balances.get(member_id) ?? 0) + change);
  }
  for (const [memberId, balance] of balances) tx.emit(memberId, "balance_changed", { balance });
  return paid.length;
}

/** Crushes on a deleted member. Those that were paid back before stay as they are. */
export async function refundUnansweredCrushes(
  tx: Tx,
  crushes: readonly { readonly senderId: string; readonly relationshipId: string }[],
): Promise<void> {
  await payBack(
    tx,
    "refund",
    crushes.map((crush) => ({ ...crush, recipientId: null })),
  );
}

/**
 * They stay valid, and can still be answered. Needs the locks of their relationships.
 * @returns how many were paid and are given back
 */
export const returnUnopenedCrushes = (tx: Tx, crushes: readonly SentCrush[]): Promise<number> =>
  payBack(tx, "returned", crushes);

/** At most the balance. @param db with the wallet's lock to rely on it */
export async function readUnspent(
  db: Db,
  { id: walletId, balance }: { id: string; balance: number },
): Promise<(checkoutId: string) => number> {
  const unspent = countUnspentCredits(await findBookedEntries(db, walletId));
  return (checkoutId) => Math.min(unspent.get(checkoutId) ?? 0, balance);
}

/** Nothing can be spent until the transaction ends. */
export async function lockUnspent(tx: Tx, walletId: string, checkoutId: string): Promise<number> {
  const { balance } = await lockWalletById(tx, walletId);
  return (await readUnspent(tx, { id: walletId, balance }))(checkoutId);
}

/** Needs the lock of `lockUnspent`. */
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
 * Claws back credits as far as the balance allows, or returns them.
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

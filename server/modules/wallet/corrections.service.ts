import type { Db, Tx } from "#server/db/client.ts";
import { newTimeId } from "#server/lib/ids.ts";
import { findEntry, findLatest, findRefund } from "#server/modules/wallet/corrections.repo.ts";
import { insertEntry, lockWalletById } from "#server/modules/wallet/wallet.repo.ts";

/** What became of a wish to give back what an entry took. */
export type GivenBack =
  | { readonly given: number; readonly balance: number; readonly memberId: string }
  /** It was given back before. */
  | { readonly since: Date }
  /** There is no such entry, its owner has gone, or it took nothing that could be given back. */
  | { readonly refused: "unknown" | "gone" | "not spent" };

/**
 * Gives back what a crush or a picture cost, once, whoever asks: the refund has the source of what it gives back, and
 * sources are unique.
 * @param entryId the entry that took it
 */
export async function giveBack(tx: Tx, entryId: string): Promise<GivenBack> {
  const spent = await findEntry(tx, entryId);
  if (!spent) return { refused: "unknown" };
  const { wallet_id, member_id: memberId, source, other_id, change } = spent;
  if (memberId === null) return { refused: "gone" };
  if (spent.kind !== "sent" || change >= 0) return { refused: "not spent" };
  await lockWalletById(tx, wallet_id);
  const before = await findRefund(tx, wallet_id, source);
  if (before) return { since: before.created_at };
  const entry = { id: newTimeId(), wallet_id, kind: "refund", change: -change, source, other_id } as const;
  const balance = await insertEntry(tx, entry);
  tx.emit(memberId, "balance_changed", { balance });
  return { given: -change, balance, memberId };
}

/** The latest entries of a wallet as they are booked, newest first. */
export const recentEntries = (db: Db, walletId: string, limit: number) => findLatest(db, walletId, limit);

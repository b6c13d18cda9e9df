import type { HistoryItem } from "#contract/wallet.ts";
import type { EntryRow } from "#server/modules/wallet/wallet.repo.ts";

/** A ledger entry as its owner reads it: the other one's name stands on the side they were on. */
export const presentEntry = (row: EntryRow): HistoryItem => ({
  _id: row.id,
  action: row.kind,
  recipientName: row.kind === "received" ? null : row.other_name,
  senderName: row.kind === "received" ? row.other_name : null,
  amount: Math.abs(row.change),
  change: row.change,
  createdAt: row.created_at.toISOString(),
});

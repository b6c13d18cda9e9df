import { PACKAGES } from "#contract/billing/prices.ts";
import type { HistoryItem } from "#contract/billing/wallet.ts";
import { DELETED_MEMBER } from "#contract/chat/conversations.ts";
import type { HistoryRow } from "#server/domains/billing/wallet/wallet.queries.ts";

const KINDS: Readonly<Record<string, string>> = {
  crush: "crush",
  image: "image",
  signup: "welcome",
  full_week: "full week",
};

/** The ledger's other kinds are refunds for their owner, whose item names them. */
const actionOf = (kind: HistoryRow["kind"]): HistoryItem["action"] =>
  kind === "withdrawal" || kind === "returned" ? "refund" : kind;

/** A source begins with its kind, as in `crush:<id>`. */
function itemOf({ kind, source, package_id }: HistoryRow): string | undefined {
  const item = PACKAGES.find(({ id }) => id === package_id)?.name ?? KINDS[source.split(":")[0] ?? ""];
  if (kind === "returned") return "unopened crush";
  return kind === "withdrawal" ? `${item ?? "Purchase"}, withdrawn` : item;
}

/** The other member is the sender of a received crush, else the recipient. */
export function presentHistoryItem(row: HistoryRow): HistoryItem {
  const item = itemOf(row);
  // The ledger forgets who it was when one of the two deletes their account.
  const hasOther = row.other_id !== null || /^(crush|image):/.test(row.source);
  const other = hasOther ? (row.other_name ?? DELETED_MEMBER) : null;
  return {
    _id: row.id,
    action: actionOf(row.kind),
    recipientName: row.kind === "received" ? null : other,
    senderName: row.kind === "received" ? other : null,
    amount: Math.abs(row.change),
    change: row.change,
    ...(item !== undefined && { item }),
    createdAt: row.created_at.toISOString(),
  };
}

import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";
import { hasPaymentHold } from "#server/modules/subscriptions/subscriptions.queries.ts";

export const findWallet = (db: Db, memberId: string) =>
  db
    .selectFrom("wallets")
    .select(["id", "balance"])
    .select(hasPaymentHold(memberId).as("is_held"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();

/** A page of a wallet's entries, newest first: entry ids are ordered by time. Names are joined, so they are current. */
export const findHistory = (db: Db, walletId: string, limit: number, before: string | undefined) =>
  db
    .selectFrom("ledger_entries")
    .leftJoin("profiles", "profiles.member_id", "ledger_entries.other_id")
    .leftJoin("checkouts", (join) =>
      join
        .onRef("checkouts.wallet_id", "=", "ledger_entries.wallet_id")
        .on(sql<boolean>`ledger_entries.source like 'checkout:' || checkouts.id || '%'`),
    )
    .select(["ledger_entries.id", "ledger_entries.kind", "ledger_entries.change", "ledger_entries.created_at"])
    .select([
      "ledger_entries.source",
      "ledger_entries.other_id",
      "profiles.username as other_name",
      "checkouts.package_id",
    ])
    .where("ledger_entries.wallet_id", "=", walletId)
    .$if(before !== undefined, (query) => query.where("ledger_entries.id", "<", before as string))
    .orderBy("ledger_entries.id", "desc")
    .limit(limit)
    .execute();

export type HistoryRow = Awaited<ReturnType<typeof findHistory>>[number];

/** The latest entries of a wallet without joined names, newest first. */
export const findRecentEntries = (db: Db, walletId: string, limit: number) =>
  db
    .selectFrom("ledger_entries")
    .select(["id", "kind", "change", "source", "created_at"])
    .where("wallet_id", "=", walletId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** An entry, with the owner of its wallet. */
export const findEntry = (db: Db, id: string) =>
  db
    .selectFrom("ledger_entries")
    .innerJoin("wallets", "wallets.id", "ledger_entries.wallet_id")
    .select(["wallet_id", "kind", "change", "source", "other_id", "wallets.member_id"])
    .where("ledger_entries.id", "=", id)
    .executeTakeFirst();

/** The entries of the crushes that some members have sent to another one. */
export const findCrushEntries = (db: Db, senderIds: readonly string[], recipientId: string) =>
  senderIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("ledger_entries")
        .innerJoin("wallets", "wallets.id", "ledger_entries.wallet_id")
        .select(["ledger_entries.id", "wallets.member_id as senderId"])
        .where("wallets.member_id", "in", [...senderIds])
        .where("ledger_entries.other_id", "=", recipientId)
        .where("ledger_entries.kind", "=", "sent")
        .where("ledger_entries.source", "like", "crush:%")
        .where("ledger_entries.change", "<", 0)
        .orderBy("ledger_entries.wallet_id")
        .$narrowType<{ senderId: string }>()
        .execute();

/** The refund of a source. */
export const findRefund = (db: Db, walletId: string, source: string) =>
  db
    .selectFrom("ledger_entries")
    .select("created_at")
    .where("wallet_id", "=", walletId)
    .where("kind", "=", "refund")
    .where("source", "=", source)
    .executeTakeFirst();

/** The credits that a wallet has spent on crushes and images. */
export async function countSpent(db: Db, walletId: string): Promise<number> {
  const { spent } = await db
    .selectFrom("ledger_entries")
    .select(sql<number>`coalesce(-sum(change), 0)::int`.as("spent"))
    .where("wallet_id", "=", walletId)
    .where("kind", "=", "sent")
    .executeTakeFirstOrThrow();
  return spent;
}

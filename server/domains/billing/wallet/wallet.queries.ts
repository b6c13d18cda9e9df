import { sql } from "kysely";
import { hasPaymentHold } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

/** SQL: the id of a member's wallet, by which an index has rows in their order. */
export const walletOfSql = (memberId: string) => sql<string>`(select id from wallets where member_id = ${memberId})`;

export const findWallet = (db: Db, memberId: string) =>
  db
    .selectFrom("wallets")
    .select(["id", "balance"])
    .select(hasPaymentHold(memberId).as("is_held"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();

/** SQL: the id of the checkout that an entry comes from; null for other sources. */
const checkoutIdSql = sql`
  substring(ledger_entries.source from '^checkout:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})')::uuid`;

/** A page of a wallet's entries, newest first: entry ids are ordered by time. Names are joined, so they are current. */
export const findHistory = (db: Db, walletId: string, limit: number, before: string | undefined) =>
  db
    .selectFrom("ledger_entries")
    .leftJoin("profiles", "profiles.member_id", "ledger_entries.other_id")
    .leftJoin("checkouts", (join) => join.on(sql<boolean>`checkouts.id = ${checkoutIdSql}`))
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

/** All entries of a wallet that change its balance, oldest first. */
export const findBookedEntries = (db: Db, walletId: string) =>
  db
    .selectFrom("ledger_entries")
    .select(["kind", "change", "source"])
    .where("wallet_id", "=", walletId)
    .where("change", "<>", 0)
    .orderBy("id")
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

/** How a source was paid back: refunded, or given back because nobody opened the crush. */
export const findRefund = (db: Db, walletId: string, source: string) =>
  db
    .selectFrom("ledger_entries")
    .select("created_at")
    .where("wallet_id", "=", walletId)
    .where("kind", "in", ["refund", "returned"])
    .where("source", "=", source)
    .executeTakeFirst();

/** A crush that its sender has paid for. */
export interface PaidCrush {
  readonly entryId: string;
  readonly senderId: string;
  readonly recipientId: string;
  readonly relationshipId: string;
}

/**
 * Crushes that their senders have paid for, oldest first. Entries have time-ordered ids, so this reads a range of the
 * primary key.
 * @param after the last entry of the previous page
 * @param before a `firstTimeId`
 */
export async function findPaidCrushes(
  db: Db,
  { after, before, limit }: { after: string; before: string; limit: number },
): Promise<readonly PaidCrush[]> {
  const { rows } = await sql<PaidCrush>`
    select entries.id as "entryId", wallets.member_id as "senderId", entries.other_id as "recipientId",
      substring(entries.source from 7) as "relationshipId"
    from ledger_entries entries join wallets on wallets.id = entries.wallet_id
    where entries.id > ${after} and entries.id < ${before} and entries.kind = 'sent' and entries.change < 0
      and entries.source like 'crush:%' and entries.other_id is not null and wallets.member_id is not null
    order by entries.id limit ${limit}`.execute(db);
  return rows;
}

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

import type { Db } from "#server/db/client.ts";

/** An entry with whose wallet it is in. */
export const findEntry = (db: Db, id: string) =>
  db
    .selectFrom("ledger_entries")
    .innerJoin("wallets", "wallets.id", "ledger_entries.wallet_id")
    .select(["wallet_id", "kind", "change", "source", "other_id", "wallets.member_id"])
    .where("ledger_entries.id", "=", id)
    .executeTakeFirst();

/** When something was given back, if it was. */
export const findRefund = (db: Db, walletId: string, source: string) =>
  db
    .selectFrom("ledger_entries")
    .select("created_at")
    .where("wallet_id", "=", walletId)
    .where("kind", "=", "refund")
    .where("source", "=", source)
    .executeTakeFirst();

/** The latest entries of a wallet as they are booked, newest first. */
export const findLatest = (db: Db, walletId: string, limit: number) =>
  db
    .selectFrom("ledger_entries")
    .select(["id", "kind", "change", "source", "created_at"])
    .where("wallet_id", "=", walletId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

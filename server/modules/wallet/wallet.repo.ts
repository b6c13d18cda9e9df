import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { NewLedgerEntry } from "#server/db/tables.ts";

export async function insertWallet(tx: Tx, id: string, memberId: string): Promise<void> {
  await tx.insertInto("wallets").values({ id, member_id: memberId }).execute();
}

/** The member's wallet, held until the end of the transaction. */
export const lockWallet = (tx: Tx, memberId: string) =>
  tx
    .selectFrom("wallets")
    .select(["id", "balance"])
    .where("member_id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export const lockWalletById = (tx: Tx, id: string) =>
  tx.selectFrom("wallets").select(["id", "balance"]).where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();

export const findWallet = (db: Db, memberId: string) =>
  db.selectFrom("wallets").select(["id", "balance"]).where("member_id", "=", memberId).executeTakeFirstOrThrow();

/** Adds an entry; the database moves the balance. Answers it as it is after. */
export async function insertEntry(tx: Tx, entry: NewLedgerEntry): Promise<number> {
  await tx.insertInto("ledger_entries").values(entry).execute();
  const { balance } = await tx
    .selectFrom("wallets")
    .select("balance")
    .where("id", "=", entry.wallet_id)
    .executeTakeFirstOrThrow();
  return balance;
}

/** A wallet's entries, newest first; names are joined, never stored. Entry ids are in the order of time. */
export const findEntries = (db: Db, walletId: string, limit: number, before: string | undefined) =>
  db
    .selectFrom("ledger_entries")
    .leftJoin("profiles", "profiles.member_id", "ledger_entries.other_id")
    .select(["ledger_entries.id", "ledger_entries.kind", "ledger_entries.change", "ledger_entries.created_at"])
    .select(["ledger_entries.other_id", "profiles.username as other_name"])
    .where("wallet_id", "=", walletId)
    .$if(before !== undefined, (query) => query.where("ledger_entries.id", "<", before as string))
    .orderBy("ledger_entries.id", "desc")
    .limit(limit)
    .execute();

export type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

/** The membership that a member may use now, the one that lasts longest. A period that is over ends it, whatever was heard last. */
export const findActiveMembership = (db: Db, memberId: string) =>
  db
    .selectFrom("memberships")
    .select(["provider_id", "period_end", "ends", "status"])
    .where("member_id", "=", memberId)
    .where("is_active", "=", true)
    .where((e) => e.or([e("ends", "=", false), e("period_end", ">", sql<Date>`now()`)]))
    .orderBy("period_end", "desc")
    .limit(1)
    .executeTakeFirst();

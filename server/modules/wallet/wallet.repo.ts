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

/** The wallet of whoever sends, held until the end of the transaction, whether sending is free, and the other one's wallet. */
export async function lockBoth(tx: Tx, senderId: string, recipientId: string) {
  const { rows } = await sql<{ id: string; balance: number; other_id: string; is_unlimited: boolean }>`
    select sender.id, sender.balance, other.id as other_id,
      exists (select 1 from memberships where member_id = ${senderId} and ${isUsable}) as is_unlimited
    from wallets sender, wallets other
    where sender.member_id = ${senderId} and other.member_id = ${recipientId}
    for no key update of sender`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A member has no wallet");
  return row;
}

export const findWallet = (db: Db, memberId: string) =>
  db.selectFrom("wallets").select(["id", "balance"]).where("member_id", "=", memberId).executeTakeFirstOrThrow();

/**
 * Whether a membership may be used now. One that ends does so with its period, whatever was heard last. A renewal that is
 * not paid leaves it three weeks, and so does a provider of whom nothing is heard.
 */
const isUsable = sql<boolean>`
  (is_active and period_end > now() - case when ends then interval '0' else interval '21 days' end
    and (unpaid_since is null or unpaid_since > now() - interval '21 days'))`;

/** Adds entries; the database moves the balances. */
export async function insertEntries(tx: Tx, entries: readonly NewLedgerEntry[]): Promise<void> {
  await tx
    .insertInto("ledger_entries")
    .values([...entries])
    .execute();
}

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
    .leftJoin("checkouts", (join) =>
      join
        .onRef("checkouts.wallet_id", "=", "ledger_entries.wallet_id")
        .on(sql<boolean>`ledger_entries.source like 'checkout:' || checkouts.id || '%'`),
    )
    .select(["ledger_entries.id", "ledger_entries.kind", "ledger_entries.change", "ledger_entries.created_at"])
    .select(["ledger_entries.source", "profiles.username as other_name", "checkouts.pack_id"])
    .where("ledger_entries.wallet_id", "=", walletId)
    .$if(before !== undefined, (query) => query.where("ledger_entries.id", "<", before as string))
    .orderBy("ledger_entries.id", "desc")
    .limit(limit)
    .execute();

export type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

/** The memberships that a member may use now: one that goes on before one that ends, the longest first. */
export const findActiveMemberships = (db: Db, memberId: string) =>
  db
    .selectFrom("memberships")
    .select(["provider_id", "period_end", "ends"])
    .where("member_id", "=", memberId)
    .where(isUsable)
    .orderBy("ends")
    .orderBy("period_end", "desc")
    .execute();

import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { NewLedgerEntry } from "#server/db/schema/tables.ts";
import { isHeld, isUsable } from "#server/db/usable-membership.ts";
import { ledgerEntries } from "#server/observability/metrics.ts";

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
  db
    .selectFrom("wallets")
    .select(["id", "balance"])
    .select(isHeld(memberId).as("is_held"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();

/**
 * The wallets that paid for crushes, by the source under which they are booked; those of all senders are held until the end of
 * the transaction, locked in the order of their ids. Crushes that were free, or were given back before, are left out.
 */
export async function lockPaidCrushes(
  tx: Tx,
  crushes: readonly { readonly senderId: string; readonly source: string }[],
) {
  const senders = crushes.map(({ senderId }) => senderId);
  // A statement by itself: what was booked while the locks were waited for, only the next one sees.
  await sql`select from wallets where member_id = any(${senders}::uuid[]) order by id for no key update`.execute(tx);
  const { rows } = await sql<{ id: string; member_id: string; balance: number; source: string; paid: number }>`
    select wallets.id, wallets.member_id, wallets.balance, crushes.source, -entries.change as paid
    from unnest(${senders}::uuid[], ${crushes.map(({ source }) => source)}::text[]) as crushes (sender_id, source)
    join wallets on wallets.member_id = crushes.sender_id
    join ledger_entries entries
      on entries.wallet_id = wallets.id and entries.kind = 'sent' and entries.source = crushes.source
    where entries.change < 0 and not exists (
      select 1 from ledger_entries back
      where back.wallet_id = wallets.id and back.kind = 'refund' and back.source = crushes.source)
    order by wallets.id`.execute(tx);
  return rows;
}

const countLater = (tx: Tx, entries: readonly NewLedgerEntry[]) =>
  tx.afterCommit(() => {
    for (const { kind } of entries) ledgerEntries.inc({ kind });
  });

/** Adds entries, as many as there are: a list is one parameter, and a statement bears 65,535. The database moves the balances. */
export async function insertEntries(tx: Tx, entries: readonly NewLedgerEntry[]): Promise<void> {
  const each = <C extends keyof NewLedgerEntry>(column: C) => sql.val(entries.map((entry) => entry[column]));
  await sql`
    insert into ledger_entries (id, wallet_id, kind, change, source, other_id)
    select * from unnest(${each("id")}::uuid[], ${each("wallet_id")}::uuid[], ${each("kind")}::text[],
      ${each("change")}::integer[], ${each("source")}::text[], ${each("other_id")}::uuid[])`.execute(tx);
  countLater(tx, entries);
}

/** Adds an entry; the database moves the balance. Answers it as it is after. */
export async function insertEntry(tx: Tx, entry: NewLedgerEntry): Promise<number> {
  await tx.insertInto("ledger_entries").values(entry).execute();
  countLater(tx, [entry]);
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
    .select([
      "ledger_entries.source",
      "ledger_entries.other_id",
      "profiles.username as other_name",
      "checkouts.pack_id",
    ])
    .where("ledger_entries.wallet_id", "=", walletId)
    .$if(before !== undefined, (query) => query.where("ledger_entries.id", "<", before as string))
    .orderBy("ledger_entries.id", "desc")
    .limit(limit)
    .execute();

export type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

/** Credits that crushes and pictures have cost. */
export async function countSpent(db: Db, walletId: string): Promise<number> {
  const { spent } = await db
    .selectFrom("ledger_entries")
    .select(sql<number>`coalesce(-sum(change), 0)::int`.as("spent"))
    .where("wallet_id", "=", walletId)
    .where("kind", "=", "sent")
    .executeTakeFirstOrThrow();
  return spent;
}

/** Notes that an address has its free crushes now. @returns false where it has had them within so many months */
export async function insertWelcomeClaim(tx: Tx, hash: Buffer, months: number): Promise<boolean> {
  const { rows } = await sql`
    insert into welcome_claims as known (hash) values (${hash})
    on conflict (hash) do update set claimed_at = now()
      where known.claimed_at <= now() - make_interval(months => ${months})
    returning hash`.execute(tx);
  return rows.length > 0;
}

export async function deleteOldWelcomeClaims(tx: Tx, months: number): Promise<void> {
  await sql`delete from welcome_claims where claimed_at <= now() - make_interval(months => ${months})`.execute(tx);
}

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

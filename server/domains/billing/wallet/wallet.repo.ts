import { sql } from "kysely";
import { isUnlimitedSql } from "#server/domains/billing/wallet/wallet.statements.ts";
import { SWEPT_AT_ONCE } from "#server/domains/members/member-data/member-data.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { NewLedgerEntry } from "#server/platform/db/schema/wallet.ts";
import { ledgerEntries } from "#server/platform/observability/metrics.ts";

export async function insertWallet(tx: Tx, id: string, memberId: string): Promise<void> {
  await tx.insertInto("wallets").values({ id, member_id: memberId }).execute();
}

export const lockWallet = (tx: Tx, memberId: string) =>
  tx
    .selectFrom("wallets")
    .select(["id", "balance"])
    .where("member_id", "=", memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export const lockWalletById = (tx: Tx, id: string) =>
  tx.selectFrom("wallets").select(["id", "balance"]).where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Locks the sender's wallet, and reads whether sending is free for them, and the recipient's wallet. */
export async function lockSenderWallet(tx: Tx, senderId: string, recipientId: string) {
  const { rows } = await sql<{ id: string; balance: number; recipient_wallet_id: string; is_unlimited: boolean }>`
    select sender.id, sender.balance, recipient.id as recipient_wallet_id,
      ${isUnlimitedSql(sql`${senderId}`)} as is_unlimited
    from wallets sender, wallets recipient
    where sender.member_id = ${senderId} and recipient.member_id = ${recipientId}
    for no key update of sender`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A member has no wallet");
  return row;
}

/**
 * Locks the wallets of all senders, in the order of their ids, and reads the price of each of these crushes. Left out are
 * free crushes and those that were refunded or given back.
 */
export async function lockPaidCrushes(
  tx: Tx,
  crushes: readonly { readonly senderId: string; readonly source: string }[],
) {
  const senders = crushes.map(({ senderId }) => senderId);
  // A separate statement, so that it sees entries that were booked while this transaction waited for the locks.
  await sql`select from wallets where member_id = any(${senders}::uuid[]) order by id for no key update`.execute(tx);
  const { rows } = await sql<{ id: string; member_id: string; balance: number; source: string; paid: number }>`
    select wallets.id, wallets.member_id, wallets.balance, crushes.source, -entries.change as paid
    from unnest(${senders}::uuid[], ${crushes.map(({ source }) => source)}::text[]) as crushes (sender_id, source)
    join wallets on wallets.member_id = crushes.sender_id
    join ledger_entries entries
      on entries.wallet_id = wallets.id and entries.kind = 'sent' and entries.source = crushes.source
    where entries.change < 0 and not exists (
      select 1 from ledger_entries refunds
      where refunds.wallet_id = wallets.id and refunds.kind in ('refund', 'returned') and refunds.source = crushes.source)
    order by wallets.id`.execute(tx);
  return rows;
}

/** Counts new entries in the metrics. */
export const countAfterCommit = (tx: Tx, entries: readonly Pick<NewLedgerEntry, "kind">[]): void =>
  tx.afterCommit(() => {
    for (const { kind } of entries) ledgerEntries.inc({ kind });
  });

/**
 * Adds any number of entries; a database trigger moves the balances. Columns are arrays, because a statement may have
 * at most 65,535 parameters.
 */
export async function insertEntries(tx: Tx, entries: readonly NewLedgerEntry[]): Promise<void> {
  const each = <C extends keyof NewLedgerEntry>(column: C) => sql.val(entries.map((entry) => entry[column]));
  await sql`
    insert into ledger_entries (id, wallet_id, kind, change, source, other_id)
    select * from unnest(${each("id")}::uuid[], ${each("wallet_id")}::uuid[], ${each("kind")}::text[],
      ${each("change")}::integer[], ${each("source")}::text[], ${each("other_id")}::uuid[])`.execute(tx);
  countAfterCommit(tx, entries);
}

/** Adds an entry; a database trigger moves the balance. @returns the new balance */
export async function insertEntry(tx: Tx, entry: NewLedgerEntry): Promise<number> {
  await tx.insertInto("ledger_entries").values(entry).execute();
  countAfterCommit(tx, [entry]);
  const { balance } = await tx
    .selectFrom("wallets")
    .select("balance")
    .where("id", "=", entry.wallet_id)
    .executeTakeFirstOrThrow();
  return balance;
}

/**
 * Forgets with whom a deleted member had crushes and images: in a page of their entries, and in those of the others that
 * belong to them. The member is marked as deleted.
 * @param after the entry that the page before ended with @returns the entry that this one ends with
 */
export async function forgetCounterparts(
  tx: Tx,
  memberId: string,
  after: string | undefined,
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    select forget_counterparts_after(${memberId}, ${after ?? null}::uuid, ${SWEPT_AT_ONCE}::integer) as last`.execute(
    tx,
  );
  return rows[0]?.last ?? undefined;
}

/** Records that a mailbox got the welcome credits. @returns false if it got them within `months` */
export async function insertWelcomeClaim(tx: Tx, hash: Buffer, months: number): Promise<boolean> {
  const { rows } = await sql`
    insert into welcome_claims as known (hash) values (${hash})
    on conflict (hash) do update set claimed_at = now()
      where known.claimed_at <= now() - make_interval(months => ${months})
    returning hash`.execute(tx);
  return rows.length > 0;
}

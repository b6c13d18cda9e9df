import { sql } from "kysely";
import { FORMER_MONTHS, LEFT_DAYS } from "#server/domains/accounts/identities/identities.policy.ts";
import { lockName } from "#server/platform/db/advisory-locks.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { FormerReason, IdentityKind } from "#server/platform/db/schema/identities.ts";

export interface Identity {
  readonly member_id: string;
  readonly kind: IdentityKind;
  readonly hash: Buffer;
}

/** Serializes the inserts of one identity, so that the second of two concurrent members finds the first. */
export async function lockIdentity(tx: Tx, { kind, hash }: Pick<Identity, "kind" | "hash">): Promise<void> {
  await lockName(tx, `identity ${kind} ${hash.toString("hex")}`);
}

/** @returns whether it is new for this member */
export async function insertIdentity(tx: Tx, identity: Identity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("identities")
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Forgets the addresses that a member gave before one was confirmed. */
export async function deleteGivenAddresses(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("identities").where("member_id", "=", memberId).where("kind", "=", "given_email").execute();
}

export const hasIdentity = async (db: Db, memberId: string): Promise<boolean> =>
  (await db.selectFrom("identities").select("kind").where("member_id", "=", memberId).limit(1).executeTakeFirst()) !==
  undefined;

interface Former {
  readonly member_id: string;
  readonly reason: FormerReason;
  readonly is_banned: boolean;
  readonly banned_until: Date | null;
}

/** Stores a former account, with the retention of its identities. */
export async function insertFormer(
  tx: Tx,
  former: Former,
  kept: { months?: number; days?: number; until?: Date | null },
) {
  const { months = 0, days = 0, until = null } = kept;
  const end = sql<Date>`least(now() + make_interval(months => ${months}, days => ${days}), ${until}::timestamptz)`;
  await tx
    .insertInto("former_accounts")
    .values({ ...former, kept_until: end })
    .execute();
}

/**
 * Extends the retention of a deleted account that was reported. No effect if its identities are not kept. For other
 * members the reports are counted at the deletion.
 */
export async function setReported(tx: Tx, memberId: string): Promise<void> {
  await sql`
    update former_accounts set
      reason = case when reason = 'suspended' then reason else 'reported' end,
      kept_until = greatest(kept_until, now() + make_interval(months => ${FORMER_MONTHS}))
    where member_id = ${memberId}`.execute(tx);
}

/** Bans a deleted account. @returns whether its identities are kept */
export async function setBanned(tx: Tx, memberId: string, until: Date | null): Promise<boolean> {
  const { rows } = await sql`
    update former_accounts set
      is_banned = true, banned_until = ${until}, reason = 'suspended',
      kept_until = greatest(kept_until, now() + make_interval(months => ${FORMER_MONTHS}))
    where member_id = ${memberId}
    returning member_id`.execute(tx);
  return rows.length > 0;
}

/** Keeps a deleted account's identities because a payment is disputed. */
export async function upsertDisputed(tx: Tx, memberId: string): Promise<void> {
  await sql`
    insert into former_accounts as known (member_id, reason, kept_until)
    values (${memberId}, 'disputed', now() + make_interval(months => ${FORMER_MONTHS}))
    on conflict (member_id) do update set
      reason = case when known.reason in ('suspended', 'reported') then known.reason else 'disputed' end,
      kept_until = greatest(known.kept_until, excluded.kept_until)`.execute(tx);
}

/**
 * Removes a reason to keep a deleted account's identities. They stay for another reason, a disputed payment, a report
 * or blocks; otherwise they expire after `LEFT_DAYS`.
 * @returns whether the reason was set
 */
export async function setForgiven(tx: Tx, memberId: string, reason: FormerReason): Promise<boolean> {
  const { rows } = await sql`
    update former_accounts set
      is_banned = false, banned_until = null, reason = other.reason,
      kept_until = case when other.reason <> 'left' then kept_until
        else least(kept_until, now() + make_interval(days => ${LEFT_DAYS})) end
    from (
      select case
        when exists (select 1 from reports where reported_id = ${memberId} and resolution is distinct from 'none') then 'reported'
        when exists (select 1 from payment_holds where member_id = ${memberId}) then 'disputed'
        when exists (select 1 from retained_blocks where ${memberId} in (blocker_id, blocked_id)) then 'blocked'
        else 'left' end as reason
    ) as other
    where member_id = ${memberId} and former_accounts.reason = ${reason}
    returning member_id`.execute(tx);
  return rows.length > 0;
}

/** Deletes former accounts and identities that have expired. */
export async function deleteOldFormer(tx: Tx): Promise<void> {
  await sql`
    with old as (delete from former_accounts where kept_until <= now() returning member_id)
    delete from identities using old where identities.member_id = old.member_id`.execute(tx);
}

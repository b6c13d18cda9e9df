import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import { mayMailAgain } from "#server/modules/notifications/sweep.repo.ts";

const pairOf = (one: string, other: string) => sql`
  low_id = least(${one}::uuid, ${other}::uuid) and high_id = greatest(${one}::uuid, ${other}::uuid)`;

/** A conversation's unread messages were not pushed after all: the sweep may tell of them. */
export async function unclaimPush(tx: Tx, memberId: string, otherId: string): Promise<void> {
  await sql`
    update conversation_notices set pushed_seq = 0 from pairs
    where pairs.id = pair_id and ${pairOf(memberId, otherId)} and member_id = ${memberId}`.execute(tx);
}

/** Takes upon itself to tell by e-mail of one conversation, once until it is read. @returns when; undefined where it may not */
export async function claimUnreadMail(tx: Tx, memberId: string, otherId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ claimed_at: Date }>`
    insert into conversation_notices as known (pair_id, member_id, mailed_seq)
    select id, ${memberId}::uuid, last_seq from pairs where ${pairOf(memberId, otherId)}
    on conflict (pair_id, member_id) do update set mailed_seq = excluded.mailed_seq
    where ${mayMailAgain}
    returning clock_timestamp() as claimed_at`.execute(tx);
  return rows[0]?.claimed_at;
}

/** Takes upon itself to tell by e-mail of a low balance, if that way is open and no mail did since a time. */
export async function claimLowBalanceMail(tx: Tx, memberId: string, now: Date, mailedBefore: Date): Promise<boolean> {
  const { rows } = await sql`
    update notification_preferences preferences set low_balance_mailed_at = ${now}
    from members, accounts
    where preferences.member_id = ${memberId} and coalesce(low_balance_mailed_at <= ${mailedBefore}, true)
      and email_enabled and low_crush_balance
      and members.id = preferences.member_id and members.standing = 'active' and not members.is_demo
      and accounts.member_id = preferences.member_id and email_verified_at is not null
    returning preferences.member_id`.execute(tx);
  return rows.length > 0;
}

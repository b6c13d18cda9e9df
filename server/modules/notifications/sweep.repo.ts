import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import { isUsable } from "#server/db/usable-membership.ts";
import { firstTimeId } from "#server/lib/ids.ts";
import type { Side } from "#server/modules/notifications/reach.repo.ts";

/** The times between which a sweep looks: from, and up to. */
export interface Window {
  readonly from: Date;
  readonly upTo: Date;
}

/** Takes a sweep's mark, held until the end of the transaction: what it has looked at ends there. */
export async function lockMark(tx: Tx, name: string, first: Date): Promise<Date> {
  await tx
    .insertInto("sweeps")
    .values({ name, upto: first })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const query = tx.selectFrom("sweeps").select("upto").where("name", "=", name).forUpdate();
  return (await query.executeTakeFirstOrThrow()).upto;
}

export async function moveMark(tx: Tx, name: string, upto: Date): Promise<void> {
  await tx.updateTable("sweeps").set({ upto }).where("name", "=", name).execute();
}

/** Part of a statement: a message that was neither read nor taken back. */
const isUnread = sql`messages.read_at is null and messages.deleted_at is null`;

/**
 * Part of a statement: sides of conversations that stand, with unread messages of the window, when the last of those came,
 * and who wrote them. A message's id says when it was made, so the rest of the table is not looked at; nor is the index of
 * all that is unread, which does not know `coalesce`. Left out is whoever was told by push, or has looked at the app since.
 */
const unreadIn = ({ from, upTo }: Window): RawBuilder<unknown> => sql`
    unread as (
      select pair_id, sender_id as other_id, max(seq) as seq, max(created_at) as last_at
      from messages
      where id >= ${firstTimeId(from)} and created_at <= ${upTo} and coalesce(read_at, deleted_at) is null
      group by pair_id, sender_id
    ), sides as (
      select unread.*, case when unread.other_id = pairs.low_id then pairs.high_id else pairs.low_id end as member_id
      from unread
      join pairs on pairs.id = unread.pair_id and pairs.matched_at is not null and pairs.ended_at is null
        and pairs.low_blocked_at is null and pairs.high_blocked_at is null
      join members other on other.id = unread.other_id and other.standing = 'active'
    ), waiting as (
      select sides.* from sides
      join members me on me.id = sides.member_id and me.standing = 'active'
      join notification_preferences preferences on preferences.member_id = me.id and preferences.new_message
      where sides.seq > coalesce((
          select pushed_seq from conversation_notices known
          where known.pair_id = sides.pair_id and known.member_id = sides.member_id
        ), 0)
        and not exists (select 1 from looks where looks.member_id = me.id and looks.until >= sides.last_at)
    )`;

/** Part of a statement: whether a member (`waiting`) has a browser that takes pushes. */
const hasBrowser = sql`exists (select 1 from push_subscriptions where push_subscriptions.member_id = waiting.member_id)`;

/** Sides that a push should have told of, and did not. */
export async function findUnpushed(db: Db, window: Window): Promise<Side[]> {
  const { rows } = await sql<{ pair_id: string; member_id: string }>`
    with ${unreadIn(window)}
    select pair_id, member_id from waiting where ${hasBrowser}`.execute(db);
  return rows.map(({ pair_id: pairId, member_id: memberId }) => ({ pairId, memberId }));
}

/** A member, and those of whom a mail shall tell them. */
export interface Mailed {
  readonly memberId: string;
  readonly otherIds: readonly string[];
}

const asMailed = ({ member_id, other_ids }: { member_id: string; other_ids: string[] }): Mailed => ({
  memberId: member_id,
  otherIds: other_ids,
});

/**
 * Part of a statement: what a mail told of a conversation (`known`) was read since, or there was none. Taking it back makes no
 * room for another mail that day, unless one has looked meanwhile: nobody is to be mailed at by writing and deleting.
 */
export const mayMailAgain = sql`not exists (
        select 1 from messages
        where messages.pair_id = known.pair_id and messages.sender_id <> known.member_id and ${isUnread}
          and messages.seq <= known.mailed_seq
      ) and not exists (
        select 1 from messages
        where messages.pair_id = known.pair_id and messages.seq = known.mailed_seq
          and messages.sender_id <> known.member_id and messages.read_at is null
          and messages.deleted_at > now() - interval '1 day' and not exists (
            select 1 from looks where looks.member_id = known.member_id and looks.until >= messages.deleted_at)
      )`;

/**
 * Takes upon itself to tell by e-mail of unread messages: a conversation once until it is read. Left out is whoever looked
 * at the app since, was told by push or has a browser to be told by (`findUnpushed`), or wants no such mail.
 * @returns each with the moment, by the database's clock as messages have it
 */
export async function claimUnread(tx: Tx, window: Window): Promise<(Mailed & { readonly before: string })[]> {
  const { rows } = await sql<{ member_id: string; other_ids: string[]; claimed_at: Date }>`
    with ${unreadIn(window)}, claimed as (
      insert into conversation_notices as known (pair_id, member_id, mailed_seq)
      select waiting.pair_id, waiting.member_id, newest.seq
      from waiting
      join accounts on accounts.member_id = waiting.member_id and accounts.email_verified_at is not null
      join members me on me.id = waiting.member_id and not me.is_demo
      join notification_preferences preferences on preferences.member_id = me.id and preferences.email_enabled
      cross join lateral (
        select max(messages.seq) as seq from messages
        where messages.pair_id = waiting.pair_id and messages.sender_id = waiting.other_id and ${isUnread}
      ) as newest
      where not ${hasBrowser}
      order by waiting.pair_id, waiting.member_id
      on conflict (pair_id, member_id) do update set mailed_seq = excluded.mailed_seq
      where ${mayMailAgain}
      returning pair_id, member_id, mailed_seq
    )
    select claimed.member_id, array_agg(newest.sender_id order by newest.created_at desc) as other_ids,
      clock_timestamp() as claimed_at
    from claimed
    -- By its key, which after a standstill is quicker than the rows that are at hand.
    join messages newest on newest.pair_id = claimed.pair_id and newest.seq = claimed.mailed_seq
    group by claimed.member_id`.execute(tx);
  return rows.map((row) => ({ ...asMailed(row), before: row.claimed_at.toISOString() }));
}

/** What waits to be told by e-mail, each kind's that is ripe; it waits no more. */
interface Ripe {
  readonly kind: "crush" | "match";
  readonly member_id: string;
  readonly other_ids: string[];
}

/**
 * Takes crushes and matches that wait since before a time. Told are those that nobody has seen since, and that may still be
 * told; a crush that was answered has become a match.
 */
export async function takeNotices(tx: Tx, before: Date): Promise<(Mailed & Pick<Ripe, "kind">)[]> {
  const { rows } = await sql<Ripe>`
    with taken as (
      delete from notices where kind in ('crush', 'match') and created_at <= ${before} returning *
    )
    select taken.kind, taken.member_id, array_agg(taken.other_id order by taken.created_at desc) as other_ids
    from taken
    join members me on me.id = taken.member_id and me.standing = 'active' and not me.is_demo
    join members other on other.id = taken.other_id and other.standing = 'active'
    join accounts on accounts.member_id = me.id and accounts.email_verified_at is not null
    join notification_preferences preferences on preferences.member_id = me.id and preferences.email_enabled
      and case taken.kind when 'crush' then preferences.crush_received else preferences.new_match end
    join pairs on pairs.low_id = least(me.id, other.id) and pairs.high_id = greatest(me.id, other.id)
      and pairs.ended_at is null and pairs.low_blocked_at is null and pairs.high_blocked_at is null
      and (taken.kind = 'match' or pairs.matched_at is null)
    where not exists (select 1 from looks where looks.member_id = me.id and looks.until >= taken.created_at)
    group by taken.kind, taken.member_id`.execute(tx);
  return rows.map((row) => ({ ...asMailed(row), kind: row.kind }));
}

/** One whose balance became low, and is so still. */
export interface LowBalance {
  readonly notice_id: string;
  readonly member_id: string;
  readonly created_at: Date;
  readonly has_push: boolean;
  readonly may_mail: boolean;
}

/**
 * Members whose balance became low and who do not know yet, held; those whom another holds are left to it. Rows of those who
 * do know, or to whom it is nothing, are deleted.
 */
export async function findLow(tx: Tx, low: number, mailedBefore: Date): Promise<LowBalance[]> {
  const still = sql`
    from notices
    join members me on me.id = notices.member_id and me.standing = 'active'
    join wallets on wallets.member_id = me.id and wallets.balance < ${low}
    join notification_preferences preferences on preferences.member_id = me.id and preferences.low_crush_balance
    where notices.kind = 'low_balance'
      and not exists (select 1 from looks where looks.member_id = me.id and looks.until >= notices.created_at)
      and not exists (
        select 1 from memberships where memberships.member_id = me.id and ${isUsable})`;
  await sql`
    delete from notices where kind = 'low_balance' and id not in (select notices.id ${still})`.execute(tx);
  const { rows } = await sql<LowBalance>`
    select notices.id as notice_id, me.id as member_id, notices.created_at,
      exists (select 1 from push_subscriptions where member_id = me.id) as has_push,
      preferences.email_enabled and not me.is_demo
        and coalesce(preferences.low_balance_mailed_at <= ${mailedBefore}, true)
        and exists (select 1 from accounts where member_id = me.id and email_verified_at is not null) as may_mail
    ${still}
    for update of notices skip locked`.execute(tx);
  return rows;
}

export async function deleteNoticesById(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("notices")
    .where("id", "in", [...ids])
    .execute();
}

export async function noteLowBalanceMailed(tx: Tx, memberIds: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable("notification_preferences")
    .set({ low_balance_mailed_at: at })
    .where("member_id", "in", [...memberIds])
    .execute();
}

/** Forgets how far members were told of conversations who have gone in the last hours. */
export async function deleteNoticesOfGone(tx: Tx): Promise<void> {
  await sql`
    delete from conversation_notices using members
    where members.id = member_id and members.gone_at > now() - interval '1 day'`.execute(tx);
}

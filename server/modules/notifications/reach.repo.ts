import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { Tables } from "#server/db/schema/tables.ts";

/** A cause, as far as it is somebody's: who is told, and of whom, if of anybody. */
export interface Concerned {
  readonly memberId: string;
  readonly otherId: string | null;
}

type Preferences = Selectable<Tables["notification_preferences"]>;

/** One who may be told, as they are now. */
export type ReachRow = Preferences & {
  readonly email: string;
  readonly username: string;
  readonly is_looking: boolean;
  /** When they last looked at the app, that may be still to come; null where that is long ago. */
  readonly looked_until: Date | null;
  readonly has_email: boolean;
  readonly has_push: boolean;
  readonly other_username: string | null;
};

/**
 * Whom a cause may be told to, and how they can be reached. Undefined where nothing may pass between the two: one has hidden
 * themselves, is suspended or has gone, or one has blocked the other.
 */
export async function findReach(db: Db, { memberId, otherId }: Concerned): Promise<ReachRow | undefined> {
  const { rows } = await sql<ReachRow>`
    select preferences.*, accounts.email, mine.username, theirs.username as other_username,
      accounts.email_verified_at is not null and not me.is_demo as has_email,
      coalesce(seen.until > clock_timestamp(), false) as is_looking, seen.until as looked_until,
      exists (select 1 from push_subscriptions where member_id = me.id) as has_push
    from members me
    join accounts on accounts.member_id = me.id
    join profiles mine on mine.member_id = me.id
    join notification_preferences preferences on preferences.member_id = me.id
    left join members other on other.id = ${otherId}
    left join profiles theirs on theirs.member_id = other.id
    cross join lateral (select max(until) as until from looks where member_id = me.id) as seen
    where me.id = ${memberId} and me.standing = 'active'
      and (${otherId}::uuid is null or other.standing = 'active' and not exists (
        select 1 from pairs
        where low_id = least(me.id, other.id) and high_id = greatest(me.id, other.id)
          and (low_blocked_at is not null or high_blocked_at is not null)
      ))`.execute(db);
  return rows[0];
}

interface NewNotice extends Concerned {
  readonly id: string;
  readonly kind: "crush" | "match" | "low_balance";
}

/** Has a cause wait for a mail. One that waits already goes on waiting. */
export async function insertNotice(tx: Tx, { id, kind, memberId, otherId }: NewNotice): Promise<void> {
  await tx
    .insertInto("notices")
    .values({ id, kind, member_id: memberId, other_id: otherId })
    .onConflict((conflict) => conflict.columns(["member_id", "kind", "other_id"]).doNothing())
    .execute();
}

/** What waits for a member, or about one, waits no more. */
export async function deleteNotices(tx: Tx, memberId: string): Promise<void> {
  await tx
    .deleteFrom("notices")
    .where((where) => where.or([where("member_id", "=", memberId), where("other_id", "=", memberId)]))
    .execute();
}

/** Forgets how far a member was told of conversations. */
export async function deleteConversationNotices(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("conversation_notices").where("member_id", "=", memberId).execute();
}

/** One side of a conversation. */
export interface Side {
  readonly pairId: string;
  readonly memberId: string;
}

/** Who is to be told by push, and who wrote to them. */
interface PushedSide {
  readonly memberId: string;
  readonly senderId: string;
  /** The number of the last unread message. */
  readonly seq: number;
}

/**
 * Takes upon itself to push that there are unread messages: of these conversations those whose reader wants it, has a
 * browser that takes pushes and does not look at the app. Each state of a conversation is taken once, whoever asks.
 */
export async function claimPushes(tx: Tx, sides: readonly Side[]): Promise<PushedSide[]> {
  const { rows } = await sql<PushedSide>`
    with asked as (
      select distinct pair_id, member_id
      from unnest(${sides.map(({ pairId }) => pairId)}::uuid[], ${sides.map(({ memberId }) => memberId)}::uuid[])
        as sides (pair_id, member_id)
    ), ripe as (
      select pairs.id as pair_id, me.id as member_id, other.id as sender_id, unread.seq
      from asked
      join pairs on pairs.id = asked.pair_id and pairs.matched_at is not null and pairs.ended_at is null
        and pairs.low_blocked_at is null and pairs.high_blocked_at is null
      join members me on me.id = asked.member_id and me.standing = 'active'
      join members other on other.standing = 'active'
        and other.id = case when pairs.low_id = me.id then pairs.high_id else pairs.low_id end
      join notification_preferences preferences on preferences.member_id = me.id and preferences.new_message
      cross join lateral (
        select max(seq) as seq from messages
        where pair_id = pairs.id and sender_id = other.id and read_at is null and deleted_at is null
      ) as unread
      where unread.seq is not null
        and exists (select 1 from push_subscriptions where member_id = me.id)
        and not exists (select 1 from looks where member_id = me.id and until > clock_timestamp())
    ), claimed as (
      insert into conversation_notices as known (pair_id, member_id, pushed_seq)
      select pair_id, member_id, seq from ripe order by pair_id, member_id
      on conflict (pair_id, member_id) do update set pushed_seq = excluded.pushed_seq
      where known.pushed_seq < excluded.pushed_seq
      returning pair_id, member_id
    )
    select member_id as "memberId", ripe.sender_id as "senderId", ripe.seq from claimed join ripe using (pair_id, member_id)`.execute(
    tx,
  );
  return rows;
}

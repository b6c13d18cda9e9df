import { sql } from "kysely";
import type { PushTarget } from "#server/adapters/push.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { isUsable } from "#server/db/usable-membership.ts";
import type { PushData } from "#server/jobs/job-definitions.ts";

/** Holds a member's subscriptions until the end of the transaction: whoever adds or removes one knows of the others. */
export async function holdSubscriptions(tx: Tx, memberId: string): Promise<void> {
  await tx
    .selectFrom("notification_preferences")
    .select("member_id")
    .where("member_id", "=", memberId)
    .forUpdate()
    .execute();
}

/** Stores a subscription, or moves it to this login. @returns whether the login was there */
export async function upsertSubscription(
  tx: Tx,
  memberId: string,
  tokenHash: Buffer,
  { id, endpoint, p256dh, auth }: PushTarget & { readonly id: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into push_subscriptions as known (id, member_id, session_id, endpoint, p256dh, auth)
    select ${id}::uuid, member_id, id, ${endpoint}::text, ${p256dh}::bytea, ${auth}::bytea from sessions
    where token_hash = ${tokenHash} and member_id = ${memberId}
    on conflict (endpoint) do update set member_id = excluded.member_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth,
      created_at = case when known.member_id = excluded.member_id then known.created_at else excluded.created_at end
    returning id`.execute(tx);
  return rows.length > 0;
}

/** Deletes all but so many of a member's subscriptions, the newest. */
export async function deleteOldSubscriptions(tx: Tx, memberId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("id", "in", (select) =>
      select
        .selectFrom("push_subscriptions")
        .select("id")
        .where("member_id", "=", memberId)
        .orderBy("created_at", "desc")
        .orderBy("id")
        .offset(kept),
    )
    .execute();
}

export async function deleteEndpoint(tx: Tx, memberId: string, endpoint: string): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("endpoint", "=", endpoint)
    .execute();
}

/** A member's browsers that take pushes. @param only the subscription that is asked for; all where none is named */
export function findTargets(
  db: Db,
  memberId: string,
  only: string | undefined,
): Promise<(PushTarget & { id: string })[]> {
  const all = db.selectFrom("push_subscriptions").select(["id", "endpoint", "p256dh", "auth"]);
  const mine = all.where("member_id", "=", memberId);
  return (only === undefined ? mine : mine.where("id", "=", only)).execute();
}

/** Forgets browsers that their push services do not know. */
export async function deleteTargets(tx: Tx, memberId: string, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("push_subscriptions")
    .where("member_id", "=", memberId)
    .where("id", "in", [...ids])
    .execute();
}

/** A cause as it is now. */
export interface CauseNow {
  /** When it came about; null where it is none any more: read, seen, answered, ended. */
  readonly since: Date | null;
  /** What waits for the member in the app: unread messages and new crushes. */
  readonly waiting: number;
}

/** One's pairs with members who are there, as the app lists them. */
const minePairs = (me: string) => sql`
    mine as (
      select pairs.id, high_id as other_id, low_crushed_at as i_crushed_at, high_crushed_at as they_crushed_at, matched_at,
        ended_at, gone_at from pairs where low_id = ${me}
      union all
      select pairs.id, low_id, high_crushed_at, low_crushed_at, matched_at, ended_at, gone_at from pairs where high_id = ${me}
    ), here as (
      select mine.* from mine join members on members.id = other_id
      where ended_at is null and members.standing in ('active', 'hidden') or mine.gone_at is not null
    )`;

/** Looks at a cause again, and at all that waits. @param low a balance below that is low */
export async function findCause(
  db: Db,
  { memberId: me, kind, otherId, since: lowSince, upTo }: PushData,
  low: number,
): Promise<CauseNow> {
  const seenAt = sql`coalesce((select seen_at from crush_visits where member_id = ${me}), '-infinity')`;
  const unread = sql`sender_id = other_id and read_at is null and deleted_at is null`;
  const { rows } = await sql<CauseNow>`
    with ${minePairs(me)}, pair as (select * from mine where other_id = ${otherId}::uuid and ended_at is null)
    select case ${kind}
        when 'crush' then (select they_crushed_at from pair where matched_at is null and they_crushed_at > ${seenAt})
        when 'match' then (select matched_at from pair)
        when 'message' then (
          select max(created_at) from messages join pair on pair.id = pair_id where matched_at is not null and ${unread}
          having coalesce(min(seq) <= ${upTo ?? null}::int, true))
        else (
          select ${lowSince ?? null}::timestamptz from wallets where member_id = ${me} and balance < ${low} and not exists (
            select 1 from memberships where memberships.member_id = ${me} and ${isUsable}))
      end as since,
      (select count(*) from messages join here on here.id = pair_id where matched_at is not null and ${unread})
        + (select count(*) from here where ended_at is null and they_crushed_at > ${seenAt}) as waiting`.execute(db);
  return rows[0] ?? { since: null, waiting: 0 };
}

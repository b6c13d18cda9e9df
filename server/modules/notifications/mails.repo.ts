import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import { isUsable } from "#server/db/usable-membership.ts";
import type { JobData } from "#server/jobs/job-definitions.ts";
import type { Cause } from "#server/modules/notifications/notifications.policy.ts";

/** Somebody a mail tells of. */
export interface Other {
  readonly id: string;
  readonly username: string;
  /** Messages of theirs that are unread. */
  readonly unread: number;
}

/**
 * Of these others those of whom there is still something to tell a member: everything may pass between the two, a crush has
 * not been answered, messages are unread, and the member has not looked at the app since. In the order of `otherIds`.
 * @param told with `before`, of messages: those of whom nothing is unread since before then are another mail's
 */
export async function findOthers(
  db: Db,
  cause: "crush" | "match" | "message",
  { memberId, otherIds, before }: JobData["mail-unread"],
): Promise<Other[]> {
  const { rows } = await sql<Other>`
    select other.id, profiles.username, news.unread
    from unnest(${[...otherIds]}::uuid[]) with ordinality as asked (id, nth)
    join members other on other.id = asked.id and other.standing = 'active'
    join profiles on profiles.member_id = other.id
    join pairs on pairs.low_id = least(other.id, ${memberId}::uuid) and pairs.high_id = greatest(other.id, ${memberId}::uuid)
      and pairs.ended_at is null and pairs.low_blocked_at is null and pairs.high_blocked_at is null
    cross join lateral (
      select count(*) as unread, min(created_at) as first_at, max(created_at) as last_at from messages
      where messages.pair_id = pairs.id and messages.sender_id = other.id and read_at is null and deleted_at is null
    ) as news
    cross join lateral (
      select case ${cause}::text
        when 'match' then pairs.matched_at
        when 'message' then case when coalesce(news.first_at <= ${before ?? null}::timestamptz, true) then news.last_at end
        else case when pairs.matched_at is null and other.id = pairs.low_id then pairs.low_crushed_at
          when pairs.matched_at is null then pairs.high_crushed_at end
      end as at
    ) as cause
    where cause.at is not null
      and not exists (select 1 from looks where looks.member_id = ${memberId} and looks.until >= cause.at)
    order by nth`.execute(db);
  return rows;
}

/**
 * A mail of unread messages tells of some conversations no more: a later one may. What a later mail has taken upon itself
 * since stays with it.
 */
export async function unclaimMails(tx: Tx, { memberId, otherIds, before }: JobData["mail-unread"]): Promise<void> {
  await sql`
    update conversation_notices known set mailed_seq = 0 from pairs, messages told
    where pairs.id = known.pair_id and known.member_id = ${memberId}
      and case pairs.low_id when known.member_id then pairs.high_id else pairs.low_id end = any(${[...otherIds]}::uuid[])
      and told.pair_id = pairs.id and told.seq = known.mailed_seq and told.created_at <= ${before ?? null}::timestamptz`.execute(
    tx,
  );
}

const SWITCHES = {
  crush: "crush_received",
  message: "new_message",
  match: "new_match",
  low_balance: "low_crush_balance",
  marketing: "marketing",
} as const satisfies Record<Cause, string>;

/** Where a member's mail of a kind goes; undefined where they have none, or want none of it any more. */
export async function findMailbox(db: Db, memberId: string, cause: Cause) {
  const query = db
    .selectFrom("accounts")
    .innerJoin("members", "members.id", "accounts.member_id")
    .innerJoin("profiles", "profiles.member_id", "accounts.member_id")
    .innerJoin("notification_preferences as preferences", "preferences.member_id", "accounts.member_id")
    .select(["accounts.email", "profiles.username"])
    .where("accounts.member_id", "=", memberId)
    .where("accounts.email_verified_at", "is not", null)
    .where("members.standing", "=", "active")
    .where("members.is_demo", "=", false)
    .where("preferences.email_enabled", "=", true)
    .where(`preferences.${SWITCHES[cause]}`, "=", true);
  return query.executeTakeFirst();
}

/** A member's balance; undefined where a membership makes it nothing. */
export async function findBalance(db: Db, memberId: string): Promise<number | undefined> {
  const wallet = await db
    .selectFrom("wallets")
    .select("balance")
    .where("member_id", "=", memberId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("memberships").select("provider_id").where("member_id", "=", memberId).where(isUsable))),
    )
    .executeTakeFirst();
  return wallet?.balance;
}

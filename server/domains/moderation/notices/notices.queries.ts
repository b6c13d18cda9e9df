import { type RawBuilder, sql } from "kysely";
import { isSettledSql, readAtSql } from "#server/domains/moderation/decisions/decisions.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { NoticeOutcome } from "#server/platform/db/schema/notices.ts";

/** SQL: null until it is decided. */
export const outcomeSql = sql<NoticeOutcome | null>`
  case when is_upheld then case when is_noted then 'noted' else 'acted_on' end
    when not is_upheld then case when is_unexamined then 'unexamined' else 'unfounded' end end`;

/** SQL: from when on the time that is left counts. */
export const waitingSince = sql<Date>`coalesce(renewed_at, notices.created_at)`;

/**
 * Notices that are not decided, the most urgent kind and the oldest first; or all, the latest first. Without what bots
 * sent.
 */
export const findNotices = (db: Db, { all, limit }: { all: boolean; limit: number }) =>
  db
    .selectFrom("notices")
    .leftJoin("profiles", "profiles.member_id", "notices.member_id")
    .select(["notices.id", "number", "kind", "notices.member_id", "profiles.username as current_username"])
    .select(["created_at", "decided_at"])
    .select([waitingSince.as("waiting_since"), outcomeSql.as("outcome")])
    .where("is_honeypot_hit", "=", false)
    .$if(!all, (query) => query.where("decided_at", "is", null))
    .$if(!all, (query) => query.orderBy((row) => row("kind", "=", "minor"), "desc"))
    .orderBy("created_at", all ? "desc" : "asc")
    .limit(limit)
    .execute();

/** How many notices were sent within the last hour, up to a number. */
export async function countRecent(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from (
      select from notices where created_at > now() - interval '1 hour' limit ${most}) as recent`.execute(db);
  return rows[0]?.many ?? 0;
}

/** Open notices that lead to no member, the most urgent kind and the oldest first. Without what bots sent. */
export const findUnassignedNotices = (db: Db, limit: number) =>
  db
    .selectFrom("notices")
    .select(["id", "number", "kind", "place", "username", "details"])
    .select([waitingSince.as("waiting_since"), sql<boolean>`renewed_at is not null`.as("isRenewed")])
    .where("member_id", "is", null)
    .where("decided_at", "is", null)
    .where(sql<boolean>`not is_honeypot_hit`)
    .orderBy(sql`kind = 'minor'`, "desc")
    .orderBy(waitingSince)
    .orderBy("id")
    .limit(limit)
    .execute();

/** A notice with the current username of the member whom it is about. @param settledSeconds see `isSettledSql` */
export const findNotice = (db: Db, id: string, settledSeconds = 0) =>
  db
    .selectFrom("notices")
    .leftJoin("profiles", "profiles.member_id", "notices.member_id")
    .select(["notices.id", "number", "kind", "place", "notices.username", "details", "name", "email"])
    .select(["notices.member_id", "profiles.username as current_username", "created_at"])
    .select([waitingSince.as("waiting_since"), outcomeSql.as("outcome")])
    .select(["is_honeypot_hit", "receipt_mailed_at", "decided_at", "outcome_mailed_at"])
    .select([isSettledSql(sql.ref("decided_at"), settledSeconds).as("isSettled"), readAtSql.as("readAt")])
    .where("notices.id", "=", id)
    .executeTakeFirst();

/** Some notices, as a case shows them. */
export const findNoticesOf = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("notices")
        .select(["id", "number", "kind", "place", "details", "name", "created_at"])
        .where("id", "in", [...ids])
        .execute();

/** The names that senders of some notices have given, each once. */
export const findSenderNames = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : (
        await db
          .selectFrom("notices")
          .select("name")
          .distinct()
          .where("id", "in", [...ids])
          .where("name", "<>", "")
          .execute()
      ).map(({ name }) => name);

export type Notice = NonNullable<Awaited<ReturnType<typeof findNotice>>>;

/** The member whom a profile link or a username leads to, if any. */
export async function findMemberOfNotice(
  db: Db,
  { profileId, usernameKey }: { profileId: string | undefined; usernameKey: string },
): Promise<string | undefined> {
  const members = await db
    .selectFrom("profiles")
    .select(["member_id", "username_normalized"])
    .where((row) =>
      row.or([
        ...(profileId === undefined ? [] : [row("member_id", "=", profileId)]),
        row("username_normalized", "=", usernameKey),
      ]),
    )
    .execute();
  // A link is exact; a username may be a guess.
  const linked = members.find(({ member_id }) => member_id === profileId);
  return (linked ?? members[0])?.member_id;
}

/** Whether those who wrote with a member were warned by a decision. */
export const hasWarnedOfFraud = async (db: Db, decisionId: string): Promise<boolean> =>
  (await db
    .selectFrom("fraud_warnings")
    .select("decision_id")
    .where("decision_id", "=", decisionId)
    .executeTakeFirst()) !== undefined;

/** When the last message of a conversation was sent, deleted or not; of an emptied one, as far as it is known. */
const lastMessageAt: RawBuilder<Date> = sql`coalesce((
  select messages.created_at from messages where messages.relationship_id = side.relationship_id
  order by sequence desc limit 1), side.run_last_at, side.ended_at)`;

/** The members who exchanged messages with a member at any time, and still have an account. */
export const findCorrespondents = async (db: Db, memberId: string): Promise<string[]> =>
  (
    await db
      .selectFrom("relationship_sides as side")
      .innerJoin("accounts", "accounts.member_id", "side.other_id")
      .select("side.other_id")
      .where("side.member_id", "=", memberId)
      .where("last_sequence", ">", 0)
      .orderBy("side.other_id")
      .execute()
  ).map(({ other_id }) => other_id);

/** The other's username, null once it is kept no longer, and the time of the last message between two members. */
export const findLastContact = (db: Db, memberId: string, otherId: string) =>
  db
    .selectFrom("relationship_sides as side")
    .leftJoin("profiles", "profiles.member_id", "side.other_id")
    .leftJoin("retained_profiles", "retained_profiles.member_id", "side.other_id")
    .select((row) => row.fn.coalesce("profiles.username", "retained_profiles.username").as("username"))
    .select([lastMessageAt.as("lastContactAt")])
    .where("side.member_id", "=", memberId)
    .where("side.other_id", "=", otherId)
    .where("last_sequence", ">", 0)
    .executeTakeFirst();

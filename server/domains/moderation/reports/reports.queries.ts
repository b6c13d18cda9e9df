import { type RawBuilder, sql } from "kysely";
import type { MessageKind } from "#contract/chat/messages.ts";
import { RETENTION_DAYS } from "#contract/limits.ts";
import type { ReportReason } from "#contract/moderation/report-reasons.ts";
import { isSettledSql, readAtSql } from "#server/domains/moderation/decisions/decisions.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { NeutralOutcome, Resolution } from "#server/platform/db/schema/admin.ts";

/** Reports with the names of both members, while they have an account. */
const selectReports = (db: Db) =>
  db
    .selectFrom("reports")
    .leftJoin("profiles as reporter", "reporter.member_id", "reports.reporter_id")
    .leftJoin("profiles as reported", "reported.member_id", "reports.reported_id")
    .leftJoin("members", "members.id", "reports.reported_id")
    .select([
      "reports.id",
      "reports.code",
      "reports.created_at",
      "reports.reason",
      "reports.resolved_at",
      "reports.resolution",
    ])
    .select(["reports.reporter_id", "reporter.username as reporter"])
    .select(["reports.reported_id", "reported.username as reported", "members.status"]);

/** The reasons that the guidelines promise to review first. */
const URGENT: readonly ReportReason[] = ["Someone is in danger", "Seems to be under 18"];

/** Open reports, the urgent ones first and then the oldest; or all reports, the newest first. Without their evidence. */
export const findReports = (db: Db, { all, limit }: { all: boolean; limit: number }) =>
  all
    ? selectReports(db).orderBy("reports.created_at", "desc").limit(limit).execute()
    : selectReports(db)
        .where("resolved_at", "is", null)
        .orderBy((row) => row("reports.reason", "in", URGENT), "desc")
        .orderBy("reports.created_at")
        .limit(limit)
        .execute();

/** A step of a workout date. */
export interface DateStep {
  /** Null if the end of the contact has called it off. */
  readonly by: string | null;
  readonly act: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly text: string;
}

/** The evidence of a report: the reported member's profile and the conversation. */
export interface Evidence {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly messages: readonly {
    readonly id: string;
    readonly senderId: string;
    readonly kind: string;
    readonly content: string;
    readonly createdAt: string;
    /** When its sender deleted it, if that was before the report. */
    readonly deletedAt?: string;
    /** For a workout date: who proposed, agreed to or called off what. */
    readonly history?: readonly DateStep[];
  }[];
}

/** A report with its evidence and the keys of its image files. */
export async function findReport(db: Db, id: string) {
  const report = await selectReports(db)
    .select(["reports.details", "reports.message_id"])
    .select(sql<Evidence>`evidence`.as("evidence"))
    .where("reports.id", "=", id)
    .executeTakeFirst();
  if (!report) return undefined;
  const pictures = await db
    .selectFrom("report_images")
    .select(["key", "caption"])
    .where("report_id", "=", id)
    .orderBy("caption")
    .orderBy("key")
    .execute();
  return { ...report, pictures };
}

/** @param settledSeconds see `isSettledSql` */
export const findReportForEmail = (db: Db, id: string, settledSeconds = 0) =>
  db
    .selectFrom("reports")
    .select(["reporter_id", "code", "resolution", "neutral_outcome", "resolved_at", "outcome_emailed_at"])
    .select([isSettledSql(sql.ref("resolved_at"), settledSeconds).as("isSettled"), readAtSql.as("readAt")])
    .where("id", "=", id)
    .executeTakeFirst();

/** The members who sent some reports, each once, with their names while they have an account. */
export const findReporters = (db: Db, reportIds: readonly string[]) =>
  reportIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("reports")
        .leftJoin("profiles", "profiles.member_id", "reports.reporter_id")
        .select(["reports.reporter_id as id", "profiles.username"])
        .distinct()
        .where("reports.id", "in", [...reportIds])
        .orderBy("reports.reporter_id")
        .execute();

export const findReportIdsBy = async (db: Db, reporterId: string): Promise<string[]> =>
  (await db.selectFrom("reports").select("id").where("reporter_id", "=", reporterId).execute()).map(({ id }) => id);

interface OwnReport {
  readonly id: string;
  readonly number: string;
  /** Null once the account is deleted. */
  readonly about: string | null;
  readonly reason: string;
  readonly sentAt: Date;
  readonly decidedAt: Date | null;
  readonly resolution: Resolution | null;
  readonly neutral: NeutralOutcome | null;
  readonly isSettled: boolean;
  readonly isObjected: boolean;
}

interface OwnReportsPage {
  readonly limit: number;
  /** The report that the previous page ended with. */
  readonly after: string | undefined;
  /** See `isSettledSql`. */
  readonly settledSeconds: number;
}

/** The reports that a member has sent, latest first. */
export async function findOwnReports(db: Db, me: string, { limit, after, settledSeconds }: OwnReportsPage) {
  const { rows } = await sql<OwnReport>`
    select reports.id, code as number, profiles.username as about, reason, reports.created_at as "sentAt",
      resolved_at as "decidedAt", resolution, neutral_outcome as neutral,
      ${isSettledSql(sql.ref("resolved_at"), settledSeconds)} as "isSettled", objections.id is not null as "isObjected"
    from reports left join profiles on profiles.member_id = reported_id
    left join objections on objections.id = reports.id
    where reporter_id = ${me} and ${
      after
        ? sql`(reports.created_at, reports.id) < ((
            select before.created_at from reports as before
            where before.id = ${after} and before.reporter_id = ${me}), ${after}::uuid)`
        : sql`true`
    }
    order by reports.created_at desc, reports.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The number of reports that a member has sent within the last 24 hours. */
export async function countReportsToday(db: Db, reporterId: string): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from reports
    where reporter_id = ${reporterId} and created_at > now() - interval '24 hours'`.execute(db);
  return rows[0]?.many ?? 0;
}

/** Of a reporter: older reports say little of the next one. */
const RECORD_MAX = 200;

/** How many decided reports among a member's latest led to something, and how many did not. */
export async function findReporterRecord(db: Db, reporterId: string): Promise<{ upheld: number; dismissed: number }> {
  const { rows } = await sql<{ upheld: number; dismissed: number }>`
    select count(*) filter (where resolution <> 'none')::int as upheld,
      count(*) filter (where resolution = 'none' and neutral_outcome is null)::int as dismissed
    from (
      select resolution, neutral_outcome from reports where reporter_id = ${reporterId}
      order by created_at desc limit ${sql.lit(RECORD_MAX)}
    ) as latest`.execute(db);
  return rows[0] ?? { upheld: 0, dismissed: 0 };
}

/** Whether a member was reported, and no operator has looked at the report and dismissed it. */
export const isReported = async (db: Db, memberId: string): Promise<boolean> =>
  (await db
    .selectFrom("reports")
    .select("id")
    .where("reported_id", "=", memberId)
    .where((is) =>
      is.or([is("resolution", "is", null), is("resolution", "<>", "none"), is("neutral_outcome", "is not", null)]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** A message for a report; a deleted one has its retained content. */
export interface EvidenceRow {
  readonly id: string;
  readonly sequence: number;
  readonly sender_id: string;
  readonly kind: MessageKind;
  readonly content: string;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
  readonly attachment_key: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbhash: string | null;
  readonly history: readonly DateStep[] | null;
}

/**
 * The latest messages of a conversation up to and including a sequence, or of all, oldest first. One statement reads both
 * messages and retained ones, so it does not miss a message that is being deleted.
 */
export async function findEvidence(
  db: Db,
  relationshipId: string,
  limit: number,
  upTo: number | undefined,
): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    select id, sequence, sender_id, kind, coalesce(retained.content, messages.content) as content, created_at, deleted_at,
      coalesce(messages.attachment_key, retained.attachment_key) as attachment_key,
      coalesce(retained.width, messages.width) as width, coalesce(retained.height, messages.height) as height,
      coalesce(retained.thumbhash, messages.thumbhash) as thumbhash, steps.history
    from messages
    left join retained_messages as retained on retained.message_id = id and purge_after > now()
    left join lateral (
      select jsonb_agg(jsonb_build_object('by', case step ->> 'by' when 'sender' then sender_id when 'receiver' then other_id end,
        'act', step -> 'act', 'at', step -> 'at', 'text', step -> 'text') order by nth) as history
      from workout_dates
      join relationship_sides as side on side.relationship_id = workout_dates.relationship_id and side.member_id = sender_id,
        jsonb_array_elements(history) with ordinality as steps (step, nth)
      where workout_dates.message_id = messages.id
    ) as steps on true
    where messages.relationship_id = ${relationshipId} and (deleted_at is null or retained.message_id is not null)
      and (${upTo ?? null}::bigint is null or sequence <= ${upTo ?? null}::bigint)
    order by sequence desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** A message's sequence, deleted or not; undefined if it is in another conversation. */
export const findMessageSequence = async (
  db: Db,
  relationshipId: string,
  messageId: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom("messages")
      .select("sequence")
      .where("relationship_id", "=", relationshipId)
      .where("id", "=", messageId)
      .executeTakeFirst()
  )?.sequence;

/** SQL: the name of the other member of a row of `relationship_sides`. That of a deleted one comes from the retained profile. */
const nameSql = sql`coalesce((select username from profiles where profiles.member_id = other_id),
  (select username from retained_profiles where retained_profiles.member_id = other_id))`;

/** SQL condition: a time is within the retention time. */
const isRecentSql = (time: RawBuilder<unknown>) =>
  sql`${time} > now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})`;

interface PastContactRow {
  readonly relationship_id: string;
  readonly other_id: string;
  /** Null once it is not retained any more. */
  readonly username: string | null;
  readonly is_blocked: boolean;
  readonly last_contact_at: Date;
}

/** SQL: the last contact of a row of `relationship_sides`, and the bin of it that has an index. */
const lastSql = sql`coalesce(run_last_at, matched_at, i_crushed_at, they_crushed_at)`;
const lastBinSql = sql`
  date_bin('5 minutes', coalesce(active_at, matched_at, i_crushed_at, they_crushed_at), '2000-01-01Z')`;

/**
 * Members whose contact with a member ended within the retention time: by an unmatch or a block on either side, a deleted
 * account or a suspension; the latest contact first. An inherited block does not count as the member's, since they do not
 * know of it. Contacts that have ended are read by an index; of the others, those whose member was suspended lately or
 * is being erased.
 * @param after the relationship that the previous page ended with
 */
export async function findPastContacts(db: Db, me: string, limit: number, after: string | undefined) {
  // That a bin is asked for, even of any time until now, makes PostgreSQL choose its index.
  const place = after
    ? sql`${lastBinSql} <= (select bin from place) and (${lastBinSql} < (select bin from place)
        or (${lastSql}, relationship_id) < (select at, relationship_id from place))`
    : sql`${lastBinSql} <= (select now())`;
  const order = sql`order by bin desc, at desc, relationship_id desc limit ${sql.lit(limit)}`;
  const columns = sql`relationship_id, other_id, ${lastBinSql} as bin, ${lastSql} as at,
    i_blocked_at is not null and not is_my_block_inherited as is_blocked`;
  const isListed = sql`has_crush and ${place}`;
  const { rows } = await sql<PastContactRow>`
    with place as (
      select relationship_id, ${lastBinSql} as bin, ${lastSql} as at
      from relationship_sides where member_id = ${me} and relationship_id = ${after ?? null}::uuid
    ), page as (
      (select ${columns} from relationship_sides
        where member_id = ${me} and ${isRecentSql(sql`ended_at`)} and ${isListed} ${order})
      union all
      (select side.* from (
          select member_id from suspensions where ${isRecentSql(sql`starts_at`)}
          union select member_id from erasures
        ) as gone cross join lateral (
          select ${columns} from relationship_sides
          where member_id = ${me} and other_id = gone.member_id and ended_at is null and ${isListed} offset 0
        ) as side ${order})
      ${order}
    )
    select relationship_id, other_id, ${nameSql} as username, is_blocked, coalesce((
      select created_at from messages where messages.relationship_id = page.relationship_id
      order by sequence desc limit 1), page.at) as last_contact_at
    from page ${order}`.execute(db);
  return rows;
}

export async function isPastContact(db: Db, me: string, otherId: string): Promise<boolean> {
  const endedAt = sql`coalesce(ended_at, (select starts_at from suspensions where suspensions.member_id = other_id),
    (select deleted_at from members where members.id = other_id))`;
  const { rows } = await sql`
    select from relationship_sides
    where member_id = ${me} and other_id = ${otherId} and has_crush and ${isRecentSql(endedAt)}
      and ${nameSql} is not null`.execute(db);
  return rows.length > 0;
}

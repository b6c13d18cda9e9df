import { type Selectable, sql } from "kysely";
import { URGENCIES } from "#contract/moderation/alert-kinds.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import {
  isReviewedCheckSql,
  type ReviewedCheck,
} from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { CaseEventKind, CaseItemKind, CaseKind, CasesTable } from "#server/platform/db/schema/cases.ts";

export type CaseRow = Selectable<CasesTable>;

/** A case in the queue. */
export interface QueuedCase {
  readonly id: string;
  readonly kind: CaseKind;
  /** Null for contact messages of somebody who was not logged in. */
  readonly memberId: string | null;
  /** Null once the account is deleted. */
  readonly username: string | null;
  readonly score: number;
  readonly dueAt: Date;
  /** Null if nobody works on it, or their claim has expired. */
  readonly claimedBy: string | null;
  readonly claimedUntil: Date | null;
  readonly version: number;
  readonly openedAt: Date;
  /** The kinds of its open items, each once. */
  readonly itemKinds: readonly CaseItemKind[];
  /** The number of its open items. All notices from outside are one. */
  readonly items: number;
  /** The open item that is due first; null if there is none. */
  readonly top: TopItem | null;
}

/** An item with what says why it is there. What belongs to another kind of item is null or empty. */
export interface TopItem {
  readonly kind: CaseItemKind;
  readonly sourceId: string;
  readonly reportReason: string | null;
  readonly noticeKind: NoticeKind | null;
  /** Of a contact message. */
  readonly subject: string | null;
  /** The beginning of what was written. */
  readonly words: string;
  /** Of the decision that an appeal is about. */
  readonly acts: readonly string[];
  readonly check: ReviewedCheck | null;
}

export interface QueueOptions {
  readonly limit: number;
  /** The case that the previous page ended with. */
  readonly after?: string | undefined;
  /** Cases of these kinds; all if left out. */
  readonly kinds?: readonly CaseKind[] | undefined;
  /** Cases with an open item of one of these kinds; all if left out. */
  readonly itemKinds?: readonly CaseItemKind[] | undefined;
  /** Cases of other kinds, too, if they are about selfies only. */
  readonly withSelfies?: boolean | undefined;
}

/** A case that has selfies, and else only appeals that are decided. */
const isAboutSelfies = sql<boolean>`(
  select bool_or(kind = 'verification') and bool_and(kind = 'verification' or (kind = 'appeal' and done_at is not null))
  from case_items where case_id = cases.id)`;

/** Whether a case has selfies, and else only appeals that are decided. */
export const findIsAboutSelfies = async (db: Db, caseId: string): Promise<boolean> =>
  (await db.selectFrom("cases").select(isAboutSelfies.as("isIt")).where("id", "=", caseId).executeTakeFirst())?.isIt ===
  true;

/** SQL: the source of an item of one kind. Sources of other kinds are no uuids. */
const sourceOf = (kind: CaseItemKind) => sql`case when item.kind = ${sql.lit(kind)} then source_id::uuid end`;

/** SQL: the most serious open item of a case of `page`, of these the one that is due first, as JSON. */
const topItemSql = sql`(
  select jsonb_build_object('kind', item.kind, 'sourceId', source_id, 'reportReason', reports.reason,
    'noticeKind', notices.kind, 'subject', contact_messages.subject,
    'words', left(coalesce(objections.words, reports.details, notices.details, contact_messages.message, ''), 500),
    'acts', array(select act from decision_acts where decision_id = appeals.decision_id order by position),
    'check', case when image_checks.key is not null and ${isReviewedCheckSql} then
      jsonb_build_object('state', image_checks.state, 'match', match, 'scores', scores) end)
  from (
    select kind, source_id from case_items where case_id = page.id and done_at is null
    order by array_position(${[...URGENCIES]}::text[], urgency), due_at, weight desc, attached_at, source_id limit 1) as item
  left join objections on objections.id = ${sourceOf("objection")}
  left join reports on reports.id = coalesce(objections.report_id, ${sourceOf("report")})
  left join notices on notices.id = coalesce(objections.notice_id, ${sourceOf("notice")})
  left join contact_messages on contact_messages.id = ${sourceOf("contact_message")}
  left join appeals on appeals.id = ${sourceOf("appeal")}
  left join image_checks on item.kind = 'picture_check' and image_checks.key = page.image_key)`;

/** Open cases by the time that is left. */
export async function findQueue(db: Db, options: QueueOptions): Promise<QueuedCase[]> {
  const { limit, after, kinds, itemKinds, withSelfies = false } = options;
  const { rows } = await sql<QueuedCase>`
    with page as materialized (
      select cases.*, open.kinds, open.items
      from cases
      cross join lateral (
        select coalesce(array_agg(distinct case_items.kind), '{}') as kinds,
          (count(*) filter (where case_items.kind <> 'notice')
            + count(distinct case_items.kind) filter (where case_items.kind = 'notice'))::int as items
        from case_items where case_id = cases.id and done_at is null
      ) as open
      where state = 'open'
        and (${after ?? null}::uuid is null or (cases.due_at, cases.id) > (
          select before.due_at, before.id from cases as before where before.id = ${after ?? null}::uuid))
        and (${kinds ? [...kinds] : null}::text[] is null or cases.kind = any(${kinds ? [...kinds] : null}::text[])
          or (${withSelfies} and ${isAboutSelfies}))
        and (${itemKinds ? [...itemKinds] : null}::text[] is null
          or open.kinds && ${itemKinds ? [...itemKinds] : null}::text[])
      order by cases.due_at, cases.id limit ${limit}
    )
    select page.id, page.kind, page.member_id as "memberId", profiles.username, page.score, page.due_at as "dueAt",
      case when claimed_until > now() then claimed_by end as "claimedBy",
      case when claimed_until > now() then claimed_until end as "claimedUntil",
      page.version, page.opened_at as "openedAt", page.kinds as "itemKinds", page.items, ${topItemSql} as top
    from page left join profiles on profiles.member_id = page.member_id
    order by page.due_at, page.id`.execute(db);
  return rows;
}

export const findCase = (db: Db, id: string): Promise<CaseRow | undefined> =>
  db.selectFrom("cases").selectAll().where("id", "=", id).executeTakeFirst();

/** The open case of an item, or the one that it was decided in. */
export const findCaseOfItem = async (db: Db, kind: CaseItemKind, sourceId: string): Promise<CaseRow | undefined> =>
  db
    .selectFrom("cases")
    .innerJoin("case_items", "case_items.case_id", "cases.id")
    .selectAll("cases")
    .where("case_items.kind", "=", kind)
    .where("case_items.source_id", "=", sourceId)
    .executeTakeFirst();

export interface CaseItem {
  readonly kind: CaseItemKind;
  readonly sourceId: string;
  readonly weight: number;
  readonly dueAt: Date;
  readonly attachedAt: Date;
  /** The version of the case that has it first. */
  readonly version: number;
  /** Null while it is open. */
  readonly doneAt: Date | null;
}

/** The items of a case, oldest first. */
export const findItems = (db: Db, caseId: string): Promise<CaseItem[]> =>
  db
    .selectFrom("case_items")
    .select(["kind", "source_id as sourceId", "weight", "due_at as dueAt", "attached_at as attachedAt"])
    .select(["done_at as doneAt", "version"])
    .where("case_id", "=", caseId)
    .orderBy("attached_at")
    .orderBy("source_id")
    .execute();

/** The items of all cases about a member. */
export const findItemsAbout = (db: Db, memberId: string): Promise<Pick<CaseItem, "kind" | "sourceId">[]> =>
  db
    .selectFrom("case_items")
    .innerJoin("cases", "cases.id", "case_items.case_id")
    .select(["case_items.kind", "source_id as sourceId"])
    .where("member_id", "=", memberId)
    .execute();

export interface CaseEvent {
  readonly at: Date;
  readonly kind: CaseEventKind;
  readonly actor: string | null;
  readonly note: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Whether a case has an open item of a kind. */
export async function hasOpenItem(db: Db, caseId: string, kind: CaseItemKind): Promise<boolean> {
  const { rows } = await sql`
    select from case_items where case_id = ${caseId} and kind = ${kind} and done_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether an operator has looked at a case since the last of its open items came in, up to a version. */
export async function hasLooked(db: Db, caseId: string, actor: string, version: number): Promise<boolean> {
  const { rows } = await sql`
    select from case_events where case_id = ${caseId} and kind = 'looked' and actor = ${actor}
      and occurred_at > coalesce((
        select max(attached_at) from case_items
        where case_items.case_id = ${caseId} and done_at is null and version <= ${version}), '-infinity')
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether somebody has closed a case, now or before it was opened again. */
export async function hasClosed(db: Db, caseId: string, actor: string): Promise<boolean> {
  const { rows } = await sql`
    select from case_events where case_id = ${caseId} and kind = 'closed' and actor = ${actor} limit 1`.execute(db);
  return rows.length > 0;
}

/** The latest rows of a list, and how many there are beside them. */
export interface Latest<Row> {
  readonly rows: readonly Row[];
  readonly more: number;
}

/** Of a history, and of notes. Somebody may bring about any number. */
const LATEST_MAX = 200;

const latestOf = <Row>(found: readonly (Row & { readonly all: number })[]): Latest<Row> => ({
  rows: found,
  more: Math.max(0, (found[0]?.all ?? 0) - found.length),
});

/** The history of a case, oldest first; ids are time-ordered. */
export async function findEvents(db: Db, caseId: string): Promise<Latest<CaseEvent>> {
  const { rows } = await sql<CaseEvent & { readonly all: number }>`
    select occurred_at as at, kind, actor, note, details,
      (select count(*)::int from case_events where case_id = ${caseId}) as all
    from case_events where case_id = ${caseId} order by id desc limit ${LATEST_MAX}`.execute(db);
  return latestOf(rows.toReversed());
}

/** The notes about a member, newest first. */
export async function findMemberNotes(db: Db, memberId: string): Promise<Latest<MemberNote>> {
  const { rows } = await sql<MemberNote & { readonly all: number }>`
    select note, actor, created_at as "createdAt",
      (select count(*)::int from member_notes where member_id = ${memberId}) as all
    from member_notes where member_id = ${memberId} order by created_at desc, id limit ${LATEST_MAX}`.execute(db);
  return latestOf(rows);
}

interface MemberNote {
  readonly note: string;
  readonly actor: string;
  readonly createdAt: Date;
}

/** The other cases about a member, newest first. */
export const findCasesAbout = (db: Db, memberId: string, except: string | undefined) =>
  db
    .selectFrom("cases")
    .select(["id", "kind", "state", "score", "opened_at as openedAt", "closed_at as closedAt"])
    .where("member_id", "=", memberId)
    .$if(except !== undefined, (query) => query.where("id", "<>", except ?? ""))
    .orderBy("opened_at", "desc")
    .limit(50)
    .execute();

/** Open cases whose open items are all reports of the given ones. */
export async function findCasesOnlyOf(db: Db, reportIds: readonly string[]) {
  const { rows } = await sql<{ caseId: string; version: number }>`
    select cases.id as "caseId", cases.version from cases
    where state = 'open'
      and id in (select case_id from case_items where kind = 'report' and source_id = any(${[...reportIds]}::text[]))
      and not exists (
        select from case_items where case_id = cases.id and done_at is null
          and (kind <> 'report' or source_id <> all(${[...reportIds]}::text[])))
    order by due_at, id`.execute(db);
  return rows;
}

/** The ids of the reports, notices and the like behind the items of one kind. */
export const sourceIdsOf = (
  items: readonly Pick<CaseItem, "kind" | "sourceId">[],
  wanted: CaseItem["kind"],
): string[] => items.flatMap(({ kind, sourceId }) => (kind === wanted ? [sourceId] : []));

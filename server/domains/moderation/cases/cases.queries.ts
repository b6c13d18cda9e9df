import { type RawBuilder, type Selectable, sql } from "kysely";
import { COUNTED_MAX } from "#contract/limits.ts";
import { URGENCIES } from "#contract/moderation/alert-kinds.ts";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import { byUrgency, ITEMS_SHOWN } from "#server/domains/moderation/cases/cases.policy.ts";
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
  /** The number of its open items, of each kind up to `COUNTED_MAX`. All notices from outside are one. */
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

const ITEM_KINDS: readonly CaseItemKind[] = [
  "appeal",
  "contact_message",
  "fraud",
  "notice",
  "objection",
  "picture_check",
  "report",
  "verification",
];

/**
 * SQL: the kinds of a case's open items, and how many there are of each up to `COUNTED_MAX`. All notices from outside are
 * one item, because anyone can send them.
 * @param caseId SQL expression
 */
const openItemsSql = (caseId: RawBuilder<unknown>) => sql`
  select coalesce(array_agg(of_kind.kind) filter (where many > 0), '{}') as kinds, sum(many)::int as items
  from unnest(${[...ITEM_KINDS]}::text[]) as of_kind (kind)
  cross join lateral (
    select count(*) as many from (
      select from case_items where case_id = ${caseId} and case_items.kind = of_kind.kind and done_at is null
      limit case of_kind.kind when 'notice' then 1 else ${sql.lit(COUNTED_MAX)} end
    ) as open
  ) as counted`;

/** SQL: the most serious open item of a case of `page`, of these the one that is due first, as JSON. */
const topItemSql = sql`(
  select jsonb_build_object('kind', item.kind, 'sourceId', source_id, 'reportReason', reports.reason,
    'noticeKind', notices.kind, 'subject', contact_messages.subject,
    'words', left(coalesce(objections.words, reports.details, notices.details, contact_messages.message, ''), 500),
    'acts', array(select act from decision_acts where decision_id = appeals.decision_id order by position),
    'check', case when image_checks.key is not null and ${isReviewedCheckSql} then
      jsonb_build_object('state', image_checks.state, 'match', match, 'scores', scores) end)
  from (
    select first.kind, first.source_id
    from unnest(${[...URGENCIES]}::text[]) with ordinality as class (urgency, nth)
    cross join lateral (
      select kind, source_id from case_items
      where case_id = page.id and case_items.urgency = class.urgency and done_at is null
      order by due_at, weight desc, attached_at, source_id limit 1
    ) as first
    order by nth limit 1) as item
  left join objections on objections.id = ${sourceOf("objection")}
  left join reports on reports.id = coalesce(objections.report_id, ${sourceOf("report")})
  left join notices on notices.id = coalesce(objections.notice_id, ${sourceOf("notice")})
  left join contact_messages on contact_messages.id = ${sourceOf("contact_message")}
  left join appeals on appeals.id = ${sourceOf("appeal")}
  left join image_checks on item.kind = 'picture_check' and image_checks.key = page.image_key)`;

/** SQL: the ids of open cases of a kind or with an item of one, by the time that is left. Each reads an index in its order. */
function listsOf({ limit, after, kinds, itemKinds, withSelfies = false }: QueueOptions) {
  const isAfter = (due: string, id: string) =>
    after
      ? sql`(${sql.ref(due)}, ${sql.ref(id)}) > (
          (select before.due_at from cases as before where before.id = ${after}), ${after}::uuid)`
      : sql`true`;
  const hasKind = itemKinds
    ? sql`exists (
        select from case_items where case_id = cases.id and kind = any(${[...itemKinds]}::text[]) and done_at is null)`
    : sql`true`;
  const place = sql`${isAfter("cases.due_at", "cases.id")} and ${hasKind}
    order by cases.due_at, cases.id limit ${sql.lit(limit)}`;
  const lists = kinds
    ? kinds.map(
        (kind) => sql`(select cases.id from cases where state = 'open' and kind = ${sql.lit(kind)} and ${place})`,
      )
    : [sql`(select cases.id from cases where state = 'open' and ${place})`];
  // What is due first in a case about selfies only is its selfie.
  const selfies = sql`(
    select cases.id from case_items as selfie join cases on cases.id = selfie.case_id
    where selfie.kind = 'verification' and done_at is null and state = 'open' and ${isAboutSelfies} and ${hasKind}
      and ${isAfter("selfie.due_at", "selfie.case_id")}
    order by selfie.due_at, selfie.case_id limit ${sql.lit(limit)})`;
  return sql.join([...lists, ...(withSelfies ? [selfies] : [])], sql` union `);
}

/** Open cases by the time that is left. */
export async function findQueue(db: Db, options: QueueOptions): Promise<QueuedCase[]> {
  const { rows } = await sql<QueuedCase>`
    with page as materialized (
      select cases.*, open.kinds, open.items
      from (
        select cases.* from (${listsOf(options)}) as listed join cases on cases.id = listed.id
        order by cases.due_at, cases.id limit ${sql.lit(options.limit)}
      ) as cases
      cross join lateral (${openItemsSql(sql`cases.id`)}) as open
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

const itemColumns = sql`item.kind, item.source_id as "sourceId", item.weight, item.due_at as "dueAt",
  item.attached_at as "attachedAt", item.done_at as "doneAt", item.version`;

/** SQL: open items first, the one that is due first; then what was done last. As the index has them. */
const itemOrder = sql`order by done_at desc nulls first, due_at, attached_at, source_id`;

/** What a case shows of a list, and how many there are beside, up to `COUNTED_MAX`. */
export interface Latest<Row> {
  readonly rows: readonly Row[];
  readonly more: number;
}

const cut = <Row>(found: readonly Row[], shown: number): Latest<Row> => ({
  rows: found.slice(0, shown),
  more: Math.min(COUNTED_MAX, Math.max(0, found.length - shown)),
});

/** Items of one kind, the open ones first. */
export async function findItemsOf(db: Db, caseId: string, kind: CaseItemKind): Promise<Latest<CaseItem>> {
  const { rows } = await sql<CaseItem>`
    select ${itemColumns} from case_items as item where case_id = ${caseId} and kind = ${kind}
    ${itemOrder} limit ${sql.lit(ITEMS_SHOWN + COUNTED_MAX)}`.execute(db);
  return cut(rows, ITEMS_SHOWN);
}

export interface AnswerableItems {
  readonly caseId: string;
  readonly wanted: "report" | "notice";
  /** Only those that a decision has answered. */
  readonly decisionId?: string;
  /** The ids of some that are shown elsewhere. */
  readonly except: readonly string[];
}

/**
 * Reports or notices of a case, each once and as `itemsToAnswer` orders them: the item of one that is looked at again is
 * its objection.
 */
export async function findItemsToAnswer(db: Db, part: AnswerableItems): Promise<Latest<CaseItem>> {
  const { caseId, wanted, decisionId, except } = part;
  const isDone = sql`item.done_at = (select decided_at from decisions where decisions.id = ${decisionId ?? null})`;
  const isIn = sql`item.case_id = ${caseId} and ${decisionId === undefined ? sql`true` : isDone}
    and item.source_id <> all(${[...except]}::text[])`;
  const first = sql`${itemOrder} limit ${sql.lit(ITEMS_SHOWN + COUNTED_MAX)}`;
  const { rows } = await sql<CaseItem>`
    (select ${itemColumns} from case_items as item
      where ${isIn} and item.kind = ${sql.lit(wanted)} and item.case_id is distinct from (
        select again.case_id from case_items as again where again.kind = 'objection' and again.source_id = item.source_id)
      ${first})
    union all
    (select ${itemColumns} from case_items as item
      where ${isIn} and item.kind = 'objection'
        and (select ${sql.ref(`${wanted}_id`)} is not null from objections where objections.id = item.source_id::uuid)
      ${first})`.execute(db);
  return cut(rows.toSorted(byUrgency), ITEMS_SHOWN);
}

export interface OpenItems {
  readonly kinds: readonly CaseItemKind[];
  /** As `items` of `QueuedCase`. */
  readonly items: number;
}

/** What is open in a case, as in the queue. */
export async function findOpenItems(db: Db, caseId: string): Promise<OpenItems> {
  const { rows } = await sql<OpenItems>`${openItemsSql(sql`${caseId}::uuid`)}`.execute(db);
  return rows[0] ?? { kinds: [], items: 0 };
}

/** All items of a case, oldest first. */
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

/** Of a history, and of notes. Somebody may bring about any number. */
const LATEST_MAX = 200;

/** The history of a case, oldest first; ids are time-ordered. */
export async function findEvents(db: Db, caseId: string): Promise<Latest<CaseEvent>> {
  const { rows } = await sql<CaseEvent>`
    select occurred_at as at, kind, actor, note, details from case_events
    where case_id = ${caseId} order by id desc limit ${sql.lit(LATEST_MAX + COUNTED_MAX)}`.execute(db);
  const { rows: latest, more } = cut(rows, LATEST_MAX);
  return { rows: latest.toReversed(), more };
}

/** The notes about a member, newest first. */
export async function findMemberNotes(db: Db, memberId: string): Promise<Latest<MemberNote>> {
  const { rows } = await sql<MemberNote>`
    select note, actor, created_at as "createdAt" from member_notes
    where member_id = ${memberId} order by created_at desc, id limit ${sql.lit(LATEST_MAX + COUNTED_MAX)}`.execute(db);
  return cut(rows, LATEST_MAX);
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

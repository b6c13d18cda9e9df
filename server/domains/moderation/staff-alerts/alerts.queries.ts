import { sql } from "kysely";
import type { AlertKind, Urgency } from "#contract/moderation/alert-kinds.ts";
import { HOURS } from "#server/domains/moderation/cases/cases.policy.ts";
import { NOTICE_URGENCY } from "#server/domains/moderation/notices/notices.policy.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { CaseItemKind } from "#server/platform/db/schema/cases.ts";

/** A claim keeps alerts back, but not those of news: the claimant may not have seen it. */
const isNews = sql<boolean>`(case_items.alert_at = case_items.attached_at)`;

/** Open cases of which staff is to be alerted, by id. */
export async function findCasesToAlert(db: Db, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct cases.id from case_items join cases on cases.id = case_id
    where alert_at <= now() and done_at is null and state = 'open'
      and (${isNews} or claimed_until is null or claimed_until <= now())
      and (${after ?? null}::uuid is null or cases.id > ${after ?? null}::uuid)
    order by cases.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface ItemToAlert {
  readonly kind: CaseItemKind;
  readonly sourceId: string;
  readonly urgency: Urgency;
  readonly dueAt: Date;
  readonly isNews: boolean;
}

/** The open items of a case of which staff is to be alerted. */
export const findItemsToAlert = (db: Db, caseId: string): Promise<ItemToAlert[]> =>
  db
    .selectFrom("case_items")
    .select(["kind", "source_id as sourceId", "urgency", "due_at as dueAt", isNews.as("isNews")])
    .where("case_id", "=", caseId)
    .where("done_at", "is", null)
    .where("alert_at", "<=", sql<Date>`now()`)
    .execute();

/** Notices of which staff is to be alerted, by id. Some may belong to a case by now. */
export async function findNoticesToAlert(db: Db, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from notices
    where alert_at <= now() and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface StoredAlert {
  readonly urgency: Urgency;
  readonly dueAt: Date;
  /** Null for a notice without a case. */
  readonly caseId: string | null;
  readonly emailedAt: Date | null;
}

/**
 * Undefined if nobody is needed any more, or the person does not want to know, or was removed. A decision about what came
 * in before keeps it. What an undo has opened again is alerted anew.
 */
export async function findAlert(db: Db, id: string, channel: "email" | "push"): Promise<StoredAlert | undefined> {
  const kinds = sql.ref(channel === "email" ? "email_alerts" : "push_alerts");
  const { rows } = await sql<StoredAlert>`
    select staff_alerts.urgency, staff_alerts.due_at as "dueAt", case_id as "caseId", emailed_at as "emailedAt"
    from staff_alerts
    join staff_members on staff_members.id = staff_id
    left join cases on cases.id = case_id
    left join notices on notices.id = notice_id
    where staff_alerts.id = ${id} and removed_at is null and staff_alerts.kind = any(${kinds})
      and (case_id is null or (state = 'open' and exists (
        select from case_items as open
        where open.case_id = cases.id and done_at is null and open.urgency = staff_alerts.urgency and open.alert_at is null)))
      and (notice_id is null or (notices.member_id is null and decided_at is null))`.execute(db);
  return rows[0];
}

/** The confirmed address of a person of the staff. */
export const findAlertAddress = async (db: Db, staffId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom("staff_members")
      .select("alert_email")
      .where("id", "=", staffId)
      .where("removed_at", "is", null)
      .executeTakeFirst()
  )?.alert_email ?? undefined;

/** @param only one of them; all if undefined */
export const findAlertDevices = (db: Db, staffId: string, only?: string) =>
  db
    .selectFrom("staff_push_subscriptions")
    .select(["id", "endpoint", "p256dh", "auth"])
    .where("staff_id", "=", staffId)
    .$if(only !== undefined, (query) => query.where("id", "=", only ?? ""))
    .execute();

/** Minutes in which an address can be confirmed. */
export const CODE_MINUTES = 15;

export const isCodeValid = sql<boolean>`staff_addresses.created_at > now() - make_interval(mins => ${sql.lit(CODE_MINUTES)})`;

/** The address that waits for its code. */
export const findPendingAddress = (db: Db, staffId: string) =>
  db
    .selectFrom("staff_addresses")
    .select(["email", "created_at"])
    .where("staff_id", "=", staffId)
    .where(isCodeValid)
    .executeTakeFirst();

export interface AlertChoice {
  readonly email: string | null;
  readonly emailKinds: readonly AlertKind[];
  readonly pushKinds: readonly AlertKind[];
  readonly devices: number;
}

export const findAlertChoice = (db: Db, staffId: string): Promise<AlertChoice> =>
  db
    .selectFrom("staff_members")
    .select(["alert_email as email", "email_alerts as emailKinds", "push_alerts as pushKinds"])
    .select((e) =>
      e
        .selectFrom("staff_push_subscriptions")
        .whereRef("staff_id", "=", "staff_members.id")
        .select(sql<number>`count(*)::int`.as("many"))
        .$asScalar()
        .$notNull()
        .as("devices"),
    )
    .where("id", "=", staffId)
    .executeTakeFirstOrThrow();

export interface WaitingCases {
  readonly urgency: Urgency;
  readonly open: number;
  readonly overdue: number;
  /** When the one that is overdue for the shortest time was due. */
  readonly lastDueAt: Date | null;
}

const noticeKinds = Object.entries(NOTICE_URGENCY).map(([kind, { urgency }]) => ({ kind, urgency }));

/** Open cases, with notices that lead to no member. */
const waitingSql = sql`
  select urgency, due_at from cases where state = 'open'
  union all
  select of_kind.urgency, coalesce(renewed_at, created_at) + make_interval(hours => hours) from notices
  join unnest(
    ${noticeKinds.map(({ kind }) => kind)}::text[], ${noticeKinds.map(({ urgency }) => urgency)}::text[],
    ${noticeKinds.map(({ urgency }) => HOURS[urgency])}::int[]) as of_kind (kind, urgency, hours) using (kind)
  where member_id is null and decided_at is null and not is_honeypot_hit`;

/** By urgency; classes without any are left out. */
export async function countWaiting(db: Db): Promise<WaitingCases[]> {
  const { rows } = await sql<WaitingCases>`
    select urgency, count(*)::int as open, count(*) filter (where due_at < now())::int as overdue,
      max(due_at) filter (where due_at < now()) as "lastDueAt"
    from (${waitingSql}) as waiting group by urgency`.execute(db);
  return rows;
}

/** Whether a case, or a notice that leads to no member, is overdue. */
export async function hasOverdue(db: Db): Promise<boolean> {
  const { rows } = await sql`select from (${waitingSql}) as waiting where due_at < now() limit 1`.execute(db);
  return rows.length > 0;
}

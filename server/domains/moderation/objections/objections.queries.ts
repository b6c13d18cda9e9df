import { type Selectable, sql } from "kysely";
import type { NoticeKind } from "#contract/moderation/notice-form.ts";
import { type DecisionRow, isSettledSql } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { outcomeSql } from "#server/domains/moderation/notices/notices.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { NeutralOutcome, Resolution } from "#server/platform/db/schema/admin.ts";
import type { NoticeOutcome, ObjectionsTable } from "#server/platform/db/schema/notices.ts";

export type Objection = Pick<Selectable<ObjectionsTable>, "id" | "words" | "created_at" | "decided_at" | "is_upheld">;

export const findObjection = (db: Db, id: string): Promise<Objection | undefined> =>
  db
    .selectFrom("objections")
    .select(["id", "words", "created_at", "decided_at", "is_upheld"])
    .where("id", "=", id)
    .executeTakeFirst();

/** Those of some objections that are about reports, and those about notices. */
export async function splitObjections(
  db: Db,
  ids: readonly string[],
): Promise<{ reports: string[]; notices: string[] }> {
  if (ids.length === 0) return { reports: [], notices: [] };
  const rows = await db
    .selectFrom("objections")
    .select(["id", "report_id"])
    .where("id", "in", [...ids])
    .orderBy("id")
    .execute();
  return {
    reports: rows.flatMap(({ id, report_id }) => (report_id === null ? [] : [id])),
    notices: rows.flatMap(({ id, report_id }) => (report_id === null ? [id] : [])),
  };
}

/** A report or a notice as its sender knows it, with what was decided. */
export interface Answered {
  readonly id: string;
  readonly kind: "report" | "notice";
  readonly number: string;
  /** Null for a notice that leads to no member. */
  readonly memberId: string | null;
  /** Null while it is open. */
  readonly decidedAt: Date | null;
  /** See `isSettledSql`. */
  readonly isSettled: boolean;
  /** Of a report. */
  readonly reason: string | null;
  readonly resolution: Resolution | null;
  readonly neutral: NeutralOutcome | null;
  /** Of a notice. */
  readonly noticeKind: NoticeKind | null;
  readonly outcome: NoticeOutcome | null;
  readonly reporterId: string | null;
}

/** @param settledSeconds see `isSettledSql` */
export async function findAnswered(db: Db, id: string, settledSeconds: number): Promise<Answered | undefined> {
  const { rows } = await sql<Answered>`
    select id, 'report' as kind, code as number, reported_id as "memberId", resolved_at as "decidedAt",
      ${isSettledSql(sql.ref("resolved_at"), settledSeconds)} as "isSettled", reason, resolution,
      neutral_outcome as neutral, null as "noticeKind", null as outcome, reporter_id as "reporterId"
    from reports where id = ${id}
    union all
    select id, 'notice', number, member_id, decided_at, ${isSettledSql(sql.ref("decided_at"), settledSeconds)}, null,
      null, null, kind, ${outcomeSql}, null
    from notices where id = ${id} and not is_honeypot_hit`.execute(db);
  return rows[0];
}

/** The decision by which a report or a notice was answered first. One without a member was closed on its own. */
export async function findAnsweringDecision(
  db: Db,
  id: string,
): Promise<Pick<DecisionRow, "decided_by" | "rule"> | undefined> {
  const { rows } = await sql<Pick<DecisionRow, "decided_by" | "rule">>`
    select decided_by, rule from case_items
    join decisions on decisions.case_id = case_items.case_id and decided_at = done_at
    where case_items.kind in ('report', 'notice') and source_id = ${id}
    union all
    select coalesce(staff_id::text, acting_as, actor), 'guidelines' from audit_log where target = ${id} and action = 'close notice'
    limit 1`.execute(db);
  return rows[0];
}

/** The reports and notices that a decision found right, in ascending order. */
export async function findUpheld(db: Db, decisionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select source_id as id from decisions
    join case_items on case_items.case_id = decisions.case_id and done_at = decided_at
      and case_items.kind in ('report', 'notice', 'objection')
    left join reports on reports.id = source_id::uuid
    left join notices on notices.id = source_id::uuid
    where decisions.id = ${decisionId} and (resolution <> 'none' or is_upheld) order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

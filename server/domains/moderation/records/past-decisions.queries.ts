import { sql } from "kysely";
import type { ActName } from "#contract/moderation/acts.ts";
import { COMMAND_LINE } from "#contract/moderation/past-decisions.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { AppealOutcome, CaseKind } from "#server/platform/db/schema/cases.ts";
import { cutLooked, type Looked, type LookedRow, lookedAtSql } from "#server/platform/lib/page.ts";

/** Conditions are combined with AND. */
export interface DecisionFilter {
  readonly memberId?: string | undefined;
  /** In cases of these kinds; undefined for all decisions, also outside of cases. */
  readonly kinds?: readonly CaseKind[] | undefined;
  /** A person of the staff, or `COMMAND_LINE` for operators and automatic decisions. */
  readonly by?: string | undefined;
  readonly act?: ActName | undefined;
  readonly rule?: RuleKey | undefined;
  readonly limit: number;
  /** The decision that the previous page ended with. */
  readonly after?: string | undefined;
}

export interface PastDecisionRow {
  readonly id: string;
  readonly caseId: string | null;
  readonly caseKind: CaseKind | null;
  readonly memberId: string;
  /** Null once the account is deleted. */
  readonly username: string | null;
  readonly acts: readonly string[];
  readonly rule: RuleKey;
  readonly decidedBy: string;
  readonly decidedAt: Date;
  readonly undoneAt: Date | null;
  readonly isAppealed: boolean;
  /** Null for an open appeal, too. */
  readonly appealOutcome: AppealOutcome | null;
}

/** The filters that an index serves, of which one is used, and those that look at each decision. */
function conditionsOf({ memberId, kinds, by, act, rule }: DecisionFilter) {
  const indexed = [
    ...(memberId === undefined ? [] : [sql`decisions.member_id = ${memberId}`]),
    ...(by === undefined || by === COMMAND_LINE ? [] : [sql`decisions.decided_by = ${by}`]),
    ...(rule === undefined ? [] : [sql`decisions.rule = ${rule}`]),
  ];
  const others = [
    ...(by === COMMAND_LINE
      ? [sql`not exists (select from staff_members where staff_members.id::text = decisions.decided_by)`]
      : []),
    ...(kinds === undefined
      ? []
      : [sql`(select cases.kind = any(${[...kinds]}::text[]) from cases where cases.id = decisions.case_id)`]),
    ...(act === undefined
      ? []
      : [sql`(select bool_or(decision_acts.act = ${act}) from decision_acts where decision_id = decisions.id)`]),
  ];
  return { indexed: indexed[0] ?? sql`true`, others: [...indexed.slice(1), ...others] };
}

/** Latest first, without the words of anybody. */
export async function findPastDecisions(db: Db, filter: DecisionFilter): Promise<Looked<PastDecisionRow>> {
  const { indexed, others } = conditionsOf(filter);
  const { after, limit } = filter;
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(decisions.decided_at, decisions.id) < (
          (select before.decided_at from decisions as before where before.id = ${after}), ${after}::uuid)`;
  const candidates = sql`decisions where ${indexed} and ${isAfter} order by decided_at desc, id desc`;
  const { rows } = await sql<PastDecisionRow & LookedRow>`
    ${lookedAtSql({ candidates, table: "decisions", others, limit })}
    select page."isFound", decisions.id, decisions.case_id as "caseId", cases.kind as "caseKind", decisions.member_id as "memberId",
      profiles.username, rule, decisions.decided_by as "decidedBy", decisions.decided_at as "decidedAt",
      undone_at as "undoneAt", appeals.id is not null as "isAppealed", appeals.outcome as "appealOutcome",
      array(select act from decision_acts where decision_id = decisions.id order by position) as acts
    from page
    join decisions on decisions.id = page.id
    left join cases on cases.id = decisions.case_id
    left join profiles on profiles.member_id = decisions.member_id
    left join appeals on appeals.decision_id = decisions.id
    order by decisions.decided_at desc, decisions.id desc`.execute(db);
  return cutLooked(rows, limit);
}

/** The rule of the last decision that stands about a member's suspension; undefined if none is known. */
export async function findSuspensionRule(db: Db, memberId: string): Promise<RuleKey | undefined> {
  const { rows } = await sql<{ rule: RuleKey }>`
    select last.rule from suspensions cross join lateral (
      select rule from decisions
      join decision_acts on decision_acts.decision_id = decisions.id and act in ('suspend', 'end_account')
      where decisions.member_id = suspensions.member_id and decided_at >= starts_at and undone_at is null
      order by decided_at desc limit 1
    ) as last
    where suspensions.member_id = ${memberId}`.execute(db);
  return rows[0]?.rule;
}

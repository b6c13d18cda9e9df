import { type RawBuilder, type Selectable, sql } from "kysely";
import { ENDED_MONTHS } from "#contract/limits.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { FRAUD_RULE, type RuleKey, YOUTH_RULE } from "#contract/moderation/rules.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { AppealsTable, DecisionsTable } from "#server/platform/db/schema/cases.ts";

export type DecisionRow = Selectable<DecisionsTable>;
export type AppealRow = Selectable<AppealsTable>;

export const findDecision = (db: Db, id: string): Promise<DecisionRow | undefined> =>
  db.selectFrom("decisions").selectAll().where("id", "=", id).executeTakeFirst();

/** A decision without what its link is checked by. */
export type ShownDecision = Omit<DecisionRow, "appeal_token_hash">;

export const findShownDecision = (db: Db, id: string): Promise<ShownDecision | undefined> =>
  db
    .selectFrom("decisions")
    .select(["id", "case_id", "case_version", "member_id", "facts", "rule", "words", "automated", "decided_by"])
    .select(["decided_at", "stated_at", "undo_until", "undone_at", "undone_by", "appeal_until"])
    .where("id", "=", id)
    .executeTakeFirst();

/** The decision of a version of a case. */
export const findDecisionOf = (db: Db, caseId: string, version: number): Promise<DecisionRow | undefined> =>
  db
    .selectFrom("decisions")
    .selectAll()
    .where("case_id", "=", caseId)
    .where("case_version", "=", version)
    .executeTakeFirst();

export const findDecisionByToken = (db: Db, tokenHash: Buffer): Promise<DecisionRow | undefined> =>
  db.selectFrom("decisions").selectAll().where("appeal_token_hash", "=", tokenHash).executeTakeFirst();

export interface StoredAct {
  readonly choice: ActChoice;
  readonly result: Readonly<Record<string, unknown>>;
}

/** The acts of a decision, in the order in which they were done. */
export async function findActs(db: Db, decisionId: string): Promise<StoredAct[]> {
  return db
    .selectFrom("decision_acts")
    .select(sql<ActChoice>`params`.as("choice"))
    .select(sql<StoredAct["result"]>`result`.as("result"))
    .where("decision_id", "=", decisionId)
    .orderBy("position")
    .execute();
}

/**
 * SQL: whether a decision was made long enough ago that its emails leave. One that was undone and made anew meanwhile is
 * younger than the first job expects.
 * @param decidedAt a column; null while something is open
 */
export const isSettledSql = (decidedAt: RawBuilder<unknown>, seconds: number) =>
  sql<boolean>`coalesce(${decidedAt} <= now() - make_interval(secs => ${seconds - 1}), false)`;

/** JSON of the terms of a suspension. */
export type StoredTerms = { readonly until: string | null; readonly memberMessage: string };

/** SQL: when a row was read. An email that is sent from it says nothing of what is decided afterwards. */
export const readAtSql = sql<Date>`now()`;

export interface SuspensionAct {
  readonly decisionId: string;
  readonly terms: StoredTerms;
  /** Null if the member was not suspended before. */
  readonly was: StoredTerms | null;
  readonly isUndone: boolean;
}

/**
 * The decisions that a member's suspension consists of, oldest first: those since it began. For a deleted member, since
 * the last one began.
 */
export async function findSuspensionActs(db: Db, memberId: string): Promise<SuspensionAct[]> {
  const { rows } = await sql<SuspensionAct>`
    with made as (
      select decisions.id, decided_at, undone_at is not null as is_undone, result
      from decisions join decision_acts on decision_acts.decision_id = decisions.id
      where decisions.member_id = ${memberId} and act in ('suspend', 'end_account')
    )
    select id as "decisionId", result -> 'terms' as terms, nullif(result -> 'was', 'null') as was,
      is_undone as "isUndone"
    from made
    where decided_at >= coalesce(
      (select starts_at from suspensions where member_id = ${memberId}),
      (select max(decided_at) from made as begun
        where result ->> 'change' = 'begun' and (result ->> 'isDeleted')::boolean is not true),
      '-infinity')
    order by decided_at, id`.execute(db);
  return rows;
}

/**
 * Members whose account is to be deleted, because its suspension has had no end for `ENDED_MONTHS`: counted from the last
 * decision that stands. For those under 18, once they cannot object any more. An open appeal keeps the account.
 * @param memberId of one member; null for all
 */
export async function findEndedAccounts(db: Db, now: Date, memberId: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select suspensions.member_id as id
    from suspensions left join lateral (
      select decided_at, appeal_until, rule
      from decisions join decision_acts on decision_acts.decision_id = decisions.id
      where decisions.member_id = suspensions.member_id and act in ('suspend', 'end_account') and undone_at is null
      order by decided_at desc limit 1
    ) as last on true
    where ends_at is null and (${memberId}::uuid is null or suspensions.member_id = ${memberId})
      and case
        when rule = ${YOUTH_RULE} and decided_at >= starts_at then appeal_until
        else greatest(starts_at, decided_at) + make_interval(months => ${ENDED_MONTHS}) end <= ${now}
      and not exists (
        select from appeals where appeals.member_id = suspensions.member_id and outcome is null)
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

interface ListedDecision {
  readonly id: string;
  readonly caseId: string | null;
  readonly acts: readonly string[];
  readonly facts: string;
  readonly rule: RuleKey;
  readonly words: string;
  readonly automated: boolean;
  readonly decidedBy: string;
  readonly decidedAt: Date;
  readonly undoUntil: Date | null;
  readonly undoneAt: Date | null;
}

/** The decisions about a member, newest first. */
export async function findDecisions(db: Db, memberId: string) {
  const { rows } = await sql<ListedDecision>`
    select id, case_id as "caseId", facts, rule, words, automated, decided_by as "decidedBy",
      decided_at as "decidedAt", undo_until as "undoUntil", undone_at as "undoneAt",
      array(select act from decision_acts where decision_id = decisions.id order by position) as acts
    from decisions where member_id = ${memberId} order by decided_at desc, id limit 50`.execute(db);
  return rows;
}

/** Whether a decision stands that ended the account of a member for fraud. */
export async function isEndedForFraud(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from decisions join decision_acts on decision_acts.decision_id = decisions.id and act = 'end_account'
    where member_id = ${memberId} and rule = ${FRAUD_RULE} and undone_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * SQL: whether a decision that stands has ended a member's account for good.
 * @param memberId a column of ids
 */
export const isAccountEndedSql = (memberId: RawBuilder<unknown>) => sql<boolean>`exists (
    select from suspensions
    join decisions on decisions.member_id = suspensions.member_id and decided_at >= starts_at and undone_at is null
    join decision_acts on decision_acts.decision_id = decisions.id and act = 'end_account'
    where suspensions.member_id = ${memberId} and ends_at is null)`;

export const findAppeal = (db: Db, id: string): Promise<AppealRow | undefined> =>
  db.selectFrom("appeals").selectAll().where("id", "=", id).executeTakeFirst();

export const findAppealOf = (db: Db, decisionId: string): Promise<AppealRow | undefined> =>
  db.selectFrom("appeals").selectAll().where("decision_id", "=", decisionId).executeTakeFirst();

/** The restrictions of a member that an approved selfie lifts. */
export async function findSelfieRestrictions(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select restrictions.id from restrictions
    join decision_acts on decision_acts.decision_id = restrictions.decision_id
      and act = 'require_selfie' and result ->> 'restrictionId' = coalesce(copied_from, restrictions.id)::text
    where restrictions.member_id = ${memberId} and lifted_at is null`.execute(db);
  return rows.map(({ id }) => id);
}

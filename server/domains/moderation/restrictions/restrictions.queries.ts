import { type RawBuilder, sql } from "kysely";
import type { RuleKey } from "#contract/moderation/rules.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { RestrictionKind } from "#server/platform/db/schema/cases.ts";

/** SQL condition on `restrictions`. */
export const isInForceSql = sql`lifted_at is null and (ends_at is null or ends_at > now())`;

/**
 * SQL condition: the member is under a restriction of the kind. An unlisted one is in no list of Browse and in no daily
 * set. One restricted in messaging sends no message, attachment or crush.
 * @param memberId SQL expression
 */
export const isRestrictedSql = (memberId: RawBuilder<string>, kind: RestrictionKind): RawBuilder<boolean> => sql`
  exists (
    select from restrictions
    where restrictions.member_id = ${memberId} and kind = ${sql.lit(kind)} and ${isInForceSql})`;

export interface Restriction {
  readonly kind: RestrictionKind;
  readonly since: Date;
  /** Null if it has no end of its own. */
  readonly until: Date | null;
  readonly decisionId: string;
  readonly rule: RuleKey;
}

/** Whether there is a restriction with an id, in force or not. */
export const hasRestriction = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom("restrictions").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

/** The restrictions that a member is under, the longest first. */
export async function findRestrictions(db: Db, memberId: string): Promise<Restriction[]> {
  const { rows } = await sql<Restriction>`
    select kind, starts_at as since, ends_at as until, decision_id as "decisionId",
      (select rule from decisions where decisions.id = decision_id) as rule
    from restrictions
    where member_id = ${memberId} and ${isInForceSql}
    order by ends_at desc nulls first, id`.execute(db);
  return rows;
}

export async function findRestrictedIds(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from restrictions
    where member_id = any(${sql.val([...memberIds])}::uuid[]) and ${isInForceSql} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

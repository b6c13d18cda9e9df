import { type RawBuilder, sql } from "kysely";
import { PASS_DAYS } from "#contract/limits.ts";
import { canSee } from "#server/domains/members/relationships/relationships.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

const until = sql<Date>`passed_at + make_interval(days => ${sql.lit(PASS_DAYS)})`;
const isResting = sql<boolean>`${until} > now()`;

/** SQL: the ids of the members whom a member does not want to be shown. */
export const passedIdsSql = (me: string): RawBuilder<unknown> =>
  sql`(select passed_id from passes where passes.member_id = ${me} and ${isResting})`;

/** SQL condition: a member has declined another one's crush. @param me @param other SQL expressions of ids */
export const hasDeclinedSql = (me: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from passes where passes.member_id = ${me} and passed_id = ${other} and declines_crush and ${isResting})`;

export async function findPassedIds(db: Db, me: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ passed_id: string }>`
    select passed_id from passes
    where member_id = ${me} and passed_id = any(${sql.val([...ids])}::uuid[]) and ${isResting}`.execute(db);
  return new Set(rows.map(({ passed_id }) => passed_id));
}

/** Until when a member has passed on another one. */
export async function findPassedUntil(db: Db, me: string, otherId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date }>`
    select ${until} as until from passes
    where member_id = ${me} and passed_id = ${otherId} and ${isResting}`.execute(db);
  return rows[0]?.until;
}

interface PassRow {
  readonly passed_id: string;
  readonly username: string;
  readonly passed_at: Date;
  readonly until: Date;
}

/**
 * The members whom a member has passed on and could still see, the latest first.
 * @param limit null for all
 * @param after the last member of the previous page
 */
export async function findPasses(db: Db, me: string, limit: number | null, after: string | undefined) {
  const { rows } = await sql<PassRow>`
    with mine as (
      select passed_id, passed_at, ${until} as until from passes where passes.member_id = ${me} and ${isResting}
    )
    select passed_id, username, passed_at, until from mine
    join members other on other.id = passed_id
    join profiles on profiles.member_id = passed_id
    left join relationship_sides side on side.member_id = ${me} and side.other_id = passed_id
    where ${canSee("side", "other")} and (${after ?? null}::uuid is null
      or (passed_at, passed_id) < (
        select last.passed_at, last.passed_id from mine as last where last.passed_id = ${after ?? null}::uuid))
    order by passed_at desc, passed_id desc
    limit ${limit}`.execute(db);
  return rows;
}

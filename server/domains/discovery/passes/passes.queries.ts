import { type RawBuilder, sql } from "kysely";
import { PASS_DAYS } from "#contract/limits.ts";
import { canSee, joinSideSql } from "#server/domains/members/relationships/relationships.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isAfterSql, type ListPosition, limitSql, microsecondsSql } from "#server/platform/lib/page.ts";

const until = sql<Date>`passed_at + make_interval(days => ${sql.lit(PASS_DAYS)})`;
const isResting = sql<boolean>`${until} > now()`;

/** SQL: the ids of the members whom a member does not want to be shown. */
export const passedIdsSql = (me: string): RawBuilder<unknown> =>
  sql`(select passed_id from passes where passes.member_id = ${me} and ${isResting})`;

/**
 * SQL condition on two members: whether one has passed on the other, or has also declined their crush. Looked up by the
 * two: for an `exists` PostgreSQL may read all passes of all members.
 */
const ofPass = (is: RawBuilder<unknown>) => (me: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<boolean>`coalesce((select ${is} from passes where passes.member_id = ${me} and passed_id = ${other}), false)`;

/** SQL condition: a member has passed on another one. @param me @param other SQL expressions of ids */
export const hasPassedSql = ofPass(isResting);
/** SQL condition: a member has declined another one's crush. @param me @param other SQL expressions of ids */
export const hasDeclinedSql = ofPass(sql`declines_crush and ${isResting}`);

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

/** `id` is that of the member. */
interface PassRow extends ListPosition {
  readonly username: string;
  readonly passed_at: Date;
  readonly until: Date;
}

/**
 * The members whom a member has passed on and could still see, the latest first.
 * @param limit null for all
 * @param after the last one of the previous page
 */
export async function findPasses(db: Db, me: string, limit: number | null, after: ListPosition | undefined) {
  const { rows } = await sql<PassRow>`
    select passed_id as id, username, passed_at, ${until} as until, ${microsecondsSql(sql`passed_at`)} as at
    from passes
    join members other on other.id = passed_id
    join profiles on profiles.member_id = passed_id
    ${joinSideSql(me, sql`passed_id`)}
    where passes.member_id = ${me} and ${isResting} and ${canSee("side", "other")}
      and ${isAfterSql(after, sql`passed_at`, sql`passed_id`)}
    order by passed_at desc, passed_id desc
    ${limitSql(limit)}`.execute(db);
  return rows;
}

import { type RawBuilder, sql } from "kysely";
import type { CrushList } from "#contract/crushes/crush-lists.ts";
import type { CrushCounts } from "#contract/crushes/crushes.ts";
import { CRUSH_COUNT_MAX, PAGE_SIZE, RETENTION_DAYS, UNSEEN_MAX } from "#contract/limits.ts";
import type { CrushAbout } from "#contract/schemas.ts";
import { hasDeclinedSql } from "#server/domains/discovery/passes/passes.queries.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isAfterSql, isNotBeforeSql, type ListPosition, microsecondsSql } from "#server/platform/lib/page.ts";

/** A crush that was declined before migration 0019 is not marked. */
const isReceived = sql`is_listed
  and (matched_at is not null or not ${hasDeclinedSql(sql`side.member_id`, sql`side.other_id`)})`;
const isMatch = sql`is_open and matched_at is not null`;

const received = { from: sql`received_crushes`, about: sql`about` };
const sides = { from: sql`relationship_sides`, about: sql`their_crush_about` };

interface ListSource {
  readonly from: RawBuilder<unknown>;
  readonly about: RawBuilder<unknown>;
  readonly isIn: RawBuilder<unknown>;
  /** The time that it is ordered by. */
  readonly newest: RawBuilder<unknown>;
  /** Its bin of some minutes, if only that is indexed. */
  readonly bin?: RawBuilder<unknown>;
}

/**
 * The lists of My Crushes. Their conditions and orders are those of the indexes of migrations 0016 and 0020, so that a
 * page reads what it shows.
 */
const LISTS: Readonly<Record<CrushList, ListSource>> = {
  received: { ...received, isIn: isReceived, newest: sql`crushed_at` },
  sent: { ...sides, isIn: sql`is_open and i_crushed_at is not null and matched_at is null`, newest: sql`i_crushed_at` },
  matches: { ...sides, isIn: isMatch, newest: sql`matched_at` },
  active: {
    ...sides,
    // As it is written, the index of conversations by their activity is the only one that fits.
    isIn: sql`active_at is not null and (ended_at is null or orphaned_at is not null)
      and orphaned_at is null and i_blocked_at is null and they_blocked_at is null`,
    newest: sql`coalesce(run_last_at, matched_at)`,
    bin: sql`active_at`,
  },
  unmessaged: { ...sides, isIn: sql`${isMatch} and active_at is null`, newest: sql`matched_at` },
};

/**
 * SQL: a FROM clause with the members of a list who are in good standing. Without a join, as PostgreSQL reads an index in
 * its order only then, if it expects few rows.
 */
const fromList = (list: CrushList, me: string) => sql`
  from ${LISTS[list].from} as side
  where side.member_id = ${me} and ${LISTS[list].isIn}
    and (select ${isInGoodStandingSql("members")} from members where members.id = side.other_id)`;

interface ListedRow extends ListPosition {
  readonly about: CrushAbout | null;
  readonly isMatch: boolean;
}

/**
 * The members in a list of My Crushes, the newest crush, match or message first. The limit is part of the text: a prepared
 * statement is planned for few rows then.
 * @param after none for the first page
 */
export async function findListed(
  db: Db,
  me: string,
  list: CrushList,
  limit: number,
  after?: ListPosition,
): Promise<ListedRow[]> {
  const { newest, about, bin } = LISTS[list];
  const { rows } = await sql<ListedRow>`
    select side.other_id as id, ${microsecondsSql(newest)} as at, ${about} as about, matched_at is not null as "isMatch"
    ${fromList(list, me)} and ${isAfterSql(after, newest, sql`side.other_id`)}
      and ${isNotBeforeSql(bin && after, bin ?? newest)}
    order by ${bin ? sql`${bin} desc, ` : sql``}${newest} desc, side.other_id desc
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Each up to `CRUSH_COUNT_MAX`. */
export async function countListed(db: Db, me: string): Promise<CrushCounts> {
  const count = (list: CrushList) => sql`
    (select count(*)::int from (select ${fromList(list, me)} limit ${sql.lit(CRUSH_COUNT_MAX)}) as listed)`;
  const { rows } = await sql<CrushCounts>`
    select ${count("received")} as received, ${count("sent")} as sent, ${count("matches")} as matches,
      ${count("active")} as active`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("the counts have no row");
  return counts;
}

/**
 * The members who have answered a crush of mine since my last celebration, in the last 30 days and without a message yet,
 * the newest match first. Of the `PAGE_SIZE` newest matches.
 */
export async function findNewMatchIds(db: Db, me: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select side.other_id as id, matched_at, they_crushed_at > i_crushed_at as is_answer
      ${fromList("unmessaged", me)}
      order by matched_at desc, side.other_id desc limit ${sql.lit(PAGE_SIZE)}) as newest
    where is_answer and matched_at > greatest(now() - make_interval(days => ${sql.lit(RETENTION_DAYS)}),
      (select matches_seen_at from crushes_last_seen where member_id = ${me}))
    order by matched_at desc, id desc`.execute(db);
  return rows.map((row) => row.id);
}

/** The number of crushes received since the member last opened My Crushes, without those whose match was celebrated. */
export async function countUnseen(db: Db, me: string): Promise<number> {
  const since = (seen: "seen_at" | "matches_seen_at") =>
    sql`coalesce((select ${sql.ref(seen)} from crushes_last_seen where member_id = ${me}), '-infinity')`;
  const { rows } = await sql<{ unseen: number }>`
    select count(*)::int as unseen from (
      select ${fromList("received", me)} and crushed_at > ${since("seen_at")}
        and (matched_at is null or matched_at > ${since("matches_seen_at")})
      limit ${sql.lit(UNSEEN_MAX)}) as newest`.execute(db);
  return rows[0]?.unseen ?? 0;
}

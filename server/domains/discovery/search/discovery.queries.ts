import { type RawBuilder, sql } from "kysely";
import type { Recency } from "#contract/discovery/discovery.ts";
import type { Sort } from "#contract/discovery/filter-form.ts";
import { ACTIVE_DAYS, FILTER_AGE_MAX, FILTER_AGE_MIN, NEW_MEMBER_DAYS } from "#contract/limits.ts";
import { hasPassedSql } from "#server/domains/discovery/passes/passes.queries.ts";
import { CODE_SHIFTS, CODES } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import { BAND_COSINES } from "#server/domains/discovery/search/discovery.policy.ts";
import type { KnownMembers } from "#server/domains/discovery/search/searcher.queries.ts";
import type { Db, ReadDb } from "#server/platform/db/client.ts";
import type { Direction } from "#server/platform/geo/geo-cells.ts";

/** A viewer and their search preferences, encoded as in `search_index`. */
export interface Search {
  readonly viewerId: string;
  /** The direction of the viewer's cell; null if unknown, which disables distances. */
  readonly at: Direction | null;
  readonly areas: readonly string[] | null;
  /** The cosine of the maximum distance. */
  readonly nearest: number;
  readonly gender: number;
  readonly age: number | null;
  readonly interests: number;
  readonly lookingFor: number;
  readonly wantGender: number;
  readonly wantAgeMin: number;
  readonly wantAgeMax: number;
  /** Whether to include members whose age is unknown. */
  readonly wantAnyAge: boolean;
  readonly wantLookingFor: readonly number[];
  readonly wantInterests: number;
  readonly heightMin: number | null;
  readonly heightMax: number | null;
  readonly verifiedOnly: boolean;
  /** The coarse parts of the viewer's counted week, as bits. */
  readonly weekParts: number;
  /** The codes of sports and levels that fit the viewer's; see `counted-weeks.policy.ts`. */
  readonly levelCodes: readonly number[];
  /** Members need one of these parts; 0 for anyone. */
  readonly wantParts: number;
  readonly sort: Sort;
}

type Condition = RawBuilder<boolean>;

/** The cosine of the angle between the viewer's and a row's cell, seen from the earth's centre: less is farther. */
export const cosine = (at: Direction) =>
  sql<number>`(b.x * ${at.x}::float8 + b.y * ${at.y}::float8 + b.z * ${at.z}::float8)`;

/**
 * SQL conditions: a row fits the viewer's preferences, and the viewer fits the row's age and gender preferences. Omits
 * conditions that every row fulfils, so that a wide search is cheap.
 */
function fits(search: Search): Condition[] {
  const { age, at, heightMin, heightMax, wantAgeMin, wantAgeMax } = search;
  const all: Condition[] = [
    sql`b.member_id <> ${search.viewerId}::uuid`,
    sql`(b.want_gender = 0 or b.want_gender = ${search.gender}::int)`,
    age === null
      ? sql`b.want_age_min = ${FILTER_AGE_MIN}::int and b.want_age_max >= ${FILTER_AGE_MAX}::int`
      : sql`b.want_age_min <= ${age}::int and (b.want_age_max >= ${age}::int or b.want_age_max >= ${FILTER_AGE_MAX}::int)`,
  ];
  if (!search.wantAnyAge)
    all.push(sql`b.age between ${wantAgeMin}::int and ${wantAgeMax >= FILTER_AGE_MAX ? OLDEST : wantAgeMax}::int`);
  if (search.wantGender !== 0) all.push(sql`b.gender = ${search.wantGender}::int`);
  if (heightMin !== null) all.push(sql`(b.height is null or b.height >= ${heightMin}::int)`);
  if (heightMax !== null) all.push(sql`(b.height is null or b.height <= ${heightMax}::int)`);
  if (search.wantLookingFor.length > 0)
    all.push(sql`b.looking_for = any(${sql.val([...search.wantLookingFor])}::int[])`);
  if (search.wantInterests !== 0) all.push(sql`b.interests & ${search.wantInterests}::int <> 0`);
  if (search.verifiedOnly) all.push(sql`b.is_verified`);
  if (search.wantParts !== 0) all.push(sql`b.counted_week & ${search.wantParts}::int <> 0`);
  if (at) all.push(sql`(b.x is null or ${cosine(at)} >= ${search.nearest}::float8)`);
  return all;
}

/** SQL condition: a row may be shown to the viewer, who knows some members, and fits. */
export function eligible(
  search: Search,
  { excluded, unlisted }: Pick<KnownMembers, "excluded" | "unlisted">,
): Condition {
  const isListed =
    unlisted.length === 0
      ? sql<boolean>`b.is_listed`
      : sql<boolean>`(b.is_listed or b.member_id = any(${sql.val([...unlisted])}::uuid[]))`;
  const all = [isListed, ...fits(search)];
  if (excluded.length > 0) all.push(sql`b.member_id <> all(${sql.val([...excluded])}::uuid[])`);
  return sql`${sql.join(all, sql` and `)}`;
}

/**
 * SQL condition: as `eligible`, for a few rows: what the viewer knows of each is looked up.
 * @param side the alias of `relationship_sides`, left-joined from the viewer to the row's member
 */
export function eligibleByPair(search: Search, side: string): Condition {
  const [isOpen, hasCrush] = [sql.ref(`${side}.is_open`), sql.ref(`${side}.has_crush`)];
  const all = [
    sql`(b.is_listed or ${isOpen} and ${hasCrush})`,
    ...fits(search),
    sql`${isOpen} is not false`,
    sql`not ${hasPassedSql(sql.val(search.viewerId), sql`b.member_id`)}`,
  ];
  return sql`${sql.join(all, sql` and `)}`;
}

/** SQL: limits a scan to the areas in reach. Followed by another condition. */
const inReach = ({ areas }: Search) =>
  areas ? sql`(b.area = any(${sql.val([...areas])}::text[]) or b.area is null) and ` : sql``;

/** An age above any possible one. */
const OLDEST = 200;

/** From the farthest, as `width_bucket` needs them. */
const BUCKETS = [...BAND_COSINES].reverse();

const sharedInterests = (mask: number) => sql<number>`bit_count((b.interests & ${mask}::int)::bit(32))`;

/** SQL expression: 4 for a coarse part of the week that both have, 8 for two or more. */
const sharedTimes = (parts: number) => sql<number>`4 * least(2, bit_count((b.counted_week & ${parts}::int)::bit(32)))`;
/** SQL expression: 4 if a sport and level are among some codes. Looked up, which is faster than comparing with each. */
const sharedLevel = (codes: readonly number[]) => {
  const points = Buffer.alloc(CODES);
  for (const code of codes) points[code] = 4;
  const pointsAt = (shift: number) =>
    sql`get_byte(${points}::bytea, (b.counted_week >> ${sql.lit(shift)}) & ${sql.lit(CODES - 1)})`;
  return sql<number>`(${sql.join(CODE_SHIFTS.map(pointsAt), sql` | `)})`;
};
/** SQL expression: what both weeks have in common. Most members have none, which is decided first. */
function sharedWeek({ weekParts, levelCodes }: Search): RawBuilder<number>[] {
  const parts = [
    ...(weekParts !== 0 ? [sharedTimes(weekParts)] : []),
    ...(levelCodes.length > 0 ? [sharedLevel(levelCodes)] : []),
  ];
  return parts.length === 0 ? [] : [sql`case when b.counted_week = 0 then 0 else ${sql.join(parts, sql` + `)} end`];
}

/** In UTC. */
const currentDate = sql<string>`(select (now() at time zone 'UTC')::date)`;

/** Days that count as equally recent: the order does not show when a member of every day opens the app. */
export const ACTIVITY_STEP = 3;
/** The number of steps that the best match counts, and that the order by activity tells apart. */
export const ACTIVITY_STEPS = { best: 4, active: 10 } as const;
/** Days within which the order by newness tells members apart. */
export const NEWEST_DAYS = 255;

/** SQL expressions. Distances count in bands only, so that an order reveals no more than the bands do. */
const nearness = (at: Direction) =>
  sql<number>`coalesce(2 * width_bucket(${cosine(at)}, ${sql.val(BUCKETS)}::float8[]), 0)`;
const activity = (steps: number) =>
  sql<number>`greatest(0, ${sql.lit(steps)} - (${currentDate} - b.active_on) / ${sql.lit(ACTIVITY_STEP)})`;

/**
 * SQL expression, from 0 to 255. The best match is by shared interests, distance, the same goal, activity, and what both
 * weeks have in common; the other orders are by distance, by activity, or by the day of joining.
 */
function score(search: Search): RawBuilder<unknown> {
  const { at, interests, lookingFor, sort } = search;
  switch (sort) {
    case "newest":
      return sql`greatest(0, ${sql.lit(NEWEST_DAYS)} - greatest(0, ${currentDate} - b.joined_on))`;
    case "active":
      return activity(ACTIVITY_STEPS.active);
    case "nearest":
      return at ? nearness(at) : sql`0::int`;
    case "best": {
      const parts = [sql<number>`4 * ${sharedInterests(interests)}`, activity(ACTIVITY_STEPS.best)];
      if (at) parts.push(nearness(at));
      if (lookingFor !== 0) parts.push(sql`case when b.looking_for = ${lookingFor}::int then 6 else 0 end`);
      parts.push(...sharedWeek(search));
      return sql`(${sql.join(parts, sql` + `)})`;
    }
  }
}

/** Days since 1970, in UTC. */
const today = sql<string>`((now() at time zone 'UTC')::date - date '1970-01-01')::bigint`;

/** SQL: the beginning of an order in which some members are last. */
const lastSql = (ids: readonly string[]): RawBuilder<unknown> =>
  ids.length > 0 ? sql`b.member_id = any(${sql.val([...ids])}::uuid[]), ` : sql``;

/** The maximum length of a result; a viewer who has seen all of it gets a new one. */
export const RANKED_MAX = 600;

/**
 * The best scores in the order of the search: first members without a crush of the viewer, of these the real ones
 * before demo members, and of each those who were in no earlier set. Ties are in an order per viewer and day that
 * members cannot influence.
 */
export function rankMembers(search: Search, known: KnownMembers) {
  const { viewerId } = search;
  return sql<{ member_id: string }>`
    select b.member_id
    from search_index b
    where ${inReach(search)}${eligible(search, known)}
    order by ${lastSql(known.crushed)}b.is_demo, ${lastSql(known.shown)}(${score(search)}) desc,
      uuid_hash_extended(b.member_id, uuid_hash_extended(${viewerId}::uuid, ${today}))
    limit ${RANKED_MAX}`;
}

/** SQL expression: a `Recency`. Of days, so that it does not say at what time somebody was here. */
export const recency = sql<Recency>`
  case when b.is_demo then null
    when b.joined_on > ${currentDate} - ${sql.lit(NEW_MEMBER_DAYS)} then 'new'
    when b.active_on > ${currentDate} - ${sql.lit(ACTIVE_DAYS)} then 'active' end`;

/** Null for members whom nobody can discover. */
export async function findRecency(db: Db, id: string): Promise<Recency> {
  const { rows } = await sql<{ recency: Recency }>`
    select ${recency} as recency from search_index b where b.member_id = ${id}`.execute(db);
  return rows[0]?.recency ?? null;
}

/** The number of members whom a search finds, at most `limit`. */
export async function countFound(db: ReadDb, search: Search, known: KnownMembers, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from search_index b where ${inReach(search)}${eligible(search, known)} limit ${limit}) as found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The areas with members: a walk along the index that reads one row of each. */
export async function listAreas(db: ReadDb): Promise<string[]> {
  const { rows } = await sql<{ area: string }>`
    with recursive areas (area) as (
      select min(area) from search_index
      union all
      select (select min(area) from search_index where area > areas.area) from areas where area is not null)
    select area from areas where area is not null`.execute(db);
  return rows.map(({ area }) => area);
}

/** The first of some areas in which a search finds a number of members. */
export async function findPopulatedArea(
  db: ReadDb,
  search: Search,
  known: KnownMembers,
  { areas, min }: { readonly areas: readonly string[]; readonly min: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ area: string }>`
    select near.area
    from unnest(${sql.val([...areas])}::text[]) with ordinality as near (area, nth), lateral (
      select count(*) as members
      from (select from search_index b
        where b.area = near.area and ${eligible(search, known)} limit ${min}) as found) as counted
    where members >= ${min}
    order by near.nth limit 1`.execute(db);
  return rows[0]?.area;
}

/**
 * Whether a search finds somebody who is new: listed since a time, and joined within `NEW_MEMBER_DAYS`, because whoever
 * comes back from a pause is not new. Demo members, and those with a crush of the viewer, do not count.
 */
export async function findsNewMember(db: Db, search: Search, known: KnownMembers, since: Date): Promise<boolean> {
  const { rows } = await sql<{ is_found: boolean }>`
    select exists (
      select from search_index b
      where ${inReach(search)}${eligible(search, { excluded: [...known.excluded, ...known.crushed], unlisted: [] })} and not b.is_demo
        and b.listed_at > ${since} and b.joined_on > ${currentDate} - ${sql.lit(NEW_MEMBER_DAYS)}) as is_found`.execute(
    db,
  );
  return rows[0]?.is_found ?? false;
}

/** The best members by `rankMembers`. */
export async function findRankedIds(db: ReadDb, search: Search, known: KnownMembers): Promise<readonly string[]> {
  const { rows } = await rankMembers(search, known).execute(db);
  return rows.map(({ member_id }) => member_id);
}

import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { cosineOf, type Direction } from "#server/geo/geo-cells.ts";
import { BAND_ENDS } from "#server/modules/discovery/discovery.policy.ts";

/** What a viewer is and wants, in the table's numbers. */
export interface Search {
  readonly viewerId: string;
  /** Where the viewer is; null: anywhere, and nothing is near or far. */
  readonly at: Direction | null;
  readonly areas: readonly string[] | null;
  /** The cosine of the farthest distance that is wanted. */
  readonly nearest: number;
  readonly gender: number;
  readonly age: number | null;
  readonly interests: number;
  readonly lookingFor: number;
  readonly wantGender: number;
  readonly wantAgeMin: number;
  readonly wantAgeMax: number;
  /** Whether those whose age is not known are wanted. */
  readonly wantAnyAge: boolean;
  readonly wantLookingFor: readonly number[];
  readonly wantInterests: number;
  readonly heightMin: number | null;
  readonly heightMax: number | null;
}

type Condition = RawBuilder<boolean>;

/** The cosine of the angle between the viewer's place and a row's, seen from the earth's centre: less is farther. */
const cosine = (at: Direction) => sql<number>`(b.x * ${at.x}::float8 + b.y * ${at.y}::float8 + b.z * ${at.z}::float8)`;

/**
 * Everything that decides whether a viewer may see a row: the viewer's wishes, and the other's age and gender wishes.
 * What everyone fulfils is left out, so that a wide search costs no more than it must.
 */
function eligible(search: Search, excluded: readonly string[]): Condition {
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
  if (at) all.push(sql`(b.x is null or ${cosine(at)} >= ${search.nearest}::float8)`);
  if (excluded.length > 0) all.push(sql`b.member_id <> all(${sql.val([...excluded])}::uuid[])`);
  return sql`${sql.join(all, sql` and `)}`;
}

/** Older than anybody. */
const OLDEST = 200;

/** The bands' upper ends as cosines, from the farthest: what `width_bucket` counts along. */
const BAND_COSINES = [...BAND_ENDS].reverse().map(cosineOf);

/**
 * How well a row suits: shared interests, nearness in steps that tell no more than the bands, the same wish, and how
 * recently they were here, by the day.
 */
function score({ at, interests, lookingFor }: Search) {
  const parts = [
    sql<number>`4 * bit_count((b.interests & ${interests}::int)::bit(32))`,
    sql<number>`greatest(0, 4 - ((select (now() at time zone 'UTC')::date) - b.active_on) / 3)`,
  ];
  if (at) parts.push(sql`coalesce(2 * width_bucket(${cosine(at)}, ${sql.val(BAND_COSINES)}::float8[]), 0)`);
  if (lookingFor !== 0) parts.push(sql`case when b.looking_for = ${lookingFor}::int then 6 else 0 end`);
  return sql`(${sql.join(parts, sql` + `)})`;
}

/** The best suited, real members before demo ones; equals in an order of the viewer's own, which nobody can steer. */
function ranking(search: Search, paired: Paired) {
  const { areas, viewerId } = search;
  const inAreas = areas ? sql`(b.area = any(${sql.val([...areas])}::text[]) or b.area is null) and ` : sql``;
  const crushedLast =
    paired.crushed.length > 0 ? sql`b.member_id = any(${sql.val([...paired.crushed])}::uuid[]), ` : sql``;
  return sql`
    select b.member_id
    from browse b
    where ${inAreas}${eligible(search, paired.ended)}
    order by b.is_demo, ${crushedLast}${score(search)} desc,
      uuid_hash_extended(b.member_id, uuid_hash_extended(${viewerId}::uuid, 0))
    limit ${RANKED_MAX}`;
}

/** Those who come last because the viewer has sent them a crush, and those who are not shown because it has ended. */
export interface Paired {
  readonly crushed: readonly string[];
  readonly ended: readonly string[];
}

/** A ranked list is this long at most; whoever has seen all of it starts anew. */
export const RANKED_MAX = 600;
/** A list is kept for so long after it was used. */
const KEPT_MINUTES = 30;
const IDLE_MINUTES = 5;
const KEPT_LISTS = 3;
/** A full list is the answer to the same question for so long: where so many live, a reload need not rank them all anew. */
const FRESH_SECONDS = 60;

/** What was asked, short enough to compare. */
const questionOf = (search: Search): string => createHash("sha256").update(JSON.stringify(search)).digest("base64url");

/** Ranks everybody for a viewer and keeps the list, in place of the viewer's oldest one. */
export async function keepRanking(tx: Tx, id: string, search: Search, paired: Paired): Promise<void> {
  const { viewerId } = search;
  await sql`
    with aged as (
      delete from browse_results where id in (
        select id from browse_results where viewer_id = ${viewerId} order by made_at desc offset ${KEPT_LISTS - 1}))
    insert into browse_results (id, viewer_id, question, ids)
    values (${id}, ${viewerId}, ${questionOf(search)}, array(${ranking(search, paired)}))`.execute(tx);
}

/** The list that has just answered the same question, where it is full. */
export async function findFresh(db: Db, search: Search): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from browse_results
    where viewer_id = ${search.viewerId} and question = ${questionOf(search)} and cardinality(ids) = ${RANKED_MAX}
      and made_at > now() - make_interval(secs => ${FRESH_SECONDS})
    order by made_at desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** A place in a kept list. */
export interface Bookmark {
  readonly listId: string;
  readonly offset: number;
}

/** A part of a kept list. */
export interface Part {
  /** Those of it who may still be shown, and their places, from 1. */
  readonly shown: readonly { readonly id: string; readonly place: number }[];
  /** How long the whole list is. */
  readonly total: number;
  /** It was not used for a while, and is soon thrown away. */
  readonly idle: boolean;
}

/** The next `count` in a kept list. Undefined once it is gone. */
export async function findNext(
  db: Db,
  search: Search,
  paired: Paired,
  { listId, offset, count }: Bookmark & { count: number },
): Promise<Part | undefined> {
  const { rows } = await sql<{ ids: string[]; places: number[]; total: number; idle: boolean }>`
    select cardinality(kept.ids) as total, kept.used_at < now() - make_interval(mins => ${IDLE_MINUTES}) as idle,
      next.ids, next.places
    from browse_results kept, lateral (
      select coalesce(array_agg(b.member_id order by listed.place), '{}') as ids,
        coalesce(array_agg((listed.place + ${offset}::int)::int order by listed.place), '{}') as places
      from unnest(kept.ids[${offset + 1}::int:${offset + count}::int]) with ordinality as listed (id, place)
      join browse b on b.member_id = listed.id
      where ${eligible(search, paired.ended)}) as next
    where id = ${listId} and viewer_id = ${search.viewerId}
      and used_at > now() - make_interval(mins => ${KEPT_MINUTES})`.execute(db);
  const [row] = rows;
  return (
    row && { shown: row.ids.map((id, i) => ({ id, place: row.places[i] ?? 0 })), total: row.total, idle: row.idle }
  );
}

/** Keeps a list for longer. */
export async function touchRanking(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("browse_results").set({ used_at: sql`now()` }).where("id", "=", id).execute();
}

/** Throws away what was ranked for a member. */
export async function deleteRankings(tx: Tx, viewerId: string): Promise<void> {
  await tx.deleteFrom("browse_results").where("viewer_id", "=", viewerId).execute();
}

/** Throws away lists that are kept no more. */
export async function deleteOldRankings(tx: Tx): Promise<void> {
  await sql`delete from browse_results where used_at <= now() - make_interval(mins => ${KEPT_MINUTES})`.execute(tx);
}

import { sql } from "kysely";
import { COMPLETION_MIN } from "#contract/limits.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { BrowseRow } from "#server/db/tables.ts";

/** All that a member's row in `browse` is made of, or undefined where they cannot be discovered. */
export const findDiscoverable = (db: Db, memberId: string) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("match_filters", "match_filters.member_id", "members.id")
    .select(["members.is_demo", "profiles.cell", "profiles.gender", "profiles.age", "profiles.height_inches"])
    .select(["profiles.looking_for", "profiles.interests", "match_filters.gender as want_gender"])
    .select(["match_filters.age_min as want_age_min", "match_filters.age_max as want_age_max"])
    .select(sql<string>`(members.last_active_at at time zone 'UTC')::date`.as("active_on"))
    .where("members.id", "=", memberId)
    .where("members.standing", "=", "active")
    .where("profiles.completion", ">=", COMPLETION_MIN)
    .executeTakeFirst();

export async function upsertRow(tx: Tx, row: BrowseRow): Promise<void> {
  await tx
    .insertInto("browse")
    .values(row)
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
    .execute();
}

export async function deleteRow(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("browse").where("member_id", "=", memberId).execute();
}

/** Notes that a member is here today. */
export async function touchRow(db: Db, memberId: string): Promise<void> {
  await sql`
    update browse set active_on = (now() at time zone 'UTC')::date
    where member_id = ${memberId} and active_on <> (now() at time zone 'UTC')::date`.execute(db);
}

/** What a viewer is and wants, in the table's numbers. */
export interface Search {
  readonly viewerId: string;
  readonly lat: number | null;
  readonly lng: number | null;
  /** Null: anywhere. */
  readonly areas: readonly string[] | null;
  readonly gender: number;
  readonly age: number | null;
  readonly interests: number;
  readonly lookingFor: number;
  readonly miles: number;
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

const KM_PER_MILE = 1.609344;
const EARTH_KM = 6371.0088;

/** Kilometres between the viewer's cell's centre and a row's. */
const kilometres = ({ lat, lng }: Search) => sql<number>`(2 * ${EARTH_KM}::float8 * asin(least(1, sqrt(
  power(sin(radians(b.lat - ${lat}::float8) / 2), 2) +
  cos(radians(${lat}::float8)) * cos(radians(b.lat)) * power(sin(radians(b.lng - ${lng}::float8) / 2), 2)))))`;

/** Everything that decides whether a viewer may see a row: the viewer's wishes, and the other's age and gender wishes. */
function eligible(search: Search) {
  const { age, gender, heightMin, heightMax } = search;
  const ageMax = search.wantAgeMax >= 99 ? 200 : search.wantAgeMax;
  return sql<boolean>`
    b.member_id <> ${search.viewerId}::uuid
    and (${search.wantGender}::int = 0 or b.gender = ${search.wantGender}::int)
    and (b.age between ${search.wantAgeMin}::int and ${ageMax}::int or (b.age is null and ${search.wantAnyAge}::boolean))
    and (b.want_gender = 0 or b.want_gender = ${gender}::int)
    and (case when ${age}::int is null then b.want_age_min = 18 and b.want_age_max >= 99
      else ${age}::int >= b.want_age_min and (${age}::int <= b.want_age_max or b.want_age_max >= 99) end)
    and (b.height is null or (b.height >= coalesce(${heightMin}::int, 0) and b.height <= coalesce(${heightMax}::int, 999)))
    and (${search.wantLookingFor.length}::int = 0 or b.looking_for = any(${sql.val([...search.wantLookingFor])}::int[]))
    and (${search.wantInterests}::int = 0 or b.interests & ${search.wantInterests}::int <> 0)`;
}

const near = (search: Search) =>
  search.lat === null
    ? sql<boolean>`true`
    : sql<boolean>`(b.lat is null or ${kilometres(search)} <= ${search.miles * KM_PER_MILE}::float8)`;

/**
 * How well a row suits: shared interests, nearness in steps that tell no more than the bands, the same wish, and how
 * recently they were here, by the day.
 */
const score = (search: Search) => sql<number>`(
  4 * bit_count((b.interests & ${search.interests}::int)::bit(32))
  + case when b.lat is null or ${search.lat}::float8 is null then 0
      else case when ${kilometres(search)} < ${5 * KM_PER_MILE}::float8 then 10
        when ${kilometres(search)} < ${10 * KM_PER_MILE}::float8 then 8
        when ${kilometres(search)} < ${25 * KM_PER_MILE}::float8 then 6
        when ${kilometres(search)} < ${50 * KM_PER_MILE}::float8 then 4
        when ${kilometres(search)} < ${100 * KM_PER_MILE}::float8 then 2 else 0 end end
  + case when b.looking_for <> 0 and b.looking_for = ${search.lookingFor}::int then 6 else 0 end
  + greatest(0, 4 - ((now() at time zone 'UTC')::date - b.active_on) / 3))`;

/**
 * The best suited, real members before demo ones; equals in an order of the viewer's own, which nobody can steer.
 * @param excluded members that are not shown
 * @param last members that come after all others
 */
export async function rank(
  db: Db,
  search: Search,
  { excluded, last, limit }: { excluded: readonly string[]; last: readonly string[]; limit: number },
): Promise<string[]> {
  const inAreas =
    search.areas === null ? sql`true` : sql`(b.area = any(${sql.val([...search.areas])}::text[]) or b.area is null)`;
  const { rows } = await sql<{ member_id: string }>`
    select b.member_id
    from browse b
    where ${inAreas} and ${eligible(search)} and ${near(search)} and b.member_id <> all(${sql.val([...excluded])}::uuid[])
    order by b.is_demo, b.member_id = any(${sql.val([...last])}::uuid[]), ${score(search)} desc,
      hashtextextended(b.member_id::text || ${search.viewerId}::text, 0)
    limit ${limit}`.execute(db);
  return rows.map((row) => row.member_id);
}

/** Those of a list that may still be shown, in the list's order. */
export async function stillEligible(
  db: Db,
  search: Search,
  ids: readonly string[],
  excluded: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select b.member_id
    from unnest(${sql.val([...ids])}::uuid[]) with ordinality as listed (id, place)
    join browse b on b.member_id = listed.id
    where ${eligible(search)} and ${near(search)} and b.member_id <> all(${sql.val([...excluded])}::uuid[])
    order by listed.place`.execute(db);
  return rows.map((row) => row.member_id);
}

const KEPT_MINUTES = 30;
const KEPT_LISTS = 3;

/** Keeps a ranked list for its next pages, and drops the viewer's old ones. */
export async function keepResult(tx: Tx, id: string, viewerId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from browse_results where viewer_id = ${viewerId} and id not in (
      select id from browse_results where viewer_id = ${viewerId} order by made_at desc limit ${KEPT_LISTS - 1})`.execute(
    tx,
  );
  await tx
    .insertInto("browse_results")
    .values({ id, viewer_id: viewerId, ids: [...ids] })
    .execute();
}

export async function findResult(db: Db, id: string, viewerId: string): Promise<string[] | undefined> {
  const row = await db
    .selectFrom("browse_results")
    .select("ids")
    .where("id", "=", id)
    .where("viewer_id", "=", viewerId)
    .where("made_at", ">", sql<Date>`now() - make_interval(mins => ${KEPT_MINUTES})`)
    .executeTakeFirst();
  return row?.ids;
}

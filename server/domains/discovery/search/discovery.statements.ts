import { type Insertable, type RawBuilder, sql, type Updateable } from "kysely";
import { COMPLETION_MIN } from "#contract/limits.ts";
import type { Search } from "#server/domains/discovery/search/discovery.queries.ts";
import { hashSearch } from "#server/domains/discovery/search/search-results.queries.ts";
import { isBadgeSharedSql, isInGoodStandingSql, isListedSql } from "#server/domains/members/members.queries.ts";
import { isImageSharedSql } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import { countedTrainingSql } from "#server/domains/training/weeks/training.queries.ts";
import { type Db, mayBeLostSql, type Tx } from "#server/platform/db/client.ts";
import type { SearchPreferencesRow } from "#server/platform/db/schema/discovery.ts";
import type { Tables } from "#server/platform/db/schema/tables.ts";

/**
 * Locks the profile from which an index row is built, so that the later of two concurrent changes sees the earlier one.
 */
export async function lockIndexed(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom("profiles").select("member_id").where("member_id", "=", memberId).forNoKeyUpdate().execute();
}

/** Somebody whose photos all wait for their check would be shown without a face. */
const hasFace = sql<boolean>`coalesce(
  (select bool_or(${isImageSharedSql("photos")}) from photos where photos.member_id = members.id), true)`;

/** The data of a member's row in the search index; undefined if nobody can discover them. */
export const findIndexable = (db: Db, memberId: string) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("search_preferences", "search_preferences.member_id", "members.id")
    .select(countedTrainingSql(sql`members.id`).as("counted_week"))
    .select(["members.is_demo", "profiles.h3_cell", "profiles.height_inches"])
    .select(["profiles.effective_gender", "profiles.effective_age"])
    .select(isBadgeSharedSql.as("is_verified"))
    .select(sql<boolean>`(${isListedSql("members")} and ${hasFace})`.as("is_listed"))
    .select(["profiles.looking_for", "profiles.interests", "search_preferences.gender as want_gender"])
    .select(["search_preferences.age_min as want_age_min", "search_preferences.age_max as want_age_max"])
    .select(sql<string>`(members.last_active_at at time zone 'UTC')::date`.as("active_on"))
    .select(sql<string>`(members.joined_at at time zone 'UTC')::date`.as("joined_on"))
    .where("members.id", "=", memberId)
    .where(isInGoodStandingSql("members"))
    .where("profiles.completion", ">=", COMPLETION_MIN)
    .executeTakeFirst();

export async function upsertIndexRow(tx: Tx, row: Insertable<Tables["search_index"]>): Promise<void> {
  const listedAt = sql<Date>`
    case when excluded.is_listed and not search_index.is_listed then excluded.listed_at else search_index.listed_at end`;
  await tx
    .insertInto("search_index")
    .values(row)
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ ...row, listed_at: listedAt }))
    .execute();
}

export async function deleteIndexRow(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("search_index").where("member_id", "=", memberId).execute();
}

/** Stores that members are active today. Those whom another transaction is changing are left out, as of `touchLastActive`. */
export async function touchActiveDay(db: Db, memberIds: readonly string[]): Promise<void> {
  await sql`
    update search_index set active_on = (now() at time zone 'UTC')::date where member_id in (
      select member_id from search_index
      where member_id = any(${sql.val([...memberIds])}::uuid[]) and active_on <> (now() at time zone 'UTC')::date
      for no key update skip locked) and ${mayBeLostSql}`.execute(db);
}

/** Maximum number of results per viewer. */
const KEPT_RESULTS = 3;

/**
 * Stores a result in place of the viewer's oldest one. One that a crash of the server loses is made anew, so the commit
 * does not wait for the disk.
 * @param ranked ids of members, or a query that selects them
 */
export async function saveResult(
  tx: Tx,
  id: string,
  search: Search,
  ranked: readonly string[] | RawBuilder<unknown>,
): Promise<void> {
  const { viewerId } = search;
  const memberIds =
    "toOperationNode" in ranked
      ? sql`(select coalesce(string_agg(uuid_send(member_id), '' order by nth), '')
          from (select member_id, row_number() over () as nth from (${ranked}) as ranked) as numbered)`
      : sql`${Buffer.from(ranked.join("").replaceAll("-", ""), "hex")}`;
  await sql`
    with oldest as (
      delete from search_results where id in (
        select id from search_results where viewer_id = ${viewerId} order by created_at desc offset ${KEPT_RESULTS - 1}))
    insert into search_results (id, viewer_id, query_hash, member_ids)
    select ${id}::uuid, ${viewerId}::uuid, ${hashSearch(search)}::text, ${memberIds}::bytea where ${mayBeLostSql}`.execute(
    tx,
  );
}

/** Extends the time for which a result is kept. */
export async function touchResult(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("search_results").set({ used_at: sql`now()` }).where("id", "=", id).execute();
}

export async function deleteResults(tx: Tx, viewerId: string): Promise<void> {
  await tx.deleteFrom("search_results").where("viewer_id", "=", viewerId).execute();
}

/** The stored search preferences, null if there are none, and the member's effective age. */
export async function findSearchPreferences(
  db: Db,
  memberId: string,
): Promise<{ readonly row: SearchPreferencesRow | null; readonly age: number | null }> {
  const [row, profile] = await Promise.all([
    db.selectFrom("search_preferences").selectAll().where("member_id", "=", memberId).executeTakeFirst(),
    db.selectFrom("profiles").select("effective_age").where("member_id", "=", memberId).executeTakeFirst(),
  ]);
  return { row: row ?? null, age: profile?.effective_age ?? null };
}

/** Stores the given values. Absent ones stay; those of a new row are the initial ones, or the default. */
export async function upsertSearchPreferences(
  tx: Tx,
  memberId: string,
  values: Updateable<Tables["search_preferences"]>,
  initial: Updateable<Tables["search_preferences"]>,
): Promise<SearchPreferencesRow> {
  const row = { ...values, member_id: memberId };
  return tx
    .insertInto("search_preferences")
    .values({ ...initial, ...row })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

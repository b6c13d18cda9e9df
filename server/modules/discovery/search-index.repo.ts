import { sql } from "kysely";
import { COMPLETION_MIN } from "#contract/limits.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { BrowseRow } from "#server/db/schema/tables.ts";

/** Locks the profile from which a row is built, so that of two concurrent changes the later one sees the earlier one's. */
export async function lockIndexed(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom("profiles").select("member_id").where("member_id", "=", memberId).forNoKeyUpdate().execute();
}

/** The data of a member's row in the search index; undefined if they cannot be discovered. */
export const findIndexable = (db: Db, memberId: string) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("search_preferences", "search_preferences.member_id", "members.id")
    .select(["members.is_demo", "profiles.h3_cell", "profiles.height_inches"])
    .select(["profiles.effective_gender", "profiles.effective_age"])
    .select(["profiles.looking_for", "profiles.interests", "search_preferences.gender as want_gender"])
    .select(["search_preferences.age_min as want_age_min", "search_preferences.age_max as want_age_max"])
    .select(sql<string>`(members.last_active_at at time zone 'UTC')::date`.as("active_on"))
    .where("members.id", "=", memberId)
    .where("members.status", "=", "active")
    .where("profiles.completion", ">=", COMPLETION_MIN)
    .executeTakeFirst();

export async function upsertIndexRow(tx: Tx, row: BrowseRow): Promise<void> {
  await tx
    .insertInto("search_index")
    .values(row)
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
    .execute();
}

export async function deleteIndexRow(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("search_index").where("member_id", "=", memberId).execute();
}

/** Stores that a member is active today. */
export async function touchActiveDay(db: Db, memberId: string): Promise<void> {
  await sql`
    update search_index set active_on = (now() at time zone 'UTC')::date
    where member_id = ${memberId} and active_on <> (now() at time zone 'UTC')::date`.execute(db);
}

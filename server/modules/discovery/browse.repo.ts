import { sql } from "kysely";
import { COMPLETION_MIN } from "#contract/limits.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { BrowseRow } from "#server/db/schema/tables.ts";

/**
 * Holds what a member's row is made of until the end of the transaction. Of two changes at once the later one then sees the
 * earlier one's: what is read after this is what is there.
 */
export async function lockDiscoverable(tx: Tx, memberId: string): Promise<void> {
  await tx.selectFrom("profiles").select("member_id").where("member_id", "=", memberId).forNoKeyUpdate().execute();
}

/** All that a member's row in `browse` is made of, or undefined where they cannot be discovered. */
export const findDiscoverable = (db: Db, memberId: string) =>
  db
    .selectFrom("members")
    .innerJoin("profiles", "profiles.member_id", "members.id")
    .leftJoin("match_filters", "match_filters.member_id", "members.id")
    .select(["members.is_demo", "profiles.cell", "profiles.height_inches"])
    .select(["profiles.counted_gender", "profiles.counted_age"])
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

import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

/** The retained profile of a deleted account, and when the account was deleted. */
export const findRetainedProfile = (db: Db, memberId: string) =>
  db
    .selectFrom("retained_profiles")
    .innerJoin("members", "members.id", "retained_profiles.member_id")
    .select([
      "username",
      "age",
      "gender",
      "location",
      "bio",
      "prompts",
      "interests",
      "looking_for",
      "members.deleted_at",
    ])
    .where("member_id", "=", memberId)
    .where("purge_after", ">", sql<Date>`now()`)
    .executeTakeFirst();

/** A member's earlier bios and prompts, the latest first. */
export const findRetainedTexts = (db: Db, memberId: string) =>
  db
    .selectFrom("retained_texts")
    .select(["bio", "prompts", "shown_from", "replaced_at", "purge_after"])
    .where("member_id", "=", memberId)
    .where("purge_after", ">", sql<Date>`now()`)
    .orderBy("replaced_at", "desc")
    .orderBy("id")
    .execute();

/** A member's removed photos, the latest first. */
export const findRetainedPhotos = (db: Db, memberId: string) =>
  db
    .selectFrom("retained_photos")
    .select(["photo_id as id", "key", "width", "height", "thumbhash", "alt", "shown_from", "removed_at", "purge_after"])
    .where("member_id", "=", memberId)
    .where("purge_after", ">", sql<Date>`now()`)
    .orderBy("removed_at", "desc")
    .orderBy("key")
    .execute();

/**
 * Deleted accounts whose profiles can no longer be reported: the retention has expired, or all contacts are deleted,
 * too. Not while a job still erases them.
 */
export async function findExpiredProfiles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select member_id from retained_profiles
    where (purge_after < now() or not exists (
        select 1 from relationship_sides as side join members on members.id = side.other_id
        where side.member_id = retained_profiles.member_id and members.status <> 'deleted'))
      and not exists (select from erasures where erasures.member_id = retained_profiles.member_id)`.execute(db);
  return rows.map((row) => row.member_id);
}

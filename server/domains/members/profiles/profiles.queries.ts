import { RARE, type RareField } from "#server/domains/members/profiles/profiles.policy.ts";
import type { Db } from "#server/platform/db/client.ts";

/** A verification that is valid: the verified photo is the main one. */
export interface Verified {
  readonly at: Date;
  readonly photoId: string;
}

/** Undefined if the member is not verified. */
export async function findVerifiedProfile(db: Db, memberId: string): Promise<Verified | undefined> {
  const row = await db
    .selectFrom("profiles")
    .select(["verified_at", "verified_photo_id"])
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  if (!row || row.verified_at === null || row.verified_photo_id === null) return undefined;
  return { at: row.verified_at, photoId: row.verified_photo_id };
}

const changes = (db: Db, memberId: string, limit: number) =>
  db
    .selectFrom("profile_changes")
    .select(["id", "field", "old_value", "new_value", "changed_at", "effective_at", "is_first"])
    .where("member_id", "=", memberId)
    .orderBy("changed_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);

/** The history of a member's age and gender, newest first. */
export const findProfileChanges = (db: Db, memberId: string, limit: number) => changes(db, memberId, limit).execute();

/** The latest changes of one field, newest first, as many as its limit counts. */
export const findLatest = (db: Db, memberId: string, field: RareField): Promise<ChangeRow[]> =>
  changes(db, memberId, RARE[field].limit).where("field", "=", field).execute();

export type ChangeRow = Awaited<ReturnType<typeof findProfileChanges>>[number];

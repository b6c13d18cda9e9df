import type { Db } from "#server/db/client.ts";

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

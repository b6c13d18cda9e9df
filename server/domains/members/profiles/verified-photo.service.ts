import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { findVerifiedProfile, type Verified } from "#server/domains/members/profiles/profiles.queries.ts";
import { findPhotoIds, lockProfileOf, setProfile } from "#server/domains/members/profiles/profiles.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** While that photo is the main one. @returns false if it is not, or the account is deleted */
export async function verifyProfile(tx: Tx, memberId: string, { at, photoId }: Verified): Promise<boolean> {
  if (!(await lockProfileOf(tx, memberId))) return false;
  const [mainId] = await findPhotoIds(tx, memberId);
  if (mainId === undefined || mainId !== photoId) return false;
  await setProfile(tx, memberId, { verified_at: at, verified_photo_id: photoId });
  await reindexMember(tx, memberId);
  return true;
}

/** @returns the badge for `verifyProfile`; null if there was none */
export async function unverifyProfile(tx: Tx, memberId: string): Promise<Verified | null> {
  await lockProfileOf(tx, memberId);
  const verified = await findVerifiedProfile(tx, memberId);
  if (!verified) return null;
  await setProfile(tx, memberId, { verified_at: null, verified_photo_id: null });
  await reindexMember(tx, memberId);
  return verified;
}

import type { Tx } from "#server/db/client.ts";
import { reindexMember } from "#server/modules/discovery/search-index.service.ts";
import { findVerifiedProfile, type Verified } from "#server/modules/profiles/profiles.queries.ts";
import { clearVerified, findPhotoIds, lockProfileOf, setProfile } from "#server/modules/profiles/profiles.repo.ts";

/**
 * Marks a member as verified by a photo, while that is their main one.
 * @returns false if it is not, or the account is deleted
 */
export async function verifyProfile(tx: Tx, memberId: string, { at, photoId }: Verified): Promise<boolean> {
  if (!(await lockProfileOf(tx, memberId))) return false;
  const [mainId] = await findPhotoIds(tx, memberId);
  if (mainId === undefined || mainId !== photoId) return false;
  await setProfile(tx, memberId, { verified_at: at, verified_photo_id: photoId });
  await reindexMember(tx, memberId);
  return true;
}

/** Takes the badge away from a member. @returns what `verifyProfile` restores it with; null if there was none */
export async function unverifyProfile(tx: Tx, memberId: string): Promise<Verified | null> {
  await lockProfileOf(tx, memberId);
  const verified = await findVerifiedProfile(tx, memberId);
  if (!verified) return null;
  await setProfile(tx, memberId, { verified_at: null, verified_photo_id: null });
  await reindexMember(tx, memberId);
  return verified;
}

/**
 * Takes the badge away from a member whose main photo is not the verified one any more. Call it in each transaction
 * that may change which photo is the main one, with the profile's lock. The caller reindexes the member.
 * @returns whether the member was verified until now
 */
export const withdrawIfMainPhotoChanged = (tx: Tx, memberId: string): Promise<boolean> => clearVerified(tx, memberId);

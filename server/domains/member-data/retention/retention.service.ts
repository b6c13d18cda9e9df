import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import {
  deleteExpiredMessages,
  deleteExpiredPhotos,
  deleteExpiredTexts,
  deletePhotosBeyondLimit,
  deleteProfile,
  insertPhoto,
  insertProfile,
  type RemovedPhoto,
} from "#server/domains/member-data/retention/retention.statements.ts";
import { deleteFilesAfterCommit } from "#server/domains/members/photos/photos.service.ts";
import type { Tx } from "#server/platform/db/client.ts";

/**
 * For `RETENTION_DAYS`, for reports only. Images keep their files and keys; signed URLs do not work, because
 * `findViewableContext` only reads current rows.
 */

/** For an image that was taken down: the six months in which that can be appealed, and time to decide the appeal. */
export const TAKEN_DOWN_KEPT_DAYS = 210;

/** Keeps a photo that is removed from a profile. Needs the profile's lock. */
export async function retainPhoto(
  ctx: Context,
  tx: Tx,
  memberId: string,
  photo: RemovedPhoto,
  days = RETENTION_DAYS,
): Promise<void> {
  await insertPhoto(tx, memberId, photo, days);
  await deleteFilesAfterCommit(ctx, tx, await deletePhotosBeyondLimit(tx, memberId));
}

/**
 * If anyone can still report the member; otherwise their retained photos are deleted. Call it before the profile is
 * deleted.
 * @param relationshipIds contacts that can be reported
 * @returns whether the photos' files are kept
 */
export async function retainProfile(
  ctx: Context,
  tx: Tx,
  memberId: string,
  relationshipIds: readonly string[],
): Promise<boolean> {
  if (relationshipIds.length === 0) {
    await releaseProfile(ctx, tx, memberId);
    return false;
  }
  await insertProfile(tx, memberId, relationshipIds);
  return true;
}

export async function releaseProfile(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await deleteFilesAfterCommit(ctx, tx, await deleteProfile(tx, memberId));
}

export async function purgeExpired(ctx: Context, tx: Tx): Promise<void> {
  await deleteExpiredTexts(tx);
  await deleteFilesAfterCommit(ctx, tx, [...(await deleteExpiredMessages(tx)), ...(await deleteExpiredPhotos(tx))]);
}

import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { deleteFilesAfterCommit } from "#server/modules/photos/photos.service.ts";
import {
  deleteExpiredMessages,
  deleteExpiredPhotos,
  deleteMessages,
  deletePhotosBeyond,
  deleteProfile,
  insertMessage,
  insertPhoto,
  insertProfile,
  insertSent,
  type RemovedPhoto,
} from "#server/modules/retention/retention.repo.ts";

/**
 * Keeps what members delete for `RETENTION_DAYS`, for reports and nothing else. Pictures keep their files and keys; no
 * signed address leads to them, because `findViewableContext` looks only at what is shown.
 */

/** Removed photos of one member that are kept: uploading and removing in a loop must not fill the disk. */
const REMOVED_PHOTOS_KEPT = 60;

/** Keeps what a message holds. Call it before the message is erased, with its pair locked. */
export const retainMessage = (tx: Tx, messageId: string): Promise<void> => insertMessage(tx, messageId);

/**
 * Keeps what a member who leaves sent within the retention time. Call it before the messages are erased.
 * @param relationshipIds conversations that the other member can still report, ended and locked
 */
export const retainSent = (tx: Tx, senderId: string, relationshipIds: readonly string[]): Promise<void> =>
  insertSent(tx, senderId, relationshipIds);

/** Stops keeping what messages held. @param which a condition on `messages` @returns pictures' keys, for `deleteFilesAfterCommit` */
export const releaseMessages = deleteMessages;

/** Keeps a photo that its owner removes from their profile. Needs the profile's lock. */
export async function retainPhoto(ctx: Context, tx: Tx, memberId: string, photo: RemovedPhoto): Promise<void> {
  await insertPhoto(tx, memberId, photo);
  await deleteFilesAfterCommit(ctx, tx, await deletePhotosBeyond(tx, memberId, REMOVED_PHOTOS_KEPT));
}

/**
 * Keeps the profile and photos of a member who leaves, if anybody can still report them; otherwise gives up what was kept of
 * their photos. Call it before the profile is deleted.
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

/** Stops keeping a member's profile and photos. */
export async function releaseProfile(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await deleteFilesAfterCommit(ctx, tx, await deleteProfile(tx, memberId));
}

/** Purges messages and photos whose time is over. */
export async function purgeExpired(ctx: Context, tx: Tx): Promise<void> {
  await deleteFilesAfterCommit(ctx, tx, [...(await deleteExpiredMessages(tx)), ...(await deleteExpiredPhotos(tx))]);
}

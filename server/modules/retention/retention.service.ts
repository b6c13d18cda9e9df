import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { discard } from "#server/modules/photos/photos.service.ts";
import {
  deleteExpiredMessages,
  deleteExpiredPhotos,
  deleteMessages,
  deletePhotosBeyond,
  deleteProfile,
  findExpiredProfiles,
  findPhotos,
  findProfile,
  insertMessage,
  insertPhoto,
  insertProfile,
  insertSent,
  type RemovedPhoto,
} from "#server/modules/retention/retention.repo.ts";

/**
 * Keeps what members delete for `RETENTION_DAYS`, for reports and nothing else. Pictures keep their files and keys; no
 * signed address leads to them, because `findShowing` looks only at what is shown.
 */

/** Removed photos of one member that are kept: uploading and removing in a loop must not fill the disk. */
const REMOVED_PHOTOS_KEPT = 60;

/** Keeps what a message holds. Call it before the message is erased, with its pair locked. */
export const retainMessage = (tx: Tx, messageId: string): Promise<void> => insertMessage(tx, messageId);

/**
 * Keeps what a member who leaves sent within the retention time. Call it before the messages are erased.
 * @param pairIds conversations that the other member can still report, ended and locked
 */
export const retainSent = (tx: Tx, senderId: string, pairIds: readonly string[]): Promise<void> =>
  insertSent(tx, senderId, pairIds);

/** Stops keeping what messages held. @param which a condition on `messages` @returns pictures' keys, for `discard` */
export const releaseMessages = deleteMessages;

/** Keeps a photo that its owner removes from their profile. Needs the profile's lock. */
export async function retainPhoto(ctx: Context, tx: Tx, memberId: string, photo: RemovedPhoto): Promise<void> {
  await insertPhoto(tx, memberId, photo);
  await discard(ctx, tx, await deletePhotosBeyond(tx, memberId, REMOVED_PHOTOS_KEPT));
}

/**
 * Keeps the profile and photos of a member who leaves, if anybody can still report them; otherwise gives up what was kept of
 * their photos. Call it before the profile is deleted.
 * @param pairIds contacts that can be reported
 * @returns whether the photos' files are kept
 */
export async function retainProfile(
  ctx: Context,
  tx: Tx,
  memberId: string,
  pairIds: readonly string[],
): Promise<boolean> {
  if (pairIds.length === 0) {
    await releaseProfile(ctx, tx, memberId);
    return false;
  }
  await insertProfile(tx, memberId, pairIds);
  return true;
}

/** Stops keeping a member's profile and photos. */
export async function releaseProfile(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await discard(ctx, tx, await deleteProfile(tx, memberId));
}

/** The profile of a deleted account while it is kept, with the time of the deletion. */
export const retainedProfile = (db: Db, memberId: string) => findProfile(db, memberId);

/** Photos that a member removed, or had when their account was deleted, the latest first, while they are kept. */
export const retainedPhotos = (db: Db, memberId: string) => findPhotos(db, memberId);

/** Deleted accounts whose profiles nobody can report any more. */
export const expiredProfiles = (db: Db): Promise<string[]> => findExpiredProfiles(db);

/** Purges messages and photos whose time is over. */
export async function purgeExpired(ctx: Context, tx: Tx): Promise<void> {
  await discard(ctx, tx, [...(await deleteExpiredMessages(tx)), ...(await deleteExpiredPhotos(tx))]);
}

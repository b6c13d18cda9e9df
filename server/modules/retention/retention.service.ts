import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { deleteFilesAfterCommit } from "#server/modules/photos/photos.service.ts";
import {
  deleteExpiredMessages,
  deleteExpiredPhotos,
  deleteExpiredTexts,
  deleteMessage,
  deleteMessages,
  deletePhoto,
  deletePhotosBeyond,
  deleteProfile,
  insertMessage,
  insertPhoto,
  insertProfile,
  insertSent,
  insertTexts,
  type RemovedPhoto,
} from "#server/modules/retention/retention.repo.ts";

/**
 * Retains what members delete for `RETENTION_DAYS`, for reports only. Images keep their files and keys; signed URLs do
 * not work, because `findViewableContext` only reads current rows.
 */

/** Removed photos, and earlier texts, that are kept per member. Changing them in a loop must not fill the disk. */
const KEPT_MAX = 60;

/** What an operator took down is kept for six months, in which the decision can be appealed, and time to decide that. */
export const TAKEN_DOWN_KEPT_DAYS = 210;

/** Retains a message's content. Call it before the message is erased, with its relationship locked. */
export const retainMessage = (
  tx: Tx,
  message: { readonly id: string; readonly relationshipId: string },
  days = RETENTION_DAYS,
): Promise<void> => insertMessage(tx, message, days);

/**
 * Retains a deleted member's recent messages. Call it before the messages are erased.
 * @param relationshipIds ended and locked conversations that the other member can still report
 */
export const retainSent = (tx: Tx, senderId: string, relationshipIds: readonly string[]): Promise<void> =>
  insertSent(tx, senderId, relationshipIds);

/**
 * Deletes retained messages. @param which a condition on `messages` @returns attachments' keys, for
 * `deleteFilesAfterCommit`
 */
export const releaseMessages = deleteMessages;

/** Ends the retention of a message that is restored. Its files stay. */
export const releaseMessage = deleteMessage;

/** Keeps a photo that is removed from a profile. Needs the profile's lock. */
export async function retainPhoto(
  ctx: Context,
  tx: Tx,
  memberId: string,
  photo: RemovedPhoto,
  days = RETENTION_DAYS,
): Promise<void> {
  await insertPhoto(tx, memberId, photo, days);
  await deleteFilesAfterCommit(ctx, tx, await deletePhotosBeyond(tx, memberId, KEPT_MAX));
}

/** Keeps a bio and prompts that are about to change. Needs the profile's lock. */
export const retainTexts = (tx: Tx, memberId: string, now: Date): Promise<void> =>
  insertTexts(tx, memberId, now, KEPT_MAX);

/** Ends the retention of a photo that is restored. Its files stay. @returns whether it was retained */
export const releasePhoto = (tx: Tx, memberId: string, key: string): Promise<boolean> => deletePhoto(tx, memberId, key);

/**
 * Retains the profile and photos of a deleted member if anyone can still report them; otherwise deletes their retained
 * photos. Call it before the profile is deleted.
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

/** Deletes a member's retained profile, texts and photos. */
export async function releaseProfile(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  await deleteFilesAfterCommit(ctx, tx, await deleteProfile(tx, memberId));
}

/** Deletes expired retained messages, texts and photos. */
export async function purgeExpired(ctx: Context, tx: Tx): Promise<void> {
  await deleteExpiredTexts(tx);
  await deleteFilesAfterCommit(ctx, tx, [...(await deleteExpiredMessages(tx)), ...(await deleteExpiredPhotos(tx))]);
}

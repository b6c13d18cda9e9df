import { PHOTOS_MAX } from "#contract/limits.ts";
import type { Unrestored } from "#contract/moderation/acts.ts";
import type { Photo } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import {
  releasePhoto,
  retainPhoto,
  TAKEN_DOWN_KEPT_DAYS,
} from "#server/domains/member-data/retention/retention.statements.ts";
import { presentOwnPhotos, viewerContext } from "#server/domains/members/members.service.ts";
import { processImages, storeWithClaim } from "#server/domains/members/photos/photos.service.ts";
import { findVerifiedProfile } from "#server/domains/members/profiles/profiles.queries.ts";
import { emitProfileChanged, updateCompletion } from "#server/domains/members/profiles/profiles.service.ts";
import {
  countPhotos,
  deletePhoto,
  findPhotoIds,
  insertPhotoAt,
  insertPhotos,
  lockProfile,
  lockProfileOf,
  setPhoto,
  setPhotoOrder,
  withdrawIfMainPhotoChanged,
} from "#server/domains/members/profiles/profiles.statements.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { beginImageChecks } from "#server/domains/moderation/image-checks/image-checks.statements.ts";
import { AppError } from "#server/errors.ts";
import type { ImageSource, Uploader } from "#server/platform/adapters/image-processing.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { PhotoRow } from "#server/platform/db/schema/profiles.ts";
import { newId } from "#server/platform/lib/ids.ts";

const tooMany = (have: number) =>
  new AppError("too_many_photos", `You can only have ${PHOTOS_MAX} photos total. You currently have ${have}.`);

/** The upload is rejected before its files are counted. */
export const tooManyPhotos = async (ctx: Context, memberId: string): Promise<AppError> =>
  tooMany(await countPhotos(ctx.db, memberId));

/** @throws AppError too_many_photos if `more` do not fit */
export async function assertPhotoSlots(ctx: Context, memberId: string, more: number): Promise<void> {
  const have = await countPhotos(ctx.db, memberId);
  if (have + more > PHOTOS_MAX) throw tooMany(have);
}

const REFUSALS = { unreadable: "photo_unsupported_type", tooLarge: "photo_too_large" } as const;

/**
 * After the existing ones, all or none.
 * @param files unchecked
 * @param alts alternative texts, by position
 * @param isTrusted whether others see them unchecked: drawings of demo members
 * @throws AppError photo_unsupported_type, photo_too_large, too_many_photos
 */
export async function addPhotos(
  ctx: Context,
  uploader: Uploader,
  files: readonly ImageSource[],
  { alts = [], isTrusted = false }: { alts?: readonly string[]; isTrusted?: boolean } = {},
) {
  const { memberId } = uploader;
  if (files.length === 0) throw AppError.field("invalid", "photos", "Choose at least one photo");
  await assertPhotoSlots(ctx, memberId, files.length);
  const made = await processImages(ctx, uploader, files, REFUSALS, true);
  await storeWithClaim(ctx, made, async (tx, pictures) => {
    await lockProfile(tx, memberId);
    const now = await countPhotos(tx, memberId);
    if (now + pictures.length > PHOTOS_MAX) throw tooMany(now);
    const keys = pictures.map(({ key }) => key);
    const check_state = isTrusted ? null : await beginImageChecks(ctx, tx, keys);
    const rows = pictures.map(({ key, width, height, thumbhash }, i) => ({
      id: newId(),
      member_id: memberId,
      position: now + i,
      key,
      width,
      height,
      thumbhash,
      alt: alts[i] ?? "",
      check_state,
    }));
    await insertPhotos(tx, rows);
    await updateCompletion(tx, memberId);
    emitProfileChanged(ctx, tx, memberId);
  });
  return listPhotos(ctx, memberId);
}

/** @throws AppError invalid, unless it names each photo once */
export async function orderPhotos(ctx: Context, memberId: string, photoIds: readonly string[]) {
  await ctx.transact(async (tx) => {
    await lockProfile(tx, memberId);
    const have = await findPhotoIds(tx, memberId);
    const named = new Set(photoIds);
    const once = named.size === photoIds.length && named.size === have.length;
    if (!once || !have.every((id) => named.has(id)))
      throw AppError.field("invalid", "photoIds", "Your photos have changed. Please try again.");
    await setPhotoOrder(tx, memberId, photoIds);
    if (await withdrawIfMainPhotoChanged(tx, memberId)) await reindexMember(tx, memberId);
  });
  return listPhotos(ctx, memberId);
}

type PhotoChange = { readonly [Field in "displayMode" | "focusX" | "focusY" | "alt"]?: Photo[Field] | undefined };

/** @throws AppError not_found */
export async function changePhoto(
  ctx: Context,
  memberId: string,
  photoId: string,
  { displayMode, focusX, focusY, alt }: PhotoChange,
) {
  const values = {
    ...(displayMode && { display_mode: displayMode }),
    ...(focusX !== undefined && { focus_x: focusX }),
    ...(focusY !== undefined && { focus_y: focusY }),
    ...(alt !== undefined && { alt }),
  };
  const found = await ctx.transact((tx) => setPhoto(tx, memberId, photoId, values));
  if (!found) throw new AppError("not_found");
  return listPhotos(ctx, memberId);
}

/** The next photo becomes the main one. The removed photo is retained for reports. @throws AppError not_found */
export async function removePhoto(ctx: Context, memberId: string, photoId: string) {
  await ctx.transact(async (tx) => {
    await lockProfile(tx, memberId);
    if (!(await removeOwnPhoto(ctx, tx, memberId, photoId))) throw new AppError("not_found");
  });
  return listPhotos(ctx, memberId);
}

/** Needs the profile's lock. @returns whether the photo was there */
export async function removeOwnPhoto(ctx: Context, tx: Tx, memberId: string, photoId: string): Promise<boolean> {
  const photo = await deletePhoto(tx, memberId, photoId);
  if (!photo) return false;
  await updateCompletion(tx, memberId);
  await retainPhoto(ctx, tx, memberId, photo);
  await recordStatusEvent(tx, { event: "image_removed", memberId, detail: photo.key });
  return true;
}

/** With the data that restores it. */
export type TakenDownPhoto = Readonly<Omit<PhotoRow, "created_at">> & {
  readonly created_at: string;
};

/** Kept as long as the decision can be appealed. @returns undefined if it is not on the profile */
export async function takeDownPhoto(
  ctx: Context,
  tx: Tx,
  memberId: string,
  photoId: string,
): Promise<TakenDownPhoto | undefined> {
  if (!(await lockProfileOf(tx, memberId))) return undefined;
  const photo = await deletePhoto(tx, memberId, photoId);
  if (!photo) return undefined;
  await updateCompletion(tx, memberId);
  await retainPhoto(ctx, tx, memberId, photo, TAKEN_DOWN_KEPT_DAYS);
  return { ...photo, created_at: photo.created_at.toISOString() };
}

/** To its former place, if it is still kept and the profile has room. @returns the reason if it is not restored */
export async function restorePhoto(tx: Tx, memberId: string, photo: TakenDownPhoto): Promise<Unrestored | undefined> {
  if (!(await lockProfileOf(tx, memberId))) return "not_kept";
  if ((await countPhotos(tx, memberId)) >= PHOTOS_MAX) return "profile_full";
  if (!(await releasePhoto(tx, memberId, photo.key))) return "not_kept";
  await insertPhotoAt(tx, { ...photo, created_at: new Date(photo.created_at) });
  await updateCompletion(tx, memberId);
  return undefined;
}

async function listPhotos(ctx: Context, memberId: string): Promise<{ photos: Photo[]; isVerified: boolean }> {
  const [photos, verified] = await Promise.all([
    presentOwnPhotos(ctx.db, memberId, viewerContext(ctx, memberId)),
    findVerifiedProfile(ctx.db, memberId),
  ]);
  return { photos, isVerified: verified !== undefined };
}

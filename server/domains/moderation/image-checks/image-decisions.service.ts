import { RETENTION_DAYS } from "#contract/limits.ts";
import type { Unrestored } from "#contract/moderation/acts.ts";
import type { Context } from "#server/context.ts";
import { restoreAttachment, takeDownAttachment } from "#server/domains/chat/attachments/attachment-checks.service.ts";
import {
  removeOwnPhoto,
  restorePhoto,
  type TakenDownPhoto,
  takeDownPhoto,
} from "#server/domains/members/profiles/profile-photos.service.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import {
  markClear,
  markHeld,
  markRemoved,
  type Removal,
  unmarkRemoved,
} from "#server/domains/moderation/image-checks/image-checks.service.ts";
import { lockCheck } from "#server/domains/moderation/image-checks/image-checks.statements.ts";
import { changeImageCheck, lockImagePlace } from "#server/domains/moderation/image-checks/image-reviews.service.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { ImageCheck } from "#server/platform/db/schema/image-checks.ts";

/** As JSON. */
export type RemovedImage = {
  readonly key: string;
  /** Both absent if its owner had deleted it already. */
  readonly photo?: TakenDownPhoto;
  readonly messageId?: string;
  readonly stateBefore: ImageCheck["state"] | null;
};

/** Copies of the image are held from now on. */
export async function removeImage(
  ctx: Context,
  tx: Tx,
  { key, decisionId, copies }: { readonly key: string } & Pick<Removal, "decisionId" | "copies">,
): Promise<RemovedImage> {
  const place = await lockImagePlace(tx, key);
  const stateBefore = (await lockCheck(tx, key))?.state ?? null;
  await markRemoved(ctx, tx, key, { decisionId, copies, storedAt: place?.storedAt });
  if (place?.kind === "photo") {
    const photo = await takeDownPhoto(ctx, tx, place.ownerId, place.id);
    return { key, stateBefore, ...(photo && { photo }) };
  }
  if (!place) return { key, stateBefore };
  await takeDownAttachment(tx, place.id);
  return { key, stateBefore, messageId: place.id };
}

/**
 * For an image that a restore has brought back. Idempotent. Only copies that are stored later are held: which others
 * the decision held is not known any more.
 * @param event the event that removed it
 * @returns whether it was there
 */
export async function removeImageAgain(
  ctx: Context,
  tx: Tx,
  key: string,
  event: "image_removed" | "image_taken_down",
): Promise<boolean> {
  const place = await lockImagePlace(tx, key);
  if (!place) return false;
  const { ownerId, id } = place;
  if (event === "image_removed" && place.kind === "photo") return removeOwnPhoto(ctx, tx, ownerId, id);
  if (event === "image_removed") await takeDownAttachment(tx, id, RETENTION_DAYS);
  else await removeImage(ctx, tx, { key, decisionId: null, copies: "newer" });
  await recordStatusEvent(tx, { event, memberId: ownerId, detail: key });
  return true;
}

/**
 * Copies are no longer held.
 * @param isReviewed the image is decided on again: if others did not see it, it is held then
 * @returns the reason if it is not restored
 */
export async function restoreImage(
  ctx: Context,
  tx: Tx,
  { key, photo, messageId, stateBefore }: RemovedImage,
  { memberId, decisionId, isReviewed }: { memberId: string; decisionId: string; isReviewed: boolean },
): Promise<Unrestored | undefined> {
  const isHeld = isReviewed && (stateBefore === "held" || stateBefore === "pending");
  const check_state = isHeld ? "held" : null;
  const unrestored = photo
    ? await restorePhoto(tx, memberId, { ...photo, check_state })
    : messageId !== undefined
      ? await restoreAttachment(ctx, tx, messageId, check_state)
      : undefined;
  await unmarkRemoved(tx, key, decisionId, isHeld ? "held" : "clear");
  return unrestored;
}

/** As JSON. */
export type ShownImage = { readonly key: string; readonly wasHeld: boolean };

/** The image is held again only as a copy of an image on another list, or when it is uploaded anew. */
export async function showImage(ctx: Context, tx: Tx, key: string): Promise<ShownImage> {
  const place = await lockImagePlace(tx, key);
  const check = await lockCheck(tx, key);
  const wasHeld = check?.state === "held";
  // One that others see beside its case is not looked at again for the next copy.
  if (check && (wasHeld || check.match !== null)) await markClear(tx, key);
  if (place && wasHeld) await changeImageCheck(ctx, tx, key, place, null);
  return { key, wasHeld };
}

/** Until the image is decided anew. */
export async function hideShownImage(ctx: Context, tx: Tx, { key, wasHeld }: ShownImage): Promise<void> {
  if (!wasHeld) return;
  const place = await lockImagePlace(tx, key);
  if ((await lockCheck(tx, key))?.state !== "clear") return;
  await markHeld(tx, key);
  if (place) await changeImageCheck(ctx, tx, key, place, "held");
}

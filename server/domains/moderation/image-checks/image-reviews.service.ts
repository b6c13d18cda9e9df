import { buffer } from "node:stream/consumers";
import { DAY_S } from "#contract/durations.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import type { Context } from "#server/context.ts";
import {
  changeAttachmentCheck,
  lockConversationOf,
} from "#server/domains/chat/attachments/attachment-checks.service.ts";
import { findStatus, isInGoodStanding } from "#server/domains/members/members.queries.ts";
import { changePhotoCheck } from "#server/domains/members/profiles/photo-checks.service.ts";
import { lockProfileOf } from "#server/domains/members/profiles/profiles.statements.ts";
import { dueAt } from "#server/domains/moderation/cases/cases.policy.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { findDecision } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { copiesHeldBy } from "#server/domains/moderation/image-checks/image-checks.policy.ts";
import { findUncheckedKeys } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import {
  addRemovedHash,
  beginLateChecks,
  markClear,
  matchUnwanted,
} from "#server/domains/moderation/image-checks/image-checks.service.ts";
import {
  lockCheck,
  type Match,
  updateAttempts,
  updateResult,
  updateUnchecked,
} from "#server/domains/moderation/image-checks/image-checks.statements.ts";
import { type HoldReason, holdReason, WEIGHTS } from "#server/domains/moderation/image-checks/image-reviews.policy.ts";
import { findImagePlace, type ImagePlace } from "#server/domains/moderation/image-checks/image-reviews.queries.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import { hasStaff } from "#server/domains/moderation/staff/staff.queries.ts";
import type { CheckedImage } from "#server/platform/adapters/image-checker.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { CheckState } from "#server/platform/db/schema/image-checks.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryHalves } from "#server/platform/lib/batcher.ts";
import { derivedId } from "#server/platform/lib/ids.ts";

/** An image that so many checks did not survive is reviewed by a person instead. */
const ATTEMPTS_MAX = 5;
/** Earlier images that are checked between two looks at the queue: new ones wait for no more than these. */
const EARLIER_BATCH = 20;
/** Seconds after which an image that nothing could check is shown, or looked at again. */
const RELEASE_SECONDS = DAY_S;
/** Seconds for a batch, so that new images are checked in between. */
const EARLIER_PAUSE_S = 15;

export const checkImageJob: Job<"check-image", { key: string }> = {
  name: "check-image",
  handle: (ctx, { key }) => checkImage(ctx, key),
};

/** Nobody may be there to review it. */
export const releaseImageJob: Job<"release-image", { key: string }> = {
  name: "release-image",
  handle: (ctx, { key }) => releaseImage(ctx, key),
};

/** Goes on after a key. */
export const checkEarlierImagesJob: Job<"check-earlier-images", { after: string }> = {
  name: "check-earlier-images",
  handle: (ctx, { after }, id) => checkEarlierImages(ctx, after, id),
};

/**
 * An interrupted check begins again, and until one is finished nothing changes for anybody.
 * @throws Error if the image could not be checked; the job is retried
 */
async function checkImage(ctx: Context, key: string): Promise<void> {
  const begun = await ctx.transact((tx) => updateAttempts(tx, key));
  if (!begun) return;
  const isOver = begun.attempts > ATTEMPTS_MAX;
  if (isOver) ctx.log.error({ key }, "image checks: all attempts failed, held for review");
  // The hash of a removed image is needed in any case.
  const isOff = ctx.config.imageChecks === "off" && begun.state !== "removed";
  const checked = isOver || isOff ? undefined : await look(ctx, key);
  await ctx.transact((tx) => applyResult(ctx, tx, key, checked, isOff));
}

/** @throws Error if the file is missing, or the check fails */
async function look(ctx: Context, key: string): Promise<CheckedImage> {
  const file = await ctx.photos.read(key, "full.webp");
  if (!file) throw new Error("the file of an image is missing");
  return ctx.imageChecker.check(await buffer(file.stream));
}

/** The profile or the conversation of the image, before its check, as everything does that deletes images. */
export async function lockImagePlace(tx: Tx, key: string): Promise<ImagePlace | undefined> {
  const place = await findImagePlace(tx, key);
  if (!place) return undefined;
  if (place.kind === "photo") await lockProfileOf(tx, place.ownerId);
  else await lockConversationOf(tx, place.id);
  // It may have been deleted while this waited for the lock.
  return findImagePlace(tx, key);
}

export const changeImageCheck = (
  ctx: Context,
  tx: Tx,
  key: string,
  { kind, ownerId, id }: ImagePlace,
  state: CheckState | null,
): Promise<void> =>
  kind === "photo" ? changePhotoCheck(ctx, tx, ownerId, key, state) : changeAttachmentCheck(ctx, tx, id, state);

/** @param checked undefined if nothing looked at the image @param isOff shows it anyway, because checks are off */
async function applyResult(
  ctx: Context,
  tx: Tx,
  key: string,
  checked: CheckedImage | undefined,
  isOff: boolean,
): Promise<void> {
  const place = await lockImagePlace(tx, key);
  const check = await lockCheck(tx, key);
  // Another attempt, or a person, was faster.
  if (!check || check.checked_at !== null) return;
  const seen = { pdq: checked?.pdq, scores: checked?.scores };
  if (check.state === "removed") {
    await updateResult(tx, key, { state: "removed", ...seen, match: undefined });
    if (check.decision_id !== null) {
      const rule = (await findDecision(tx, check.decision_id))?.rule as RuleKey | undefined;
      const copies = rule === undefined ? "none" : copiesHeldBy(rule);
      if (copies !== "none") await addRemovedHash(ctx, tx, key, check.decision_id, copies);
    }
    return;
  }
  const match = place && checked && (await matchUnwanted(tx, checked.pdq, place.storedAt));
  const isHeldAsCopy = place && match && (await isCopyHeld(tx, place, match));
  const reason = place && !isOff ? holdReason(checked, isHeldAsCopy ? match.source : undefined, ctx.config) : undefined;
  if (isOff) await updateUnchecked(tx, key);
  else await updateResult(tx, key, { state: reason ? "held" : "clear", ...seen, match: match?.source });
  if (place && reason) await holdImage(ctx, tx, key, place, { reason, sourceId: key });
  else if (place && match && !isOff) await openCaseBeside(ctx, tx, key, place, key);
  if (reason) return;
  if (place && check.state === "pending") await changeImageCheck(ctx, tx, key, place, null);
}

/**
 * Not if staff can review it: comes back each day until somebody has, because the staff may have left meanwhile. An
 * image that looks explicit or matches a list is never shown without a person. The item stays in the case.
 */
async function releaseImage(ctx: Context, key: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const place = await lockImagePlace(tx, key);
    const check = await lockCheck(tx, key);
    if (!place || check?.state !== "held" || check.scores !== null || check.match !== null) return;
    if (await hasStaff(tx, ["picture"])) return sendRelease(ctx, tx, key);
    await markClear(tx, key);
    await changeImageCheck(ctx, tx, key, place, null);
  });
}

const sendRelease = (ctx: Context, tx: Tx, key: string): Promise<void> =>
  ctx.jobs.send(tx, "release-image", { key }, { afterSeconds: RELEASE_SECONDS });

/**
 * A member in good standing who had the image before the removed one is most likely its source, so their copy stays
 * visible beside the case.
 */
export async function isCopyHeld(tx: Tx, { ownerId }: ImagePlace, { isHeld }: Match): Promise<boolean> {
  if (isHeld) return true;
  const status = await findStatus(tx, ownerId);
  return !isInGoodStanding(status ?? "deleted") || (await findRestrictions(tx, ownerId)).length > 0;
}

/** Others go on seeing the image. @param sourceId see `holdImage` */
export async function openCaseBeside(
  ctx: Context,
  tx: Tx,
  key: string,
  { ownerId }: ImagePlace,
  sourceId: string,
): Promise<void> {
  await attachToCase(tx, {
    kind: "picture_check",
    sourceId,
    subject: { kind: "picture", memberId: ownerId, imageKey: key },
    weight: WEIGHTS.known,
    dueAt: dueAt(ctx.now(), "other"),
  });
}

/** Needs the lock of its place. @param sourceId of the item; a repeated one has no effect */
export async function holdImage(
  ctx: Context,
  tx: Tx,
  key: string,
  place: ImagePlace,
  { reason, sourceId }: { readonly reason: HoldReason; readonly sourceId: string },
): Promise<void> {
  await changeImageCheck(ctx, tx, key, place, "held");
  if (reason === "unchecked") await sendRelease(ctx, tx, key);
  await attachToCase(tx, {
    kind: "picture_check",
    sourceId,
    subject: { kind: "picture", memberId: place.ownerId, imageKey: key },
    weight: WEIGHTS[reason],
    dueAt: dueAt(ctx.now(), "other"),
  });
}

/**
 * Enqueues itself for the next batch, once for all attempts.
 * @param after the key that the batch before ended with
 * @throws as `tryEach`
 */
async function checkEarlierImages(ctx: Context, after: string, jobId: string): Promise<void> {
  if (ctx.config.imageChecks === "off") return;
  const keys = await findUncheckedKeys(ctx.db, EARLIER_BATCH, after);
  const last = keys.at(-1);
  if (last === undefined) return;
  const next = { id: derivedId(jobId, "next"), afterSeconds: EARLIER_PAUSE_S };
  await ctx.transact((tx) => ctx.jobs.send(tx, "check-earlier-images", { after: last }, next));
  await tryHalves(keys, (some) => ctx.transact((tx) => beginLateChecks(ctx, tx, some)));
}

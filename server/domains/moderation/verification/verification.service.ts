import { randomInt } from "node:crypto";
import * as z from "zod/mini";
import { DAY_S, MINUTE_MS } from "#contract/durations.ts";
import { POSE_MINUTES, SELFIES_A_DAY } from "#contract/limits.ts";
import { POSE_KEYS, type Pose } from "#contract/moderation/selfies.ts";
import { type SelfieRequest, selfieFields, type VerificationState } from "#contract/moderation/verification.ts";
import type { Context } from "#server/context.ts";
import {
  consumeRateLimit,
  type RateLimit,
  readRateLimit,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { lockMemberExclusive } from "#server/domains/members/members.service.ts";
import {
  deleteFilesAfterCommit,
  processImages,
  type StoredImage,
  storeWithClaim,
} from "#server/domains/members/photos/photos.service.ts";
import { findVerifiedProfile } from "#server/domains/members/profiles/profiles.queries.ts";
import { dueAt } from "#server/domains/moderation/cases/cases.policy.ts";
import { attachToCase, completeItem } from "#server/domains/moderation/cases/cases.service.ts";
import { findSelfieRestrictions } from "#server/domains/moderation/decisions/decisions.queries.ts";
import {
  findComparedPhotos,
  findLatestRequest,
  findRequest,
  type VerificationRequest,
} from "#server/domains/moderation/verification/verification.queries.ts";
import {
  deleteRequest,
  deleteRequestsOf,
  insertRequest,
  lockRequest,
  updateSubmitted,
} from "#server/domains/moderation/verification/verification.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { Upload } from "#server/platform/http/multipart-upload.ts";
import { newId } from "#server/platform/lib/ids.ts";

/** An upload that began in time may arrive a little later. */
const UPLOAD_MINUTES = 5;
const TRIES: RateLimit = { name: "selfies", limit: SELFIES_A_DAY, windowSeconds: DAY_S };

const endOf = ({ created_at }: Pick<VerificationRequest, "created_at">, minutes: number): Date =>
  new Date(created_at.getTime() + minutes * MINUTE_MS);

/** An expired pose is as good as none. An approved request matters no more: the profile has the badge. */
function presentRequest(row: VerificationRequest | undefined, now: Date): SelfieRequest | null {
  if (!row) return null;
  const { id, state, pose, refusal } = row;
  switch (state) {
    case "started": {
      const until = endOf(row, POSE_MINUTES);
      return until > now ? { state, id, pose, until: until.toISOString() } : null;
    }
    case "submitted":
      return { state, id, at: (row.submitted_at ?? now).toISOString() };
    case "refused":
      return { state, id, reason: refusal ?? "not_clear", at: (row.decided_at ?? now).toISOString() };
    case "approved":
      return null;
  }
}

const hasMainPhoto = async (db: Db, me: string): Promise<boolean> => (await findComparedPhotos(db, me)).length > 0;

export async function readVerification(ctx: Context, me: string): Promise<Omit<VerificationState, "success">> {
  const { db } = ctx;
  const [profile, row, required, withPhoto, tries] = await Promise.all([
    findVerifiedProfile(db, me),
    findLatestRequest(db, me),
    findSelfieRestrictions(db, me),
    hasMainPhoto(db, me),
    readRateLimit(ctx, db, TRIES, me),
  ]);
  const isVerified = profile !== undefined;
  const triesLeft = ctx.config.rateLimits ? tries.remaining : SELFIES_A_DAY;
  return {
    isVerified,
    isRequired: required.length > 0,
    hasMainPhoto: withPhoto,
    request: isVerified ? null : presentRequest(row, ctx.now()),
    triesLeft,
    moreTriesAt: triesLeft > 0 ? null : new Date(ctx.now().getTime() + tries.retryAfter * 1000).toISOString(),
  };
}

/** Unpredictable: a picture of the last try does not fit. */
function choosePose(last: Pose | undefined): Pose {
  const others = POSE_KEYS.filter((pose) => pose !== last);
  return others[randomInt(others.length)] ?? "open_palm";
}

/** @throws AppError verification_no_photo, verification_done */
async function assertVerifiable(tx: Tx, me: string): Promise<void> {
  if (await findVerifiedProfile(tx, me)) throw new AppError("verification_done");
  if (!(await hasMainPhoto(tx, me))) throw new AppError("verification_no_photo");
}

/**
 * Repeats the pose that is still valid.
 * @throws AppError verification_no_photo, verification_done, verification_in_review, rate_limited
 */
export async function startVerification(ctx: Context, me: string) {
  await ctx.transact(async (tx) => {
    // Serializes the starts of a member.
    await lockMemberExclusive(tx, me);
    const last = await findLatestRequest(tx, me);
    if (last?.state === "submitted") throw new AppError("verification_in_review");
    await assertVerifiable(tx, me);
    if (last?.state === "started") {
      if (endOf(last, POSE_MINUTES) > ctx.now()) return;
      await deleteRequest(tx, last.id);
    }
    if (ctx.config.rateLimits) {
      const { allowed, retryAfter } = await consumeRateLimit(ctx, tx, TRIES, me);
      if (!allowed) throw AppError.wait(retryAfter, "Those were all the tries of today. Please try again tomorrow.");
    }
    await insertRequest(tx, { id: newId(), memberId: me, pose: choosePose(last?.pose), at: ctx.now() });
  });
  return readVerification(ctx, me);
}

/** @throws AppError invalid */
function parseFields(fields: Upload["fields"]): z.output<typeof selfieFields> {
  const read = z.safeParse(selfieFields, fields);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw AppError.field("invalid", String(issue?.path[0] ?? "requestId"), issue?.message);
}

/**
 * @returns whether the selfie still has to be stored; false if it was sent before
 * @throws AppError not_found, verification_expired
 */
function isAwaited(ctx: Context, row: VerificationRequest | undefined, me: string, minutes: number): boolean {
  if (row?.member_id !== me) throw new AppError("not_found");
  if (row.state !== "started") return false;
  if (endOf(row, minutes) <= ctx.now()) throw new AppError("verification_expired");
  return true;
}

/** Before the bytes are read, if the fields came first. @throws AppError as `sendSelfie` does */
export async function assertSelfieAwaited(ctx: Context, me: string, fields: Upload["fields"]): Promise<void> {
  if (!("requestId" in fields)) return;
  isAwaited(ctx, await findRequest(ctx.db, parseFields(fields).requestId), me, POSE_MINUTES);
}

async function submit(
  ctx: Context,
  tx: Tx,
  me: string,
  { requestId, isLive, image }: { requestId: string; isLive: boolean; image: StoredImage },
): Promise<void> {
  await lockMemberExclusive(tx, me);
  if (!isAwaited(ctx, await lockRequest(tx, requestId), me, POSE_MINUTES + UPLOAD_MINUTES)) throw new SentBefore();
  await assertVerifiable(tx, me);
  const now = ctx.now();
  await updateSubmitted(tx, requestId, { key: image.key, isLive, at: now });
  await attachToCase(tx, {
    kind: "verification",
    sourceId: requestId,
    subject: { kind: "member", memberId: me },
    // It says nothing bad about the member.
    weight: 0,
    dueAt: dueAt(now, "other"),
  });
  tx.emit(me, "verification_changed", { outcome: null });
}

/** A concurrent request has stored the selfie; the files of this one are deleted. */
class SentBefore extends Error {}

const REFUSALS = { unreadable: "photo_unsupported_type", tooLarge: "photo_too_large" } as const;

/**
 * Repeating it is harmless.
 * @throws AppError invalid, not_found, verification_expired, verification_no_photo, verification_done,
 * photo_unsupported_type, photo_too_large, unauthorized
 */
export async function sendSelfie(ctx: Context, me: string, { uploader, files, fields }: Upload) {
  const { requestId, isLive } = parseFields(fields);
  if (isAwaited(ctx, await findRequest(ctx.db, requestId), me, POSE_MINUTES + UPLOAD_MINUTES)) {
    if (files.length === 0) throw AppError.field("invalid", "image", "Take a picture first");
    const images = await processImages(ctx, uploader, files, REFUSALS);
    await storeWithClaim(ctx, images, (tx, [image]) => {
      if (!image) throw new Error("the stored image is missing");
      return submit(ctx, tx, me, { requestId, isLive: isLive === "true", image });
    }).catch((error: unknown) => {
      if (!(error instanceof SentBefore)) throw error;
    });
  }
  return readVerification(ctx, me);
}

/** With the selfie. Nobody has to look at it any more. */
export async function deleteVerificationsOf(ctx: Context, tx: Tx, memberId: string): Promise<void> {
  const deleted = await deleteRequestsOf(tx, memberId);
  await deleteFilesAfterCommit(
    ctx,
    tx,
    deleted.flatMap(({ image_key }) => image_key ?? []),
  );
  for (const { id, state } of deleted)
    if (state === "submitted") await completeItem(tx, { kind: "verification", sourceId: id }, "account deletion");
}

import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { resolve as absolute, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { validate } from "uuid";
import { SELFIE_KEPT_DAYS } from "#contract/limits.ts";
import { POSES, type Refusal } from "#contract/selfies.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { tryEach } from "#server/lib/batcher.ts";
import {
  AUTOMATIC,
  actorOf,
  type OperatorAction,
  recordAction,
  recordActionNow,
} from "#server/modules/audit/audit.service.ts";
import { findCaseOfItem } from "#server/modules/cases/cases.queries.ts";
import { claimantOf, completeItem, recordCaseEvent } from "#server/modules/cases/cases.service.ts";
import { reindexMember } from "#server/modules/discovery/search-index.service.ts";
import { findCard } from "#server/modules/members/members.queries.ts";
import { lockWithAnyStatus } from "#server/modules/members/members.service.ts";
import { findSelfieRestrictions } from "#server/modules/moderation/moderation.queries.ts";
import { deleteFilesAfterCommit } from "#server/modules/photos/photos.service.ts";
import { verifyProfile } from "#server/modules/profiles/verified-photo.service.ts";
import { findRestrictions } from "#server/modules/restrictions/restrictions.queries.ts";
import { liftRestrictions } from "#server/modules/restrictions/restrictions.service.ts";
import {
  findComparedPhotos,
  findForgotten,
  findRequest,
  findWaiting,
  type VerificationRequest,
} from "#server/modules/verification/verification.queries.ts";
import { deleteOldRequests, lockRequest, updateDecided } from "#server/modules/verification/verification.repo.ts";

/** Selfies that wait for a decision, the oldest first. */
export const listVerifications = (ctx: Context, by: OperatorAction, limit: number) =>
  ctx.transact(async (tx) => {
    const waiting = await findWaiting(tx, limit);
    await recordAction(tx, by, { action: "list verifications", details: { count: waiting.length } });
    return waiting;
  });

/** @throws AppError not_found */
async function getRequest(db: Db, id: string): Promise<VerificationRequest> {
  const row = validate(id) ? await findRequest(db, id) : undefined;
  if (!row) throw new AppError("not_found", `Verification ${id} was not found.`);
  return row;
}

/**
 * A selfie with its pose, and the photos to compare it with. The look is recorded in the audit log and in the case.
 * The keys of the images are for the operator's side only.
 * @throws AppError not_found
 */
export const lookAtVerification = (ctx: Context, by: OperatorAction, id: string) =>
  ctx.transact(async (tx) => {
    const row = await getRequest(tx, id);
    const found = await findCaseOfItem(tx, "verification", id);
    if (found) {
      const details = { verification: id };
      await recordCaseEvent(tx, { caseId: found.id, kind: "looked", actor: actorOf(by), details });
    }
    await recordAction(tx, by, { action: "show verification", target: id });
    const photos = await findComparedPhotos(tx, row.member_id);
    return {
      id,
      caseId: found?.id ?? null,
      memberId: row.member_id,
      username: (await findCard(tx, row.member_id))?.username ?? null,
      state: row.state,
      pose: POSES[row.pose],
      isLive: row.is_live,
      refusal: row.refusal,
      submittedAt: row.submitted_at,
      decidedAt: row.decided_at,
      /** What an approval has to name, so that nobody approves a photo that they have not seen. */
      mainPhotoId: photos[0]?.id ?? null,
      selfieKey: row.image_key,
      photoKeys: photos.map(({ key }) => key),
    };
  });

/**
 * As `lookAtVerification`, with the pictures as files.
 * @param folder receives the selfie and the photos; without it none are copied
 * @throws AppError not_found
 */
export async function showVerification(ctx: Context, by: OperatorAction, id: string, folder: string | undefined) {
  const { selfieKey, photoKeys, ...shown } = await lookAtVerification(ctx, by, id);
  const keys = [
    ...(selfieKey === null ? [] : [{ caption: "selfie", key: selfieKey }]),
    ...photoKeys.map((key, i) => ({ caption: i === 0 ? "main photo" : `photo ${i + 1}`, key })),
  ];
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
  const pictures: { caption: string; path: string | null }[] = [];
  for (const { caption, key } of keys) {
    const picture = folder === undefined ? undefined : await ctx.photos.read(key, "full.webp");
    const path = picture && absolute(join(folder ?? "", `${caption}.webp`));
    if (picture && path) await pipeline(picture.stream, createWriteStream(path, { mode: 0o600 }));
    pictures.push({ caption, path: path ?? null });
  }
  const copied = pictures.filter(({ path }) => path !== null).length;
  if (copied > 0)
    await recordActionNow(ctx, by, { action: "copy verification pictures", target: id, details: { pictures: copied } });
  return { ...shown, pictures };
}

/**
 * Locks a selfie that waits for a decision, and its member.
 * @throws AppError not_found, verification_decided, case_claimed
 */
async function lockWaiting(ctx: Context, tx: Tx, by: OperatorAction, id: string): Promise<VerificationRequest> {
  // Members are locked before other rows.
  await lockWithAnyStatus(tx, (await getRequest(tx, id)).member_id);
  const row = await lockRequest(tx, id);
  if (!row) throw new AppError("not_found", `Verification ${id} was not found.`);
  if (row.state !== "submitted") throw new AppError("verification_decided");
  const found = await findCaseOfItem(tx, "verification", id);
  const claimant = found && claimantOf(found, ctx.now());
  if (claimant !== undefined && by !== AUTOMATIC && claimant !== actorOf(by)) throw new AppError("case_claimed");
  return row;
}

interface Outcome {
  readonly refusal: Refusal | null;
  /** Whether the member is listed again. */
  readonly isListedAgain: boolean;
}

/** Stores the outcome, deletes the selfie and tells the member. */
async function finish(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  { id, member_id: memberId, image_key }: VerificationRequest,
  { refusal, isListedAgain }: Outcome,
): Promise<void> {
  const outcome = refusal === null ? "approved" : "refused";
  await updateDecided(tx, id, refusal);
  await deleteFilesAfterCommit(ctx, tx, image_key === null ? [] : [image_key]);
  const found = await findCaseOfItem(tx, "verification", id);
  if (found) {
    const details = { verification: id, outcome, ...(refusal && { refusal }) };
    await recordCaseEvent(tx, { caseId: found.id, kind: "decided", actor: actorOf(by), details });
  }
  await completeItem(tx, { kind: "verification", sourceId: id }, actorOf(by));
  const action = refusal === null ? "approve verification" : "refuse verification";
  await recordAction(tx, by, { action, target: id, details: { member: memberId, ...(refusal && { refusal }) } });
  await ctx.jobs.send(tx, "email-selfie-outcome", { requestId: id, isListedAgain });
  tx.emit(memberId, "verification_changed", { outcome });
}

/** Lifts what `require_selfie` has restricted. @returns whether the member is listed again */
async function liftSelfieRestrictions(tx: Tx, memberId: string): Promise<boolean> {
  const ids = await findSelfieRestrictions(tx, memberId);
  if (ids.length === 0) return false;
  const lifted = [];
  for (const id of ids) lifted.push(...(await liftRestrictions(tx, { id })));
  for (const one of new Set([memberId, ...lifted.map(({ member_id }) => member_id)])) await reindexMember(tx, one);
  return !(await findRestrictions(tx, memberId)).some(({ kind }) => kind === "unlisted");
}

export interface Decided {
  readonly id: string;
  readonly memberId: string;
  readonly isListedAgain: boolean;
}

/**
 * Verifies a member by a selfie, and deletes it. Of two operators who decide at once one wins.
 * @param photoId the main photo that the operator has compared it with
 * @throws AppError not_found, verification_decided, verification_changed, case_claimed
 */
export const approveVerification = (
  ctx: Context,
  by: OperatorAction,
  { id, photoId }: { readonly id: string; readonly photoId: string },
): Promise<Decided> =>
  ctx.transact(async (tx) => {
    const row = await lockWaiting(ctx, tx, by, id);
    const memberId = row.member_id;
    if (!(await verifyProfile(tx, memberId, { at: ctx.now(), photoId }))) throw new AppError("verification_changed");
    const isListedAgain = await liftSelfieRestrictions(tx, memberId);
    await finish(ctx, tx, by, row, { refusal: null, isListedAgain });
    return { id, memberId, isListedAgain };
  });

/**
 * Refuses a selfie, and deletes it. The member can try again.
 * @throws AppError not_found, verification_decided, case_claimed
 */
export const refuseVerification = (
  ctx: Context,
  by: OperatorAction,
  { id, refusal }: { readonly id: string; readonly refusal: Refusal },
): Promise<Decided> =>
  ctx.transact(async (tx) => {
    const row = await lockWaiting(ctx, tx, by, id);
    await finish(ctx, tx, by, row, { refusal, isListedAgain: false });
    return { id, memberId: row.member_id, isListedAgain: false };
  });

/** Refuses the selfies that nobody has looked at for 30 days, and deletes what nobody needs any more. */
export async function purgeVerifications(ctx: Context): Promise<void> {
  await ctx.transact((tx) => deleteOldRequests(tx, SELFIE_KEPT_DAYS));
  await tryEach(await findForgotten(ctx.db, SELFIE_KEPT_DAYS), async (id) => {
    await refuseVerification(ctx, AUTOMATIC, { id, refusal: "too_late" }).catch((error: unknown) => {
      // An operator was faster.
      if (!(error instanceof AppError)) throw error;
    });
  });
}

import { validate } from "uuid";
import { SELFIE_KEPT_DAYS } from "#contract/limits.ts";
import { POSES, type Refusal } from "#contract/moderation/selfies.ts";
import type { Context } from "#server/context.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { deleteFilesAfterCommit } from "#server/domains/members/photos/photos.service.ts";
import { verifyProfile } from "#server/domains/members/profiles/verified-photo.service.ts";
import {
  AUTOMATIC,
  actorOf,
  type OperatorAction,
  recordAction,
} from "#server/domains/moderation/audit/audit.service.ts";
import { findCaseOfItem } from "#server/domains/moderation/cases/cases.queries.ts";
import { claimantOf, completeItem, getPermittedCase } from "#server/domains/moderation/cases/cases.service.ts";
import { insertCaseEvent } from "#server/domains/moderation/cases/cases.statements.ts";
import { findSelfieRestrictions } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { findRestrictions } from "#server/domains/moderation/restrictions/restrictions.queries.ts";
import { liftRestrictions } from "#server/domains/moderation/restrictions/restrictions.statements.ts";
import type { Actor } from "#server/domains/moderation/staff/actor.ts";
import { notVerifiedEmail, verifiedEmail } from "#server/domains/moderation/verification/verification.emails.ts";
import {
  findComparedPhotos,
  findForgotten,
  findRequest,
  type VerificationRequest,
} from "#server/domains/moderation/verification/verification.queries.ts";
import {
  deleteOldRequests,
  lockRequest,
  updateDecided,
} from "#server/domains/moderation/verification/verification.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryEach, tryPages } from "#server/platform/lib/batcher.ts";

const unknownVerification = (id: string) => new AppError("not_found", `Verification ${id} was not found.`);

/** @throws AppError not_found */
async function getRequest(db: Db, id: string): Promise<VerificationRequest> {
  const row = validate(id) ? await findRequest(db, id) : undefined;
  if (!row) throw unknownVerification(id);
  return row;
}

/**
 * The access is recorded in the audit log and in the case. The keys of the images are for the staff's side only.
 * @throws AppError not_found
 */
export async function lookAtVerification(tx: Tx, by: OperatorAction, id: string) {
  const row = await getRequest(tx, id);
  const found = await findCaseOfItem(tx, "verification", id);
  if (found) {
    const details = { verification: id };
    await insertCaseEvent(tx, { caseId: found.id, kind: "looked", actor: actorOf(by), details });
  }
  await recordAction(tx, by, { action: "show verification", target: id });
  const photos = await findComparedPhotos(tx, row.member_id);
  return {
    id,
    pose: POSES[row.pose],
    isLive: row.is_live,
    submittedAt: row.submitted_at,
    /** An approval has to name it, so that nobody approves a photo that they have not seen. */
    mainPhotoId: photos[0]?.id ?? null,
    selfieKey: row.image_key,
    photoKeys: photos.map(({ key }) => key),
  };
}

/** Locks the member, too. @throws AppError not_found, verification_decided, case_claimed */
async function lockWaiting(ctx: Context, tx: Tx, by: OperatorAction, id: string): Promise<VerificationRequest> {
  // Members are locked before other rows.
  await lockStatus(tx, (await getRequest(tx, id)).member_id);
  const row = await lockRequest(tx, id);
  if (!row) throw unknownVerification(id);
  if (row.state !== "submitted") throw new AppError("verification_decided");
  const found = await findCaseOfItem(tx, "verification", id);
  const claimant = found && claimantOf(found, ctx.now());
  if (claimant !== undefined && by !== AUTOMATIC && claimant !== actorOf(by)) throw new AppError("case_claimed");
  return row;
}

interface Outcome {
  readonly refusal: Refusal | null;
  readonly isListedAgain: boolean;
}

/** Deletes the selfie and informs the member. */
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
    await insertCaseEvent(tx, { caseId: found.id, kind: "decided", actor: actorOf(by), details });
  }
  await completeItem(tx, { kind: "verification", sourceId: id }, actorOf(by));
  const action = refusal === null ? "approve verification" : "refuse verification";
  await recordAction(tx, by, { action, target: id, details: { member: memberId, ...(refusal && { refusal }) } });
  await ctx.jobs.send(tx, "email-selfie-outcome", { requestId: id, isListedAgain });
  tx.emit(memberId, "verification_changed", { outcome });
}

/** @returns whether the member is listed again */
async function liftSelfieRestrictions(tx: Tx, memberId: string): Promise<boolean> {
  const ids = await findSelfieRestrictions(tx, memberId);
  if (ids.length === 0) return false;
  const lifted = [];
  for (const id of ids) lifted.push(...(await liftRestrictions(tx, { id })));
  for (const one of new Set([memberId, ...lifted.map(({ member_id }) => member_id)])) await reindexMember(tx, one);
  return !(await findRestrictions(tx, memberId)).some(({ kind }) => kind === "unlisted");
}

/** @throws AppError not_found, staff_forbidden */
async function assertDecides(tx: Tx, actor: Actor, id: string): Promise<void> {
  const found = await findCaseOfItem(tx, "verification", id);
  if (!found) throw unknownVerification(id);
  await getPermittedCase(tx, actor, found.id);
}

/**
 * Deletes the selfie. Of two people who decide at once one wins.
 * @param photoId the main photo that the actor has compared it with
 * @throws AppError not_found, staff_forbidden, verification_decided, verification_changed, case_claimed
 */
export const approveVerification = (
  ctx: Context,
  actor: Actor,
  { id, photoId }: { readonly id: string; readonly photoId: string },
): Promise<{ isListedAgain: boolean }> =>
  ctx.transact(async (tx) => {
    await assertDecides(tx, actor, id);
    const row = await lockWaiting(ctx, tx, actor, id);
    const memberId = row.member_id;
    if (!(await verifyProfile(tx, memberId, { at: ctx.now(), photoId }))) throw new AppError("verification_changed");
    const isListedAgain = await liftSelfieRestrictions(tx, memberId);
    await finish(ctx, tx, actor, row, { refusal: null, isListedAgain });
    return { isListedAgain };
  });

/**
 * Deletes the selfie. The member can try again.
 * @throws AppError not_found, staff_forbidden, verification_decided, case_claimed
 */
export const refuseVerification = (
  ctx: Context,
  actor: Actor,
  { id, refusal }: { readonly id: string; readonly refusal: Refusal },
): Promise<void> =>
  ctx.transact(async (tx) => {
    await assertDecides(tx, actor, id);
    await refuse(ctx, tx, actor, id, refusal);
  });

async function refuse(ctx: Context, tx: Tx, by: OperatorAction, id: string, refusal: Refusal): Promise<void> {
  await finish(ctx, tx, by, await lockWaiting(ctx, tx, by, id), { refusal, isListedAgain: false });
}

/** Selfies that nobody has looked at for 30 days are refused. */
export async function purgeVerifications(ctx: Context): Promise<void> {
  const refuseAsForgotten = (id: string) =>
    ctx
      .transact((tx) => refuse(ctx, tx, AUTOMATIC, id, "too_late"))
      .catch((error: unknown) => {
        // An operator was faster.
        if (!(error instanceof AppError)) throw error;
      });
  const refuseForgotten = () =>
    tryPages<string>(
      (after) => findForgotten(ctx.db, SELFIE_KEPT_DAYS, after),
      (ids) => tryEach(ids, refuseAsForgotten),
    );
  const deleteOld = () => ctx.transact((tx) => deleteOldRequests(tx, SELFIE_KEPT_DAYS));
  await tryEach([deleteOld, refuseForgotten], (step) => step());
}

export const emailSelfieOutcomeJob: Job<"email-selfie-outcome", { requestId: string; isListedAgain: boolean }> = {
  name: "email-selfie-outcome",
  async handle(ctx, { requestId, isListedAgain }, id) {
    const request = await findRequest(ctx.db, requestId);
    const to = request && (await findEmailRecipient(ctx.db, request.member_id));
    if (!to || request.decided_at === null) return;
    const { refusal } = request;
    await sendAccountEmail(ctx, { to: to.mailbox, cause: "account-status", id }, () =>
      refusal === null
        ? verifiedEmail(to.name, ctx.site(), { isListedAgain })
        : notVerifiedEmail(to.name, ctx.site(), refusal),
    );
  },
};

import type { CaseSelfie } from "#contract/moderation-cases.ts";
import type { Refusal } from "#contract/selfies.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { OperatorAction } from "#server/modules/audit/audit.service.ts";
import { findCaseOfItem } from "#server/modules/cases/cases.queries.ts";
import { imageUrl } from "#server/modules/console/items.present.ts";
import { getCaseFor } from "#server/modules/console/queue.service.ts";
import type { ShownCase } from "#server/modules/moderation/case-view.service.ts";
import { byStaff, type StaffCaller } from "#server/modules/staff/staff-login.service.ts";
import {
  approveVerification,
  lookAtVerification,
  refuseVerification,
} from "#server/modules/verification/verification-decisions.service.ts";

/** Selfies in the console: the services of operator commands, for cases that the caller's role works on. */

/** The open selfies of a case. Each look is recorded. */
export async function lookAtSelfies(
  ctx: Context,
  by: OperatorAction,
  { case: { id: caseId }, items }: ShownCase,
): Promise<CaseSelfie[]> {
  const selfies: CaseSelfie[] = [];
  for (const { kind, sourceId, doneAt } of items) {
    if (kind !== "verification" || doneAt !== null) continue;
    const { id, pose, isLive, submittedAt, selfieKey, mainPhotoId, photoKeys } = await lookAtVerification(
      ctx,
      by,
      sourceId,
    );
    // Decided since the case was read.
    if (selfieKey === null || submittedAt === null) continue;
    const [mainKey] = photoKeys;
    selfies.push({
      _id: id,
      pose,
      isLive: isLive === true,
      submittedAt: submittedAt.toISOString(),
      image: { url: imageUrl(caseId, selfieKey), caption: "selfie", photoId: null },
      mainPhoto: mainKey ? { url: imageUrl(caseId, mainKey), caption: "main photo", photoId: mainPhotoId } : null,
    });
  }
  return selfies;
}

/** @throws AppError not_found, staff_forbidden */
async function assertDecides(ctx: Context, me: StaffCaller, verificationId: string): Promise<void> {
  const found = await findCaseOfItem(ctx.db, "verification", verificationId);
  if (!found) throw new AppError("not_found");
  await getCaseFor(ctx, me, found.id);
}

export async function approveFor(ctx: Context, me: StaffCaller, id: string, photoId: string) {
  await assertDecides(ctx, me, id);
  const { isListedAgain } = await approveVerification(ctx, byStaff(me), { id, photoId });
  return { isListedAgain };
}

export async function refuseFor(ctx: Context, me: StaffCaller, id: string, refusal: Refusal) {
  await assertDecides(ctx, me, id);
  await refuseVerification(ctx, byStaff(me), { id, refusal });
  return {};
}

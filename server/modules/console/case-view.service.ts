import type { CaseDetail, CaseNotice, HoldReason } from "#contract/moderation-cases.ts";
import { kindsOf } from "#contract/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { EvidenceSize } from "#server/http/register-staff-endpoint.ts";
import { recordActionNow } from "#server/modules/audit/audit.service.ts";
import { claimantOf } from "#server/modules/cases/cases.service.ts";
import { presentCase } from "#server/modules/console/case.present.ts";
import { isImageOfCase } from "#server/modules/console/console.queries.ts";
import { presentNotice } from "#server/modules/console/items.present.ts";
import { getCaseFor } from "#server/modules/console/queue.service.ts";
import { lookAtSelfies } from "#server/modules/console/selfies.service.ts";
import { findReviewedCheck, REMOVED_SOURCE } from "#server/modules/image-checks/image-checks.queries.ts";
import { findJoined } from "#server/modules/members/members.queries.ts";
import { isForAnother } from "#server/modules/moderation/appeals.service.ts";
import { type ShownCase, showCase } from "#server/modules/moderation/case-view.service.ts";
import { findNoticesOf } from "#server/modules/notices/notices.queries.ts";
import { findStaffNames } from "#server/modules/staff/staff.queries.ts";
import { byStaff, type StaffCaller } from "#server/modules/staff/staff-login.service.ts";
import { findMembership } from "#server/modules/subscriptions/subscriptions.queries.ts";

/** Everybody who has done something about a case, by the ids that actions are recorded with. */
const actorsOf = ({ case: row, events, memberNotes, decisions, appeals }: ShownCase): string[] => [
  ...(row.claimed_by === null ? [] : [row.claimed_by]),
  ...events.flatMap(({ actor }) => actor ?? []),
  ...memberNotes.map(({ actor }) => actor),
  ...decisions.map(({ decidedBy }) => decidedBy),
  ...appeals.map(({ decision }) => decision.decided_by),
];

/** Why a check has opened a case about a picture. */
async function findHoldReason(ctx: Context, { case: { image_key } }: ShownCase): Promise<HoldReason | null> {
  const check = image_key === null ? undefined : await findReviewedCheck(ctx.db, image_key);
  if (!check) return null;
  if (check.state === "clear") return "older_copy";
  if (check.match !== null) return check.match === REMOVED_SOURCE ? "removed_copy" : "listed_copy";
  return check.scores === null ? "unchecked" : "explicit";
}

/** Nobody reads more about one member. */
const NOTICES_SHOWN = 50;

/** The first notices of a case, the open ones before the others. One that is as old as notices are kept is gone. */
async function readNotices(ctx: Context, { items }: ShownCase): Promise<Pick<CaseDetail, "notices" | "moreNotices">> {
  const all = items.filter(({ kind }) => kind === "notice");
  const [open, done] = [all.filter(({ doneAt }) => doneAt === null), all.filter(({ doneAt }) => doneAt !== null)];
  const shown = [...open, ...done].slice(0, NOTICES_SHOWN);
  const found = await findNoticesOf(
    ctx.db,
    shown.map(({ sourceId }) => sourceId),
  );
  const byId = new Map(found.map((notice) => [notice.id, notice]));
  const notices = shown.flatMap((item): CaseNotice[] => {
    const notice = byId.get(item.sourceId);
    return notice ? [presentNotice(notice, item)] : [];
  });
  return { notices, moreNotices: all.length - shown.length };
}

/** The appeals of a case that a colleague of the caller has to decide. */
async function findForAnother(ctx: Context, me: StaffCaller, { appeals }: ShownCase): Promise<ReadonlySet<string>> {
  const ids = await Promise.all(
    appeals.map(async ({ id, decision }) => ((await isForAnother(ctx, ctx.db, me.id, decision)) ? [id] : [])),
  );
  return new Set(ids.flat());
}

/** A case with its evidence, history and what is known about the member. The look is recorded. */
export async function viewCase(ctx: Context, me: StaffCaller, caseId: string): Promise<{ case: CaseDetail }> {
  await getCaseFor(ctx, me, caseId);
  const shown = await showCase(ctx, byStaff(me), caseId);
  const decidesOnMembers = kindsOf(me.role).includes("member");
  const [joined, membership, names, notices, selfies, forAnother, holdReason] = await Promise.all([
    findJoined(ctx.db, shown.member.id),
    decidesOnMembers ? findMembership(ctx.db, shown.member.id) : undefined,
    findStaffNames(ctx.db, actorsOf(shown)),
    readNotices(ctx, shown),
    lookAtSelfies(ctx, me, shown),
    findForAnother(ctx, me, shown),
    findHoldReason(ctx, shown),
  ]);
  const claimant = claimantOf(shown.case, ctx.now());
  const viewer = { names, me: me.id, role: me.role, forAnother };
  return {
    case: presentCase(shown, {
      claimant,
      ...notices,
      selfies,
      holdReason,
      joinedAt: joined?.joined_at,
      membership,
      ...viewer,
    }),
  };
}

/**
 * An image of a case. The look at one in full size is recorded.
 * @throws AppError not_found, also for an image of another case; staff_forbidden
 */
export async function openCaseImage(
  ctx: Context,
  me: StaffCaller,
  { caseId, key, size }: { readonly caseId: string; readonly key: string; readonly size: EvidenceSize },
) {
  await getCaseFor(ctx, me, caseId);
  const image = (await isImageOfCase(ctx.db, caseId, key)) ? await ctx.photos.read(key, `${size}.webp`) : undefined;
  if (!image) throw new AppError("not_found");
  if (size === "full") await recordActionNow(ctx, byStaff(me), { action: "look at picture", target: caseId });
  return image;
}

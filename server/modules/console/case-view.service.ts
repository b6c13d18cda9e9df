import type { CaseEvidence, CaseHead, CaseNotice, HoldReason } from "#contract/moderation-cases.ts";
import { seesMembers } from "#contract/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { EvidenceSize } from "#server/http/register-staff-endpoint.ts";
import { type OperatorAction, recordActionNow } from "#server/modules/audit/audit.service.ts";
import { type CaseItem, type CaseRow, findItems } from "#server/modules/cases/cases.queries.ts";
import { claimantOf, claimCase } from "#server/modules/cases/cases.service.ts";
import { presentEvidence, presentHead } from "#server/modules/console/case.present.ts";
import { isImageOfCase } from "#server/modules/console/console.queries.ts";
import { presentNotice } from "#server/modules/console/items.present.ts";
import { assertWorksOn, getCaseFor } from "#server/modules/console/queue.service.ts";
import { lookAtSelfies } from "#server/modules/console/selfies.service.ts";
import { findReviewedCheck, REMOVED_SOURCE } from "#server/modules/image-checks/image-checks.queries.ts";
import { findJoined, findPage } from "#server/modules/members/members.queries.ts";
import { isForAnother } from "#server/modules/moderation/appeals.service.ts";
import { type ShownCase, showCase } from "#server/modules/moderation/case-view.service.ts";
import { findAppeal, findShownDecision } from "#server/modules/moderation/moderation.queries.ts";
import { findNoticesOf } from "#server/modules/notices/notices.queries.ts";
import { findLookReason, findStaffNames } from "#server/modules/staff/staff.queries.ts";
import { byStaff, type StaffCaller } from "#server/modules/staff/staff-login.service.ts";
import { countLook, permitLook } from "#server/modules/staff/staff-looks.service.ts";
import { findMembership } from "#server/modules/subscriptions/subscriptions.queries.ts";

/** Everybody who has done something about a case, by the ids that actions are recorded with. */
const actorsOf = ({ events, memberNotes, decisions, appeals }: ShownCase): string[] => [
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
async function readNotices(ctx: Context, { items }: ShownCase): Promise<Pick<CaseEvidence, "notices" | "moreNotices">> {
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

/** Whether all that is open in a case are appeals that a colleague of the caller has to decide. */
async function hasNothingFor(ctx: Context, me: StaffCaller, items: readonly CaseItem[]): Promise<boolean> {
  const open = items.filter(({ doneAt }) => doneAt === null);
  for (const { kind, sourceId } of open) {
    const appeal = kind === "appeal" ? await findAppeal(ctx.db, sourceId) : undefined;
    const decision = appeal && (await findShownDecision(ctx.db, appeal.decision_id));
    if (!decision || !(await isForAnother(ctx, ctx.db, me.id, decision))) return false;
  }
  return open.length > 0;
}

/** What lets a person see the evidence of a case. */
interface Access {
  readonly isClaimant: boolean;
  readonly reason: string;
}

/**
 * Who has claimed a case sees its evidence, also after the claim has expired, until a colleague claims it: one press
 * would renew it. Others say why they look.
 */
async function findAccess(ctx: Context, me: StaffCaller, { id, claimed_by }: CaseRow): Promise<Access | undefined> {
  if (claimed_by === me.id) return { isClaimant: true, reason: "" };
  const reason = await findLookReason(ctx.db, me.id, id);
  return reason === undefined ? undefined : { isClaimant: false, reason };
}

async function readEvidence(ctx: Context, me: StaffCaller, shown: ShownCase, by: OperatorAction) {
  const [joined, membership, names, notices, selfies, forAnother, holdReason] = await Promise.all([
    findJoined(ctx.db, shown.member.id),
    seesMembers(me.role) ? findMembership(ctx.db, shown.member.id) : undefined,
    findStaffNames(ctx.db, actorsOf(shown)),
    readNotices(ctx, shown),
    lookAtSelfies(ctx, by, shown),
    findForAnother(ctx, me, shown),
    findHoldReason(ctx, shown),
  ]);
  const viewer = { names, me: me.id, role: me.role, forAnother };
  const known = { joinedAt: joined?.joined_at, membership };
  return presentEvidence(shown, { ...notices, ...known, selfies, holdReason, ...viewer });
}

interface ViewedCase {
  readonly case: CaseHead;
  readonly evidence: CaseEvidence | null;
}

/** A case, with its evidence if the caller has claimed it or has said why they look. That look is recorded and counted. */
export async function viewCase(ctx: Context, me: StaffCaller, caseId: string): Promise<ViewedCase> {
  const row = await getCaseFor(ctx, me, caseId);
  const access = await findAccess(ctx, me, row);
  const by = byStaff(me, access?.reason);
  const shown = access && (await showCase(ctx, by, caseId));
  if (access) await countLook(ctx, me, caseId, access.isClaimant);
  const { case: current, items } = shown ?? { case: row, items: await findItems(ctx.db, caseId) };
  const claimant = claimantOf(current, ctx.now());
  const [page, names, hasNothing, evidence] = await Promise.all([
    findPage(ctx.db, row.member_id),
    findStaffNames(ctx.db, claimant === undefined ? [] : [claimant]),
    hasNothingFor(ctx, me, items),
    shown ? readEvidence(ctx, me, shown, by) : null,
  ]);
  const head = { case: current, items, username: page?.username ?? null, claimant, isForAnother: hasNothing };
  return { case: presentHead(head, { names, me: me.id }), evidence };
}

/** @throws AppError not_found, staff_forbidden, case_closed, case_claimed, case_changed */
export async function claimFor(ctx: Context, me: StaffCaller, caseId: string, version: number): Promise<ViewedCase> {
  await getCaseFor(ctx, me, caseId);
  await claimCase(ctx, caseId, byStaff(me), version);
  return viewCase(ctx, me, caseId);
}

/**
 * Shows a case for a reason to a person who has not claimed it: for an hour, and a number of cases a day.
 * @throws AppError not_found, staff_forbidden, staff_look_limit
 */
export async function lookFor(ctx: Context, me: StaffCaller, caseId: string, reason: string): Promise<ViewedCase> {
  const row = await getCaseFor(ctx, me, caseId);
  assertWorksOn(me, "member");
  if (!(await findAccess(ctx, me, row))?.isClaimant) await permitLook(ctx, me, caseId, reason);
  return viewCase(ctx, me, caseId);
}

/**
 * An image of a case, for who sees its evidence. Each look at one is recorded.
 * @throws AppError not_found, also for an image of another case; staff_forbidden, case_unclaimed
 */
export async function openCaseImage(
  ctx: Context,
  me: StaffCaller,
  { caseId, key, size }: { readonly caseId: string; readonly key: string; readonly size: EvidenceSize },
) {
  const access = await findAccess(ctx, me, await getCaseFor(ctx, me, caseId));
  if (!access) throw new AppError("case_unclaimed");
  const image = (await isImageOfCase(ctx.db, caseId, key)) ? await ctx.photos.read(key, `${size}.webp`) : undefined;
  if (!image) throw new AppError("not_found");
  await recordActionNow(ctx, byStaff(me, access.reason), {
    action: "look at picture",
    target: caseId,
    details: { size },
  });
  return image;
}

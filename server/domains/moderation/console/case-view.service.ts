import type { CaseEvidence, CaseHead } from "#contract/moderation/cases.ts";
import type { Context } from "#server/context.ts";
import { findPage } from "#server/domains/members/members.queries.ts";
import { isForColleague } from "#server/domains/moderation/appeals/colleagues.service.ts";
import { recordActionNow } from "#server/domains/moderation/audit/audit.service.ts";
import {
  type CaseRow,
  findItemsOf,
  findOpenItems,
  type OpenItems,
} from "#server/domains/moderation/cases/cases.queries.ts";
import { claimantOf, claimCase, getPermittedCase } from "#server/domains/moderation/cases/cases.service.ts";
import { presentEvidence, presentHead } from "#server/domains/moderation/console/case.present.ts";
import { type ReadCase, readCase } from "#server/domains/moderation/console/case-read.service.ts";
import { isImageOfCase } from "#server/domains/moderation/console/console.queries.ts";
import { findAppeal, findShownDecision } from "#server/domains/moderation/decisions/decisions.queries.ts";
import { isObjectionForColleague } from "#server/domains/moderation/objections/objections.service.ts";
import { assertWorksOn, type StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import { countEvidenceAccess, grantEvidenceAccess } from "#server/domains/moderation/staff/evidence-access.service.ts";
import type { EvidenceSize } from "#server/domains/moderation/staff/register-staff-endpoint.ts";
import { findAccessReason, findStaffNames } from "#server/domains/moderation/staff/staff.queries.ts";
import { AppError } from "#server/errors.ts";

const actorsOf = ({ events, memberNotes, decisions, appeals, reports, notices, contact }: ReadCase): string[] => [
  ...[...reports, ...notices].flatMap(({ objection }) => objection?.decidedBy ?? []),
  ...events.flatMap(({ actor }) => actor ?? []),
  ...memberNotes.map(({ actor }) => actor),
  ...decisions.map(({ decidedBy }) => decidedBy),
  ...appeals.map(({ decision }) => decision.decided_by),
  ...(contact?.answers.map(({ answered_by }) => answered_by) ?? []),
];

/** Whether a colleague of the caller has to decide an appeal; see `isForColleague`. */
async function isAppealForColleague(ctx: Context, me: StaffCaller, id: string): Promise<boolean> {
  const appeal = await findAppeal(ctx.db, id);
  const decision = appeal && (await findShownDecision(ctx.db, appeal.decision_id));
  return decision !== undefined && isForColleague(ctx, ctx.db, me.staffId, decision);
}

/** True if a colleague has to decide all open items that the case shows. */
async function hasNothingFor(ctx: Context, me: StaffCaller, caseId: string, { kinds }: OpenItems): Promise<boolean> {
  if (kinds.some((kind) => kind !== "appeal" && kind !== "objection")) return false;
  const openOf = async (kind: "appeal" | "objection") =>
    (await findItemsOf(ctx.db, caseId, kind)).rows.filter(({ doneAt }) => doneAt === null);
  for (const { sourceId } of await openOf("appeal")) if (!(await isAppealForColleague(ctx, me, sourceId))) return false;
  for (const { sourceId } of await openOf("objection"))
    if (!(await isObjectionForColleague(ctx, ctx.db, me.staffId, sourceId))) return false;
  return kinds.length > 0;
}

interface Access {
  readonly isClaimant: boolean;
  readonly reason: string;
}

/**
 * The claimant keeps seeing the evidence after the claim has expired, until a colleague claims the case: one press
 * would renew it. Others give a reason to look.
 */
async function findAccess(ctx: Context, me: StaffCaller, { id, claimed_by }: CaseRow): Promise<Access | undefined> {
  if (claimed_by === me.staffId) return { isClaimant: true, reason: "" };
  const reason = await findAccessReason(ctx.db, me.staffId, id);
  return reason === undefined ? undefined : { isClaimant: false, reason };
}

async function viewEvidence(
  ctx: Context,
  me: StaffCaller,
  shown: ReadCase,
  { isClaimant }: Access,
): Promise<CaseEvidence> {
  const names = await findStaffNames(ctx.db, actorsOf(shown));
  return presentEvidence(shown, { names, role: me.role, isClaimant });
}

interface ViewedCase {
  readonly case: CaseHead;
  readonly evidence: CaseEvidence | null;
}

/**
 * The evidence is for the claimant, and for others who gave a reason. That access is recorded and counted.
 * @throws AppError not_found, staff_forbidden
 */
export async function viewCase(ctx: Context, me: StaffCaller, caseId: string): Promise<ViewedCase> {
  const row = await getPermittedCase(ctx.db, me, caseId);
  const access = await findAccess(ctx, me, row);
  const shown = access && (await readCase(ctx, { ...me, reason: access.reason }, caseId));
  if (access) await countEvidenceAccess(ctx, me, caseId, access.isClaimant);
  const { case: current, open } = shown ?? { case: row, open: await findOpenItems(ctx.db, caseId) };
  const claimant = claimantOf(current, ctx.now());
  const [page, names, hasNothing, evidence] = await Promise.all([
    row.member_id === null ? undefined : findPage(ctx.db, row.member_id),
    findStaffNames(ctx.db, claimant === undefined ? [] : [claimant]),
    hasNothingFor(ctx, me, caseId, open),
    access && shown ? viewEvidence(ctx, me, shown, access) : null,
  ]);
  const head = { case: current, open, username: page?.username ?? null, claimant, isForAnother: hasNothing };
  return { case: presentHead(head, { names, me: me.staffId }), evidence };
}

/** @throws AppError not_found, staff_forbidden, case_closed, case_claimed, case_changed, claim_limit */
export async function openCaseByClaim(
  ctx: Context,
  me: StaffCaller,
  caseId: string,
  version: number,
): Promise<ViewedCase> {
  await claimCase(ctx, me, caseId, version);
  return viewCase(ctx, me, caseId);
}

/** For an hour, and a number of cases a day. @throws AppError not_found, staff_forbidden, staff_look_limit */
export async function openCaseByReason(
  ctx: Context,
  me: StaffCaller,
  caseId: string,
  reason: string,
): Promise<ViewedCase> {
  const row = await getPermittedCase(ctx.db, me, caseId);
  assertWorksOn(me, "member");
  if (!(await findAccess(ctx, me, row))?.isClaimant) await grantEvidenceAccess(ctx, me, caseId, reason);
  return viewCase(ctx, me, caseId);
}

/**
 * Each access is recorded.
 * @throws AppError not_found, also for an image of another case; staff_forbidden, case_unclaimed
 */
export async function openCaseImage(
  ctx: Context,
  me: StaffCaller,
  { caseId, key, size }: { readonly caseId: string; readonly key: string; readonly size: EvidenceSize },
) {
  const access = await findAccess(ctx, me, await getPermittedCase(ctx.db, me, caseId));
  if (!access) throw new AppError("case_unclaimed");
  const image = (await isImageOfCase(ctx.db, caseId, key)) ? await ctx.photos.read(key, `${size}.webp`) : undefined;
  if (!image) throw new AppError("not_found");
  const by = { ...me, reason: access.reason };
  await recordActionNow(ctx, by, { action: "look at picture", target: caseId, details: { size } });
  return image;
}

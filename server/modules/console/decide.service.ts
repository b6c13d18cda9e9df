import type { ActChoice, RuleKey } from "#contract/moderation-acts.ts";
import { mayDo } from "#contract/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { findCaseOfItem } from "#server/modules/cases/cases.queries.ts";
import { assertWorksOn, getCaseFor } from "#server/modules/console/queue.service.ts";
import { type AppealDecision, decideAppeal } from "#server/modules/moderation/appeals.service.ts";
import { closeCases, decide, undoDecision } from "#server/modules/moderation/decisions.service.ts";
import { findActs, findDecision } from "#server/modules/moderation/moderation.queries.ts";
import { assertRecentlyAuthenticated, byStaff, type StaffCaller } from "#server/modules/staff/staff-login.service.ts";

/** What staff decide in the console: the services of operator commands, for cases that the caller's role works on. */

interface Decision {
  readonly version: number;
  readonly acts: readonly ActChoice[];
  readonly rule: RuleKey;
  readonly facts: string;
  readonly words: string;
  readonly wrong?: readonly string[] | undefined;
}

export async function decideFor(ctx: Context, me: StaffCaller, caseId: string, { wrong = [], ...decision }: Decision) {
  await getCaseFor(ctx, me, caseId);
  if (!decision.acts.every(({ act }) => mayDo(me.role, act))) throw new AppError("staff_forbidden");
  if (decision.acts.some(({ act }) => act === "end_account")) assertRecentlyAuthenticated(me);
  const { decisionId, undoUntil } = await decide(ctx, byStaff(me), { caseId, wrong, ...decision });
  return { decisionId, undoUntil: undoUntil?.toISOString() ?? null };
}

/**
 * Who may not do an act does not undo it either. A decision outside of a case, such as a suspension at the command line,
 * is about the member as a whole.
 */
export async function undoFor(ctx: Context, me: StaffCaller, decisionId: string) {
  const found = await findDecision(ctx.db, decisionId);
  if (!found) throw new AppError("not_found");
  if (found.case_id !== null) await getCaseFor(ctx, me, found.case_id);
  else if (me.role !== "all") throw new AppError("staff_forbidden");
  const acts = await findActs(ctx.db, decisionId);
  if (!acts.every(({ choice }) => mayDo(me.role, choice.act))) throw new AppError("staff_forbidden");
  assertRecentlyAuthenticated(me);
  const { caseId, isReopened, unrestored } = await undoDecision(ctx, byStaff(me), decisionId);
  return { caseId, isReopened, unrestored };
}

/** @returns how many were closed, and how many are open, for what came in meanwhile or for another reason */
export async function closeFor(
  ctx: Context,
  me: StaffCaller,
  cases: readonly { readonly caseId: string; readonly version: number }[],
) {
  for (const { caseId } of cases) await getCaseFor(ctx, me, caseId);
  assertRecentlyAuthenticated(me);
  const listed = cases.map(({ caseId, version }) => ({ id: caseId, version }));
  const { closed, left, refused } = await closeCases(ctx, byStaff(me), listed);
  return { closed: closed.length, left: left.length + refused.length };
}

/** An appeal is about a decision about a member. */
export async function decideAppealFor(ctx: Context, me: StaffCaller, decision: AppealDecision) {
  const found = await findCaseOfItem(ctx.db, "appeal", decision.appealId);
  assertWorksOn(me, found?.kind ?? "member");
  if (decision.outcome === "reversed") assertRecentlyAuthenticated(me);
  const { unrestored } = await decideAppeal(ctx, byStaff(me), decision);
  return { unrestored };
}

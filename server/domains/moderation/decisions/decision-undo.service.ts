import { validate } from "uuid";
import type { Unrestored } from "#contract/moderation/acts.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { CASE_KINDS } from "#contract/moderation/staff-roles.ts";
import type { Context } from "#server/context.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { actorOf, type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import {
  type CaseItem,
  findCaseOfItem,
  findItems,
  sourceIdsOf,
} from "#server/domains/moderation/cases/cases.queries.ts";
import {
  completeItem,
  getCase,
  getPermittedCase,
  lockOpenCaseLike,
  reopenCase,
} from "#server/domains/moderation/cases/cases.service.ts";
import { insertCaseEvent } from "#server/domains/moderation/cases/cases.statements.ts";
import type { ActContext } from "#server/domains/moderation/decisions/acts/act.ts";
import { undoAct } from "#server/domains/moderation/decisions/acts/registry.ts";
import {
  type DecisionRow,
  findActs,
  findAppealOf,
  findDecision,
  isEndedForFraud,
} from "#server/domains/moderation/decisions/decisions.queries.ts";
import {
  lockDecision,
  updateAppealDecided,
  updateUndone,
} from "#server/domains/moderation/decisions/decisions.repo.ts";
import { scheduleFraudCorrections } from "#server/domains/moderation/notices/fraud-notices.service.ts";
import { reopenNotices } from "#server/domains/moderation/notices/notices.statements.ts";
import { splitObjections } from "#server/domains/moderation/objections/objections.queries.ts";
import { updateObjectionsOpen } from "#server/domains/moderation/objections/objections.statements.ts";
import { reopenReports } from "#server/domains/moderation/reports/reports.service.ts";
import {
  type Actor,
  assertMayDo,
  assertRecentlyAuthenticated,
  assertWorksOn,
} from "#server/domains/moderation/staff/actor.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";

/**
 * The last act first. Needs the locks of the member and of the decision.
 * @param row of a decision that is not undone
 * @param isReopened whether its case is decided again
 * @returns reasons for pictures that are not restored
 */
export async function undoActs(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  row: DecisionRow,
  isReopened = false,
): Promise<Unrestored[]> {
  const { id: decisionId, member_id: memberId, words } = row;
  const found = row.case_id === null ? undefined : await getCase(tx, row.case_id);
  const rule = row.rule as RuleKey;
  const at: ActContext = { ctx, tx, by, decisionId, memberId, case: found, rule, words, reporterIds: [], isReopened };
  const unrestored: Unrestored[] = [];
  for (const { choice, result } of (await findActs(tx, decisionId)).toReversed()) {
    const reason = await undoAct(at, choice, result);
    if (reason) unrestored.push(reason);
  }
  await updateUndone(tx, decisionId, actorOf(by));
  if (!(await isEndedForFraud(tx, memberId))) await scheduleFraudCorrections(ctx, tx, decisionId, memberId);
  return unrestored;
}

/** What a decision has answered, apart from what its sender has objected to since: the objection stands for that. */
async function findDecided(tx: Tx, caseId: string, { decided_at }: DecisionRow): Promise<CaseItem[]> {
  // One transaction has one time.
  const decided = (await findItems(tx, caseId)).filter(({ doneAt }) => doneAt?.getTime() === decided_at.getTime());
  const again = await splitObjections(tx, [...sourceIdsOf(decided, "report"), ...sourceIdsOf(decided, "notice")]);
  const objected = new Set([...again.reports, ...again.notices]);
  return decided.filter(({ kind, sourceId }) => kind === "objection" || !objected.has(sourceId));
}

/** @returns the case that is to be decided again; undefined if there is nothing to decide */
async function reopen(tx: Tx, by: OperatorAction, row: DecisionRow): Promise<string | undefined> {
  if (row.case_id === null) return undefined;
  const found = await getCase(tx, row.case_id);
  const decided = await findDecided(tx, found.id, row);
  const reopenedId = await reopenCase(tx, found, decided, actorOf(by));
  if (reopenedId === undefined) return undefined;
  const objected = sourceIdsOf(decided, "objection");
  const again = await splitObjections(tx, objected);
  await reopenReports(tx, [...sourceIdsOf(decided, "report"), ...again.reports]);
  await reopenNotices(tx, [...sourceIdsOf(decided, "notice"), ...again.notices]);
  await updateObjectionsOpen(tx, objected);
  return reopenedId;
}

/** Locks the member before the decision. @throws AppError not_found */
export async function lockDecisionWithMember(tx: Tx, id: string): Promise<DecisionRow> {
  const missing = () => new AppError("not_found", `Decision ${id} was not found.`);
  if (!validate(id)) throw missing();
  const memberId = (await findDecision(tx, id))?.member_id;
  if (memberId === undefined) throw missing();
  await lockStatus(tx, memberId);
  return (await lockDecision(tx, id)) ?? Promise.reject(missing());
}

/** The sender of the appeal was right. Needs the lock of the decision. @returns whether there was one */
async function settleAppeal(
  ctx: Context,
  tx: Tx,
  by: OperatorAction,
  decisionId: string,
  unrestored: readonly Unrestored[],
): Promise<boolean> {
  const appeal = await findAppealOf(tx, decisionId);
  if (!appeal || appeal.outcome !== null) return false;
  const { id: appealId } = appeal;
  const [actor, outcome] = [actorOf(by), "reversed"] as const;
  await updateAppealDecided(tx, appealId, { outcome, answer: "", decidedBy: actor });
  const found = await findCaseOfItem(tx, "appeal", appealId);
  if (found)
    await insertCaseEvent(tx, { caseId: found.id, kind: "decided", actor, details: { appeal: appealId, outcome } });
  await completeItem(tx, { kind: "appeal", sourceId: appealId }, actor);
  await ctx.jobs.send(tx, "email-appeal-outcome", { appealId, unrestored });
  await recordAction(tx, by, { action: "decide appeal", target: appealId, details: { outcome } });
  return true;
}

/**
 * Roles without an act do not undo it either. A decision outside of a case, such as a suspension at the command line,
 * is about the member as a whole.
 * @throws AppError not_found, staff_forbidden, reauthentication_required
 */
async function assertMayUndo(tx: Tx, actor: Actor, { id, case_id: caseId }: DecisionRow): Promise<void> {
  if (caseId !== null) await getPermittedCase(tx, actor, caseId);
  else for (const kind of CASE_KINDS) assertWorksOn(actor, kind);
  assertMayDo(
    actor,
    (await findActs(tx, id)).map(({ choice }) => choice.act),
  );
  assertRecentlyAuthenticated(actor);
}

/**
 * Within 30 days. The case is open again; if another one about the same member or picture is, its items join that. A
 * photo is not back if its profile has six again. The member is emailed if the statement has left. Repeating it is
 * harmless.
 * @throws AppError not_found, staff_forbidden, reauthentication_required, undo_too_late
 */
export const undoDecision = (ctx: Context, actor: Actor, decisionId: string) =>
  ctx.transact(async (tx) => {
    const row = await lockDecisionWithMember(tx, decisionId);
    await assertMayUndo(tx, actor, row);
    const { case_id: caseId } = row;
    if (row.undone_at !== null) {
      const openId = caseId === null ? undefined : await lockOpenCaseLike(tx, caseId);
      return {
        decisionId,
        caseId: openId ?? caseId,
        isReopened: openId !== undefined,
        isRepeated: true,
        unrestored: [],
      };
    }
    if (row.undo_until === null || row.undo_until <= ctx.now()) throw new AppError("undo_too_late");
    const unrestored = await undoActs(ctx, tx, actor, row, caseId !== null);
    if (caseId !== null)
      await insertCaseEvent(tx, { caseId, kind: "undone", actor: actorOf(actor), details: { decision: decisionId } });
    const isAppealed = await settleAppeal(ctx, tx, actor, decisionId, unrestored);
    const reopenedId = await reopen(tx, actor, row);
    // Nobody was told anything before.
    if (row.stated_at !== null && !isAppealed)
      await ctx.jobs.send(tx, "email-decision-undone", { decisionId, unrestored });
    await recordAction(tx, actor, { action: "undo decision", target: decisionId, details: { member: row.member_id } });
    const isReopened = reopenedId !== undefined;
    return { decisionId, caseId: reopenedId ?? caseId, isReopened, isRepeated: false, unrestored };
  });

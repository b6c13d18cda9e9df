import { validate } from "uuid";
import type { getAppeal } from "#contract/appeals.ts";
import type { ResponseOf } from "#contract/endpoint.ts";
import { DANGER_RULES, FACTS_MAX, RULES, type RuleKey } from "#contract/moderation-acts.ts";
import type { Context } from "#server/context.ts";
import type { Db } from "#server/db/client.ts";
import type { AppealOutcome } from "#server/db/schema/cases.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/lib/ids.ts";
import { actorOf, type OperatorAction, recordAction } from "#server/modules/audit/audit.service.ts";
import { dueAt } from "#server/modules/cases/cases.policy.ts";
import { findCaseOfItem } from "#server/modules/cases/cases.queries.ts";
import { attachToCase, claimantOf, completeItem, recordCaseEvent } from "#server/modules/cases/cases.service.ts";
import { assertNamesNobody } from "#server/modules/moderation/decisions.policy.ts";
import {
  findSources,
  hashAppealToken,
  lockDecisionWithMember,
  undoActs,
} from "#server/modules/moderation/decisions.service.ts";
import {
  type AppealRow,
  type DecisionRow,
  findActs,
  findAppeal,
  findAppealOf,
  findAppeals,
  findDecisionByToken,
  findShownDecision,
  hasOtherOperator,
} from "#server/modules/moderation/moderation.queries.ts";
import { insertAppeal, lockAppeal, updateAppealDecided } from "#server/modules/moderation/moderation.repo.ts";
import { describeActs, findStoppedMembership } from "#server/modules/moderation/statements.service.ts";
import { cancelSubscriptions } from "#server/modules/payments/subscriptions.service.ts";
import { hasStaff } from "#server/modules/staff/staff.queries.ts";
import { presentMembership } from "#server/modules/subscriptions/subscriptions.present.ts";

type AppealReply = Omit<ResponseOf<typeof getAppeal>, "success">;

/** A wrong token and one of a deleted decision have the same error. @throws AppError not_found */
async function getDecisionByToken(db: Db, token: string): Promise<DecisionRow> {
  const row = await findDecisionByToken(db, hashAppealToken(token));
  if (!row) throw new AppError("not_found");
  return row;
}

const isInTime = ({ appeal_until }: DecisionRow, now: Date): boolean => appeal_until !== null && appeal_until > now;

async function presentAppeal(ctx: Context, row: DecisionRow, appeal: AppealRow | undefined): Promise<AppealReply> {
  const acts = await findActs(ctx.db, row.id);
  return {
    statement: {
      acts: describeActs(acts),
      facts: row.facts,
      rule: RULES[row.rule as RuleKey],
      words: row.words,
      automated: row.automated,
      decidedAt: row.decided_at.toISOString(),
      isTakenBack: row.undone_at !== null,
      appealUntil: (row.appeal_until ?? row.decided_at).toISOString(),
    },
    appeal: appeal
      ? {
          words: appeal.words,
          sentAt: appeal.created_at.toISOString(),
          outcome: appeal.outcome,
          answer: appeal.answer,
        }
      : null,
    canAppeal: !appeal && row.undone_at === null && isInTime(row, ctx.now()),
    membership: presentMembership(await findStoppedMembership(ctx.db, row, acts)),
  };
}

/** A decision and its appeal, for whoever has the link. @throws AppError not_found */
export async function readAppeal(ctx: Context, token: string): Promise<AppealReply> {
  const row = await getDecisionByToken(ctx.db, token);
  return presentAppeal(ctx, row, await findAppealOf(ctx.db, row.id));
}

/**
 * Cancels what a suspended member pays, who cannot log in. It ends with its period, also if the suspension is lifted before.
 * Idempotent, and without effect once the member can log in again.
 * @throws AppError not_found, payments_disabled, payment_provider_unavailable
 */
export async function cancelMembership(ctx: Context, token: string): Promise<AppealReply> {
  const row = await getDecisionByToken(ctx.db, token);
  if (await findStoppedMembership(ctx.db, row, await findActs(ctx.db, row.id)))
    await cancelSubscriptions(ctx, row.member_id);
  return readAppeal(ctx, token);
}

/**
 * Appeals a decision. The appeal joins the open case about the member, or opens one.
 * @throws AppError not_found, appeal_sent, appeal_too_late
 */
export async function sendAppeal(ctx: Context, token: string, words: string): Promise<AppealReply> {
  const { id: decisionId } = await getDecisionByToken(ctx.db, token);
  await ctx.transact(async (tx) => {
    const row = await lockDecisionWithMember(tx, decisionId);
    if (await findAppealOf(tx, decisionId)) throw new AppError("appeal_sent");
    if (row.undone_at !== null || !isInTime(row, ctx.now())) throw new AppError("appeal_too_late");
    const id = newId();
    const memberId = row.member_id;
    if (!(await insertAppeal(tx, { id, decision_id: decisionId, member_id: memberId, words })))
      throw new AppError("appeal_sent");
    await attachToCase(ctx, tx, {
      kind: "appeal",
      sourceId: id,
      subject: { kind: "member", memberId },
      weight: 1,
      dueAt: dueAt(ctx.now(), "other"),
    });
    await ctx.jobs.send(tx, "email-appeal-receipt", { appealId: id });
  });
  return readAppeal(ctx, token);
}

/** Who has been away for longer is waited for by no appeal. */
const AT_WORK_DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * Whether somebody else has to decide the appeal of an operator's decision: another one who was at work lately. Where people
 * are in danger nobody is waited for.
 */
export async function isForAnother(
  ctx: Context,
  db: Db,
  actor: string,
  { decided_by, rule }: Pick<DecisionRow, "decided_by" | "rule">,
): Promise<boolean> {
  if (decided_by !== actor || DANGER_RULES.includes(rule as RuleKey)) return false;
  const since = new Date(ctx.now().getTime() - AT_WORK_DAYS * DAY_MS);
  return (await hasStaff(db, { withoutId: actor, since })) || (await hasOtherOperator(db, actor, since));
}

const appealNotFound = (id: string) => new AppError("not_found", `Appeal ${id} was not found.`);

export interface AppealDecision {
  readonly appealId: string;
  readonly outcome: AppealOutcome;
  /** The operator's words to the member; empty for none. */
  readonly answer: string;
}

/**
 * Decides an appeal, and undoes the acts of a reversed decision, also after the 30 days of undoing. The outcome is
 * emailed. Repeating it is harmless.
 * @throws AppError not_found, appeal_decided, appeal_own_decision, case_claimed, invalid
 */
export function decideAppeal(ctx: Context, by: OperatorAction, { appealId, outcome, answer }: AppealDecision) {
  const text = answer.trim();
  if (text.length > FACTS_MAX)
    throw AppError.field("invalid", "answer", `The answer can have ${FACTS_MAX} characters.`);
  return ctx.transact(async (tx) => {
    const found = validate(appealId) ? await findAppeal(tx, appealId) : undefined;
    if (!found) throw appealNotFound(appealId);
    const row = await lockDecisionWithMember(tx, found.decision_id);
    const appeal = await lockAppeal(tx, appealId);
    if (!appeal) throw appealNotFound(appealId);
    const actor = actorOf(by);
    if (appeal.outcome !== null) {
      if (appeal.outcome === outcome && appeal.decided_by === actor)
        return { appealId, outcome, isRepeated: true, unrestored: [] };
      throw new AppError("appeal_decided");
    }
    if (await isForAnother(ctx, tx, actor, row)) throw new AppError("appeal_own_decision");
    const openCase = await findCaseOfItem(tx, "appeal", appealId);
    const claimant = openCase && claimantOf(openCase, ctx.now());
    if (claimant !== undefined && claimant !== actor) throw new AppError("case_claimed");
    assertNamesNobody({ answer: text }, await findSources(tx, row.member_id));
    await updateAppealDecided(tx, appealId, { outcome, answer: text, decidedBy: actor });
    const isUndone = outcome === "reversed" && row.undone_at === null;
    const unrestored = isUndone ? await undoActs(ctx, tx, by, row) : [];
    if (openCase) {
      const details = { appeal: appealId, outcome };
      await recordCaseEvent(tx, { caseId: openCase.id, kind: "decided", actor, details });
      await completeItem(tx, { kind: "appeal", sourceId: appealId }, actor);
    }
    await ctx.jobs.send(tx, "email-appeal-outcome", { appealId, unrestored });
    await recordAction(tx, by, { action: "decide appeal", target: appealId, details: { outcome } });
    return { appealId, outcome, isRepeated: false, unrestored };
  });
}

/** Open appeals, oldest first; or all, newest first. */
export const listAppeals = (ctx: Context, by: OperatorAction, all: boolean, limit: number) =>
  ctx.transact(async (tx) => {
    const appeals = await findAppeals(tx, { all, limit });
    await recordAction(tx, by, { action: "list appeals", details: { count: appeals.length } });
    return appeals;
  });

/** An appeal with the decision that it is about. The look is recorded. @throws AppError not_found */
export const showAppeal = (ctx: Context, by: OperatorAction, id: string) =>
  ctx.transact(async (tx) => {
    const appeal = validate(id) ? await findAppeal(tx, id) : undefined;
    const decision = appeal && (await findShownDecision(tx, appeal.decision_id));
    if (!appeal || !decision) throw appealNotFound(id);
    await recordAction(tx, by, { action: "show appeal", target: id });
    const found = await findCaseOfItem(tx, "appeal", id);
    return { appeal, decision, acts: await findActs(tx, decision.id), caseId: found?.id ?? null };
  });

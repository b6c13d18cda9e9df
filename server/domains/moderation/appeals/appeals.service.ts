import { validate } from "uuid";
import { DAY_MS } from "#contract/durations.ts";
import type { ResponseOf } from "#contract/endpoint.ts";
import { DANGER_RULES, FACTS_MAX, RULES, type RuleKey } from "#contract/moderation/acts.ts";
import type { getAppeal } from "#contract/moderation/appeals.ts";
import type { Context } from "#server/context.ts";
import { presentMembership } from "#server/domains/billing/subscriptions/subscriptions.present.ts";
import { cancelSubscriptions } from "#server/domains/billing/subscriptions/subscriptions.service.ts";
import { actorOf, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { dueAt } from "#server/domains/moderation/cases/cases.policy.ts";
import { findCaseOfItem } from "#server/domains/moderation/cases/cases.queries.ts";
import { attachToCase, claimantOf, completeItem } from "#server/domains/moderation/cases/cases.service.ts";
import { insertCaseEvent } from "#server/domains/moderation/cases/cases.statements.ts";
import { hashAppealToken } from "#server/domains/moderation/decisions/decision-making.service.ts";
import { lockDecisionWithMember, undoActs } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { assertNamesNobody } from "#server/domains/moderation/decisions/decisions.policy.ts";
import {
  type AppealRow,
  type DecisionRow,
  findActs,
  findAppeal,
  findAppealOf,
  findDecisionByToken,
} from "#server/domains/moderation/decisions/decisions.queries.ts";
import { insertAppeal, lockAppeal, updateAppealDecided } from "#server/domains/moderation/decisions/decisions.repo.ts";
import { findSources } from "#server/domains/moderation/decisions/decisions.service.ts";
import { describeActs, findStoppedMembership } from "#server/domains/moderation/decisions/statements.service.ts";
import { type Actor, assertRecentlyAuthenticated, assertWorksOn } from "#server/domains/moderation/staff/actor.ts";
import { hasStaff } from "#server/domains/moderation/staff/staff.queries.ts";
import { AppError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { AppealOutcome } from "#server/platform/db/schema/cases.ts";
import { newId } from "#server/platform/lib/ids.ts";

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

/** For anyone with the link. @throws AppError not_found */
export async function readAppeal(ctx: Context, token: string): Promise<AppealReply> {
  const row = await getDecisionByToken(ctx.db, token);
  return presentAppeal(ctx, row, await findAppealOf(ctx.db, row.id));
}

/**
 * For a suspended member, who cannot log in. The membership ends with its period, also if the suspension is lifted
 * before. Idempotent, and without effect once the member can log in again.
 * @throws AppError not_found, payments_disabled, payment_provider_unavailable
 */
export async function cancelMembership(ctx: Context, token: string): Promise<AppealReply> {
  const row = await getDecisionByToken(ctx.db, token);
  if (await findStoppedMembership(ctx.db, row, await findActs(ctx.db, row.id)))
    await cancelSubscriptions(ctx, row.member_id);
  return readAppeal(ctx, token);
}

/** Joins the open case about the member, or opens one. @throws AppError not_found, appeal_sent, appeal_too_late */
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
    await attachToCase(tx, {
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

/** No appeal waits for a person who has been away for longer. */
const AT_WORK_DAYS = 7;

/** True if a colleague of the decider was at work lately. Where people are in danger nobody is waited for. */
export async function isForColleague(
  ctx: Context,
  db: Db,
  actor: string,
  { decided_by, rule }: Pick<DecisionRow, "decided_by" | "rule">,
): Promise<boolean> {
  if (decided_by !== actor || DANGER_RULES.includes(rule as RuleKey)) return false;
  const since = new Date(ctx.now().getTime() - AT_WORK_DAYS * DAY_MS);
  return hasStaff(db, ["member"], { withoutId: actor, since });
}

const appealNotFound = (id: string) => new AppError("not_found", `Appeal ${id} was not found.`);

interface AppealDecision {
  readonly appealId: string;
  readonly outcome: AppealOutcome;
  /** The operator's words to the member; empty for none. */
  readonly answer: string;
}

/**
 * A reversal undoes the acts, also after the 30 days of undoing. The outcome is emailed. Repeating it is harmless.
 * @throws AppError not_found, staff_forbidden, reauthentication_required, appeal_decided, appeal_own_decision,
 * case_claimed, invalid
 */
export function decideAppeal(ctx: Context, actor: Actor, { appealId, outcome, answer }: AppealDecision) {
  const text = answer.trim();
  if (text.length > FACTS_MAX)
    throw AppError.field("invalid", "answer", `The answer can have ${FACTS_MAX} characters.`);
  return ctx.transact(async (tx) => {
    const found = validate(appealId) ? await findAppeal(tx, appealId) : undefined;
    if (!found) throw appealNotFound(appealId);
    const row = await lockDecisionWithMember(tx, found.decision_id);
    const appeal = await lockAppeal(tx, appealId);
    if (!appeal) throw appealNotFound(appealId);
    const openCase = await findCaseOfItem(tx, "appeal", appealId);
    assertWorksOn(actor, openCase?.kind ?? "member");
    if (outcome === "reversed") assertRecentlyAuthenticated(actor);
    const decidedBy = actorOf(actor);
    if (appeal.outcome !== null) {
      if (appeal.outcome === outcome && appeal.decided_by === decidedBy)
        return { appealId, outcome, isRepeated: true, unrestored: [] };
      throw new AppError("appeal_decided");
    }
    if (await isForColleague(ctx, tx, decidedBy, row)) throw new AppError("appeal_own_decision");
    const claimant = openCase && claimantOf(openCase, ctx.now());
    if (claimant !== undefined && claimant !== decidedBy) throw new AppError("case_claimed");
    assertNamesNobody({ answer: text }, await findSources(tx, row.member_id));
    await updateAppealDecided(tx, appealId, { outcome, answer: text, decidedBy });
    const isUndone = outcome === "reversed" && row.undone_at === null;
    const unrestored = isUndone ? await undoActs(ctx, tx, actor, row) : [];
    if (openCase) {
      const details = { appeal: appealId, outcome };
      await insertCaseEvent(tx, { caseId: openCase.id, kind: "decided", actor: decidedBy, details });
      await completeItem(tx, { kind: "appeal", sourceId: appealId }, decidedBy);
    }
    await ctx.jobs.send(tx, "email-appeal-outcome", { appealId, unrestored });
    await recordAction(tx, actor, { action: "decide appeal", target: appealId, details: { outcome } });
    return { appealId, outcome, isRepeated: false, unrestored };
  });
}

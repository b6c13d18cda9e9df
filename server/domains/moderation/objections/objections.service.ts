import { isAtOnce } from "#contract/moderation/alert-kinds.ts";
import type { Context } from "#server/context.ts";
import { lockStatus } from "#server/domains/members/members.statements.ts";
import { isForColleague } from "#server/domains/moderation/appeals/colleagues.service.ts";
import { dueAt, reporterWeight, urgencyOf } from "#server/domains/moderation/cases/cases.policy.ts";
import { halfTime } from "#server/domains/moderation/cases/cases.repo.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { NOTICE_URGENCY, noticeDueAt, TOLD_OUTCOMES } from "#server/domains/moderation/notices/notices.policy.ts";
import { renewNotice } from "#server/domains/moderation/notices/notices.statements.ts";
import {
  canObject,
  objectUntil,
  parseObjectionToken,
} from "#server/domains/moderation/objections/objections.policy.ts";
import {
  type Answered,
  findAnswered,
  findAnsweringDecision,
  findObjection,
} from "#server/domains/moderation/objections/objections.queries.ts";
import { insertObjection } from "#server/domains/moderation/objections/objections.statements.ts";
import { outcomeOf } from "#server/domains/moderation/reports/reports.policy.ts";
import { findReporterRecord } from "#server/domains/moderation/reports/reports.queries.ts";
import { reopenReports } from "#server/domains/moderation/reports/reports.service.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";

/** What its sender was told. Undefined while it is open, and until a decision that can still be taken back unseen leaves. */
function findTold({ kind, isSettled, decidedAt, resolution, neutral, outcome }: Answered) {
  if (!isSettled || decidedAt === null) return undefined;
  if (kind === "notice") return outcome === null ? undefined : { outcome: TOLD_OUTCOMES[outcome], decidedAt };
  return resolution === null ? undefined : { outcome: outcomeOf({ resolution, neutral_outcome: neutral }), decidedAt };
}

/** @returns undefined for a link to something else, or to what is deleted */
export async function readAnswered(ctx: Context, token: string) {
  const id = parseObjectionToken(ctx, token);
  const seconds = ctx.config.statementDelaySeconds;
  const answered = id === undefined ? undefined : await findAnswered(ctx.db, id, seconds);
  if (!answered) return undefined;
  const told = findTold(answered);
  const found = await findObjection(ctx.db, answered.id);
  const objection = found && { ...found, is_upheld: answered.isSettled ? found.is_upheld : null };
  return {
    id: answered.id,
    kind: answered.kind,
    number: answered.number,
    outcome: told?.outcome ?? null,
    decidedAt: told?.decidedAt ?? null,
    objectUntil: told ? objectUntil(told.decidedAt) : null,
    objection,
    canObject: told !== undefined && canObject(told.outcome, told.decidedAt, objection !== undefined, ctx.now()),
  };
}

/** A report joins the open case about the member again; so does a notice, unless it leads to nobody. */
async function reopen(ctx: Context, tx: Tx, answered: Answered): Promise<void> {
  const { id, memberId, reason, noticeKind, reporterId } = answered;
  if (noticeKind === null) await reopenReports(tx, [id]);
  else await renewNotice(tx, id, memberId === null ? halfTime(noticeDueAt(noticeKind, ctx.now())) : null);
  const { urgency, weight } = noticeKind
    ? NOTICE_URGENCY[noticeKind]
    : { urgency: urgencyOf(reason ?? ""), weight: reporterWeight(await findReporterRecord(tx, reporterId ?? "")) };
  if (memberId === null) {
    if (isAtOnce(urgency)) await ctx.jobs.send(tx, "alert-staff", { noticeId: id });
    return;
  }
  const subject = { kind: "member", memberId } as const;
  const item = { kind: "objection", sourceId: id, subject, weight, dueAt: dueAt(ctx.now(), urgency), urgency } as const;
  const caseId = await attachToCase(tx, item);
  if (isAtOnce(urgency)) await ctx.jobs.send(tx, "alert-staff", { caseId });
}

/**
 * The sender of a report or a notice in which nothing was found asks for another look, once.
 * @throws AppError not_found, appeal_sent, appeal_too_late
 */
export async function sendObjection(ctx: Context, id: string, words: string): Promise<void> {
  const seconds = ctx.config.statementDelaySeconds;
  const memberId = (await findAnswered(ctx.db, id, seconds))?.memberId ?? null;
  await ctx.transact(async (tx) => {
    // Decisions lock the member first, too.
    if (memberId !== null) await lockStatus(tx, memberId);
    const answered = await findAnswered(tx, id, seconds);
    if (!answered) throw new AppError("not_found");
    if (!(await insertObjection(tx, answered, words))) throw new AppError("appeal_sent");
    const told = findTold(answered);
    if (!told || !canObject(told.outcome, told.decidedAt, false, ctx.now())) throw new AppError("appeal_too_late");
    await reopen(ctx, tx, answered);
  });
}

/** Whether a colleague of the actor has to decide an objection; see `isForColleague`. */
export async function isObjectionForColleague(ctx: Context, db: Db, actor: string, id: string): Promise<boolean> {
  const decision = await findAnsweringDecision(db, id);
  return decision !== undefined && isForColleague(ctx, db, actor, decision);
}

/** The objection to a report or a notice; undefined if there is none, or it is decided. */
export async function readOpenObjection(ctx: Context, db: Db, actor: string, id: string) {
  const objection = await findObjection(db, id);
  if (!objection || objection.decided_at !== null) return undefined;
  const decision = await findAnsweringDecision(db, id);
  const isForAnother = decision !== undefined && (await isForColleague(ctx, db, actor, decision));
  return { ...objection, decidedBy: decision?.decided_by ?? null, isForAnother };
}

export type OpenObjection = NonNullable<Awaited<ReturnType<typeof readOpenObjection>>>;

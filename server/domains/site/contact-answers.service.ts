import type { Context } from "#server/context.ts";
import { hashToken } from "#server/domains/accounts/accounts.policy.ts";
import { actorOf, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { type CaseItem, findItems, hasClosed, sourceIdsOf } from "#server/domains/moderation/cases/cases.queries.ts";
import { completeItems, getPermittedCase, lockCaseAt } from "#server/domains/moderation/cases/cases.service.ts";
import { insertCaseEvent } from "#server/domains/moderation/cases/cases.statements.ts";
import type { Actor } from "#server/domains/moderation/staff/actor.ts";
import { findAnswer, findAnsweredMessage } from "#server/domains/site/contact.queries.ts";
import { contactAnswerEmail } from "#server/domains/site/site.emails.ts";
import { insertAnswer, lockThread, markAnswerMailed, markResolved } from "#server/domains/site/site.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { plainText } from "#server/platform/lib/plain-text.ts";
import { site } from "#site";

/** The token in the link of an answer. The same each time, so that a repeated email has the same link. */
const tokenOf = (ctx: Context, answerId: string): string => ctx.keyedHash("contact", answerId).toString("base64url");

/** Locks the thread, which comes before its case. @throws AppError not_found, staff_forbidden */
async function lockThreadOfCase(tx: Tx, actor: Actor, caseId: string): Promise<string> {
  const { contact_thread_id: threadId } = await getPermittedCase(tx, actor, caseId);
  if (threadId === null || !(await lockThread(tx, threadId))) throw new AppError("not_found");
  return threadId;
}

/** The open messages that the actor has seen. Needs the lock of the case. */
const findSeen = async (tx: Tx, caseId: string, version: number): Promise<CaseItem[]> =>
  (await findItems(tx, caseId)).filter((item) => item.doneAt === null && item.version <= version);

interface Seen {
  readonly caseId: string;
  /** The version of the case that the actor has seen. */
  readonly version: number;
}

interface Answer extends Seen {
  /** Chosen by the caller. */
  readonly answerId: string;
  readonly words: string;
}

const isClosed = async (tx: Tx, actor: Actor, caseId: string): Promise<boolean> =>
  (await getPermittedCase(tx, actor, caseId)).state === "closed";

/**
 * Messages that came in since the version stay open in the case. Of two people who answer one wins. Repeating an answer
 * has no further effect.
 * @throws AppError not_found, staff_forbidden, case_changed, case_claimed, case_closed
 */
export const answerContact = (ctx: Context, actor: Actor, { caseId, version, answerId, words }: Answer) =>
  ctx.transact(async (tx) => {
    const threadId = await lockThreadOfCase(tx, actor, caseId);
    const answeredBy = actorOf(actor);
    const text = plainText(words);
    const earlier = await findAnswer(tx, answerId);
    if (earlier) {
      const isSame = earlier.thread_id === threadId && earlier.answered_by === answeredBy && earlier.words === text;
      if (!isSame) throw new AppError("case_changed");
      return { isClosed: await isClosed(tx, actor, caseId) };
    }
    await lockCaseAt(ctx, tx, caseId, actor, version);
    const seen = await findSeen(tx, caseId, version);
    if (seen.length === 0) throw new AppError("case_changed");
    const token_hash = hashToken(tokenOf(ctx, answerId));
    await insertAnswer(tx, { id: answerId, thread_id: threadId, token_hash, words: text, answered_by: answeredBy });
    await markResolved(tx, sourceIdsOf(seen, "contact_message"), answerId);
    await insertCaseEvent(tx, { caseId, kind: "answered", actor: answeredBy, details: { answer: answerId } });
    const isDone = await completeItems(tx, caseId, seen, answeredBy);
    await ctx.jobs.send(tx, "email-contact-answer", { answerId });
    await recordAction(tx, actor, { action: "answer contact", target: caseId, details: { answer: answerId } });
    return { isClosed: isDone };
  });

/**
 * Messages that came in since the version stay open in the case. Repeating it is harmless.
 * @throws AppError not_found, staff_forbidden, case_changed, case_claimed, case_closed
 */
export const closeContact = (ctx: Context, actor: Actor, { caseId, version }: Seen) =>
  ctx.transact(async (tx) => {
    await lockThreadOfCase(tx, actor, caseId);
    const closedBy = actorOf(actor);
    if (await hasClosed(tx, caseId, closedBy)) return { isClosed: true };
    await lockCaseAt(ctx, tx, caseId, actor, version);
    const seen = await findSeen(tx, caseId, version);
    if (seen.length === 0) throw new AppError("case_changed");
    await markResolved(tx, sourceIdsOf(seen, "contact_message"), null);
    const isDone = await completeItems(tx, caseId, seen, closedBy);
    await recordAction(tx, actor, { action: "resolve contact", target: caseId });
    return { isClosed: isDone };
  });

export const emailContactAnswerJob: Job<"email-contact-answer", { answerId: string }> = {
  name: "email-contact-answer",
  async handle(ctx, { answerId }) {
    const answer = await findAnswer(ctx.db, answerId);
    const message = await findAnsweredMessage(ctx.db, answerId);
    if (!answer || answer.mailed_at !== null || !message) return;
    const { email: to, subject, number } = message;
    const replyTo = { name: "Spotter", address: site.supportEmail };
    // The same Message-ID for each attempt, so that email clients recognize duplicates.
    const envelope = { id: `contact-answer-${answerId}`, to, replyTo };
    const email = { number: number ?? "", subject, words: answer.words };
    await sendEmail(ctx.mailer, envelope, contactAnswerEmail(email, `${ctx.site()}/contact/${tokenOf(ctx, answerId)}`));
    await ctx.transact((tx) => markAnswerMailed(tx, answerId));
  },
};

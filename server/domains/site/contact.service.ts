import { DAY_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { emailKey, hashToken } from "#server/domains/accounts/accounts.policy.ts";
import {
  assertNetworkLimit,
  assertRateLimit,
  type RateLimit,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { lockAndCheckDeleted, lockMembersShared } from "#server/domains/members/members.service.ts";
import { dueAt } from "#server/domains/moderation/cases/cases.policy.ts";
import { attachToCase, completeItem } from "#server/domains/moderation/cases/cases.service.ts";
import { deleteContactItems } from "#server/domains/moderation/cases/cases.statements.ts";
import { findAnswerByToken, findAnsweredMessage, findContactMessage } from "#server/domains/site/contact.queries.ts";
import { contactEmail } from "#server/domains/site/site.emails.ts";
import {
  claimUnmailed,
  claimUnmailedAnswers,
  deleteOldContactMessages,
  insertContactMessage,
  lockThread,
  markMailed,
  markResolved,
  renewThread,
  updateThread,
  upsertThread,
} from "#server/domains/site/site.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { plainText } from "#server/platform/lib/plain-text.ts";
import { newReferenceNumber } from "#server/platform/lib/reference-number.ts";
import { site } from "#site";

const BY_MEMBER: RateLimit = { name: "contact by member", limit: 5, windowSeconds: DAY_S };
/** Counted per address and network, so that others cannot use up the limit of the address's owner. */
const BY_EMAIL: RateLimit = { name: "contact by email and network", limit: 5, windowSeconds: DAY_S };
const BY_NETWORK: RateLimit = { name: "contact by network", limit: 20, windowSeconds: DAY_S };
const CODE = "contact_rate_limit";
/** The link of an answer needs no login, so it has a limit of its own. */
const BY_THREAD: RateLimit = { name: "contact by thread", limit: 5, windowSeconds: DAY_S };
/** As the privacy policy promises. */
export const KEPT_YEARS = 2;
const NUMBER_LENGTH = 8;
/** Covers SMTP outages that last longer than the retries of a job. */
const REQUEUE_AFTER_HOURS = 12;

interface ContactForm {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly clientId?: string | undefined;
  readonly homepage?: string | undefined;
}

interface Sender {
  readonly memberId: string | null;
  readonly address: string;
}

/** Opens a case of the thread, unless one is open. Needs the lock of the thread. */
async function attachMessage(
  ctx: Context,
  tx: Tx,
  messageId: string,
  thread: { readonly id: string; readonly memberId: string | null },
): Promise<void> {
  await updateThread(tx, messageId, thread.id);
  await attachToCase(tx, {
    kind: "contact_message",
    sourceId: messageId,
    subject: { kind: "contact", memberId: thread.memberId, threadId: thread.id },
    weight: 1,
    dueAt: dueAt(ctx.now(), "other"),
  });
  await ctx.jobs.send(tx, "email-contact-message", { messageId });
}

/**
 * The sender gets no email, because the address is not verified.
 * @throws AppError contact_rate_limit, with the seconds to wait
 */
export async function sendContactMessage(
  ctx: Context,
  { name, email, subject, message, clientId, homepage }: ContactForm,
  { memberId, address }: Sender,
): Promise<{ message: string }> {
  const is_honeypot_hit = Boolean(homepage);
  await ctx.transact(async (tx) => {
    if (memberId !== null) await lockMembersShared(tx, memberId);
    const id = newId();
    const row = { id, client_id: clientId ?? null, member_id: memberId, name, email, subject, is_honeypot_hit };
    if (!(await insertContactMessage(tx, { ...row, message: plainText(message), is_by_link: false }))) return;
    if (ctx.config.rateLimits) await assertNetworkLimit(ctx, tx, BY_NETWORK, CODE, address);
    // Members are counted by id, so that others who enter their address do not use up their limit.
    await (memberId === null
      ? assertRateLimit(ctx, tx, BY_EMAIL, CODE, emailKey(email), address)
      : assertRateLimit(ctx, tx, BY_MEMBER, CODE, memberId));
    if (is_honeypot_hit) return;
    const thread = { id: newId(), number: newReferenceNumber("C", NUMBER_LENGTH), member_id: memberId };
    await attachMessage(ctx, tx, id, { id: await upsertThread(tx, thread), memberId });
  });
  return { message: "Thank you. A person reads it, and we reply within 24-48 hours." };
}

/** A wrong token and one of a deleted answer have the same error. @throws AppError not_found */
async function getAnswerByToken(db: Db, token: string) {
  const answer = await findAnswerByToken(db, hashToken(token));
  if (!answer) throw new AppError("not_found");
  return answer;
}

/** For anyone with the link, so only what its email has said: addresses can be mistyped. @throws AppError not_found */
export async function readContactAnswer(ctx: Context, token: string) {
  const { number, words, created_at } = await getAnswerByToken(ctx.db, token);
  return { number, answer: { words, sentAt: created_at.toISOString() } };
}

/**
 * For anyone with the link, also for suspended members. Repeating it with the same `clientId` is harmless.
 * @param address the network, for rate limits
 * @throws AppError not_found; contact_rate_limit, with the seconds to wait
 */
export const writeBack = (
  ctx: Context,
  token: string,
  { message, clientId }: { readonly message: string; readonly clientId?: string | undefined },
  address: string,
): Promise<void> =>
  ctx.transact(async (tx) => {
    const { id: answerId, thread_id: threadId, member_id: memberId } = await getAnswerByToken(tx, token);
    // Members are locked before other rows. The account and the thread may be gone since.
    if (memberId !== null && (await lockAndCheckDeleted(tx, memberId))) throw new AppError("not_found");
    const answered = (await renewThread(tx, threadId)) ? await findAnsweredMessage(tx, answerId) : undefined;
    if (!answered) throw new AppError("not_found");
    const id = newId();
    const { name, email, subject } = answered;
    const row = { id, client_id: clientId ?? null, member_id: memberId, name, email, subject };
    const written = { ...row, message: plainText(message), is_honeypot_hit: false, is_by_link: true };
    if (!(await insertContactMessage(tx, written))) return;
    if (ctx.config.rateLimits) await assertNetworkLimit(ctx, tx, BY_NETWORK, CODE, address);
    await assertRateLimit(ctx, tx, BY_THREAD, CODE, threadId);
    await attachMessage(ctx, tx, id, { id: threadId, memberId });
  });

export const emailContactMessageJob: Job<"email-contact-message", { messageId: string }> = {
  name: "email-contact-message",
  async handle(ctx, { messageId }) {
    const message = await findContactMessage(ctx.db, messageId);
    if (!message || message.mailed_at !== null) return;
    const replyTo = { name: message.name, address: message.email };
    // The same Message-ID for each attempt, so that email clients recognize duplicates.
    const envelope = { id: `contact-${messageId}`, to: site.supportEmail, replyTo };
    await sendEmail(ctx.mailer, envelope, contactEmail(message));
    await ctx.transact((tx) => markMailed(tx, messageId));
  },
};

/** Without an answer; its case is done with it. Idempotent. @throws AppError not_found */
export async function resolveContactMessage(tx: Tx, id: string, actor: string): Promise<void> {
  const message = await findContactMessage(tx, id);
  if (!message || (message.thread_id !== null && !(await lockThread(tx, message.thread_id))))
    throw new AppError("not_found");
  await markResolved(tx, [id], null);
  await completeItem(tx, { kind: "contact_message", sourceId: id }, actor);
}

/** Enqueues also the emails of messages and answers that could not be sent. */
export async function purgeContactMessages(ctx: Context, tx: Tx): Promise<void> {
  await deleteContactItems(tx, await deleteOldContactMessages(tx, KEPT_YEARS));
  for (const messageId of await claimUnmailed(tx, REQUEUE_AFTER_HOURS))
    await ctx.jobs.send(tx, "email-contact-message", { messageId });
  for (const answerId of await claimUnmailedAnswers(tx, REQUEUE_AFTER_HOURS))
    await ctx.jobs.send(tx, "email-contact-answer", { answerId });
}

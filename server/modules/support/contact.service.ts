import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { letterHtml, letterText } from "#server/email/email-layout.ts";
import { AppError } from "#server/errors.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { newId } from "#server/lib/ids.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import { holdMembers } from "#server/modules/members/members.service.ts";
import { consumeRateLimit, type RateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";
import {
  deleteContactMessagesOf,
  deleteOldContactMessages,
  findContactMessage,
  insertContactMessage,
  selectContactMessages,
  selectContactMessagesOf,
  setMailed,
  setResolved,
  takeUnmailed,
} from "#server/modules/support/contact.repo.ts";
import { contactLetter } from "#server/modules/support/support.emails.ts";
import { site } from "#site";

const A_DAY = 24 * 3600;
const BY_MEMBER: RateLimit = { name: "contact by member", limit: 5, windowSeconds: A_DAY };
/** An address counts with the network: nobody can use up what another may write from theirs, who cannot log in, say. */
const BY_EMAIL: RateLimit = { name: "contact by email and network", limit: 5, windowSeconds: A_DAY };
/** A household, or an office. */
const BY_NETWORK: RateLimit = { name: "contact by network", limit: 20, windowSeconds: A_DAY };
/** As the privacy page says. */
const KEPT_YEARS = 2;
/** A mail server may be away for longer than a job tries. After so many hours a mail that did not go out is queued anew. */
const QUEUED_ANEW_HOURS = 12;

interface Writing {
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly clientId?: string | undefined;
  readonly homepage?: string | undefined;
}

interface Sender {
  /** Who the request's token says it is from. */
  readonly memberId: string | null;
  /** Where from, as rate limits count it. */
  readonly address: string;
}

/** Text as it is read in a mail and in a terminal: with its line breaks, without what steers either. */
const plainText = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");

async function count(ctx: Context, tx: Tx, rule: RateLimit, ...subject: readonly string[]): Promise<void> {
  const { allowed, retryAfter } = await consumeRateLimit(ctx, tx, rule, ...subject);
  if (allowed) return;
  const refusal = new AppError("contact_rate_limit");
  refusal.retryAfter = retryAfter;
  throw refusal;
}

/**
 * Keeps a message for the operator, and mails it to them. Nothing is mailed to its sender, who may be anybody: the address is
 * not proved to be theirs.
 * @throws AppError contact_rate_limit, with the seconds to wait
 */
export async function sendContactMessage(
  ctx: Context,
  { name, email, subject, message, clientId, homepage }: Writing,
  { memberId, address }: Sender,
): Promise<{ message: string }> {
  const is_trapped = Boolean(homepage);
  await ctx.transact(async (tx) => {
    if (memberId !== null) await holdMembers(tx, memberId);
    const id = newId();
    const row = { id, client_id: clientId ?? null, member_id: memberId, name, email, subject, is_trapped };
    if (!(await insertContactMessage(tx, { ...row, message: plainText(message) }))) return;
    if (ctx.config.rateLimits) await count(ctx, tx, BY_NETWORK, address);
    // A member is known by their id: others who write under their address use up nothing of theirs.
    await (memberId === null
      ? count(ctx, tx, BY_EMAIL, emailKey(email), address)
      : count(ctx, tx, BY_MEMBER, memberId));
    if (!is_trapped) await ctx.jobs.send(tx, "mail-contact", { messageId: id });
  });
  return { message: "Thank you. A person reads it, and we reply within 24-48 hours." };
}

/** What is done later for the contact form: its mails to the operator. A repeated one has the same id, so it is seen to be one. */
export function contactJobs(ctx: Context): Pick<JobHandlers, "mail-contact"> {
  return {
    async "mail-contact"({ messageId }) {
      const message = await findContactMessage(ctx.db, messageId);
      if (!message || message.mailed_at !== null) return;
      const letter = contactLetter(message);
      await ctx.mailer.send({
        id: `contact-${messageId}`,
        to: site.supportEmail,
        replyTo: { name: message.name, address: message.email },
        subject: letter.subject,
        text: letterText(letter),
        html: letterHtml(letter),
      });
      await ctx.transact((tx) => setMailed(tx, messageId));
    },
  };
}

/** Messages for the operator to read, the latest first. @param before only those from before then */
export const listContactMessages = (db: Db, limit: number, before?: Date) => selectContactMessages(db, limit, before);

/** One message, or undefined. */
export const readContactMessage = (db: Db, id: string) => findContactMessage(db, id);

/** Notes that a message is dealt with; again is no harm. @throws AppError not_found */
export async function resolveContactMessage(tx: Tx, id: string): Promise<void> {
  if (!(await setResolved(tx, id))) throw new AppError("not_found");
}

/** What a member wrote while logged in, the oldest first. */
export const contactMessagesOf = (db: Db, memberId: string) => selectContactMessagesOf(db, memberId);

/** Throws away what a member wrote while logged in. */
export const forgetContact = (tx: Tx, memberId: string): Promise<void> => deleteContactMessagesOf(tx, memberId);

/** Throws away messages that have had their day, and queues anew what was not mailed. */
export async function sweepContact(ctx: Context, tx: Tx): Promise<void> {
  await deleteOldContactMessages(tx, KEPT_YEARS);
  for (const messageId of await takeUnmailed(tx, QUEUED_ANEW_HOURS))
    await ctx.jobs.send(tx, "mail-contact", { messageId });
}

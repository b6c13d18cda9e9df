import { DAY_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import {
  assertNetworkLimit,
  assertRateLimit,
  type RateLimit,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { findContactMessage } from "#server/domains/site/contact.queries.ts";
import { contactEmail } from "#server/domains/site/site.emails.ts";
import {
  claimUnmailed,
  deleteOldContactMessages,
  insertContactMessage,
  markMailed,
  markResolved,
} from "#server/domains/site/site.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { plainText } from "#server/platform/lib/plain-text.ts";
import { site } from "#site";

const BY_MEMBER: RateLimit = { name: "contact by member", limit: 5, windowSeconds: DAY_S };
/** Counted per address and network, so that others cannot use up the limit of the address's owner. */
const BY_EMAIL: RateLimit = { name: "contact by email and network", limit: 5, windowSeconds: DAY_S };
const BY_NETWORK: RateLimit = { name: "contact by network", limit: 20, windowSeconds: DAY_S };
const CODE = "contact_rate_limit";
/** As the privacy policy promises. */
const KEPT_YEARS = 2;
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
    if (!(await insertContactMessage(tx, { ...row, message: plainText(message) }))) return;
    if (ctx.config.rateLimits) await assertNetworkLimit(ctx, tx, BY_NETWORK, CODE, address);
    // Members are counted by id, so that others who enter their address do not use up their limit.
    await (memberId === null
      ? assertRateLimit(ctx, tx, BY_EMAIL, CODE, emailKey(email), address)
      : assertRateLimit(ctx, tx, BY_MEMBER, CODE, memberId));
    if (!is_honeypot_hit) await ctx.jobs.send(tx, "email-contact-message", { messageId: id });
  });
  return { message: "Thank you. A person reads it, and we reply within 24-48 hours." };
}

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

/** Idempotent. @throws AppError not_found */
export async function resolveContactMessage(tx: Tx, id: string): Promise<void> {
  if (!(await markResolved(tx, id))) throw new AppError("not_found");
}

/** Enqueues also the emails of messages that could not be sent. */
export async function purgeContactMessages(ctx: Context, tx: Tx): Promise<void> {
  await deleteOldContactMessages(tx, KEPT_YEARS);
  for (const messageId of await claimUnmailed(tx, REQUEUE_AFTER_HOURS))
    await ctx.jobs.send(tx, "email-contact-message", { messageId });
}

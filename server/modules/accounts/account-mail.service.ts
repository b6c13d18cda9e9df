import type { Context } from "#server/context.ts";
import { type Letter, letterHtml, letterText } from "#server/email/email-layout.ts";
import { emailKey, mailboxKey } from "#server/modules/accounts/accounts.policy.ts";
import { consumeRateLimit, type RateLimit, readRateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

const AN_HOUR = 3600;
const A_DAY = 24 * AN_HOUR;

/**
 * Why a mail about an account is sent.
 * - `request`: somebody asked for it by naming an address, which may not be theirs.
 * - `login`: somebody gave the right password on a new device while others guess at it. It has counts of its own: strangers
 *   must not use up the mail that lets an owner in.
 * - `notice`: something happened around the account. It has counts of its own, so that requests of strangers do not use
 *   them up.
 * - `change`: the password or the address was changed. It has counts of its own: whoever knows the password must not use up
 *   the mail that tells an owner of a takeover.
 * - `standing`: an operator's decision. It is always sent, because it says how to object.
 */
export type MailCause = "request" | "login" | "notice" | "change" | "standing";

/** What one mailbox gets, whatever accounts it belongs to. */
const LIMITS: Readonly<Record<MailCause, readonly RateLimit[]>> = {
  request: [
    { name: "requested mails an hour", limit: 3, windowSeconds: AN_HOUR },
    { name: "requested mails a day", limit: 10, windowSeconds: A_DAY },
  ],
  login: [
    { name: "login mails an hour", limit: 3, windowSeconds: AN_HOUR },
    { name: "login mails a day", limit: 10, windowSeconds: A_DAY },
  ],
  notice: [
    { name: "account notices an hour", limit: 3, windowSeconds: AN_HOUR },
    { name: "account notices a day", limit: 10, windowSeconds: A_DAY },
  ],
  change: [
    { name: "change notices an hour", limit: 3, windowSeconds: AN_HOUR },
    { name: "change notices a day", limit: 10, windowSeconds: A_DAY },
  ],
  standing: [],
};
/** A job that is tried again was counted before. */
const COUNTED: RateLimit = { name: "account mail", limit: 1, windowSeconds: A_DAY };

/** A mailbox, and whether its owner has shown that it is theirs. */
export interface Mailbox {
  /** As it was entered. */
  readonly email: string;
  readonly isVerified: boolean;
}

/** Counts a mail of a job, once. @returns whether it may be sent */
const count = (ctx: Context, { email }: Mailbox, cause: MailCause, id: string): Promise<boolean> =>
  ctx.transact(async (tx) => {
    if (!(await readRateLimit(ctx, tx, COUNTED, id)).allowed) return true;
    for (const rule of LIMITS[cause])
      if (!(await consumeRateLimit(ctx, tx, rule, mailboxKey(email))).allowed) return false;
    await consumeRateLimit(ctx, tx, COUNTED, id);
    return true;
  });

/**
 * Sends a mail about an account: the one way to the mailer for all of them. A mailbox that nobody has confirmed gets
 * no notices and nothing of changes; write such letters without a name, since names are chosen by members.
 * What is over the limit is dropped and recorded as a security event.
 * @param id the job's: a mail that is tried again is the same, and counts once
 * @param write makes the letter; called only if it is sent
 */
export async function sendAccountMail(
  ctx: Context,
  { to, cause, id }: { to: Mailbox; cause: MailCause; id: string },
  write: () => Letter | Promise<Letter>,
): Promise<void> {
  if ((cause === "notice" || cause === "change") && !to.isVerified) return;
  if (!(await count(ctx, to, cause, id))) {
    const event = { kind: "rate_limit", outcome: "mail_dropped", subject: emailKey(to.email) } as const;
    await recordSecurityEvent(ctx, ctx.db, { ...event, details: { cause } });
    return;
  }
  const letter = await write();
  const { subject } = letter;
  await ctx.mailer.send({ id, to: to.email, subject, text: letterText(letter), html: letterHtml(letter) });
}

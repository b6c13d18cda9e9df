import { DAY_S, HOUR_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import type { Addressee } from "#server/domains/accounts/accounts.emails.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import { type AccountRow, findAccountById } from "#server/domains/accounts/accounts.queries.ts";
import { consumeMailLimit } from "#server/domains/accounts/email/mail-limits.ts";
import {
  consumeRateLimit,
  type RateLimit,
  readRateLimit,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { findTimeZone } from "#server/domains/notifications/notifications.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Email } from "#server/platform/email/email-layout.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";

/**
 * Why an email about an account is sent. Each cause has its own limits, so that one cannot use up another's.
 * - `request`: a client entered an address, which may not be its owner's.
 * - `login`: the password was correct on a new device during a guessing attack. Guesses must not use up the email
 *   that lets the owner in.
 * - `notice`: something happened around the account.
 * - `change`: the password or the address was changed. An attacker who knows the password must not use up the email
 *   that warns the owner of a takeover.
 * - `factor`: a passkey, an authenticator app or recovery codes were added, removed or used. Such changes must not use
 *   up the emails about a changed password.
 * - `account-status`: an operator's decision. Always sent, because it explains how to object.
 * - `safety`: a warning about somebody whom the member wrote with. Always sent, because the law asks for it.
 * - `report`: the receipt and the outcome of a report. Reports are limited themselves.
 * - `export-link`: the link to a suspended member's data, which staff send. Its sending is limited itself.
 * - `contract`: confirms a purchase or its withdrawal. Always sent, because the law requires it.
 */
export type AccountEmailCause =
  | "request"
  | "login"
  | "notice"
  | "change"
  | "factor"
  | "account-status"
  | "safety"
  | "report"
  | "export-link"
  | "contract";

/** Counted per mailbox, across all accounts that use it. */
const LIMITS: Readonly<Record<AccountEmailCause, readonly RateLimit[]>> = {
  request: [
    { name: "requested mails an hour", limit: 3, windowSeconds: HOUR_S },
    { name: "requested mails a day", limit: 10, windowSeconds: DAY_S },
  ],
  login: [
    { name: "login mails an hour", limit: 3, windowSeconds: HOUR_S },
    { name: "login mails a day", limit: 10, windowSeconds: DAY_S },
  ],
  notice: [
    { name: "account notices an hour", limit: 3, windowSeconds: HOUR_S },
    { name: "account notices a day", limit: 10, windowSeconds: DAY_S },
  ],
  change: [
    { name: "change notices an hour", limit: 3, windowSeconds: HOUR_S },
    { name: "change notices a day", limit: 10, windowSeconds: DAY_S },
  ],
  factor: [
    { name: "factor notices an hour", limit: 6, windowSeconds: HOUR_S },
    { name: "factor notices a day", limit: 20, windowSeconds: DAY_S },
  ],
  "account-status": [],
  safety: [],
  report: [],
  "export-link": [],
  contract: [],
};

/** Causes that are never emailed to an address that was not confirmed, because it may be another person's. */
const VERIFIED_ONLY: ReadonlySet<AccountEmailCause> = new Set(["notice", "change", "factor", "report", "export-link"]);

/** Counts a job once, however often it is retried. */
const COUNTED: RateLimit = { name: "account mail", limit: 1, windowSeconds: DAY_S };

export interface Mailbox {
  /** As it was entered. */
  readonly email: string;
  readonly isVerified: boolean;
}

const consumeLimits = (ctx: Context, { email }: Mailbox, cause: AccountEmailCause, id: string): Promise<boolean> =>
  ctx.transact(async (tx) => {
    if (!(await readRateLimit(ctx, tx, COUNTED, id)).allowed) return true;
    for (const rule of LIMITS[cause]) if (!(await consumeMailLimit(ctx, tx, rule, email)).allowed) return false;
    await consumeRateLimit(ctx, tx, COUNTED, id);
    return true;
  });

/**
 * An unverified mailbox gets none of `VERIFIED_ONLY`. Do not use the member's name in emails to it, because members
 * choose their names.
 * @param id the job's id
 * @param write called only if the email is sent
 */
export async function sendAccountEmail(
  ctx: Context,
  { to, cause, id }: { to: Mailbox; cause: AccountEmailCause; id: string },
  write: () => Email | Promise<Email>,
): Promise<void> {
  if (VERIFIED_ONLY.has(cause) && !to.isVerified) return;
  if (!(await consumeLimits(ctx, to, cause, id))) {
    const event = { kind: "rate_limit", outcome: "mail_dropped", subject: emailKey(to.email) } as const;
    await recordSecurityEvent(ctx, ctx.db, { ...event, details: { cause } });
    return;
  }
  await sendEmail(ctx.mailer, { id, to: to.email }, await write());
}

export const mailboxOf = ({ email, email_verified_at }: AccountRow): Mailbox => ({
  email,
  isVerified: email_verified_at !== null,
});

/** Undefined for an unverified address, which may belong to another person. */
export const greetingName = ({ username, email_verified_at }: AccountRow): string | undefined =>
  email_verified_at === null ? undefined : username;

/** Also for suspended members; undefined after the account is deleted. */
export async function findEmailRecipient(
  db: Db,
  memberId: string,
): Promise<(Addressee & { readonly mailbox: Mailbox }) | undefined> {
  const account = await findAccountById(db, memberId);
  if (!account) return undefined;
  const timeZone = await findTimeZone(db, memberId);
  return { mailbox: mailboxOf(account), name: greetingName(account), timeZone };
}

import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { newId } from "#server/lib/ids.ts";
import { greetingName, mailboxOf, sendAccountEmail } from "#server/modules/accounts/account-email.service.ts";
import {
  passwordChangedEmail,
  resetPasswordEmail,
  verifyAddressEmail,
} from "#server/modules/accounts/accounts.emails.ts";
import { emailKey, hashToken, mayLogIn, newToken } from "#server/modules/accounts/accounts.policy.ts";
import { findAccountById, findMemberIdByEmail } from "#server/modules/accounts/accounts.queries.ts";
import {
  lockPassword,
  lockUnverifiedAccount,
  setEmailVerified,
  setPassword,
} from "#server/modules/accounts/accounts.repo.ts";
import { type ClientOrigin, securityEventFor } from "#server/modules/accounts/accounts.service.ts";
import { deleteEmailChange } from "#server/modules/accounts/email-change.repo.ts";
import {
  type EmailTokenPurpose,
  findEmailTokenMember,
  findValidEmailToken,
  insertEmailToken,
  lockValidEmailToken,
} from "#server/modules/accounts/email-tokens.repo.ts";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { reauthenticate } from "#server/modules/accounts/reauthenticate.service.ts";
import { endAllSessions, startSession } from "#server/modules/accounts/sessions.service.ts";
import { applyVerifiedAddress } from "#server/modules/accounts/verified-address.service.ts";
import { lockExisting, lockMembersShared } from "#server/modules/members/members.service.ts";
import { consumeRateLimit, type RateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

export const RESET_HOURS = 1;
const VERIFY_HOURS = 7 * 24;
/** Whoever asks again and again gets one mail a minute, up to what one mailbox gets (`account-mail.service.ts`). */
const ONE_MAIL_SECONDS = 60;
/** Told to the member, so it counts what this member asks for: the mailbox's count would tell of mail for other accounts. */
const BY_MEMBER: RateLimit = { name: "asked to confirm again", limit: 3, windowSeconds: 3600 };

/**
 * Asks for a link. What happens now is the same for members and strangers: a stranger's job names nobody, and keeps nothing
 * of the address that was asked for.
 */
export async function forgotPassword(ctx: Context, email: string, origin: ClientOrigin): Promise<{ message: string }> {
  const key = emailKey(email);
  const { address: network, device } = origin;
  const once = { key: ctx.keyedHash("forgotten password", key).toString("hex"), seconds: ONE_MAIL_SECONDS };
  await ctx.transact(async (tx) => {
    const memberId = (await findMemberIdByEmail(tx, key)) ?? newId();
    await ctx.jobs.send(tx, "email-password-reset", { memberId }, { once });
    await recordSecurityEvent(ctx, tx, { kind: "password", outcome: "link_requested", subject: key, network, device });
  });
  return { message: "If that address has an account, a link is on its way." };
}

/** Whose address a link was sent to. @throws AppError token_invalid */
export async function checkResetToken(ctx: Context, token: string): Promise<{ email: string }> {
  const link = await findValidEmailToken(ctx.db, hashToken(token), "reset");
  if (!link) throw new AppError("token_invalid");
  return { email: link.email };
}

/** Holds the member whose link it is: their lock comes before the link's, as everywhere. */
export async function lockEmailTokenMember(tx: Tx, tokenHash: Buffer): Promise<void> {
  const owner = await findEmailTokenMember(tx, tokenHash);
  if (owner !== undefined) await lockExisting(tx, [owner]);
}

interface NewPassword {
  readonly memberId: string;
  readonly passwordHash: string;
  readonly origin: ClientOrigin;
  readonly outcome: "changed" | "reset";
}

/** Sets a password, ends every login with its sockets and a change of address that waits, tells the member by mail, and begins a new login. */
async function replacePassword(
  ctx: Context,
  tx: Tx,
  { memberId, passwordHash, origin, outcome }: NewPassword,
): Promise<string> {
  // From here on the account is held, so a login comes before or after.
  await setPassword(tx, memberId, passwordHash);
  await endAllSessions(ctx, tx, memberId);
  await deleteEmailChange(tx, memberId);
  const once = { key: memberId, seconds: ONE_MAIL_SECONDS };
  await ctx.jobs.send(tx, "email-password-changed", { memberId }, { once });
  const token = await startSession(ctx, tx, { memberId, device: origin.device });
  await recordSecurityEvent(ctx, tx, { ...securityEventFor("password", memberId, origin), outcome });
  return token;
}

/**
 * Sets a new password by a link, which works once.
 * @throws AppError token_invalid
 */
export async function resetPassword(
  ctx: Context,
  { token, newPassword }: { token: string; newPassword: string },
  origin: ClientOrigin,
) {
  await checkResetToken(ctx, token);
  const passwordHash = await hashPassword(ctx, newPassword);
  return ctx.transact(async (tx) => {
    await lockEmailTokenMember(tx, hashToken(token));
    const link = await lockValidEmailToken(tx, hashToken(token), "reset");
    if (!link) throw new AppError("token_invalid");
    // Whoever got the mail reads the address.
    const isFirst = await setEmailVerified(tx, link.member_id);
    const given = { memberId: link.member_id, passwordHash, origin, outcome: "reset" } as const;
    const session = await replacePassword(ctx, tx, given);
    await applyVerifiedAddress(ctx, tx, link.member_id, emailKey(link.email), isFirst);
    return { token: session, user: { _id: link.member_id, username: link.username } };
  });
}

/**
 * Sets a new password by the current one.
 * @throws AppError wrong_password, rate_limited
 */
export async function changePassword(
  ctx: Context,
  me: Caller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  origin: ClientOrigin,
) {
  const asked = { password: currentPassword, field: "currentPassword", origin };
  const { passwordHash: checked, attempt } = await reauthenticate(ctx, me, asked);
  const passwordHash = await hashPassword(ctx, newPassword);
  const token = await ctx.transact(async (tx) => {
    await lockExisting(tx, [me.id]);
    if (!(await lockPassword(tx, me.id, checked))) throw AppError.field("wrong_password", "currentPassword");
    return replacePassword(ctx, tx, { memberId: me.id, passwordHash, origin, outcome: "changed" });
  });
  await attempt.succeeded();
  return { token, user: { _id: me.id, username: me.username } };
}

/** For a link that is wrong, used or over. */
export const invalidLinkError = () => new AppError("token_invalid", "This link is invalid or has expired.");

/** Confirms an address by its link; again is no harm. @returns what there is to tell @throws AppError token_invalid */
export async function verifyEmail(ctx: Context, token: string, origin: ClientOrigin): Promise<{ message?: string }> {
  return ctx.transact(async (tx) => {
    await lockEmailTokenMember(tx, hashToken(token));
    const link = await lockValidEmailToken(tx, hashToken(token), "verify");
    if (!link) throw invalidLinkError();
    const isFirst = await setEmailVerified(tx, link.member_id);
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("email", link.member_id, origin), outcome: "confirmed" });
    return applyVerifiedAddress(ctx, tx, link.member_id, emailKey(link.email), isFirst);
  });
}

/**
 * Whose account a link was sent for, so that their row can be locked before the link's.
 * @throws AppError token_invalid
 */
export async function findVerifyTokenMember(db: Db, token: string): Promise<string> {
  const link = await findValidEmailToken(db, hashToken(token), "verify");
  if (!link) throw invalidLinkError();
  return link.member_id;
}

/**
 * Makes sure that a link still waits to confirm an address, and holds both until the end of the transaction: who confirms it
 * at the same moment comes before, or after.
 * @throws AppError token_invalid, also where the address is confirmed
 */
export async function lockUnverifiedToken(tx: Tx, token: string): Promise<void> {
  const link = await lockValidEmailToken(tx, hashToken(token), "verify");
  if (!link || !(await lockUnverifiedAccount(tx, link.member_id))) throw invalidLinkError();
}

/**
 * Sends the link that confirms one's address again.
 * @throws AppError rate_limited, with the seconds to wait
 */
export async function sendVerification(ctx: Context, memberId: string): Promise<{ message: string }> {
  const once = { key: memberId, seconds: ONE_MAIL_SECONDS };
  await ctx.transact(async (tx) => {
    if (ctx.config.rateLimits) {
      const { allowed, retryAfter } = await consumeRateLimit(ctx, tx, BY_MEMBER, memberId);
      if (!allowed) throw AppError.wait(retryAfter);
    }
    await ctx.jobs.send(tx, "email-verification", { memberId }, { once });
  });
  return { message: "A link is on its way to your inbox." };
}

/** Makes a link at the time of sending, so that the token itself is nowhere but in the mail. */
export async function createEmailToken(
  ctx: Context,
  { member_id, email_normalized }: { member_id: string; email_normalized: string },
  purpose: EmailTokenPurpose,
  hours: number,
): Promise<string> {
  const token = newToken();
  await ctx.transact(async (tx) => {
    await lockMembersShared(tx, member_id);
    await insertEmailToken(tx, { token_hash: hashToken(token), member_id, purpose, email_normalized }, hours);
  });
  return token;
}

/** What is done later for accounts: their mails. Who has gone or may not log in gets none. */
export function accountsJobs(
  ctx: Context,
): Pick<JobHandlers, "email-verification" | "email-password-reset" | "email-password-changed"> {
  return {
    async "email-verification"({ memberId }, id) {
      const account = await findAccountById(ctx.db, memberId);
      if (!account || !mayLogIn(account.status) || account.email_verified_at !== null) return;
      await sendAccountEmail(ctx, { to: mailboxOf(account), cause: "request", id }, async () => {
        const token = await createEmailToken(ctx, account, "verify", VERIFY_HOURS);
        const site = ctx.site();
        return verifyAddressEmail({ confirm: `${site}/verify-email/${token}`, remove: `${site}/not-me/${token}` });
      });
    },
    async "email-password-reset"({ memberId }, id) {
      const account = await findAccountById(ctx.db, memberId);
      if (!account || !mayLogIn(account.status)) return;
      await sendAccountEmail(ctx, { to: mailboxOf(account), cause: "request", id }, async () => {
        const token = await createEmailToken(ctx, account, "reset", RESET_HOURS);
        return resetPasswordEmail(greetingName(account), `${ctx.site()}/reset-password/${token}`);
      });
    },
    async "email-password-changed"({ memberId }, id) {
      const account = await findAccountById(ctx.db, memberId);
      if (!account) return;
      await sendAccountEmail(ctx, { to: mailboxOf(account), cause: "change", id }, () =>
        passwordChangedEmail(greetingName(account), `${ctx.site()}/reset-password`),
      );
    },
  };
}

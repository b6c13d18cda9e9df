import { HOUR_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import {
  passwordChangedEmail,
  resetPasswordEmail,
  verifyAddressEmail,
} from "#server/domains/accounts/accounts.emails.ts";
import { emailKey, hashToken, newToken } from "#server/domains/accounts/accounts.policy.ts";
import { findAccountById, findMemberIdByEmail } from "#server/domains/accounts/accounts.queries.ts";
import {
  lockPassword,
  lockUnverifiedAccount,
  setEmailVerified,
  setPassword,
} from "#server/domains/accounts/accounts.repo.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { greetingName, mailboxOf, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { deleteEmailChange } from "#server/domains/accounts/email/email-change.repo.ts";
import {
  type EmailTokenPurpose,
  findEmailTokenMember,
  findValidEmailToken,
  insertEmailToken,
  lockValidEmailToken,
} from "#server/domains/accounts/email/email-tokens.repo.ts";
import { applyVerifiedAddress } from "#server/domains/accounts/email/verified-address.service.ts";
import { removeUnprovenFactors } from "#server/domains/accounts/factors/factor-removal.service.ts";
import { findFactorMethods } from "#server/domains/accounts/factors/factors.queries.ts";
import { createLoginToken } from "#server/domains/accounts/login/login-tokens.ts";
import { hashPassword, reauthenticate } from "#server/domains/accounts/login/passwords.ts";
import { consumeRateLimit, type RateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { deviceOf, endAllSessions, startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { isInGoodStanding } from "#server/domains/members/members.queries.ts";
import { lockExisting, lockMembersShared } from "#server/domains/members/members.service.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";

export const RESET_HOURS = 1;
const VERIFY_HOURS = 7 * 24;
/** Repeated requests send one email a minute, up to the mailbox's limits (`account-email.service.ts`). */
const ONE_MAIL_SECONDS = 60;
/** The member sees this limit. The mailbox's count would reveal emails for other accounts. */
const BY_MEMBER: RateLimit = { name: "asked to confirm again", limit: 3, windowSeconds: HOUR_S };

/**
 * The response is the same whether the address has an account. If it has none, the job has no member and no address.
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

/** @returns the address that the link was sent to @throws AppError token_invalid */
export async function checkResetToken(ctx: Context, token: string): Promise<{ email: string }> {
  const link = await findValidEmailToken(ctx.db, hashToken(token), "reset");
  if (!link) throw new AppError("token_invalid");
  return { email: link.email };
}

/** Members are always locked before tokens. */
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

async function replacePassword(
  ctx: Context,
  tx: Tx,
  { memberId, passwordHash, origin, outcome }: NewPassword,
): Promise<void> {
  // Locks the account, so that a concurrent login commits before or waits.
  await setPassword(tx, memberId, passwordHash);
  await recordStatusEvent(tx, { event: "password_changed", memberId });
  await endAllSessions(ctx, tx, memberId);
  await deleteEmailChange(tx, memberId);
  const once = { key: memberId, seconds: ONE_MAIL_SECONDS };
  await ctx.jobs.send(tx, "email-password-changed", { memberId }, { once });
  await recordSecurityEvent(ctx, tx, { ...securityEventFor("password", memberId, origin), outcome });
}

/** For a password that a restore has brought back. @param passwordHash of a random password */
export async function voidPassword(ctx: Context, tx: Tx, memberId: string, passwordHash: string): Promise<void> {
  await setPassword(tx, memberId, passwordHash);
  await recordStatusEvent(tx, { event: "password_changed", memberId });
  await endAllSessions(ctx, tx, memberId);
}

/**
 * The mailbox replaces the password, but no second factor, unless that was added before the mailbox was proved for the
 * first time.
 * @throws AppError token_invalid; second_factor_required, after the password was set
 */
export async function resetPassword(
  ctx: Context,
  { token, newPassword }: { token: string; newPassword: string },
  origin: ClientOrigin,
) {
  await checkResetToken(ctx, token);
  const passwordHash = await hashPassword(ctx, newPassword);
  const { methods, ...signedIn } = await ctx.transact(async (tx) => {
    await lockEmailTokenMember(tx, hashToken(token));
    const link = await lockValidEmailToken(tx, hashToken(token), "reset");
    if (!link) throw new AppError("token_invalid");
    // The link was in an email, so the address is verified.
    const isFirst = await setEmailVerified(tx, link.member_id);
    const given = { memberId: link.member_id, passwordHash, origin, outcome: "reset" } as const;
    await replacePassword(ctx, tx, given);
    // Before the factors are read: those that were added without the mailbox do not count.
    if (isFirst) await removeUnprovenFactors(ctx, tx, link.member_id);
    const methods = await findFactorMethods(tx, link.member_id);
    const session =
      methods.length > 0
        ? createLoginToken(ctx, link.member_id, passwordHash)
        : await startSession(ctx, tx, { memberId: link.member_id, ...deviceOf(origin) });
    await applyVerifiedAddress(ctx, tx, link.member_id, emailKey(link.email), isFirst);
    return { methods, token: session, user: { _id: link.member_id, username: link.username } };
  });
  if (methods.length > 0) throw AppError.secondFactor({ token: signedIn.token, methods });
  return signedIn;
}

/** @throws AppError wrong_password, rate_limited */
export async function changePassword(
  ctx: Context,
  me: Caller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  origin: ClientOrigin,
) {
  const reauthentication = { password: currentPassword, field: "currentPassword", origin };
  const { passwordHash: checked, attempt } = await reauthenticate(ctx, me, reauthentication);
  const passwordHash = await hashPassword(ctx, newPassword);
  const token = await ctx.transact(async (tx) => {
    await lockExisting(tx, [me.id]);
    if (!(await lockPassword(tx, me.id, checked))) throw AppError.field("wrong_password", "currentPassword");
    await replacePassword(ctx, tx, { memberId: me.id, passwordHash, origin, outcome: "changed" });
    return startSession(ctx, tx, { memberId: me.id, ...deviceOf(origin) });
  });
  await attempt.succeeded();
  return { token, user: { _id: me.id, username: me.username } };
}

export const invalidLinkError = () => new AppError("token_invalid", "This link is invalid or has expired.");

/** Idempotent. @returns a message for the member @throws AppError token_invalid */
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

/** The member must be locked before the link. @throws AppError token_invalid */
export async function findVerifyTokenMember(db: Db, token: string): Promise<string> {
  const link = await findValidEmailToken(db, hashToken(token), "verify");
  if (!link) throw invalidLinkError();
  return link.member_id;
}

/** A concurrent confirmation comes before or after. @throws AppError token_invalid, also if the address is verified */
export async function lockUnverifiedToken(tx: Tx, token: string): Promise<void> {
  const link = await lockValidEmailToken(tx, hashToken(token), "verify");
  if (!link || !(await lockUnverifiedAccount(tx, link.member_id))) throw invalidLinkError();
}

/** @throws AppError rate_limited, with the seconds to wait */
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

/** Creates a token when its email is sent, so that the token is stored nowhere else. */
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

export const emailVerificationJob: Job<"email-verification", { memberId: string }> = {
  name: "email-verification",
  async handle(ctx, { memberId }, id) {
    const account = await findAccountById(ctx.db, memberId);
    if (!account || !isInGoodStanding(account.status) || account.email_verified_at !== null) return;
    await sendAccountEmail(ctx, { to: mailboxOf(account), cause: "request", id }, async () => {
      const token = await createEmailToken(ctx, account, "verify", VERIFY_HOURS);
      const site = ctx.site();
      return verifyAddressEmail({ confirm: `${site}/verify-email/${token}`, remove: `${site}/not-me/${token}` });
    });
  },
};

/** If no account has the address that was entered, the id is random, so both cases take the same time. */
export const emailPasswordResetJob: Job<"email-password-reset", { memberId: string }> = {
  name: "email-password-reset",
  async handle(ctx, { memberId }, id) {
    const account = await findAccountById(ctx.db, memberId);
    if (!account || !isInGoodStanding(account.status)) return;
    await sendAccountEmail(ctx, { to: mailboxOf(account), cause: "request", id }, async () => {
      const token = await createEmailToken(ctx, account, "reset", RESET_HOURS);
      return resetPasswordEmail(greetingName(account), `${ctx.site()}/reset-password/${token}`);
    });
  },
};

export const emailPasswordChangedJob: Job<"email-password-changed", { memberId: string }> = {
  name: "email-password-changed",
  async handle(ctx, { memberId }, id) {
    const account = await findAccountById(ctx.db, memberId);
    if (!account) return;
    await sendAccountEmail(ctx, { to: mailboxOf(account), cause: "change", id }, () =>
      passwordChangedEmail(greetingName(account), `${ctx.site()}/reset-password`),
    );
  },
};

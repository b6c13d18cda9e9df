import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import type { JobHandlers } from "#server/jobs.ts";
import { type Letter, letterHtml, letterText } from "#server/letter.ts";
import { passwordChangedLetter, resetLetter, verifyLetter } from "#server/modules/accounts/accounts.emails.ts";
import { emailKey, hashToken, mayLogIn, newToken } from "#server/modules/accounts/accounts.policy.ts";
import {
  findAccountByEmail,
  findAccountById,
  lockPassword,
  setEmailVerified,
  setPassword,
} from "#server/modules/accounts/accounts.repo.ts";
import { endLogins, type Origin, startSession } from "#server/modules/accounts/accounts.service.ts";
import { deleteEmailChange } from "#server/modules/accounts/email-change.repo.ts";
import { checkPassword } from "#server/modules/accounts/ending.service.ts";
import { countLinks, findLink, insertLink, type LinkPurpose, lockLink } from "#server/modules/accounts/links.repo.ts";
import { rememberAddress } from "#server/modules/accounts/login-throttle.ts";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { holdMembers } from "#server/modules/members/members.service.ts";
import type { Caller } from "#server/serve.ts";

const RESET_HOURS = 1;
const VERIFY_HOURS = 7 * 24;
/** Whoever asks again and again gets one mail a minute, until there are so many links that are good. */
const ONE_MAIL_SECONDS = 60;
const RESET_LINKS_MAX = 5;
const VERIFY_LINKS_MAX = 10;

type Account = NonNullable<Awaited<ReturnType<typeof findAccountById>>>;

/** Asks for a link. What happens now is the same for members and strangers; whether a mail goes out is decided later. */
export async function forgotPassword(ctx: Context, email: string): Promise<{ message: string }> {
  const key = emailKey(email);
  await ctx.transact((tx) =>
    ctx.jobs.send(tx, "mail-reset", { emailKey: key }, { once: { key, seconds: ONE_MAIL_SECONDS } }),
  );
  return { message: "If that address has an account, a link is on its way." };
}

/** Whose address a link was sent to. @throws AppError link_invalid */
export async function checkResetToken(ctx: Context, token: string): Promise<{ email: string }> {
  const link = await findLink(ctx.db, hashToken(token), "reset");
  if (!link) throw new AppError("link_invalid");
  return { email: link.email };
}

/** Sets a password, ends every login with its sockets and a change of address that waits, tells the member by mail, and begins a new login. */
async function replacePassword(
  ctx: Context,
  tx: Tx,
  { memberId, passwordHash, device }: { memberId: string; passwordHash: string; device: string },
): Promise<string> {
  await setPassword(tx, memberId, passwordHash);
  await endLogins(ctx, tx, memberId);
  await deleteEmailChange(tx, memberId);
  await ctx.jobs.send(tx, "mail-password-changed", { memberId });
  return startSession(tx, memberId, device);
}

/**
 * Sets a new password by a link, which works once.
 * @throws AppError link_invalid
 */
export async function resetPassword(
  ctx: Context,
  { token, newPassword }: { token: string; newPassword: string },
  { address, device }: Origin,
) {
  await checkResetToken(ctx, token);
  const passwordHash = await hashPassword(newPassword);
  return ctx.transact(async (tx) => {
    const link = await lockLink(tx, hashToken(token), "reset");
    if (!link) throw new AppError("link_invalid");
    // Whoever got the mail reads the address. From here on the account is held, so a login comes before or after.
    await setEmailVerified(tx, link.member_id);
    const session = await replacePassword(ctx, tx, { memberId: link.member_id, passwordHash, device });
    await rememberAddress(tx, emailKey(link.email), address);
    return { token: session, user: { _id: link.member_id, username: link.username } };
  });
}

/**
 * Sets a new password by the current one.
 * @throws AppError wrong_password, too_often
 */
export async function changePassword(
  ctx: Context,
  me: Caller,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  { address, device }: Origin,
) {
  const asked = { password: currentPassword, field: "currentPassword", address };
  const { passwordHash: checked, attempt } = await checkPassword(ctx, me.id, asked);
  const passwordHash = await hashPassword(newPassword);
  const token = await ctx.transact(async (tx) => {
    if (!(await lockPassword(tx, me.id, checked))) throw AppError.field("wrong_password", "currentPassword");
    return replacePassword(ctx, tx, { memberId: me.id, passwordHash, device });
  });
  await attempt.succeeded();
  return { token, user: { _id: me.id, username: me.username } };
}

/** Confirms an address by its link; again is no harm. @throws AppError link_invalid */
export async function verifyEmail(ctx: Context, token: string): Promise<Record<never, never>> {
  return ctx.transact(async (tx) => {
    const link = await lockLink(tx, hashToken(token), "verify");
    if (!link) throw new AppError("link_invalid", "This link is invalid or has expired.");
    await setEmailVerified(tx, link.member_id);
    return {};
  });
}

/**
 * Sends the link that confirms one's address again.
 * @throws AppError too_often, once there are many of them
 */
export async function sendVerification(ctx: Context, memberId: string): Promise<{ message: string }> {
  if ((await countLinks(ctx.db, memberId, "verify")) >= VERIFY_LINKS_MAX) throw new AppError("too_often");
  const once = { key: memberId, seconds: ONE_MAIL_SECONDS };
  await ctx.transact((tx) => ctx.jobs.send(tx, "mail-verify", { memberId }, { once }));
  return { message: "A link is on its way to your inbox." };
}

/** Makes a link at the time of sending, so that the token itself is nowhere but in the mail. */
export async function makeLink(
  ctx: Context,
  { member_id, email_key }: { member_id: string; email_key: string },
  purpose: LinkPurpose,
  hours: number,
): Promise<string> {
  const token = newToken();
  await ctx.transact(async (tx) => {
    await holdMembers(tx, member_id);
    await insertLink(tx, { token_hash: hashToken(token), member_id, purpose, email_key }, hours);
  });
  return token;
}

/** @param id the job's, by which a mail that is tried again is the same */
export const sendLetter = (ctx: Context, to: string, letter: Letter, id: string): Promise<void> =>
  ctx.mailer.send({ id, to, subject: letter.subject, text: letterText(letter), html: letterHtml(letter) });

/** What is done later for accounts: their mails. Who has gone or may not log in gets none. */
export function accountsJobs(ctx: Context): Pick<JobHandlers, "mail-verify" | "mail-reset" | "mail-password-changed"> {
  const send = (account: Account, letter: Letter, id: string) => sendLetter(ctx, account.email, letter, id);
  return {
    async "mail-verify"({ memberId }, id) {
      const account = await findAccountById(ctx.db, memberId);
      if (!account || !mayLogIn(account.standing) || account.email_verified_at !== null) return;
      const token = await makeLink(ctx, account, "verify", VERIFY_HOURS);
      await send(account, verifyLetter(account.username, `${ctx.site()}/verify-email/${token}`), id);
    },
    async "mail-reset"({ emailKey: key }, id) {
      const account = await findAccountByEmail(ctx.db, key);
      if (!account || !mayLogIn(account.standing)) return;
      if ((await countLinks(ctx.db, account.member_id, "reset")) >= RESET_LINKS_MAX) return;
      const token = await makeLink(ctx, account, "reset", RESET_HOURS);
      await send(account, resetLetter(account.username, `${ctx.site()}/reset-password/${token}`), id);
    },
    async "mail-password-changed"({ memberId }, id) {
      const account = await findAccountById(ctx.db, memberId);
      if (account) await send(account, passwordChangedLetter(account.username, `${ctx.site()}/reset-password`), id);
    },
  };
}

import { HOUR_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import { loginLinkEmail, newLoginEmail } from "#server/domains/accounts/accounts.emails.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import { findAccountByEmail, findAccountById } from "#server/domains/accounts/accounts.queries.ts";
import { lockPassword, readTransactionTime, setPassword } from "#server/domains/accounts/accounts.repo.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { greetingName, mailboxOf, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { createEmailToken, RESET_HOURS } from "#server/domains/accounts/email/email-tokens.service.ts";
import { findFactorMethods } from "#server/domains/accounts/factors/factors.queries.ts";
import { checkLoginAllowed } from "#server/domains/accounts/login/login-throttle.ts";
import { createLoginToken } from "#server/domains/accounts/login/login-tokens.ts";
import { hashPassword, isOutdatedHash, isPasswordCorrect } from "#server/domains/accounts/login/passwords.ts";
import { findSecurityEvents } from "#server/domains/accounts/security-events/security-events.queries.ts";
import {
  recordRefusal,
  recordSecurityEvent,
} from "#server/domains/accounts/security-events/security-events.statements.ts";
import { findDeviceId } from "#server/domains/accounts/sessions/client-device.ts";
import { deviceOf, startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { isInGoodStanding } from "#server/domains/members/members.queries.ts";
import { findTimeZone } from "#server/domains/notifications/notifications.queries.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { newId } from "#server/platform/lib/ids.ts";

type Account = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>;

/** The outcome of a login on a device where the member had not logged in before. */
const ON_NEW_DEVICE = "succeeded_on_new_device";
/** Seconds. An email lists all logins since it was enqueued. */
const NEW_LOGIN_MAIL_SECONDS = HOUR_S;
const LOGIN_LINK_SECONDS = 60;
/** Maximum number of logins that one email lists. */
const NEW_LOGINS_LISTED = 10;
/** No member has this id. Used if the address has no account, so that the time is the same. */
const NO_MEMBER = "00000000-0000-4000-8000-000000000000";

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly proof?: string | undefined;
}

/** Needs the account's lock. @param by the proofs that the member gave @returns the session's token */
export async function startLoginSession(
  ctx: Context,
  tx: Tx,
  { memberId, origin, by }: { memberId: string; origin: ClientOrigin; by: "password" | "passkey" | "second factor" },
): Promise<string> {
  const isNewDevice = findDeviceId(ctx, origin.cookies, memberId) === undefined;
  const token = await startSession(ctx, tx, { memberId, ...deviceOf(origin), isNewDevice });
  if (isNewDevice) await sendNewLogin(ctx, tx, memberId, origin.device);
  const event = { ...securityEventFor("login", memberId, origin), outcome: isNewDevice ? ON_NEW_DEVICE : "succeeded" };
  await recordSecurityEvent(ctx, tx, by === "password" ? event : { ...event, details: { by } });
  return token;
}

/** @throws AppError invalid_credentials, if the password was changed since its check; second_factor_required */
async function start(
  ctx: Context,
  { member_id: memberId, password_hash: passwordHash }: Account,
  password: string,
  origin: ClientOrigin,
): Promise<string> {
  const renewed = isOutdatedHash(ctx, passwordHash) ? await hashPassword(ctx, password) : undefined;
  const started = await ctx.transact(async (tx) => {
    if (!(await lockPassword(tx, memberId, passwordHash))) throw new AppError("invalid_credentials");
    if (renewed !== undefined) await setPassword(tx, memberId, renewed);
    // Under the lock, so that no session starts while a first factor is added.
    const methods = await findFactorMethods(tx, memberId);
    if (methods.length > 0) return { methods };
    return { token: await startLoginSession(ctx, tx, { memberId, origin, by: "password" }) };
  });
  if (started.token !== undefined) return started.token;
  const token = createLoginToken(ctx, memberId, renewed ?? passwordHash);
  throw AppError.secondFactor({ token, methods: started.methods });
}

async function sendNewLogin(ctx: Context, tx: Tx, memberId: string, device: string): Promise<void> {
  const since = (await readTransactionTime(tx)).toISOString();
  const once = { key: memberId, seconds: NEW_LOGIN_MAIL_SECONDS };
  await ctx.jobs.send(tx, "email-new-login", { memberId, since, device }, { once });
}

/**
 * A wrong password takes the same steps, so that the time reveals nothing; its job has another key, so it cannot
 * replace the job of a correct one.
 * @param memberId undefined if the password was wrong
 */
async function sendLoginLink(ctx: Context, emailKey: string, memberId: string | undefined): Promise<void> {
  const key = memberId ?? ctx.keyedHash("login link for nobody", emailKey).toString("hex");
  const once = { key, seconds: LOGIN_LINK_SECONDS };
  await ctx.transact((tx) => ctx.jobs.send(tx, "email-login-link", { memberId: memberId ?? newId() }, { once }));
}

/**
 * @throws AppError invalid_credentials, for a wrong address or password; after a correct one account_suspended,
 * second_factor_required; proof_of_work_required; login_email_required; server_busy
 */
export async function login(ctx: Context, { email, password, proof }: Credentials, origin: ClientOrigin) {
  const key = emailKey(email);
  const account = await findAccountByEmail(ctx.db, key);
  const device = findDeviceId(ctx, origin.cookies, account?.member_id ?? NO_MEMBER);
  const { address: network } = origin;
  try {
    const attempt = await checkLoginAllowed(ctx, { emailKey: key, network, device, proof });
    const isRight = await isPasswordCorrect(ctx, password, account?.password_hash).catch(async (error: unknown) => {
      // A password that was not checked, as by a busy server, is no guess.
      await attempt.succeeded();
      throw error;
    });
    if (!isRight) await attempt.failed?.();
    if (attempt.mailOnlySeconds !== undefined) {
      await sendLoginLink(ctx, key, isRight ? account?.member_id : undefined);
      throw AppError.wait(attempt.mailOnlySeconds, undefined, "login_email_required");
    }
    if (!isRight || !account) throw new AppError("invalid_credentials");
    // A suspension is only revealed with a correct password.
    if (account.status === "suspended") throw new AppError("account_suspended");
    if (!isInGoodStanding(account.status)) throw new AppError("invalid_credentials");
    await attempt.succeeded();
    const token = await start(ctx, account, password, origin);
    return { token, user: { _id: account.member_id, username: account.username } };
  } catch (error) {
    const outcome = error instanceof AppError ? error.code : "failed";
    const tried = { memberId: account?.member_id, subject: key, network, device: origin.device };
    await recordRefusal(ctx, { kind: "login", outcome, ...tried });
    throw error;
  }
}

/** Replaces a login when an account is under attack. After a wrong password the id is random. */
export const emailLoginLinkJob: Job<"email-login-link", { memberId: string }> = {
  name: "email-login-link",
  async handle(ctx, { memberId }, id) {
    const account = await findAccountById(ctx.db, memberId);
    if (!account || !isInGoodStanding(account.status)) return;
    await sendAccountEmail(ctx, { to: mailboxOf(account), cause: "login", id }, async () => {
      const token = await createEmailToken(ctx, account, "reset", RESET_HOURS);
      return loginLinkEmail(greetingName(account), `${ctx.site()}/reset-password/${token}`);
    });
  },
};

/** To verified addresses. Logins on new devices since `since`, the time of the first one; `device` is the first one's. */
export const emailNewLoginJob: Job<"email-new-login", { memberId: string; since: string; device: string }> = {
  name: "email-new-login",
  async handle(ctx, { memberId, since, device }, id) {
    const account = await findAccountById(ctx.db, memberId);
    if (!account || !isInGoodStanding(account.status) || account.email_verified_at === null) return;
    const filter = { memberId, kind: "login", outcome: ON_NEW_DEVICE, since: new Date(since) };
    const logins = await findSecurityEvents(ctx.db, { ...filter, limit: NEW_LOGINS_LISTED });
    const listed = logins.map((login) => ({ device: login.device, at: login.last_occurred_at }));
    // During a flood, events are stored without members; the notice must still list its own login.
    if (!listed.some((login) => login.device === device)) listed.push({ device, at: new Date(since) });
    const to = { name: greetingName(account), timeZone: await findTimeZone(ctx.db, memberId) };
    await sendAccountEmail(ctx, { to: mailboxOf(account), cause: "notice", id }, () =>
      newLoginEmail(to, listed, ctx.site()),
    );
  },
};

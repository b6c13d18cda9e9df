import type { Emails } from "#contract/accounts/email-change.ts";
import type { Context } from "#server/context.ts";
import {
  addressChangedEmail,
  addressChangeRequestedEmail,
  addressTakenEmail,
  confirmNewAddressEmail,
} from "#server/domains/accounts/accounts.emails.ts";
import { emailKey, hashToken } from "#server/domains/accounts/accounts.policy.ts";
import { findAccountByEmail, findAccountById } from "#server/domains/accounts/accounts.queries.ts";
import { lockPassword } from "#server/domains/accounts/accounts.repo.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { mailboxOf, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import {
  deleteEmailChange,
  deleteNoticeAddress,
  extendEmailChange,
  findEmailChange,
  findNoticeAddress,
  insertNoticeAddress,
  lockEmailChange,
  setEmail,
  upsertEmailChange,
} from "#server/domains/accounts/email/email-change.repo.ts";
import {
  countEmailTokens,
  deleteEmailTokens,
  lockValidEmailToken,
} from "#server/domains/accounts/email/email-tokens.repo.ts";
import {
  createEmailToken,
  lockEmailTokenMember,
  verifyEmail,
} from "#server/domains/accounts/email/email-tokens.service.ts";
import { applyVerifiedAddress } from "#server/domains/accounts/email/verified-address.service.ts";
import { reauthenticate } from "#server/domains/accounts/login/passwords.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { isInGoodStanding } from "#server/domains/members/members.queries.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { AppError } from "#server/errors.ts";
import { type Db, type Tx, violatedConstraint } from "#server/platform/db/client.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import type { Job } from "#server/platform/jobs/job.ts";

const CHANGE_HOURS = 1;
/** Repeated requests send one email a minute, up to `CHANGE_LINKS_MAX` valid links. */
const ONE_MAIL_SECONDS = 60;
const CHANGE_LINKS_MAX = 5;

async function emailsOf(db: Db, memberId: string): Promise<Emails> {
  const [account, wished] = await Promise.all([findAccountById(db, memberId), findEmailChange(db, memberId)]);
  if (!account) throw new AppError("unauthorized");
  return {
    email: account.email,
    emailVerified: account.email_verified_at !== null,
    pending: wished ? { email: wished.email, until: wished.expires_at.toISOString() } : null,
  };
}

/** A member's current address and the pending one. */
export const readEmails = async (ctx: Context, memberId: string): Promise<{ emails: Emails }> => ({
  emails: await emailsOf(ctx.db, memberId),
});

/**
 * The response is the same whether the address is taken or not; the job decides on the email.
 * @throws AppError wrong_password, invalid, rate_limited; unauthorized if the account was deleted
 */
export async function changeEmail(
  ctx: Context,
  me: Caller,
  { email, currentPassword }: { email: string; currentPassword: string },
  origin: ClientOrigin,
): Promise<{ message: string; emails: Emails }> {
  const account = await findAccountById(ctx.db, me.id);
  const wrong = AppError.field("wrong_password", "currentPassword");
  if (!account) throw wrong;
  if (emailKey(email) === account.email_normalized)
    throw AppError.field("invalid", "email", "That is your email already.");
  const reauthentication = { password: currentPassword, field: "currentPassword", origin };
  const { passwordHash, attempt } = await reauthenticate(ctx, me, reauthentication);
  await attempt.succeeded();
  const emails = await ctx.transact(async (tx) => {
    await lockMembersShared(tx, me.id);
    if (!(await lockPassword(tx, me.id, passwordHash))) throw wrong;
    if ((await countEmailTokens(tx, me.id, "change")) >= CHANGE_LINKS_MAX) throw new AppError("rate_limited");
    await upsertEmailChange(tx, { member_id: me.id, email, email_normalized: emailKey(email) }, CHANGE_HOURS);
    const once = { key: me.id, seconds: ONE_MAIL_SECONDS };
    await ctx.jobs.send(tx, "email-address-change", { memberId: me.id }, { once });
    // An unverified address may belong to another person, who gets no email about it.
    if (account.email_verified_at !== null)
      await sendNotice(ctx, tx, { memberId: me.id, email: account.email, notice: "requested" }, { once });
    tx.emit(me.id, "settings_changed", { what: "email" });
    const emails = await emailsOf(tx, me.id);
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("email", me.id, origin), outcome: "change_requested" });
    return emails;
  });
  return { message: "A link is on its way to that address.", emails };
}

type AddressNotice = "requested" | "changed";

/** The job has the id of the address only, which may have left the account when it is sent. */
async function sendNotice(
  ctx: Context,
  tx: Tx,
  { memberId, email, notice }: { memberId: string; email: string; notice: AddressNotice },
  options: Parameters<Context["jobs"]["send"]>[3] = {},
): Promise<void> {
  const addressId = await insertNoticeAddress(tx, memberId, email);
  await ctx.jobs.send(tx, "email-address-notice", { memberId, addressId, notice }, options);
}

export async function removeEmailChange(tx: Tx, memberId: string): Promise<void> {
  await deleteEmailChange(tx, memberId);
  tx.emit(memberId, "settings_changed", { what: "email" });
}

/** Idempotent. */
export const cancelEmailChange = (ctx: Context, memberId: string): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    await removeEmailChange(tx, memberId);
    return {};
  });

type Change = NonNullable<Awaited<ReturnType<typeof lockEmailChange>>>;

/** Links that were sent to the old address become invalid. */
async function apply(ctx: Context, tx: Tx, change: Change, origin: ClientOrigin): Promise<{ message?: string }> {
  const { member_id: memberId, email_normalized, old_email, old_verified_at } = change;
  await setEmail(tx, change);
  await deleteEmailChange(tx, memberId);
  for (const purpose of ["reset", "verify"] as const) await deleteEmailTokens(tx, memberId, purpose);
  const notice = await applyVerifiedAddress(ctx, tx, memberId, email_normalized, old_verified_at === null);
  if (old_verified_at !== null) await sendNotice(ctx, tx, { memberId, email: old_email, notice: "changed" });
  await recordSecurityEvent(ctx, tx, { ...securityEventFor("email", memberId, origin), outcome: "changed" });
  return notice;
}

/** Idempotent. @throws AppError token_invalid; email_taken if another account took the address in the meantime */
export async function confirmAddress(ctx: Context, token: string, origin: ClientOrigin): Promise<{ message?: string }> {
  let memberId = "";
  try {
    const changed = await ctx.transact(async (tx) => {
      await lockEmailTokenMember(tx, hashToken(token));
      const change = await lockEmailChange(tx, hashToken(token));
      if (!change) return (await lockValidEmailToken(tx, hashToken(token), "change")) && {};
      memberId = change.member_id;
      return apply(ctx, tx, change, origin);
    });
    return changed ?? (await verifyEmail(ctx, token, origin));
  } catch (error) {
    if (violatedConstraint(error) !== "accounts_email_normalized_key") throw error;
    await cancelEmailChange(ctx, memberId);
    throw new AppError("email_taken");
  }
}

export const emailAddressChangeJob: Job<"email-address-change", { memberId: string }> = {
  name: "email-address-change",
  async handle(ctx, { memberId }, id) {
    const [account, wished] = [await findAccountById(ctx.db, memberId), await findEmailChange(ctx.db, memberId)];
    if (!account || !isInGoodStanding(account.status) || !wished) return;
    if ((await countEmailTokens(ctx.db, memberId, "change")) >= CHANGE_LINKS_MAX) return;
    const { email, email_normalized } = wished;
    // Created in any case: the number of tokens must not reveal whether the address is taken.
    const token = await createEmailToken(ctx, { member_id: memberId, email_normalized }, "change", CHANGE_HOURS);
    await ctx.transact((tx) => extendEmailChange(tx, memberId, email_normalized, CHANGE_HOURS));
    const owner = await findAccountByEmail(ctx.db, email_normalized);
    if (!owner) {
      const to = { email, isVerified: false };
      await sendAccountEmail(ctx, { to, cause: "request", id }, () =>
        confirmNewAddressEmail(`${ctx.site()}/verify-email/${token}`),
      );
    } else if (owner.email_verified_at === null) {
      // The reader of that mailbox confirms the address for its account, or removes it there.
      const once = { key: owner.member_id, seconds: ONE_MAIL_SECONDS };
      await ctx.transact((tx) => ctx.jobs.send(tx, "email-verification", { memberId: owner.member_id }, { once }));
    } else if (isInGoodStanding(owner.status)) {
      await sendAccountEmail(ctx, { to: mailboxOf(owner), cause: "request", id }, () =>
        addressTakenEmail(owner.username, ctx.site()),
      );
    }
  },
};

/** The notice to the address of then that a change was requested, or that it was replaced. */
export const emailAddressNoticeJob: Job<
  "email-address-notice",
  { memberId: string; addressId: string; notice: AddressNotice }
> = {
  name: "email-address-notice",
  async handle(ctx, { memberId, addressId, notice }, id) {
    const address = await findNoticeAddress(ctx.db, addressId);
    if (!address) return;
    const account = await findAccountById(ctx.db, memberId);
    if (account) {
      const { username } = account;
      const cause = notice === "requested" ? "notice" : "change";
      await sendAccountEmail(ctx, { to: { email: address.email, isVerified: true }, cause, id }, () =>
        notice === "requested"
          ? addressChangeRequestedEmail(username, `${ctx.site()}/?forgot=true`)
          : addressChangedEmail(username, `${ctx.site()}/contact`),
      );
    }
    await ctx.transact((tx) => deleteNoticeAddress(tx, addressId));
  },
};

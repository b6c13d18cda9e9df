import type { Emails } from "#contract/email-change.ts";
import type { Context } from "#server/context.ts";
import { brokenConstraint, type Db, type Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { mailboxOf, sendAccountEmail } from "#server/modules/accounts/account-email.service.ts";
import {
  addressChangedEmail,
  addressChangeRequestedEmail,
  addressTakenEmail,
  confirmNewAddressEmail,
} from "#server/modules/accounts/accounts.emails.ts";
import { emailKey, hashToken, mayLogIn } from "#server/modules/accounts/accounts.policy.ts";
import { findAccountByEmail, findAccountById } from "#server/modules/accounts/accounts.queries.ts";
import { lockPassword } from "#server/modules/accounts/accounts.repo.ts";
import { type ClientOrigin, securityEventFor } from "#server/modules/accounts/accounts.service.ts";
import {
  deleteEmailChange,
  extendEmailChange,
  findEmailChange,
  lockEmailChange,
  setEmail,
  upsertEmailChange,
} from "#server/modules/accounts/email-change.repo.ts";
import {
  countEmailTokens,
  deleteEmailTokens,
  lockValidEmailToken,
} from "#server/modules/accounts/email-tokens.repo.ts";
import { createEmailToken, lockEmailTokenMember, verifyEmail } from "#server/modules/accounts/email-tokens.service.ts";
import { reauthenticate } from "#server/modules/accounts/reauthenticate.service.ts";
import { applyVerifiedAddress } from "#server/modules/accounts/verified-address.service.ts";
import { lockMembersShared } from "#server/modules/members/members.service.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";

const CHANGE_HOURS = 1;
/** Whoever asks again and again has one mail a minute sent, until there are so many links that are good. */
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

/** A member's own address, and the one that waits to take its place. */
export const readEmails = async (ctx: Context, memberId: string): Promise<{ emails: Emails }> => ({
  emails: await emailsOf(ctx.db, memberId),
});

/**
 * Asks for another address. What happens now is the same whether it is a member's or not; who gets which mail is decided
 * later.
 * @throws AppError wrong_password, invalid, rate_limited; unauthorized, where the account has ended meanwhile
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
  const asked = { password: currentPassword, field: "currentPassword", origin };
  const { passwordHash, attempt } = await reauthenticate(ctx, me, asked);
  await attempt.succeeded();
  const emails = await ctx.transact(async (tx) => {
    await lockMembersShared(tx, me.id);
    if (!(await lockPassword(tx, me.id, passwordHash))) throw wrong;
    if ((await countEmailTokens(tx, me.id, "change")) >= CHANGE_LINKS_MAX) throw new AppError("rate_limited");
    await upsertEmailChange(tx, { member_id: me.id, email, email_normalized: emailKey(email) }, CHANGE_HOURS);
    const once = { key: me.id, seconds: ONE_MAIL_SECONDS };
    await ctx.jobs.send(tx, "email-address-change", { memberId: me.id }, { once });
    // An address that nobody has confirmed may be somebody else's, who is told nothing of it.
    if (account.email_verified_at !== null)
      await ctx.jobs.send(tx, "email-address-change-requested", { memberId: me.id, email: account.email }, { once });
    tx.emit(me.id, "settings_changed", { what: "email" });
    const emails = await emailsOf(tx, me.id);
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("email", me.id, origin), outcome: "change_requested" });
    return emails;
  });
  return { message: "A link is on its way to that address.", emails };
}

/** Takes back the change that waits; again is no harm. */
export const cancelEmailChange = (ctx: Context, memberId: string): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    await deleteEmailChange(tx, memberId);
    tx.emit(memberId, "settings_changed", { what: "email" });
    return {};
  });

type Change = NonNullable<Awaited<ReturnType<typeof lockEmailChange>>>;

/** Gives a member the address that they have just confirmed. What was sent to the old one opens nothing any more. */
async function apply(ctx: Context, tx: Tx, change: Change, origin: ClientOrigin): Promise<{ message?: string }> {
  const { member_id: memberId, email_normalized, old_email, old_verified_at } = change;
  await setEmail(tx, change);
  await deleteEmailChange(tx, memberId);
  for (const purpose of ["reset", "verify"] as const) await deleteEmailTokens(tx, memberId, purpose);
  const told = await applyVerifiedAddress(ctx, tx, memberId, email_normalized, old_verified_at === null);
  if (old_verified_at !== null) await ctx.jobs.send(tx, "email-address-changed", { memberId, email: old_email });
  tx.emit(memberId, "settings_changed", { what: "email" });
  await recordSecurityEvent(ctx, tx, { ...securityEventFor("email", memberId, origin), outcome: "changed" });
  return told;
}

/**
 * Confirms an address by its link: the one that is the member's, or the one that they want; again is no harm.
 * @throws AppError token_invalid; email_taken where somebody else has joined with it in the meantime
 */
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
    if (brokenConstraint(error) !== "accounts_email_normalized_key") throw error;
    await cancelEmailChange(ctx, memberId);
    throw new AppError("email_taken");
  }
}

/** The mails of a change: to the new address its link, or where that is a member's, a word to them; to the old one what is going on. */
export function emailChangeJobs(
  ctx: Context,
): Pick<JobHandlers, "email-address-change" | "email-address-change-requested" | "email-address-changed"> {
  return {
    async "email-address-change"({ memberId }, id) {
      const [account, wished] = [await findAccountById(ctx.db, memberId), await findEmailChange(ctx.db, memberId)];
      if (!account || !mayLogIn(account.status) || !wished) return;
      if ((await countEmailTokens(ctx.db, memberId, "change")) >= CHANGE_LINKS_MAX) return;
      const { email, email_normalized } = wished;
      // Made in any case: how many there may be must not tell whose address it is.
      const token = await createEmailToken(ctx, { member_id: memberId, email_normalized }, "change", CHANGE_HOURS);
      await ctx.transact((tx) => extendEmailChange(tx, memberId, email_normalized, CHANGE_HOURS));
      const owner = await findAccountByEmail(ctx.db, email_normalized);
      if (!owner) {
        const to = { email, isVerified: false };
        await sendAccountEmail(ctx, { to, cause: "request", id }, () =>
          confirmNewAddressEmail(`${ctx.site()}/verify-email/${token}`),
        );
      } else if (owner.email_verified_at === null) {
        // Whoever reads that mailbox confirms it for the account that has it, or removes it there.
        const once = { key: owner.member_id, seconds: ONE_MAIL_SECONDS };
        await ctx.transact((tx) => ctx.jobs.send(tx, "email-verification", { memberId: owner.member_id }, { once }));
      } else if (mayLogIn(owner.status)) {
        await sendAccountEmail(ctx, { to: mailboxOf(owner), cause: "request", id }, () =>
          addressTakenEmail(owner.username, ctx.site()),
        );
      }
    },
    async "email-address-change-requested"({ memberId, email }, id) {
      const account = await findAccountById(ctx.db, memberId);
      if (!account) return;
      await sendAccountEmail(ctx, { to: { email, isVerified: true }, cause: "notice", id }, () =>
        addressChangeRequestedEmail(account.username, `${ctx.site()}/?forgot=true`),
      );
    },
    async "email-address-changed"({ memberId, email }, id) {
      const account = await findAccountById(ctx.db, memberId);
      if (!account) return;
      await sendAccountEmail(ctx, { to: { email, isVerified: true }, cause: "change", id }, () =>
        addressChangedEmail(account.username, `${ctx.site()}/contact`),
      );
    },
  };
}

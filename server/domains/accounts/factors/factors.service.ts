import type { Factors } from "#contract/accounts/factors.ts";
import type { Context } from "#server/context.ts";
import { lockAccount } from "#server/domains/accounts/accounts.repo.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { removeEmailChange } from "#server/domains/accounts/email/email-change.service.ts";
import { deleteFactorsOf } from "#server/domains/accounts/factors/factor-removal.service.ts";
import { type FactorNotice, factorNoticeEmail } from "#server/domains/accounts/factors/factors.emails.ts";
import {
  countRecoveryCodes,
  findFactorMethods,
  findPasskeys,
  findTotp,
  type PasskeyRow,
} from "#server/domains/accounts/factors/factors.queries.ts";
import { deleteFactorsBefore, deleteRecoveryCodes } from "#server/domains/accounts/factors/factors.repo.ts";
import { replaceRecoveryCodes } from "#server/domains/accounts/factors/recovery-codes.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import {
  assertRecentlyAuthenticated,
  forgetOtherAuthentications,
} from "#server/domains/accounts/sessions/sessions.service.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { allowsPasskeys, relyingPartyOf } from "#server/platform/lib/webauthn.ts";

export const presentPasskey = ({ id: _id, name, created_at, last_used_at, is_backed_up }: PasskeyRow) => ({
  _id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
  synced: is_backed_up,
});

export async function readFactors({ db, site }: Context, memberId: string): Promise<{ factors: Factors }> {
  const [passkeys, totp, recoveryCodesLeft] = await Promise.all([
    findPasskeys(db, memberId),
    findTotp(db, memberId),
    countRecoveryCodes(db, memberId),
  ]);
  return {
    factors: {
      passkeysAllowed: allowsPasskeys(relyingPartyOf(site())),
      passkeys: passkeys.map(presentPasskey),
      totpSince: totp?.confirmed_at?.toISOString() ?? null,
      recoveryCodesLeft,
    },
  };
}

/**
 * Locks the account.
 * @param moreMinutes for the end of an act that began after an authentication. It fails if another session has added
 * the first factor since.
 * @param change returns the notice, or undefined if nothing has changed
 * @throws AppError unauthorized, reauthentication_required
 */
export function changeFactors<T>(
  ctx: Context,
  me: Caller,
  { origin, moreMinutes }: { origin: ClientOrigin; moreMinutes?: number },
  change: (tx: Tx) => Promise<{ readonly result: T; readonly notice?: FactorNotice | undefined }>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    await lockMembersShared(tx, me.id);
    if (!(await lockAccount(tx, me.id))) throw new AppError("unauthorized");
    await assertRecentlyAuthenticated(tx, me, moreMinutes);
    const { result, notice } = await change(tx);
    if (!notice) return result;
    await ctx.jobs.send(tx, "email-factor-notice", { memberId: me.id, notice });
    tx.emit(me.id, "settings_changed", { what: "factors" });
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("factor", me.id, origin), outcome: notice });
    return result;
  });
}

/** Needs the account's lock. */
export const hasNoFactor = async (tx: Tx, memberId: string): Promise<boolean> =>
  (await findFactorMethods(tx, memberId)).length === 0;

/**
 * After the first factor, the authentications of other sessions by the password alone, and a pending email change, no
 * longer count.
 * @returns the recovery codes
 */
export async function beginFactors(ctx: Context, tx: Tx, me: Caller): Promise<string[]> {
  await forgetOtherAuthentications(tx, me);
  await removeEmailChange(tx, me.id);
  return replaceRecoveryCodes(ctx, tx, me.id);
}

/** Without any factor, recovery codes are worth nothing. */
export async function endFactors(tx: Tx, memberId: string): Promise<void> {
  if (await hasNoFactor(tx, memberId)) await deleteRecoveryCodes(tx, memberId);
}

/** @throws AppError no_factor, reauthentication_required */
export const renewRecoveryCodes = (ctx: Context, me: Caller, origin: ClientOrigin) =>
  changeFactors(ctx, me, { origin }, async (tx) => {
    if (await hasNoFactor(tx, me.id)) throw new AppError("no_factor");
    await recordStatusEvent(tx, { event: "factor_removed", memberId: me.id, detail: "recovery_codes" });
    return { result: { recoveryCodes: await replaceRecoveryCodes(ctx, tx, me.id) }, notice: "codes_renewed" };
  });

/** For somebody who has lost their factors: the password alone logs in again. @returns whether there were any */
export async function resetFactors(ctx: Context, tx: Tx, memberId: string): Promise<boolean> {
  await lockAccount(tx, memberId);
  if (await hasNoFactor(tx, memberId)) return false;
  await deleteFactorsOf(tx, memberId);
  await recordStatusEvent(tx, { event: "factor_removed", memberId, detail: "all" });
  await ctx.jobs.send(tx, "email-factor-notice", { memberId, notice: "reset" });
  tx.emit(memberId, "settings_changed", { what: "factors" });
  await recordSecurityEvent(ctx, tx, { kind: "factor", outcome: "reset", memberId });
  return true;
}

/**
 * For factors that a restore has brought back. Idempotent.
 * @param factor the id of a passkey, `totp`, `recovery_codes` or `all`
 * @param removedAt factors that were added later stay
 * @returns whether there were any
 */
export async function removeFactorAgain(tx: Tx, memberId: string, factor: string, removedAt: Date): Promise<boolean> {
  await lockAccount(tx, memberId);
  if (!(await deleteFactorsBefore(tx, memberId, factor, removedAt))) return false;
  await recordStatusEvent(tx, { event: "factor_removed", memberId, detail: factor });
  await endFactors(tx, memberId);
  return true;
}

/** Also to suspended members. */
export const emailFactorNoticeJob: Job<"email-factor-notice", { memberId: string; notice: FactorNotice }> = {
  name: "email-factor-notice",
  async handle(ctx, { memberId, notice }, id) {
    const recipient = await findEmailRecipient(ctx.db, memberId);
    if (!recipient) return;
    await sendAccountEmail(ctx, { to: recipient.mailbox, cause: "factor", id }, () =>
      factorNoticeEmail(recipient.name, notice, ctx.site()),
    );
  },
};

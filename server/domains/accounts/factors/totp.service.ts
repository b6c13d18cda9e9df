import type { Context } from "#server/context.ts";
import type { ClientOrigin } from "#server/domains/accounts/accounts.service.ts";
import { admitCode } from "#server/domains/accounts/factors/factor-throttle.ts";
import { findTotp } from "#server/domains/accounts/factors/factors.queries.ts";
import {
  confirmPendingTotp,
  deleteTotp,
  TOTP_PENDING_HOURS,
  upsertPendingTotp,
} from "#server/domains/accounts/factors/factors.repo.ts";
import {
  beginFactors,
  changeFactors,
  endFactors,
  hasNoFactor,
} from "#server/domains/accounts/factors/factors.service.ts";
import { sealSecret } from "#server/domains/accounts/factors/sealed-secrets.ts";
import { describeTotp, findTotpStep, newTotpSecret } from "#server/domains/accounts/factors/totp.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";

/** Replaces an unconfirmed key. @throws AppError totp_active, reauthentication_required */
export function startTotp(ctx: Context, me: Caller, origin: ClientOrigin) {
  const secret = newTotpSecret();
  return changeFactors(ctx, me, { origin }, async (tx) => {
    if (!(await upsertPendingTotp(tx, me.id, sealSecret(ctx, me.id, secret)))) throw new AppError("totp_active");
    return { result: describeTotp(secret, me.username) };
  });
}

/** Uses up the code. @throws AppError wrong_code, rate_limited, reauthentication_required */
export async function confirmTotp(ctx: Context, me: Caller, code: string, origin: ClientOrigin) {
  const wrong = () => AppError.field("wrong_code", "code");
  const attempt = await admitCode(ctx, { memberId: me.id, method: "totp", at: "sessions" });
  const pending = await findTotp(ctx.db, me.id);
  const step = pending && findTotpStep(ctx, me.id, pending.sealed_secret, code);
  if (!pending || step === undefined) throw wrong();
  const result = await changeFactors(ctx, me, { origin, moreMinutes: 60 * TOTP_PENDING_HOURS }, async (tx) => {
    const isFirst = await hasNoFactor(tx, me.id);
    if (!(await confirmPendingTotp(tx, me.id, pending.sealed_secret, step))) throw wrong();
    return { result: { recoveryCodes: isFirst ? await beginFactors(ctx, tx, me) : null }, notice: "totp_added" };
  });
  await attempt.succeeded();
  return result;
}

/** Idempotent. @throws AppError reauthentication_required */
export const removeTotp = (ctx: Context, me: Caller, origin: ClientOrigin) =>
  changeFactors(ctx, me, { origin }, async (tx) => {
    const isRemoved = await deleteTotp(tx, me.id);
    if (isRemoved) {
      await recordStatusEvent(tx, { event: "factor_removed", memberId: me.id, detail: "totp" });
      await endFactors(tx, me.id);
    }
    return { result: {}, notice: isRemoved ? "totp_removed" : undefined };
  });

import type { FactorProof } from "#contract/accounts/factors.ts";
import type { AuthenticationResponse } from "#contract/accounts/webauthn.ts";
import type { FactorMethod } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { type ChallengeUse, consumeChallenge } from "#server/domains/accounts/factors/challenges.service.ts";
import { admitCode, type CodeAttempt } from "#server/domains/accounts/factors/factor-throttle.ts";
import {
  findPasskeyByCredential,
  findTotp,
  hasRecoveryCode,
} from "#server/domains/accounts/factors/factors.queries.ts";
import { redeemPasskey, redeemRecoveryCode, redeemTotpStep } from "#server/domains/accounts/factors/factors.repo.ts";
import { hashRecoveryCode } from "#server/domains/accounts/factors/recovery-codes.ts";
import { findTotpStep } from "#server/domains/accounts/factors/totp.ts";
import {
  recordRefusal,
  recordSecurityEvent,
} from "#server/domains/accounts/security-events/security-events.statements.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { relyingPartyOf, verifyAuthentication } from "#server/platform/lib/webauthn.ts";

/** A correct proof. Its effect belongs into the transaction that redeems it, once. */
export interface CheckedFactor {
  readonly memberId: string;
  /** @throws AppError wrong_code, passkey_rejected: it was used by another request, or removed */
  redeem(tx: Tx): Promise<void>;
  succeeded(): Promise<void>;
}

interface CheckOptions {
  readonly memberId: string;
  readonly origin: ClientOrigin;
  readonly throttle: Pick<CodeAttempt, "at" | "device">;
  readonly use: ChallengeUse;
}

const relyingParty = (ctx: Context) => relyingPartyOf(ctx.site());

const rejected = () => new AppError("passkey_rejected");
const wrongCode = () => AppError.field("wrong_code", "code");

/** For any member. Uses up the challenge. @throws AppError passkey_rejected */
export async function checkPasskey(
  ctx: Context,
  response: AuthenticationResponse,
  use: ChallengeUse,
): Promise<CheckedFactor> {
  const challenge = await consumeChallenge(ctx, response.response.clientDataJSON, use);
  const row = challenge === undefined ? undefined : await findPasskeyByCredential(ctx.db, response.id);
  if (challenge === undefined || !row) throw rejected();
  const { userHandle } = response.response;
  // The authenticator says whose passkey it is.
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== row.member_id) throw rejected();
  const { credential_id: credentialId, public_key: publicKey, transports, counter: checked } = row;
  const passkey = { credentialId, publicKey, transports, counter: Number(checked) };
  const verified = await verifyAuthentication(relyingParty(ctx), { response, challenge, passkey });
  if (!verified) throw rejected();
  return {
    memberId: row.member_id,
    async redeem(tx) {
      if (!(await redeemPasskey(tx, { id: row.id, checked, ...verified }))) throw rejected();
    },
    succeeded: async () => undefined,
  };
}

async function checkTotp(ctx: Context, memberId: string, code: string): Promise<CheckedFactor["redeem"] | undefined> {
  const totp = await findTotp(ctx.db, memberId);
  if (!totp?.confirmed_at) return undefined;
  const step = findTotpStep(ctx, memberId, totp.sealed_secret, code);
  if (step === undefined || step <= Number(totp.last_step ?? 0)) return undefined;
  return async (tx) => {
    if (!(await redeemTotpStep(tx, memberId, totp.sealed_secret, step))) throw wrongCode();
  };
}

async function checkRecoveryCode(
  ctx: Context,
  { memberId, origin }: CheckOptions,
  code: string,
): Promise<CheckedFactor["redeem"] | undefined> {
  const hash = hashRecoveryCode(ctx, memberId, code);
  if (!(await hasRecoveryCode(ctx.db, memberId, hash))) return undefined;
  return async (tx) => {
    if (!(await redeemRecoveryCode(tx, memberId, hash))) throw wrongCode();
    await ctx.jobs.send(tx, "email-factor-notice", { memberId, notice: "code_used" });
    tx.emit(memberId, "settings_changed", { what: "factors" });
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("factor", memberId, origin), outcome: "code_used" });
  };
}

async function refuse(ctx: Context, { memberId, origin, use }: CheckOptions, method: FactorMethod): Promise<void> {
  // Recorded as a failed login.
  if (use.purpose === "second_factor") return;
  const outcome = method === "passkey" ? "wrong_passkey" : "wrong_code";
  const details = { method, purpose: use.purpose };
  await recordRefusal(ctx, { ...securityEventFor("factor", memberId, origin), outcome, details });
}

/** @throws AppError wrong_code, rate_limited */
async function checkCode(
  ctx: Context,
  options: CheckOptions,
  { method, code }: Exclude<FactorProof, { method: "passkey" }>,
): Promise<CheckedFactor> {
  const { memberId, throttle } = options;
  const attempt = await admitCode(ctx, { memberId, method, ...throttle });
  const fail = async (): Promise<never> => {
    await refuse(ctx, options, method);
    if (attempt.isLast && throttle.at !== "sessions")
      await ctx.transact((tx) => ctx.jobs.send(tx, "email-factor-notice", { memberId, notice: "codes_guessed" }));
    throw wrongCode();
  };
  const redeem = method === "totp" ? await checkTotp(ctx, memberId, code) : await checkRecoveryCode(ctx, options, code);
  if (!redeem) return fail();
  return { memberId, redeem, succeeded: () => attempt.succeeded() };
}

/** @throws AppError wrong_code, passkey_rejected, rate_limited */
export async function checkFactor(ctx: Context, options: CheckOptions, proof: FactorProof): Promise<CheckedFactor> {
  if (proof.method !== "passkey") return checkCode(ctx, options, proof);
  try {
    const checked = await checkPasskey(ctx, proof.response, options.use);
    if (checked.memberId !== options.memberId) throw rejected();
    return checked;
  } catch (error) {
    await refuse(ctx, options, "passkey");
    throw error;
  }
}

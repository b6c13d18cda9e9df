import type { FactorProof } from "#contract/accounts/factors.ts";
import type { AuthenticationResponse, RequestOptions } from "#contract/accounts/webauthn.ts";
import type { Context } from "#server/context.ts";
import { lockAccount } from "#server/domains/accounts/accounts.repo.ts";
import type { ClientOrigin } from "#server/domains/accounts/accounts.service.ts";
import { createChallenge } from "#server/domains/accounts/factors/challenges.service.ts";
import {
  type CheckedFactor,
  checkFactor,
  checkPasskey,
} from "#server/domains/accounts/factors/factor-check.service.ts";
import { admitLoginOptions } from "#server/domains/accounts/factors/factor-throttle.ts";
import { findPasskeys } from "#server/domains/accounts/factors/factors.queries.ts";
import { startLoginSession } from "#server/domains/accounts/login/login.service.ts";
import { readLoginToken } from "#server/domains/accounts/login/login-tokens.ts";
import { recordRefusal } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { findDeviceId } from "#server/domains/accounts/sessions/client-device.ts";
import { isInGoodStanding } from "#server/domains/members/members.queries.ts";
import { AppError } from "#server/errors.ts";
import { createAuthenticationOptions, relyingPartyOf } from "#server/platform/lib/webauthn.ts";

interface SignedIn {
  readonly token: string;
  readonly user: { readonly _id: string; readonly username: string };
}

/** @throws AppError rate_limited */
export async function createPasskeyLoginOptions(ctx: Context, network: string): Promise<{ options: RequestOptions }> {
  await admitLoginOptions(ctx, network);
  const challenge = await createChallenge(ctx, { purpose: "login" });
  return { options: createAuthenticationOptions(relyingPartyOf(ctx.site()), challenge) };
}

/** @throws the error, after it is recorded */
async function refuseLogin(
  ctx: Context,
  error: unknown,
  origin: ClientOrigin,
  memberId: string | undefined,
): Promise<never> {
  const outcome = error instanceof AppError ? error.code : "failed";
  const { address: network, device } = origin;
  await recordRefusal(ctx, { kind: "login", outcome, memberId, network, device });
  throw error;
}

/**
 * Under the account's lock.
 * @param passwordHash the password that was checked before; undefined if none was
 * @throws AppError account_suspended, wrong_code, passkey_rejected, login_expired
 */
async function startSessionBy(
  ctx: Context,
  checked: CheckedFactor,
  { origin, passwordHash }: { origin: ClientOrigin; passwordHash: string | undefined },
): Promise<SignedIn> {
  const { memberId } = checked;
  const signedIn = await ctx.transact(async (tx) => {
    const account = await lockAccount(tx, memberId);
    if (account?.status === "suspended") throw new AppError("account_suspended");
    if (!account || !isInGoodStanding(account.status)) throw new AppError("passkey_rejected");
    if (passwordHash !== undefined && account.password_hash !== passwordHash) throw new AppError("login_expired");
    await checked.redeem(tx);
    const by = passwordHash === undefined ? "passkey" : "second factor";
    const token = await startLoginSession(ctx, tx, { memberId, origin, by });
    return { token, user: { _id: memberId, username: account.username } };
  });
  await checked.succeeded();
  return signedIn;
}

/** The passkey names its member. @throws AppError passkey_rejected, account_suspended */
export async function loginWithPasskey(
  ctx: Context,
  response: AuthenticationResponse,
  origin: ClientOrigin,
): Promise<SignedIn> {
  let memberId: string | undefined;
  try {
    const checked = await checkPasskey(ctx, response, { purpose: "login" });
    memberId = checked.memberId;
    return await startSessionBy(ctx, checked, { origin, passwordHash: undefined });
  } catch (error) {
    return refuseLogin(ctx, error, origin, memberId);
  }
}

/** @throws AppError login_expired, account_suspended */
export async function createSecondFactorOptions(
  ctx: Context,
  loginToken: string,
  network: string,
): Promise<{ options: RequestOptions }> {
  await admitLoginOptions(ctx, network);
  const { member_id: memberId } = await readLoginToken(ctx, loginToken);
  const challenge = await createChallenge(ctx, { purpose: "second_factor", boundTo: loginToken });
  const allowed = (await findPasskeys(ctx.db, memberId)).map(({ credential_id, transports }) => ({
    credentialId: credential_id,
    transports,
  }));
  return { options: createAuthenticationOptions(relyingPartyOf(ctx.site()), challenge, allowed) };
}

/**
 * After a correct password or a password that was reset by email.
 * @throws AppError login_expired, wrong_code, passkey_rejected, account_suspended, rate_limited
 */
export async function loginWithSecondFactor(
  ctx: Context,
  { loginToken, factor }: { loginToken: string; factor: FactorProof },
  origin: ClientOrigin,
): Promise<SignedIn> {
  const { member_id: memberId, password_hash: passwordHash } = await readLoginToken(ctx, loginToken);
  const device = findDeviceId(ctx, origin.cookies, memberId);
  try {
    const checked = await checkFactor(
      ctx,
      {
        memberId,
        origin,
        throttle: device === undefined ? { at: "account" } : { at: "device", device },
        use: { purpose: "second_factor", boundTo: loginToken },
      },
      factor,
    );
    return await startSessionBy(ctx, checked, { origin, passwordHash });
  } catch (error) {
    return refuseLogin(ctx, error, origin, memberId);
  }
}

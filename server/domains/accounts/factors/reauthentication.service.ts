import type { FactorProof, Reauthentication } from "#contract/accounts/factors.ts";
import type { RequestOptions } from "#contract/accounts/webauthn.ts";
import type { Context } from "#server/context.ts";
import { lockAccount } from "#server/domains/accounts/accounts.repo.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { createChallenge } from "#server/domains/accounts/factors/challenges.service.ts";
import { checkFactor } from "#server/domains/accounts/factors/factor-check.service.ts";
import { findFactorMethods, findPasskeys } from "#server/domains/accounts/factors/factors.queries.ts";
import { reauthenticate as checkPassword } from "#server/domains/accounts/login/passwords.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { recordAuthentication } from "#server/domains/accounts/sessions/sessions.service.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { createAuthenticationOptions, relyingPartyOf } from "#server/platform/lib/webauthn.ts";

const purposeFor = (me: Caller) => ({ purpose: "reauthenticate", boundTo: me.sessionId }) as const;

export async function createReauthenticationOptions(ctx: Context, me: Caller): Promise<{ options: RequestOptions }> {
  const challenge = await createChallenge(ctx, purposeFor(me));
  const allowed = (await findPasskeys(ctx.db, me.id)).map(({ credential_id, transports }) => ({
    credentialId: credential_id,
    transports,
  }));
  return { options: createAuthenticationOptions(relyingPartyOf(ctx.site()), challenge, allowed) };
}

/** A password counts only for a member without a factor. */
async function reauthenticateByPassword(ctx: Context, me: Caller, password: string, origin: ClientOrigin) {
  if ((await findFactorMethods(ctx.db, me.id)).length > 0) throw new AppError("reauthentication_required");
  const { passwordHash, attempt } = await checkPassword(ctx, me, { password, field: "password", origin });
  await attempt.succeeded();
  await ctx.transact(async (tx) => {
    const account = await lockAccount(tx, me.id);
    if (account?.password_hash !== passwordHash) throw AppError.field("wrong_password", "password");
    if ((await findFactorMethods(tx, me.id)).length > 0) throw new AppError("reauthentication_required");
    await recordAuthentication(tx, me);
  });
}

async function reauthenticateByFactor(ctx: Context, me: Caller, proof: FactorProof, origin: ClientOrigin) {
  const options = { memberId: me.id, origin, throttle: { at: "sessions" as const }, use: purposeFor(me) };
  const checked = await checkFactor(ctx, options, proof);
  await ctx.transact(async (tx) => {
    await lockAccount(tx, me.id);
    await checked.redeem(tx);
    await recordAuthentication(tx, me);
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("factor", me.id, origin), outcome: "reauthenticated" });
  });
  await checked.succeeded();
}

/**
 * @throws AppError reauthentication_required, for a password although the member has a factor; wrong_password,
 * wrong_code, passkey_rejected, rate_limited, server_busy
 */
export async function reauthenticate(
  ctx: Context,
  me: Caller,
  proof: Reauthentication,
  origin: ClientOrigin,
): Promise<Record<never, never>> {
  if (proof.method === "password") await reauthenticateByPassword(ctx, me, proof.password, origin);
  else await reauthenticateByFactor(ctx, me, proof, origin);
  return {};
}

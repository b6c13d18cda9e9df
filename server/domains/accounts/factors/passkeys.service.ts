import type { CreationOptions, RegistrationResponse } from "#contract/accounts/webauthn.ts";
import { PASSKEYS_MAX } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { ClientOrigin } from "#server/domains/accounts/accounts.service.ts";
import {
  CHALLENGE_MINUTES,
  consumeChallenge,
  createChallenge,
} from "#server/domains/accounts/factors/challenges.service.ts";
import { findPasskeys } from "#server/domains/accounts/factors/factors.queries.ts";
import { deletePasskey, insertPasskey, renamePasskeyRow } from "#server/domains/accounts/factors/factors.repo.ts";
import {
  beginFactors,
  changeFactors,
  endFactors,
  hasNoFactor,
  presentPasskey,
} from "#server/domains/accounts/factors/factors.service.ts";
import { assertRecentlyAuthenticated } from "#server/domains/accounts/sessions/sessions.service.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createRegistrationOptions, relyingPartyOf, verifyRegistration } from "#server/platform/lib/webauthn.ts";

const purposeFor = (me: Caller) => ({ purpose: "register", boundTo: me.sessionId }) as const;

/** @throws AppError reauthentication_required, too_many_passkeys */
export async function createPasskeyOptions(ctx: Context, me: Caller): Promise<{ options: CreationOptions }> {
  await assertRecentlyAuthenticated(ctx.db, me);
  const known = await findPasskeys(ctx.db, me.id);
  if (known.length >= PASSKEYS_MAX) throw new AppError("too_many_passkeys");
  const challenge = await createChallenge(ctx, purposeFor(me));
  const options = createRegistrationOptions(
    relyingPartyOf(ctx.site()),
    { handle: me.id, name: me.username },
    challenge,
    known.map(({ credential_id: credentialId, transports }) => ({ credentialId, transports })),
  );
  return { options };
}

/**
 * The options were created within this session after a recent authentication.
 * @throws AppError passkey_rejected, too_many_passkeys, reauthentication_required
 */
export async function addPasskey(ctx: Context, me: Caller, response: RegistrationResponse, origin: ClientOrigin) {
  const challenge = await consumeChallenge(ctx, response.response.clientDataJSON, purposeFor(me));
  const made = challenge && (await verifyRegistration(relyingPartyOf(ctx.site()), { response, challenge }));
  if (!made) throw new AppError("passkey_rejected");
  return changeFactors(ctx, me, { origin, moreMinutes: CHALLENGE_MINUTES }, async (tx) => {
    if ((await findPasskeys(tx, me.id)).length >= PASSKEYS_MAX) throw new AppError("too_many_passkeys");
    const isFirst = await hasNoFactor(tx, me.id);
    const passkey = await insertPasskey(tx, {
      id: newId(),
      member_id: me.id,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      counter: String(made.counter),
      transports: made.transports,
      name: origin.device,
      is_backed_up: made.isBackedUp,
    });
    if (!passkey) throw new AppError("passkey_rejected");
    const recoveryCodes = isFirst ? await beginFactors(ctx, tx, me) : null;
    return { result: { passkey: presentPasskey(passkey), recoveryCodes }, notice: "passkey_added" };
  });
}

/** @throws AppError not_found */
export const renamePasskey = (ctx: Context, me: Caller, id: string, name: string): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    if (!(await renamePasskeyRow(tx, me.id, id, name))) throw new AppError("not_found");
    tx.emit(me.id, "settings_changed", { what: "factors" });
    return {};
  });

/** Idempotent. @throws AppError reauthentication_required */
export const removePasskey = (ctx: Context, me: Caller, id: string, origin: ClientOrigin) =>
  changeFactors(ctx, me, { origin }, async (tx) => {
    const isRemoved = await deletePasskey(tx, me.id, id);
    if (isRemoved) {
      await recordStatusEvent(tx, { event: "factor_removed", memberId: me.id, detail: id });
      await endFactors(tx, me.id);
    }
    return { result: {}, notice: isRemoved ? "passkey_removed" : undefined };
  });

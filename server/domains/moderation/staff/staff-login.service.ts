import type { AuthenticationResponse, RegistrationResponse } from "#contract/accounts/webauthn.ts";
import type { StaffSession } from "#contract/moderation/staff.ts";
import type { Context } from "#server/context.ts";
import { hashToken, newToken } from "#server/domains/accounts/accounts.policy.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { StaffCaller } from "#server/domains/moderation/staff/actor.ts";
import {
  deleteChallenge,
  deleteInvitation,
  deleteStaffSession,
  findInvited,
  findPasskey,
  findStaffSession,
  insertChallenge,
  insertPasskey,
  insertStaffSession,
  lockStaffMember,
  setStaffAuthenticated,
  touchStaffSession,
  updatePasskey,
} from "#server/domains/moderation/staff/staff.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";
import {
  createAuthenticationOptions,
  createRegistrationOptions,
  newChallenge,
  type RelyingParty,
  relyingPartyOf,
  verifyAuthentication,
  verifyRegistration,
} from "#server/platform/lib/webauthn.ts";

export interface StaffOrigin {
  readonly network: string;
  readonly device: string;
}

export interface StartedSession {
  readonly token: string;
  readonly session: Omit<StaffSession, "success">;
}

const relyingParty = (ctx: Context): RelyingParty => relyingPartyOf(ctx.consoleSite(), "Spotter moderation");

export const presentStaffSession = ({
  staffId,
  who,
  role,
  endsAt,
}: Pick<StaffCaller, "staffId" | "who" | "role" | "endsAt">): Omit<StaffSession, "success"> => ({
  staff: { _id: staffId, name: who, role },
  endsAt: endsAt.toISOString(),
});

const byStaff = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  who: name,
  reason: "",
  staffId: id,
});

/** Empty for an unreadable response. */
function challengeIn(clientDataJson: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8"));
    const challenge = (data as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}

/** A token or challenge comes from a client, so it is looked up by its hash. */
async function createChallenge(ctx: Context, invitationHash: Buffer | null): Promise<string> {
  const challenge = newChallenge();
  await ctx.transact((tx) => insertChallenge(tx, hashToken(challenge), invitationHash));
  return challenge;
}

async function startSession(ctx: Context, tx: Tx, staffId: string, origin: StaffOrigin): Promise<StartedSession> {
  const token = newToken();
  const tokenHash = hashToken(token);
  await insertStaffSession(tx, staffId, tokenHash, origin.device);
  const found = await findStaffSession(tx, tokenHash);
  if (!found) throw new AppError("staff_login_failed");
  const { id, name, role, ends_at: endsAt } = found;
  await recordAction(tx, byStaff({ id, name }), { action: "log in staff", target: id });
  await recordSecurityEvent(ctx, tx, { kind: "login", outcome: "staff_succeeded", ...origin });
  return { token, session: presentStaffSession({ ...byStaff({ id, name }), role, endsAt }) };
}

/** @throws AppError staff_invitation_invalid */
export async function openInvitation(ctx: Context, token: string) {
  const tokenHash = hashToken(token);
  const invited = await findInvited(ctx.db, tokenHash);
  if (!invited) throw new AppError("staff_invitation_invalid");
  const challenge = await createChallenge(ctx, tokenHash);
  const { id, name, role } = invited;
  return { name, role, options: createRegistrationOptions(relyingParty(ctx), { handle: id, name }, challenge, []) };
}

/**
 * @throws AppError staff_invitation_invalid if the invitation was used, replaced or has expired; staff_login_failed if
 * the response is not a valid answer to one of its challenges
 */
export async function acceptInvitation(
  ctx: Context,
  token: string,
  response: RegistrationResponse,
  origin: StaffOrigin,
): Promise<StartedSession> {
  const tokenHash = hashToken(token);
  const challenge = challengeIn(response.response.clientDataJSON);
  const passkey = await verifyRegistration(relyingParty(ctx), { response, challenge });
  return ctx.transact(async (tx) => {
    const found = await findInvited(tx, tokenHash);
    if (found) await lockStaffMember(tx, found.id);
    // It may have been used or replaced while this waited for the lock.
    const invited = found && (await findInvited(tx, tokenHash));
    if (!invited) throw new AppError("staff_invitation_invalid");
    if (!passkey || !(await deleteChallenge(tx, hashToken(challenge), tokenHash)))
      throw new AppError("staff_login_failed");
    await deleteInvitation(tx, tokenHash);
    const { credentialId, publicKey, counter, transports } = passkey;
    await insertPasskey(tx, {
      credential_id: credentialId,
      staff_id: invited.id,
      public_key: publicKey,
      counter,
      transports: [...transports],
    });
    await recordAction(tx, byStaff(invited), { action: "add staff passkey", target: invited.id });
    return startSession(ctx, tx, invited.id, origin);
  });
}

export async function createLoginOptions(ctx: Context) {
  return { options: createAuthenticationOptions(relyingParty(ctx), await createChallenge(ctx, null)) };
}

/** Any answer, right or wrong, uses up its challenge. */
const takeChallenge = (ctx: Context, challenge: string): Promise<boolean> =>
  ctx.transact((tx) => deleteChallenge(tx, hashToken(challenge), null));

/**
 * @param then runs in the transaction that uses the passkey's counter, while the person is locked
 * @throws AppError staff_login_failed, the same for an unknown passkey and a wrong answer
 */
async function provePasskey<T>(
  ctx: Context,
  response: AuthenticationResponse,
  origin: StaffOrigin,
  then: (tx: Tx, staffId: string) => Promise<T>,
): Promise<T> {
  const challenge = challengeIn(response.response.clientDataJSON);
  const isOurs = await takeChallenge(ctx, challenge);
  const found = isOurs ? await findPasskey(ctx.db, response.id) : undefined;
  const passkey = found && {
    credentialId: found.credential_id,
    publicKey: found.public_key,
    counter: found.counter,
    transports: found.transports,
  };
  const verified = passkey && (await verifyAuthentication(relyingParty(ctx), { response, challenge, passkey }));
  if (!found || !verified) {
    await recordSecurityEvent(ctx, ctx.db, { kind: "login", outcome: "staff_refused", ...origin });
    throw new AppError("staff_login_failed");
  }
  return ctx.transact(async (tx) => {
    await lockStaffMember(tx, found.staff_id);
    // The passkey was deleted, or another login used this counter.
    if (!(await updatePasskey(tx, found.credential_id, found.counter, verified.counter)))
      throw new AppError("staff_login_failed");
    return then(tx, found.staff_id);
  });
}

/** @throws AppError staff_login_failed */
export const logIn = (ctx: Context, response: AuthenticationResponse, origin: StaffOrigin): Promise<StartedSession> =>
  provePasskey(ctx, response, origin, (tx, staffId) => startSession(ctx, tx, staffId, origin));

/**
 * Counts for ten minutes.
 * @throws AppError staff_login_failed, also for a colleague's passkey; unauthorized, if the session has ended
 */
export const reauthenticate = (
  ctx: Context,
  me: StaffCaller,
  response: AuthenticationResponse,
  origin: StaffOrigin,
): Promise<Record<never, never>> =>
  provePasskey(ctx, response, origin, async (tx, staffId) => {
    if (staffId !== me.staffId) throw new AppError("staff_login_failed");
    if (!(await setStaffAuthenticated(tx, me.tokenHash))) throw new AppError("unauthorized");
    await recordAction(tx, me, { action: "reauthenticate staff", target: me.staffId });
    return {};
  });

/**
 * Undefined for an unknown or expired token, or a removed person.
 * @param isUse whether the request prolongs the session: not if a page sends it by itself
 */
export async function authenticateStaff(
  ctx: Context,
  token: string,
  { isUse }: { readonly isUse: boolean },
): Promise<StaffCaller | undefined> {
  const tokenHash = hashToken(token);
  const found = await findStaffSession(ctx.db, tokenHash);
  if (!found) return undefined;
  if (isUse && found.is_stale) await touchStaffSession(ctx.db, tokenHash);
  const { id, name, role, ends_at: endsAt, is_recently_authenticated: isRecentlyAuthenticated } = found;
  return { kind: "staff", ...byStaff({ id, name }), role, tokenHash, endsAt, isRecentlyAuthenticated };
}

export async function logOut(ctx: Context, caller: StaffCaller): Promise<void> {
  await ctx.transact(async (tx) => {
    await deleteStaffSession(tx, caller.tokenHash);
    await recordAction(tx, caller, { action: "log out staff", target: caller.staffId });
  });
}

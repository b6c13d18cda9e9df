import { TERMS_VERSION } from "#contract/terms.ts";
import type { Context } from "#server/context.ts";
import { brokenConstraint, type Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/lib/ids.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import { createAccount, eventOf, type Origin, startSession } from "#server/modules/accounts/accounts.service.ts";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { createMember } from "#server/modules/members/members.service.ts";
import { createPreferences } from "#server/modules/notifications/notifications.service.ts";
import { tidyUsername } from "#server/modules/profiles/profiles.policy.ts";
import { createProfile, USERNAME_CONSTRAINTS } from "#server/modules/profiles/profiles.service.ts";
import { assertNameAllowed } from "#server/modules/profiles/usernames.ts";
import { recordSecurityEvent } from "#server/modules/security-events/security-events.service.ts";
import { admitSignup, countTaken } from "#server/modules/signup/signup-abuse.service.ts";
import { openWallet } from "#server/modules/wallet/wallet.service.ts";

export interface Joining {
  readonly email: string;
  readonly password: string;
  readonly username: string;
  /** `YYYY-MM-DD`; the caller has checked that it is an adult's. */
  readonly dateOfBirth: string;
  /** The solution of an earlier refusal's challenge. */
  readonly proof?: string | undefined;
}

/** The refusal that a broken uniqueness means, or the error itself. */
function refusalOf(error: unknown): unknown {
  const constraint = brokenConstraint(error);
  if (constraint === "accounts_email_key_key") return AppError.field("email_taken", "email");
  if (constraint !== undefined && USERNAME_CONSTRAINTS.includes(constraint))
    return AppError.field("username_taken", "username");
  return error;
}

interface NewMember extends Pick<Joining, "email" | "username" | "dateOfBirth"> {
  readonly passwordHash: string;
  readonly isDemo: boolean;
}

/** Makes a member: account, profile, preferences, and a wallet with the free crushes. @returns the member's id */
export async function addMember(ctx: Context, tx: Tx, joining: NewMember): Promise<string> {
  const { email, username, dateOfBirth, passwordHash, isDemo } = joining;
  const memberId = newId();
  await createMember(tx, memberId, { isDemo });
  // The name first: where both are taken, nothing is said of the address.
  await createProfile(tx, { memberId, username, born: dateOfBirth, today: ctx.now() });
  await createAccount(tx, {
    memberId,
    email,
    passwordHash,
    born: dateOfBirth,
    termsVersion: isDemo ? null : TERMS_VERSION,
  });
  await createPreferences(tx, memberId);
  await openWallet(tx, memberId);
  return memberId;
}

/**
 * Signs somebody up, whole or not at all, and logs them in.
 * @throws AppError invalid, for a name that nobody may have; proof_of_work_required, before anything is looked at; username_taken, before the address is looked at;
 * email_taken
 */
export async function join(ctx: Context, { email, password, username, dateOfBirth, proof }: Joining, origin: Origin) {
  const { address } = origin;
  assertNameAllowed(username);
  await admitSignup(ctx, address, proof);
  const passwordHash = await hashPassword(password);
  const work = ctx.transact(async (tx) => {
    const memberId = await addMember(ctx, tx, { email, username, dateOfBirth, passwordHash, isDemo: false });
    await ctx.jobs.send(tx, "mail-verify", { memberId });
    const token = await startSession(ctx, tx, { memberId, device: origin.device });
    await recordSecurityEvent(ctx, tx, { ...eventOf("register", memberId, origin), outcome: "succeeded" });
    return { token, user: { _id: memberId, username: tidyUsername(username) } };
  });
  return work.catch(async (error: unknown) => {
    const refusal = refusalOf(error);
    if (refusal instanceof AppError && refusal.code === "email_taken")
      await ctx.transact(async (tx) => {
        await countTaken(ctx, tx, address);
        const event = { kind: "register", outcome: "email_taken", subject: emailKey(email), network: address } as const;
        await recordSecurityEvent(ctx, tx, event);
      });
    throw refusal;
  });
}

import { ageOn } from "#contract/age.ts";
import type { Context } from "#server/context.ts";
import { brokenConstraint, type Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/ids.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import { createAccount, type Origin, startSession } from "#server/modules/accounts/accounts.service.ts";
import { rememberAddress } from "#server/modules/accounts/login-throttle.ts";
import { hashPassword } from "#server/modules/accounts/passwords.ts";
import { createMember } from "#server/modules/members/members.service.ts";
import { createPreferences } from "#server/modules/notifications/notifications.service.ts";
import { tidyUsername } from "#server/modules/profiles/profiles.policy.ts";
import { createProfile } from "#server/modules/profiles/profiles.service.ts";
import { openWallet } from "#server/modules/wallet/wallet.service.ts";

export interface Joining {
  readonly email: string;
  readonly password: string;
  readonly username: string;
  /** `YYYY-MM-DD`; the caller has checked that it is an adult's. */
  readonly dateOfBirth: string;
}

/** The refusal that a broken uniqueness means, or the error itself. */
function refusalOf(error: unknown): unknown {
  const constraint = brokenConstraint(error);
  if (constraint === "accounts_email_key_key") return AppError.field("email_taken", "email");
  if (constraint === "profiles_username_key_key") return AppError.field("username_taken", "username");
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
  await createAccount(tx, { memberId, email, passwordHash, born: dateOfBirth });
  await createProfile(tx, { memberId, username, age: ageOn(dateOfBirth, ctx.now()) });
  await createPreferences(tx, memberId);
  await openWallet(tx, memberId);
  return memberId;
}

/**
 * Signs somebody up, whole or not at all, and logs them in.
 * @throws AppError email_taken, username_taken
 */
export async function join(
  ctx: Context,
  { email, password, username, dateOfBirth }: Joining,
  { address, device }: Origin,
) {
  const passwordHash = await hashPassword(password);
  const work = ctx.transact(async (tx) => {
    const memberId = await addMember(ctx, tx, { email, username, dateOfBirth, passwordHash, isDemo: false });
    await ctx.jobs.send(tx, "mail-verify", { memberId });
    await rememberAddress(tx, emailKey(email), address);
    return {
      token: await startSession(tx, memberId, device),
      user: { _id: memberId, username: tidyUsername(username) },
    };
  });
  return work.catch((error: unknown) => {
    throw refusalOf(error);
  });
}

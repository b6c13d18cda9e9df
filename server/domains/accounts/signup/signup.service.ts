import { TERMS_VERSION } from "#contract/accounts/terms.ts";
import type { Context } from "#server/context.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import { type ClientOrigin, createAccount, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { applyGivenAddress } from "#server/domains/accounts/email/verified-address.service.ts";
import { hashPassword } from "#server/domains/accounts/login/passwords.ts";
import { recordSecurityEvent } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { deviceOf, startSession } from "#server/domains/accounts/sessions/sessions.service.ts";
import { checkSignupAllowed, countEmailTaken } from "#server/domains/accounts/signup/signup-abuse.service.ts";
import { openWallet } from "#server/domains/billing/wallet/bonus.statements.ts";
import { insertMember } from "#server/domains/members/members.statements.ts";
import { tidyUsername } from "#server/domains/members/profiles/profiles.policy.ts";
import { createProfile, USERNAME_CONSTRAINTS } from "#server/domains/members/profiles/profiles.service.ts";
import { assertNameAllowed } from "#server/domains/members/profiles/usernames.ts";
import { insertPreferences } from "#server/domains/notifications/notifications.statements.ts";
import { AppError } from "#server/errors.ts";
import { type Tx, violatedConstraint } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { signUps } from "#server/platform/observability/metrics.ts";

export interface SignUp {
  readonly email: string;
  readonly password: string;
  readonly username: string;
  /** `YYYY-MM-DD`, of an adult. */
  readonly dateOfBirth: string;
  /** The invitation that led to the account. It is not stored. */
  readonly via?: "invite" | undefined;
  readonly proof?: string | undefined;
}

function toAppError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === "accounts_email_normalized_key") return AppError.field("email_taken", "email");
  if (constraint !== undefined && USERNAME_CONSTRAINTS.includes(constraint))
    return AppError.field("username_taken", "username");
  return error;
}

interface NewMember extends Pick<SignUp, "email" | "username" | "dateOfBirth"> {
  readonly passwordHash: string;
  readonly isDemo: boolean;
}

/** The wallet has the free crushes. @returns the member's id */
export async function createMemberRows(ctx: Context, tx: Tx, newMember: NewMember): Promise<string> {
  const { email, username, dateOfBirth, passwordHash, isDemo } = newMember;
  const memberId = newId();
  await insertMember(tx, memberId, { isDemo });
  // The username first: if both are taken, the error must not reveal the address.
  await createProfile(tx, { memberId, username, born: dateOfBirth, today: ctx.now() });
  await createAccount(tx, {
    memberId,
    email,
    passwordHash,
    dateOfBirth,
    termsVersion: isDemo ? null : TERMS_VERSION,
  });
  await insertPreferences(tx, memberId);
  await openWallet(tx, memberId);
  if (!isDemo) await applyGivenAddress(ctx, tx, memberId, emailKey(email));
  return memberId;
}

/**
 * @throws AppError invalid, for a reserved username; proof_of_work_required, before anything is looked up;
 * username_taken, before the address is looked up; email_taken
 */
export async function signUp(
  ctx: Context,
  { email, password, username, dateOfBirth, via, proof }: SignUp,
  origin: ClientOrigin,
) {
  const { address } = origin;
  assertNameAllowed(username);
  await checkSignupAllowed(ctx, address, proof);
  const passwordHash = await hashPassword(ctx, password);
  const work = ctx.transact(async (tx) => {
    const memberId = await createMemberRows(ctx, tx, { email, username, dateOfBirth, passwordHash, isDemo: false });
    await ctx.jobs.send(tx, "email-verification", { memberId });
    const token = await startSession(ctx, tx, { memberId, ...deviceOf(origin) });
    await recordSecurityEvent(ctx, tx, { ...securityEventFor("register", memberId, origin), outcome: "succeeded" });
    tx.afterCommit(() => signUps.inc({ via: via ?? "other" }));
    return { token, user: { _id: memberId, username: tidyUsername(username) } };
  });
  return work.catch(async (error: unknown) => {
    const appError = toAppError(error);
    if (appError instanceof AppError && appError.code === "email_taken")
      await ctx.transact(async (tx) => {
        await countEmailTaken(ctx, tx, address);
        const event = { kind: "register", outcome: "email_taken", subject: emailKey(email), network: address } as const;
        await recordSecurityEvent(ctx, tx, event);
      });
    throw appError;
  });
}

import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { findAccountById } from "#server/modules/accounts/accounts.queries.ts";
import { type ClientOrigin, securityEventFor } from "#server/modules/accounts/accounts.service.ts";
import { type Attempt, checkReauthenticationAllowed } from "#server/modules/accounts/login-throttle.ts";
import { isPasswordCorrect } from "#server/modules/accounts/passwords.ts";
import { recordRefusal } from "#server/modules/security-events/security-events.service.ts";

interface GivenPassword {
  readonly password: string;
  /** The form's field, for the error. */
  readonly field: string;
  readonly origin: ClientOrigin;
}

export interface Reauthentication {
  /** To be compared again under the account's lock. */
  readonly passwordHash: string;
  readonly attempt: Attempt;
}

/**
 * Checks the password of a logged-in member again. All attempts of a session are counted together.
 * @throws AppError wrong_password, rate_limited, server_busy
 */
export async function reauthenticate(
  ctx: Context,
  me: Caller,
  { password, field, origin }: GivenPassword,
): Promise<Reauthentication> {
  const account = await findAccountById(ctx.db, me.id);
  const wrong = () => AppError.field("wrong_password", field);
  if (!account) throw wrong();
  const attempt = await checkReauthenticationAllowed(ctx, me.sessionId);
  if (!(await isPasswordCorrect(ctx, password, account.password_hash))) {
    await recordRefusal(ctx, { ...securityEventFor("password", me.id, origin), outcome: "wrong_password" });
    throw wrong();
  }
  return { passwordHash: account.password_hash, attempt };
}

import { hash, verify } from "@node-rs/argon2";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Caller } from "#server/http/register-endpoint.ts";
import { createLimiter } from "#server/lib/limiter.ts";
import { findAccountById } from "#server/modules/accounts/accounts.queries.ts";
import { type ClientOrigin, securityEventFor } from "#server/modules/accounts/accounts.service.ts";
import { type Attempt, checkReauthenticationAllowed } from "#server/modules/accounts/login-throttle.ts";
import { assertRecentlyAuthenticated } from "#server/modules/accounts/sessions.service.ts";
import { findFactorMethods } from "#server/modules/factors/factors.queries.ts";
import { recordRefusal } from "#server/modules/security-events/security-events.service.ts";

/** argon2id, 19 MiB, two passes, one lane: OWASP's first choice. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$`;

/** Whether a hash was made with other parameters than `OPTIONS`. The next login replaces it. */
export const isOutdatedHash = (hashed: string): boolean => !hashed.startsWith(PREFIX);

/** A hash that matches no account's password, made with `OPTIONS`. */
export const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$73WguADkpxmD9m6UrDG/bw$eRi4YsspVp9yK+2DIqGicE2JfYrBa4iIEx9z6mfjWiE";

/**
 * Hashing is slow on purpose and shares the few threads of libuv with file access and DNS. The limiter keeps a flood of
 * logins from blocking everything else.
 */
export function createPasswordHasher() {
  const limit = createLimiter(2, 100, () => new AppError("server_busy"));
  return {
    hash: (password: string): Promise<string> => limit(() => hash(password, OPTIONS)),
    verify: (password: string, hashed: string): Promise<boolean> => limit(() => verify(hashed, password)),
  };
}

/** @throws AppError server_busy */
export const hashPassword = (ctx: Context, password: string): Promise<string> =>
  ctx.singleton(createPasswordHasher).hash(password);

/**
 * Whether a password matches a hash. Without a hash it takes as long and returns false, so that the time does not
 * reveal whether an account exists.
 * @throws AppError server_busy
 */
export async function isPasswordCorrect(ctx: Context, password: string, hashed: string | undefined): Promise<boolean> {
  const isCorrect = await ctx.singleton(createPasswordHasher).verify(password, hashed ?? DUMMY_HASH);
  return isCorrect && hashed !== undefined;
}

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
 * Checks the password of a logged-in member again. All attempts of a session are counted together. A member with a
 * second factor must have proved that, too, in this session, a short while ago.
 * @throws AppError wrong_password, reauthentication_required, rate_limited, server_busy
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
  if ((await findFactorMethods(ctx.db, me.id)).length > 0) {
    try {
      await assertRecentlyAuthenticated(ctx.db, me);
    } catch (error) {
      await attempt.succeeded();
      throw error;
    }
  }
  return { passwordHash: account.password_hash, attempt };
}

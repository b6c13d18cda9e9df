import { hash, verify } from "@node-rs/argon2";
import type { Config } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import { findAccountById } from "#server/domains/accounts/accounts.queries.ts";
import { type ClientOrigin, securityEventFor } from "#server/domains/accounts/accounts.service.ts";
import { findFactorMethods } from "#server/domains/accounts/factors/factors.queries.ts";
import type { HashingRequest } from "#server/domains/accounts/login/hashing-thread.ts";
import { createHashingThreads } from "#server/domains/accounts/login/hashing-threads.ts";
import { type Attempt, checkReauthenticationAllowed } from "#server/domains/accounts/login/login-throttle.ts";
import { recordRefusal } from "#server/domains/accounts/security-events/security-events.statements.ts";
import { assertRecentlyAuthenticated } from "#server/domains/accounts/sessions/sessions.service.ts";
import { AppError, accountEndedError } from "#server/errors.ts";
import type { Caller } from "#server/platform/http/register-endpoint.ts";
import { waitInLine } from "#server/platform/http/visitor-queue.ts";
import { HALF_THE_CORES } from "#server/platform/lib/half-the-cores.ts";
import { createLimiter } from "#server/platform/lib/limiter.ts";

interface HashingWork {
  /** KiB. */
  readonly memoryCost: number;
  /** Passes. */
  readonly timeCost: number;
  readonly parallelism: number;
  /** A hash with these parameters that matches no account's password. */
  readonly dummyHash: string;
}

const WORK: Readonly<Record<Config["passwordHashing"], HashingWork>> = {
  /** OWASP's first choice for argon2id. */
  full: {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
    dummyHash: "$argon2id$v=19$m=19456,t=2,p=1$73WguADkpxmD9m6UrDG/bw$eRi4YsspVp9yK+2DIqGicE2JfYrBa4iIEx9z6mfjWiE",
  },
  /** The least that argon2 allows, for tests. */
  minimal: {
    memoryCost: 8,
    timeCost: 1,
    parallelism: 1,
    dummyHash: "$argon2id$v=19$m=8,t=1,p=1$yYQJSDAAGtkNxLBBlH1rbw$gCHaXsR9nhKi7QgFQo53gsZve0OVVQyQ0P7eTvxl5cQ",
  },
};

export const hashingWork = (ctx: Context): HashingWork => WORK[ctx.config.passwordHashing];

/** The next login replaces an outdated hash. */
export function isOutdatedHash(ctx: Context, hashed: string): boolean {
  const { memoryCost, timeCost, parallelism } = hashingWork(ctx);
  return !hashed.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/**
 * Whoever brings a request waits in line first (`waitInLine`), so few wait here. What tests hash costs less than to hand
 * it to a thread.
 */
export function createPasswordHasher(ctx: Context) {
  const { dummyHash, ...options } = hashingWork(ctx);
  const inThread = ctx.config.passwordHashing === "full" ? createHashingThreads() : undefined;
  const limit = createLimiter(HALF_THE_CORES, Number.POSITIVE_INFINITY, () => AppError.busy(5));
  const run = (request: HashingRequest) =>
    limit<string | boolean>(() => {
      if (inThread) return inThread(request);
      return "hashed" in request ? verify(request.hashed, request.password) : hash(request.password, request.options);
    });
  return {
    hash: async (password: string): Promise<string> => (await run({ password, options })) as string,
    /** @param hashed undefined takes as long and returns false */
    verify: async (password: string, hashed: string | undefined): Promise<boolean> =>
      ((await run({ password, hashed: hashed ?? dummyHash })) as boolean) && hashed !== undefined,
  };
}

export const hashPassword = (ctx: Context, password: string): Promise<string> =>
  ctx.singleton(createPasswordHasher).hash(password);

/**
 * Without a hash it takes as long and returns false, so that the time does not reveal whether an account exists.
 */
export const isPasswordCorrect = (ctx: Context, password: string, hashed: string | undefined): Promise<boolean> =>
  ctx.singleton(createPasswordHasher).verify(password, hashed);

interface GivenPassword {
  readonly password: string;
  readonly field: string;
  readonly origin: ClientOrigin;
}

export interface Reauthentication {
  /** To be compared again under the account's lock. */
  readonly passwordHash: string;
  readonly attempt: Attempt;
}

/**
 * All attempts of a session are counted together. A member with a second factor must have proved that, too, in this
 * session.
 * @throws AppError wrong_password, reauthentication_required, rate_limited, server_busy; unauthorized if the account was
 * deleted meanwhile
 */
export async function reauthenticate(
  ctx: Context,
  me: Caller,
  { password, field, origin }: GivenPassword,
): Promise<Reauthentication> {
  const account = await findAccountById(ctx.db, me.id);
  if (!account) throw accountEndedError();
  const attempt = await checkReauthenticationAllowed(ctx, me.sessionId);
  const check = () => isPasswordCorrect(ctx, password, account.password_hash);
  const isRight = await (origin.turn ? waitInLine(ctx, origin.turn, check) : check()).catch(async (error: unknown) => {
    // A password that was not checked is no guess.
    await attempt.succeeded();
    throw error;
  });
  if (!isRight) {
    await recordRefusal(ctx, { ...securityEventFor("password", me.id, origin), outcome: "wrong_password" });
    throw AppError.field("wrong_password", field);
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

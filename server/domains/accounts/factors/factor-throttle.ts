import { DAY_S, HOUR_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import type { Attempt } from "#server/domains/accounts/login/login-throttle.ts";
import {
  assertNetworkLimit,
  consumeRateLimit,
  type RateLimit,
  refundRateLimit,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { AppError } from "#server/errors.ts";

/**
 * Three of a million codes are valid at a time, so 40 guesses a day have a chance of one in 8,000. Passkeys cannot be
 * guessed and are not counted.
 */
const LIMITS = {
  /** At login on a known device, so that guesses elsewhere do not lock the owner out. */
  device: [
    { name: "factor codes by device an hour", limit: 10, windowSeconds: HOUR_S },
    { name: "factor codes by device a day", limit: 40, windowSeconds: DAY_S },
  ],
  /** At login on all unknown devices, where the password is known already. */
  account: [
    { name: "factor codes at account an hour", limit: 10, windowSeconds: HOUR_S },
    { name: "factor codes at account a day", limit: 40, windowSeconds: DAY_S },
  ],
  /** In all sessions of a member. */
  sessions: [
    { name: "factor codes in sessions an hour", limit: 10, windowSeconds: HOUR_S },
    { name: "factor codes in sessions a day", limit: 40, windowSeconds: DAY_S },
  ],
} as const satisfies Record<string, readonly RateLimit[]>;

/** Challenges that one network gets for logins without a password. */
const OPTIONS_BY_NETWORK: RateLimit = { name: "passkey login options by network", limit: 600, windowSeconds: HOUR_S };

export interface CodeAttempt {
  readonly memberId: string;
  /** The kind of code: guesses of one leave the other usable. */
  readonly method: "totp" | "recovery_code";
  readonly at: keyof typeof LIMITS;
  /** With `device`. */
  readonly device?: string | undefined;
}

/**
 * Before the code is checked, so that concurrent guesses are all counted.
 * @throws AppError rate_limited, with the seconds to wait
 */
export async function admitCode(
  ctx: Context,
  { memberId, method, at, device = "" }: CodeAttempt,
): Promise<Attempt & { readonly isLast: boolean }> {
  if (!ctx.config.rateLimits) return { succeeded: async () => undefined, isLast: false };
  const subject = [memberId, method, device];
  const states = await ctx.transact(async (tx) => {
    const counted = [];
    for (const rule of LIMITS[at]) counted.push(await consumeRateLimit(ctx, tx, rule, ...subject));
    return counted;
  });
  const refund = () =>
    ctx.transact(async (tx) => {
      for (const [i, rule] of LIMITS[at].entries())
        if (states[i]?.allowed) await refundRateLimit(ctx, tx, rule, ...subject);
    });
  const refused = states.find(({ allowed }) => !allowed);
  if (refused) {
    await refund();
    throw AppError.wait(Math.max(...states.filter(({ allowed }) => !allowed).map(({ retryAfter }) => retryAfter)));
  }
  return { succeeded: refund, isLast: states[0]?.remaining === 0 };
}

/** @throws AppError rate_limited */
export async function admitLoginOptions(ctx: Context, network: string): Promise<void> {
  if (!ctx.config.rateLimits) return;
  await ctx.transactStatement((tx) => assertNetworkLimit(ctx, tx, OPTIONS_BY_NETWORK, "rate_limited", network));
}

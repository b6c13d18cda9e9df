import { DAY_S, HOUR_S } from "#contract/durations.ts";
import { email } from "#contract/form-fields.ts";
import { AGE_MIN } from "#contract/limits.ts";
import { ageOn, isDay } from "#contract/members/age.ts";
import type { Context } from "#server/context.ts";
import { emailKey } from "#server/domains/accounts/accounts.policy.ts";
import {
  isExemptFromProofs,
  levelsOf,
  requireProofOfWork,
} from "#server/domains/accounts/proof-of-work/proof-of-work.service.ts";
import {
  consumeRateLimit,
  consumeRateLimits,
  type RateLimit,
  readRateLimit,
  readRateLimits,
  refundRateLimits,
  usesByNetwork,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { browserIdIn, createDeviceCookie, findDeviceId } from "#server/domains/accounts/sessions/client-device.ts";
import { AppError } from "#server/errors.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** The maximum of the counts. It is above the free uses, because the work grows with the count. */
const COUNTED_MAX = 1000;

/** Further signups of a network require a proof of work. A range of networks has a multiple of both. */
interface Allowance {
  readonly rule: RateLimit;
  readonly free: number;
}

/** Signups with any result. A household or a class can join in an hour; a gym's Wi-Fi waits a second at most. */
const SIGNUPS: Allowance = {
  rule: { name: "sign-ups by network", limit: COUNTED_MAX, windowSeconds: HOUR_S },
  free: 5,
};
/** Responses that reveal that an address has an account. A member who forgot which one they used tries two or three. */
const TAKEN_AN_HOUR: Allowance = {
  rule: { name: "taken addresses by network an hour", limit: COUNTED_MAX, windowSeconds: HOUR_S },
  free: 3,
};
const TAKEN_A_DAY: Allowance = {
  rule: { name: "taken addresses by network a day", limit: COUNTED_MAX, windowSeconds: DAY_S },
  free: 10,
};

/** @returns the states of the counts, and the levels of work that all counts demand */
async function countSignup(ctx: Context, tx: Tx, network: string) {
  const uses = usesByNetwork(SIGNUPS.rule, network);
  const signups = await consumeRateLimits(ctx, tx, uses);
  const demands = [...levelsOf(uses, signups, SIGNUPS.free, 1)];
  for (const { rule, free } of [TAKEN_AN_HOUR, TAKEN_A_DAY]) {
    const taken = usesByNetwork(rule, network);
    demands.push(...levelsOf(taken, await readRateLimits(ctx, tx, taken), free, 0));
  }
  return { uses, signups, demands };
}

/**
 * Requires a proof of work if the network has many signups. Counts before any look-up, so that concurrent signups are
 * counted, too.
 * @param network as rate limits count it
 * @throws AppError proof_of_work_required
 */
export async function checkSignupAllowed(ctx: Context, network: string, proof: string | undefined): Promise<void> {
  if (isExemptFromProofs(ctx, network)) return;
  const { uses, signups, demands } = await ctx.transact((tx) => countSignup(ctx, tx, network));
  if (demands.length === 0) return;
  const level = Math.max(...demands.map((demand) => demand.level));
  const retryAfter = Math.max(...demands.map((demand) => demand.retryAfter));
  const demand = { purpose: "register", subject: network, level, proof, retryAfter };
  await requireProofOfWork(ctx, demand).catch(async (refusal: unknown) => {
    // A rejected attempt is not a signup: the level must not rise without work.
    await ctx.transact((tx) => refundRateLimits(ctx, tx, uses, signups));
    throw refusal;
  });
}

export async function countEmailTaken(ctx: Context, tx: Tx, network: string): Promise<void> {
  const uses = [TAKEN_AN_HOUR, TAKEN_A_DAY].flatMap(({ rule }) => usesByNetwork(rule, network));
  await consumeRateLimits(ctx, tx, uses);
}

/** Dates of birth below 18, by device and by address. The first one may be corrected. */
const UNDERAGE: RateLimit = { name: "sign-up under 18", limit: 2, windowSeconds: DAY_S };
/** Days for which a device is recognized, after the current one. */
const DEVICE_DAYS = 1;
/** Used in place of a member's id in the device cookie. */
const UNDERAGE_DEVICE = "under 18";
/** Below this age the year is a typing error. */
const TYPO_BELOW = 6;
/** A corrected date of somebody younger than this looks like an evasion and not like a slip. */
const CORRECTED_AGE_MIN = AGE_MIN + 2;
const WAIT = `A date of birth under ${AGE_MIN} was entered with this device or email. Try again tomorrow, or contact support.`;

/**
 * One date of birth below 18 may be corrected; after a second one, or a correction to just above 18, any other date is
 * refused for a day. Runs before the form's validation, which refuses the date below 18 itself. The network is not
 * remembered: it may be a whole gym's.
 * @param body not validated yet
 * @param cookies the request's `Cookie` header
 * @returns a `Set-Cookie` header that marks the device, if the date is below 18
 * @throws AppError rate_limited
 */
export async function checkUnderage(
  ctx: Context,
  body: unknown,
  cookies: string | undefined,
): Promise<string | undefined> {
  if (!ctx.config.rateLimits) return undefined;
  const { dateOfBirth, email: given } = (body ?? {}) as { dateOfBirth?: unknown; email?: unknown };
  if (typeof dateOfBirth !== "string" || !isDay(dateOfBirth.trim())) return undefined;
  const age = ageOn(dateOfBirth.trim(), ctx.now());
  if (age < TYPO_BELOW) return undefined;
  const isUnderage = age < AGE_MIN;
  const address = email.safeParse(given);
  const marked = findDeviceId(ctx, cookies, UNDERAGE_DEVICE, DEVICE_DAYS);
  const device = marked ?? (isUnderage ? browserIdIn(ctx, cookies) : undefined);
  const subjects = [
    ...(address.success ? [["email", emailKey(address.data)] as const] : []),
    ...(device === undefined ? [] : [["device", device] as const]),
  ];
  const refusal = await ctx.transact(async (tx) => {
    const states = [];
    for (const subject of subjects) states.push(await readRateLimit(ctx, tx, UNDERAGE, ...subject));
    const entered = UNDERAGE.limit - Math.min(UNDERAGE.limit, ...states.map(({ remaining }) => remaining));
    const isRefused = entered === UNDERAGE.limit || (entered > 0 && age < CORRECTED_AGE_MIN);
    if (isUnderage || (isRefused && entered < UNDERAGE.limit))
      for (const subject of subjects) await consumeRateLimit(ctx, tx, UNDERAGE, ...subject);
    return isRefused && !isUnderage ? Math.max(...states.map(({ retryAfter }) => retryAfter)) : undefined;
  });
  if (refusal !== undefined) {
    const error = AppError.field("rate_limited", "dateOfBirth", WAIT);
    error.retryAfter = refusal;
    throw error;
  }
  return isUnderage ? createDeviceCookie(ctx, cookies, UNDERAGE_DEVICE, device) : undefined;
}

import { ageOn, isDay } from "#contract/age.ts";
import { email } from "#contract/form-fields.ts";
import { AGE_MIN } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import { createDeviceCookie, findDeviceId } from "#server/modules/accounts/client-device.ts";
import { proofLevel, requireProofOfWork } from "#server/modules/proof-of-work/proof-of-work.service.ts";
import {
  consumeRateLimit,
  type RateLimit,
  type RateLimitState,
  readRateLimit,
  refundRateLimit,
} from "#server/modules/rate-limits/rate-limits.service.ts";

const AN_HOUR = 3600;
const A_DAY = 24 * AN_HOUR;
/** The maximum of the counts. It is above the free uses, because the work grows with the count. */
const COUNTED_MAX = 1000;

/** The number of free uses of a network before each further signup requires a proof of work. */
interface Allowance {
  readonly rule: RateLimit;
  readonly free: number;
}

/** Signups with any result. A household or a class can join in an hour; a gym's Wi-Fi waits a second at most. */
const SIGNUPS: Allowance = {
  rule: { name: "sign-ups by network", limit: COUNTED_MAX, windowSeconds: AN_HOUR },
  free: 5,
};
/** Responses that reveal that an address has an account. A member who forgot which one they used tries two or three. */
const TAKEN_AN_HOUR: Allowance = {
  rule: { name: "taken addresses by network an hour", limit: COUNTED_MAX, windowSeconds: AN_HOUR },
  free: 3,
};
const TAKEN_A_DAY: Allowance = {
  rule: { name: "taken addresses by network a day", limit: COUNTED_MAX, windowSeconds: A_DAY },
  free: 10,
};

const countOf = ({ remaining }: RateLimitState): number => COUNTED_MAX - remaining;

/** Counts a signup. @returns the proof-of-work level that each count of the network requires */
async function countSignup(ctx: Context, tx: Tx, network: string) {
  const signups = await consumeRateLimit(ctx, tx, SIGNUPS.rule, network);
  const anHour = await readRateLimit(ctx, tx, TAKEN_AN_HOUR.rule, network);
  const aDay = await readRateLimit(ctx, tx, TAKEN_A_DAY.rule, network);
  return [
    { level: proofLevel(countOf(signups) - 1, SIGNUPS.free), retryAfter: signups.retryAfter },
    { level: proofLevel(countOf(anHour), TAKEN_AN_HOUR.free), retryAfter: anHour.retryAfter },
    { level: proofLevel(countOf(aDay), TAKEN_A_DAY.free), retryAfter: aDay.retryAfter },
  ];
}

/**
 * Admits a signup, or requires a proof of work if its network has many. Counts before any look-up, so that concurrent
 * signups are counted, too.
 * @param network as rate limits count it
 * @throws AppError proof_of_work_required
 */
export async function checkSignupAllowed(ctx: Context, network: string, proof: string | undefined): Promise<void> {
  if (!ctx.config.rateLimits) return;
  const requirements = await ctx.transact((tx) => countSignup(ctx, tx, network));
  const demands = requirements.flatMap(({ level, retryAfter }) => (level === undefined ? [] : [{ level, retryAfter }]));
  if (demands.length === 0) return;
  const level = Math.max(...demands.map((demand) => demand.level));
  const retryAfter = Math.max(...demands.map((demand) => demand.retryAfter));
  const demand = { purpose: "register", subject: network, level, proof, retryAfter };
  await requireProofOfWork(ctx, demand).catch(async (refusal: unknown) => {
    // A rejected attempt is not a signup: the level must not rise without work.
    await ctx.transact((tx) => refundRateLimit(ctx, tx, SIGNUPS.rule, network));
    throw refusal;
  });
}

/** Counts a response that revealed that an address has an account. */
export async function countEmailTaken(ctx: Context, tx: Tx, network: string): Promise<void> {
  for (const { rule } of [TAKEN_AN_HOUR, TAKEN_A_DAY]) await consumeRateLimit(ctx, tx, rule, network);
}

const UNDERAGE_EMAIL: RateLimit = { name: "sign-up under 18", limit: 1, windowSeconds: 24 * 3600 };
/** Days for which a device is marked, after the current one. */
const DEVICE_DAYS = 1;
/** Used in place of a member's id in the device cookie. */
const UNDERAGE = "under 18";
/** Below this age the year is a typing error. */
const TYPO_BELOW = 6;

/**
 * Refuses, for a day, another date of birth on the same device or with the same address after one below 18. Runs before
 * the form's validation, whose message is the same. The network is not remembered: it may be a whole gym's.
 * @param body not validated yet
 * @param cookies the request's `Cookie` header
 * @returns a `Set-Cookie` header that marks the device, if the date is below 18
 * @throws AppError invalid
 */
export async function checkUnderage(
  ctx: Context,
  body: unknown,
  cookies: string | undefined,
): Promise<string | undefined> {
  if (!ctx.config.rateLimits) return undefined;
  const { dateOfBirth, email: given } = (body ?? {}) as { dateOfBirth?: unknown; email?: unknown };
  if (typeof dateOfBirth !== "string" || !isDay(dateOfBirth.trim())) return undefined;
  const address = email.safeParse(given);
  const key = address.success ? emailKey(address.data) : undefined;
  const age = ageOn(dateOfBirth.trim(), ctx.now());
  if (age < AGE_MIN) {
    if (age < TYPO_BELOW) return undefined;
    if (key !== undefined) await ctx.transact((tx) => consumeRateLimit(ctx, tx, UNDERAGE_EMAIL, key));
    return createDeviceCookie(ctx, cookies, UNDERAGE);
  }
  const isMarked = findDeviceId(ctx, cookies, UNDERAGE, DEVICE_DAYS) !== undefined;
  if (isMarked || (key !== undefined && !(await readRateLimit(ctx, ctx.db, UNDERAGE_EMAIL, key)).allowed))
    throw AppError.field("invalid", "dateOfBirth", `You must be ${AGE_MIN} or older`);
  return undefined;
}

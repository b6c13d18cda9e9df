import { email } from "#contract/account-forms.ts";
import { ageOn, isDay } from "#contract/age.ts";
import { AGE_MIN } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import { createDeviceCookie, findDeviceId } from "#server/modules/accounts/device-cookie.ts";
import { consumeRateLimit, type RateLimit, readRateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";

const UNDERAGE_EMAIL: RateLimit = { name: "sign-up under 18", limit: 1, windowSeconds: 24 * 3600 };
/** Until the end of the next day. */
const DEVICE_DAYS = 1;
/** Stands for a member's id in the device cookie. */
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

import type { FastifyReply, FastifyRequest } from "fastify";
import { email } from "#contract/account-forms.ts";
import { ageOn, isDay } from "#contract/age.ts";
import { AGE_MIN } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { emailKey } from "#server/modules/accounts/accounts.policy.ts";
import { findDevice, setDeviceCookie } from "#server/modules/accounts/device-cookie.ts";
import { consumeRateLimit, type RateLimit, readRateLimit } from "#server/modules/rate-limits/rate-limits.service.ts";

const REFUSED: RateLimit = { name: "sign-up under 18", limit: 1, windowSeconds: 24 * 3600 };
/** Until the end of the next day. */
const DEVICE_DAYS = 1;
/** Takes a member's place in the device cookie. */
const UNDERAGE = "under 18";
/** Nobody that young signs up: the year is a slip. */
const SLIP_BELOW = 6;

/**
 * Remembers for a day that somebody under 18 wanted to join, and refuses another date of birth on the same device, or with the
 * same address, until then. Runs before the form is checked, which refuses whoever is under 18 in the same words. A network is
 * not remembered: one of them is a whole gym, which a single request would keep out.
 * @throws AppError invalid
 */
export async function refuseSecondTry(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!ctx.config.rateLimits) return;
  const { dateOfBirth, email: given } = (request.body ?? {}) as { dateOfBirth?: unknown; email?: unknown };
  if (typeof dateOfBirth !== "string" || !isDay(dateOfBirth.trim())) return;
  const address = email.safeParse(given);
  const key = address.success ? emailKey(address.data) : undefined;
  const age = ageOn(dateOfBirth.trim(), ctx.now());
  if (age < AGE_MIN) {
    if (age < SLIP_BELOW) return;
    setDeviceCookie(ctx, reply, request.headers.cookie, UNDERAGE);
    if (key !== undefined) await ctx.transact((tx) => consumeRateLimit(ctx, tx, REFUSED, key));
    return;
  }
  const isKnown = findDevice(ctx, request.headers.cookie, UNDERAGE, DEVICE_DAYS) !== undefined;
  if (isKnown || (key !== undefined && !(await readRateLimit(ctx, ctx.db, REFUSED, key)).allowed))
    throw AppError.field("invalid", "dateOfBirth", `You must be ${AGE_MIN} or older`);
}

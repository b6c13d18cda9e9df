import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import {
  countFailure,
  findKnownAddress,
  forgetFailures,
  keepKnownAddress,
} from "#server/modules/accounts/throttle.repo.ts";

/** Tries from one address on one account that cost nothing; then each one doubles the wait. */
const FREE_TRIES = 5;
const WAIT_MAX_S = 15 * 60;
/** Tries on one account from everywhere; then addresses that never logged in there wait for each other. */
const FREE_TRIES_EVERYWHERE = 30;
const STRANGER_WAIT_S = 30;

const keyOf = (...parts: readonly string[]): Buffer => createHash("sha256").update(parts.join("\n")).digest();

/** Seconds that the next try has to wait, after so many failures. */
export const waitAfter = (failures: number): number =>
  failures < FREE_TRIES ? 0 : Math.min(WAIT_MAX_S, 2 ** (failures - FREE_TRIES + 1));

const waitEverywhere = (failures: number): number => (failures < FREE_TRIES_EVERYWHERE ? 0 : STRANGER_WAIT_S);

/** One try to log in, counted before the password is looked at, so that a flood of them is counted too. */
export interface Attempt {
  /** It went well: the address is known from now on, and its failures are forgotten. */
  succeeded(): Promise<void>;
}

/**
 * Lets a try through or holds it back, by account and address. Whoever guesses at an account slows down himself and
 * other strangers, never the owner at an address where the owner has logged in before.
 * @param address who is asking, as rate limits count it
 * @throws AppError too_often, with the seconds to wait
 */
export async function admit(ctx: Context, emailKey: string, address: string): Promise<Attempt> {
  const pair = keyOf("pair", emailKey, address);
  if (!ctx.config.rateLimits) return { succeeded: async () => {} };
  const waitSeconds = await ctx.transact(async (tx) => {
    const mine = await countFailure(tx, pair, waitAfter);
    if (mine.waitSeconds > 0 || (await findKnownAddress(tx, pair))) return mine.waitSeconds;
    return (await countFailure(tx, keyOf("account", emailKey), waitEverywhere)).waitSeconds;
  });
  if (waitSeconds > 0) throw AppError.wait(waitSeconds);
  return {
    succeeded: () =>
      ctx.transact(async (tx) => {
        await forgetFailures(tx, pair);
        await keepKnownAddress(tx, pair);
      }),
  };
}

import { createHash } from "node:crypto";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import {
  findKnownAddress,
  forgetFailures,
  keepKnownAddress,
  lockFailures,
  setFailures,
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

/** What is tried with a password. Each is counted by itself. */
type Kind = "login" | "change";

interface Tried {
  readonly kind: Kind;
  /** The account's address as it is compared, whether there is such an account or not. */
  readonly emailKey: string;
  /** Where from, as rate limits count it. */
  readonly address: string;
}

const knownKey = (emailKey: string, address: string): Buffer => keyOf("known", emailKey, address);

/** One try, counted before the password is looked at, so that a flood of them is counted too. */
export interface Attempt {
  /** It went well: the address is known from now on, and its failures are forgotten. */
  succeeded(): Promise<void>;
}

/** Counts one more try under each key, unless it comes too early for one of them: then it counts for none. */
async function count(tx: Tx, keys: readonly (readonly [key: Buffer, wait: (failures: number) => number])[]) {
  const counts: (readonly [key: Buffer, failures: number])[] = [];
  let waitSeconds = 0;
  for (const [key, wait] of keys) {
    const { failures, passed } = await lockFailures(tx, key);
    waitSeconds = Math.max(waitSeconds, failures === 0 ? 0 : wait(failures) - passed);
    counts.push([key, failures]);
  }
  if (waitSeconds > 0) return waitSeconds;
  for (const [key, failures] of counts) await setFailures(tx, key, failures + 1);
  return 0;
}

/**
 * Lets a try through or holds it back, by account and address. Whoever guesses at an account slows down himself and
 * other strangers, never the owner at an address where the owner has been before.
 * @throws AppError too_often, with the seconds to wait
 */
export async function admit(ctx: Context, { kind, emailKey, address }: Tried): Promise<Attempt> {
  if (!ctx.config.rateLimits) return { succeeded: async () => {} };
  const pair = keyOf(kind, "pair", emailKey, address);
  const waitSeconds = await ctx.transact(async (tx) => {
    const isKnown = await findKnownAddress(tx, knownKey(emailKey, address));
    const everywhere = [keyOf(kind, "account", emailKey), waitEverywhere] as const;
    return count(tx, isKnown ? [[pair, waitAfter]] : [[pair, waitAfter], everywhere]);
  });
  if (waitSeconds > 0) throw AppError.wait(waitSeconds);
  return {
    succeeded: () =>
      ctx.transact(async (tx) => {
        await forgetFailures(tx, pair);
        await rememberAddress(tx, emailKey, address);
      }),
  };
}

/** Notes that an account's owner was at an address: strangers' guesses do not slow them down there. */
export const rememberAddress = (tx: Tx, emailKey: string, address: string): Promise<void> =>
  keepKnownAddress(tx, knownKey(emailKey, address));

import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { proofLevel, requireProofOfWork } from "#server/modules/proof-of-work/proof-of-work.service.ts";
import {
  consumeRateLimit,
  type RateLimit,
  type RateLimitState,
  refundRateLimit,
} from "#server/modules/rate-limits/rate-limits.service.ts";

const HOUR_S = 3600;

/** Wrong passwords in an hour: of a device that has logged in to the account before, at that account. */
const BY_DEVICE: RateLimit = { name: "login by device", limit: 10, windowSeconds: HOUR_S };
/** Of all other devices together, at one account. Above it the right password gets a link by e-mail, and nothing else. */
const AT_ACCOUNT: RateLimit = { name: "login at account", limit: 100, windowSeconds: HOUR_S };
/** Of those, the ones that need no proof of work. */
const AT_ACCOUNT_FREE = 10;
/** The limit bounds the guesses, so the owner need not work harder the more there are: two seconds on a phone. */
const AT_ACCOUNT_LEVEL_MAX = 1;
/** Of all other devices of one network at all accounts, without a proof of work. */
const BY_NETWORK_FREE = 20;
/** Counted on above that, because the work grows with the count. */
const BY_NETWORK: RateLimit = { name: "login by network", limit: 1000, windowSeconds: HOUR_S };
/** Of all other devices at all accounts, without a proof of work. */
const EVERYWHERE_FREE = 1000;
const EVERYWHERE: RateLimit = { name: "login everywhere", limit: 1_000_000, windowSeconds: HOUR_S };
/** Wrong passwords in an hour of a session, where the current password is asked for. */
const BY_SESSION: RateLimit = { name: "password by session", limit: 10, windowSeconds: HOUR_S };

/** Where a try to log in comes from, and at what. */
export interface LoginTry {
  /** The account's address as it is compared, whether there is such an account or not. */
  readonly emailKey: string;
  /** As rate limits count it. */
  readonly network: string;
  /** The device's id, where it has logged in to this account before. */
  readonly device: string | undefined;
  /** The proof of work that came with it. */
  readonly proof?: string | undefined;
}

/** One try, counted before the password is checked, so that tries at the same time are all counted. */
export interface Attempt {
  /** Takes the count back: the password was right. */
  succeeded(): Promise<void>;
  /**
   * Seconds until the account can be guessed at again. While it is set, the answer must not tell whether the password was
   * right: whoever gave the right one gets a link by e-mail.
   */
  readonly mailOnlySeconds?: number;
}

type Use = readonly [rule: RateLimit, ...subject: readonly string[]];

const NOT_COUNTED: Attempt = { succeeded: async () => undefined };

/** Counts uses in their order, in one transaction. Each kind of try has a fixed order, so that none waits in a circle. */
async function consume(ctx: Context, tx: Tx, uses: readonly Use[]): Promise<RateLimitState[]> {
  const states = [];
  for (const [rule, ...subject] of uses) states.push(await consumeRateLimit(ctx, tx, rule, ...subject));
  return states;
}

/** Takes uses back that were counted. */
async function refund(ctx: Context, tx: Tx, uses: readonly Use[], states: readonly RateLimitState[]): Promise<void> {
  for (const [i, [rule, ...subject]] of uses.entries())
    if (states[i]?.allowed) await refundRateLimit(ctx, tx, rule, ...subject);
}

const attemptOf = (ctx: Context, uses: readonly Use[], states: readonly RateLimitState[]): Attempt => ({
  succeeded: () => ctx.transact((tx) => refund(ctx, tx, uses, states)),
});

/** Counts a try of a known device. @returns undefined where the device has used up its tries */
async function admitDevice(ctx: Context, { emailKey, device }: LoginTry): Promise<Attempt | undefined> {
  if (device === undefined) return undefined;
  const uses: readonly Use[] = [[BY_DEVICE, emailKey, device]];
  const states = await ctx.transact((tx) => consume(ctx, tx, uses));
  return states[0]?.allowed ? attemptOf(ctx, uses, states) : undefined;
}

/** What a try of any other device is counted under. The row that all share comes last, so it is locked for the shortest time. */
const usesOf = ({ emailKey, network }: LoginTry): readonly Use[] => [
  [AT_ACCOUNT, emailKey],
  [BY_NETWORK, network],
  [EVERYWHERE],
];

const atMost = (max: number, level: number | undefined) => (level === undefined ? undefined : Math.min(max, level));

/** The work that a try has to prove, from the counts that include it. @returns undefined where it needs none */
function levelOf([account, network, everywhere]: readonly RateLimitState[]): number | undefined {
  const before = (rule: RateLimit, state: RateLimitState | undefined) => rule.limit - (state?.remaining ?? 0) - 1;
  const levels = [
    atMost(AT_ACCOUNT_LEVEL_MAX, proofLevel(before(AT_ACCOUNT, account), AT_ACCOUNT_FREE)),
    proofLevel(before(BY_NETWORK, network), BY_NETWORK_FREE),
    // Nobody has to work harder because of a flood that has nothing to do with them.
    atMost(0, proofLevel(before(EVERYWHERE, everywhere), EVERYWHERE_FREE)),
  ].filter((level) => level !== undefined);
  return levels.length === 0 ? undefined : Math.max(...levels);
}

/** What came of counting a try: it is admitted, or it has to prove work first. */
interface Counted {
  readonly attempt: Attempt;
  readonly level: number | undefined;
  readonly retryAfter: number;
}

/** Counts a try of any other device, unless it has to prove work and has not, or comes too late to be a guess. */
const count = (ctx: Context, tried: LoginTry, hasProven: boolean): Promise<Counted> =>
  ctx.transact(async (tx) => {
    const uses = usesOf(tried);
    const states = await consume(ctx, tx, uses);
    const { allowed = false, retryAfter = HOUR_S } = states[0] ?? {};
    const level = hasProven ? undefined : levelOf(states);
    // A try that is refused is no guess.
    if (level !== undefined) await refund(ctx, tx, uses, states);
    const attempt = allowed ? attemptOf(ctx, uses, states) : { ...NOT_COUNTED, mailOnlySeconds: retryAfter };
    return { attempt, level, retryAfter };
  });

/**
 * Counts a try of any other device. All of them share the tries at the account, so guesses at it are bounded however many
 * networks they come from. None of them waits: a proof of work, and in the end a link by e-mail, takes the place of time.
 */
async function admitStranger(ctx: Context, tried: LoginTry): Promise<Attempt> {
  const { attempt, level, retryAfter } = await count(ctx, tried, false);
  if (level === undefined) return attempt;
  const { emailKey: subject, proof } = tried;
  await requireProofOfWork(ctx, { purpose: "login", subject, level, proof, retryAfter });
  return (await count(ctx, tried, true)).attempt;
}

/**
 * Admits a try to log in, or refuses it before the password is checked. A device that has logged in to the account before
 * is held back by its own wrong passwords only, and after too many of them it counts as any other device.
 * @throws AppError proof_of_work_required
 */
export async function checkLoginAllowed(ctx: Context, tried: LoginTry): Promise<Attempt> {
  if (!ctx.config.rateLimits) return NOT_COUNTED;
  return (await admitDevice(ctx, tried)) ?? admitStranger(ctx, tried);
}

/**
 * Admits a try to give the current password within a session, whatever it is asked for.
 * @param sessionId the session that asks: other sessions of the member have tries of their own
 * @throws AppError rate_limited, with the seconds to wait
 */
export async function checkReauthenticationAllowed(ctx: Context, sessionId: string): Promise<Attempt> {
  if (!ctx.config.rateLimits) return NOT_COUNTED;
  const uses: readonly Use[] = [[BY_SESSION, sessionId]];
  const states = await ctx.transact((tx) => consume(ctx, tx, uses));
  const [state] = states;
  if (!state?.allowed) throw AppError.wait(state?.retryAfter ?? HOUR_S);
  return attemptOf(ctx, uses, states);
}

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

/** Wrong passwords per hour and account on a known device. */
const BY_DEVICE: RateLimit = { name: "login by device", limit: 10, windowSeconds: HOUR_S };
/**
 * Wrong passwords per hour and account on all unknown devices. Above the limit a correct password only sends a login
 * link by email.
 */
const AT_ACCOUNT: RateLimit = { name: "login at account", limit: 100, windowSeconds: HOUR_S };
/** Attempts per account that need no proof of work. */
const AT_ACCOUNT_FREE = 10;
/** The limit bounds the guesses, so more guesses must not raise the owner's work: two seconds on a phone. */
const AT_ACCOUNT_LEVEL_MAX = 1;
/** Attempts of one network, on unknown devices at all accounts, that need no proof of work. */
const BY_NETWORK_FREE = 20;
/** CountedAttempt beyond the free ones, because the work grows with the count. */
const BY_NETWORK: RateLimit = { name: "login by network", limit: 1000, windowSeconds: HOUR_S };
/** Attempts of all unknown devices at all accounts that need no proof of work. */
const EVERYWHERE_FREE = 1000;
const EVERYWHERE: RateLimit = { name: "login everywhere", limit: 1_000_000, windowSeconds: HOUR_S };
/** Wrong passwords per hour of a session that confirms the current password. */
const BY_SESSION: RateLimit = { name: "password by session", limit: 10, windowSeconds: HOUR_S };

/** The data of a login attempt that limits count. */
export interface LoginRequest {
  /** The normalized address, whether it has an account or not. */
  readonly emailKey: string;
  /** As rate limits count it. */
  readonly network: string;
  /** The device's id, if the member has logged in on it before. */
  readonly device: string | undefined;
  /** The proof of work of the request. */
  readonly proof?: string | undefined;
}

/** One attempt. It is counted before the password is checked, so that concurrent attempts are all counted. */
export interface Attempt {
  /** Refunds the attempt, because the password was correct. */
  succeeded(): Promise<void>;
  /**
   * Seconds until the account accepts guesses again. If set, the response must not reveal whether the password was
   * correct: a correct one sends a login link by email.
   */
  readonly mailOnlySeconds?: number;
}

type Use = readonly [rule: RateLimit, ...subject: readonly string[]];

const NOT_COUNTED: Attempt = { succeeded: async () => undefined };

/** Counts uses in one transaction. Each kind of attempt has a fixed order, which prevents deadlocks. */
async function consume(ctx: Context, tx: Tx, uses: readonly Use[]): Promise<RateLimitState[]> {
  const states = [];
  for (const [rule, ...subject] of uses) states.push(await consumeRateLimit(ctx, tx, rule, ...subject));
  return states;
}

/** Refunds counted uses. */
async function refund(ctx: Context, tx: Tx, uses: readonly Use[], states: readonly RateLimitState[]): Promise<void> {
  for (const [i, [rule, ...subject]] of uses.entries())
    if (states[i]?.allowed) await refundRateLimit(ctx, tx, rule, ...subject);
}

const attemptOf = (ctx: Context, uses: readonly Use[], states: readonly RateLimitState[]): Attempt => ({
  succeeded: () => ctx.transact((tx) => refund(ctx, tx, uses, states)),
});

/** Counts an attempt on a known device. @returns undefined if the device has reached its limit */
async function admitDevice(ctx: Context, { emailKey, device }: LoginRequest): Promise<Attempt | undefined> {
  if (device === undefined) return undefined;
  const uses: readonly Use[] = [[BY_DEVICE, emailKey, device]];
  const states = await ctx.transact((tx) => consume(ctx, tx, uses));
  return states[0]?.allowed ? attemptOf(ctx, uses, states) : undefined;
}

/**
 * The limits that an attempt on an unknown device counts towards. The row that all attempts share comes last, so that
 * it is locked for the shortest time.
 */
const usesOf = ({ emailKey, network }: LoginRequest): readonly Use[] => [
  [AT_ACCOUNT, emailKey],
  [BY_NETWORK, network],
  [EVERYWHERE],
];

const atMost = (max: number, level: number | undefined) => (level === undefined ? undefined : Math.min(max, level));

/** The required level of work, from the counts that include this attempt. @returns undefined if none is required */
function levelOf([account, network, everywhere]: readonly RateLimitState[]): number | undefined {
  const before = (rule: RateLimit, state: RateLimitState | undefined) => rule.limit - (state?.remaining ?? 0) - 1;
  const levels = [
    atMost(AT_ACCOUNT_LEVEL_MAX, proofLevel(before(AT_ACCOUNT, account), AT_ACCOUNT_FREE)),
    proofLevel(before(BY_NETWORK, network), BY_NETWORK_FREE),
    // A flood at other accounts requires the lowest level at most.
    atMost(0, proofLevel(before(EVERYWHERE, everywhere), EVERYWHERE_FREE)),
  ].filter((level) => level !== undefined);
  return levels.length === 0 ? undefined : Math.max(...levels);
}

/** The result of counting an attempt: it is admitted, or requires a proof of work. */
interface CountedAttempt {
  readonly attempt: Attempt;
  readonly level: number | undefined;
  readonly retryAfter: number;
}

/** Counts an attempt on an unknown device, unless it lacks a required proof of work. */
const count = (ctx: Context, login: LoginRequest, hasProven: boolean): Promise<CountedAttempt> =>
  ctx.transact(async (tx) => {
    const uses = usesOf(login);
    const states = await consume(ctx, tx, uses);
    const { allowed = false, retryAfter = HOUR_S } = states[0] ?? {};
    const level = hasProven ? undefined : levelOf(states);
    // A rejected attempt is not a guess.
    if (level !== undefined) await refund(ctx, tx, uses, states);
    const attempt = allowed ? attemptOf(ctx, uses, states) : { ...NOT_COUNTED, mailOnlySeconds: retryAfter };
    return { attempt, level, retryAfter };
  });

/**
 * Counts an attempt on an unknown device. All unknown devices share one limit per account, so guesses are bounded
 * across networks. No attempt is delayed: a proof of work, and finally a login link by email, replaces the delay.
 */
async function admitUnknownDevice(ctx: Context, login: LoginRequest): Promise<Attempt> {
  const { attempt, level, retryAfter } = await count(ctx, login, false);
  if (level === undefined) return attempt;
  const { emailKey: subject, proof } = login;
  await requireProofOfWork(ctx, { purpose: "login", subject, level, proof, retryAfter });
  return (await count(ctx, login, true)).attempt;
}

/**
 * Admits a login attempt, or rejects it before the password is checked. A known device is limited by its own wrong
 * passwords only; above its limit it counts as an unknown device.
 * @throws AppError proof_of_work_required
 */
export async function checkLoginAllowed(ctx: Context, login: LoginRequest): Promise<Attempt> {
  if (!ctx.config.rateLimits) return NOT_COUNTED;
  return (await admitDevice(ctx, login)) ?? admitUnknownDevice(ctx, login);
}

/**
 * Admits an attempt to confirm the current password within a session, for any purpose.
 * @param sessionId each session of a member has its own limit
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

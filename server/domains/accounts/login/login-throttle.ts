import { HOUR_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import {
  levelsOf,
  proofLevel,
  requireProofOfWork,
} from "#server/domains/accounts/proof-of-work/proof-of-work.service.ts";
import {
  consumeRateLimits,
  type NetworkUse,
  type RateLimit,
  type RateLimitState,
  readRateLimits,
  refundRateLimits,
  type Use,
  usesByNetwork,
} from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { siteCount } from "#server/domains/accounts/rate-limits/site-counts.service.ts";
import { AppError } from "#server/errors.ts";

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
/** Counted beyond the free ones, because the work grows with the count. */
const BY_NETWORK: RateLimit = { name: "login by network", limit: 1000, windowSeconds: HOUR_S };
/** Wrong passwords of all unknown devices at all accounts in an hour, from which on each attempt needs a proof of work. */
const EVERYWHERE_FREE = 1000;
/** Wrong passwords per hour of a session that confirms the current password. */
const BY_SESSION: RateLimit = { name: "password by session", limit: 10, windowSeconds: HOUR_S };

export interface LoginRequest {
  /** The normalized address, whether it has an account or not. */
  readonly emailKey: string;
  /** As rate limits count it. */
  readonly network: string;
  /** The device's id, if the member has logged in on it before. */
  readonly device: string | undefined;
  readonly proof?: string | undefined;
}

/** One attempt. It is counted before the password is checked, so that concurrent attempts are all counted. */
export interface Attempt {
  /** Refunds the attempt, because the password was correct, or was not checked. */
  succeeded(): Promise<void>;
  failed?(): Promise<void>;
  /**
   * Seconds until the account accepts guesses again. If set, the response must not reveal whether the password was
   * correct: a correct one sends a login link by email.
   */
  readonly mailOnlySeconds?: number;
}

const NOT_COUNTED: Attempt = { succeeded: async () => undefined };

/** One statement without a wait for the disk, because many logins may count the same rows at once. */
const countUses = (ctx: Context, uses: readonly Use[]): Promise<RateLimitState[]> =>
  ctx.transactStatement((tx) => consumeRateLimits(ctx, tx, uses, "may be lost"));

const attemptOf = (ctx: Context, uses: readonly Use[], states: readonly RateLimitState[]): Attempt => ({
  succeeded: () => ctx.transactStatement((tx) => refundRateLimits(ctx, tx, uses, states, "may be lost")),
});

async function admitDevice(ctx: Context, { emailKey, device }: LoginRequest): Promise<Attempt | undefined> {
  if (device === undefined) return undefined;
  const uses: readonly Use[] = [{ rule: BY_DEVICE, subject: [emailKey, device] }];
  const states = await countUses(ctx, uses);
  return states[0]?.allowed ? attemptOf(ctx, uses, states) : undefined;
}

/** Wrong passwords of unknown devices at all accounts. */
export const failureCount = (ctx: Context) => siteCount(ctx, "login failures", HOUR_S);

const usesOf = ({ emailKey, network }: LoginRequest): readonly [Use, ...NetworkUse[]] => [
  { rule: AT_ACCOUNT, subject: [emailKey] },
  ...usesByNetwork(BY_NETWORK, network),
];

const atMost = (max: number, level: number | undefined) => (level === undefined ? undefined : Math.min(max, level));

/** @param own 1 if the states include this attempt, otherwise 0 @returns undefined if no work is required */
function levelOf(
  ctx: Context,
  [account, ...networks]: ReturnType<typeof usesOf>,
  [atAccount, ...byNetwork]: readonly RateLimitState[],
  own: 0 | 1,
): number | undefined {
  const before = account.rule.limit - (atAccount?.remaining ?? 0) - own;
  const levels = [
    atMost(AT_ACCOUNT_LEVEL_MAX, proofLevel(before, AT_ACCOUNT_FREE)),
    ...levelsOf(networks, byNetwork, BY_NETWORK_FREE, own).map(({ level }) => level),
    // A flood at other accounts requires the lowest level at most.
    atMost(0, proofLevel(failureCount(ctx).read(), EVERYWHERE_FREE)),
  ].filter((level) => level !== undefined);
  return levels.length === 0 ? undefined : Math.max(...levels);
}

/**
 * All unknown devices share one limit per account, so guesses are bounded across networks. No attempt is delayed: a
 * proof of work, and finally a login link by email, replaces the delay.
 */
async function admitUnknownDevice(ctx: Context, login: LoginRequest): Promise<Attempt> {
  const uses = usesOf(login);
  const requireProof = async (states: readonly RateLimitState[], level: number): Promise<void> => {
    const { emailKey: subject, proof } = login;
    const retryAfter = states[0]?.retryAfter || HOUR_S;
    await requireProofOfWork(ctx, { purpose: "login", subject, level, proof, retryAfter });
  };
  // Read first: refusals, which may be many, lock and write nothing.
  const before = await readRateLimits(ctx, ctx.db, uses);
  const level = levelOf(ctx, uses, before, 0);
  if (level !== undefined) await requireProof(before, level);
  const states = await countUses(ctx, uses);
  const attempt = attemptOf(ctx, uses, states);
  const risen = level === undefined ? levelOf(ctx, uses, states, 1) : undefined;
  if (risen !== undefined) {
    // Others were counted meanwhile. A rejected attempt is not a guess.
    await attempt.succeeded();
    await requireProof(states, risen);
  }
  const { allowed = false, retryAfter = HOUR_S } = states[0] ?? {};
  const failed = () => failureCount(ctx).add();
  return allowed ? { ...attempt, failed } : { ...NOT_COUNTED, mailOnlySeconds: retryAfter };
}

/**
 * Before the password is checked. A known device is limited by its own wrong passwords only; above its limit it counts
 * as an unknown one.
 * @throws AppError proof_of_work_required
 */
export async function checkLoginAllowed(ctx: Context, login: LoginRequest): Promise<Attempt> {
  if (!ctx.config.rateLimits) return NOT_COUNTED;
  return (await admitDevice(ctx, login)) ?? admitUnknownDevice(ctx, login);
}

/**
 * @param sessionId each session of a member has its own limit
 * @throws AppError rate_limited, with the seconds to wait
 */
export async function checkReauthenticationAllowed(ctx: Context, sessionId: string): Promise<Attempt> {
  if (!ctx.config.rateLimits) return NOT_COUNTED;
  const uses: readonly Use[] = [{ rule: BY_SESSION, subject: [sessionId] }];
  const states = await countUses(ctx, uses);
  const [state] = states;
  if (!state?.allowed) throw AppError.wait(state?.retryAfter ?? HOUR_S);
  return attemptOf(ctx, uses, states);
}

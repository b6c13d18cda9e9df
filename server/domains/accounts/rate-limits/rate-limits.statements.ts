import type { ErrorCode } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import {
  type Count,
  type Durability,
  decrement,
  findCounts,
  increment,
} from "#server/domains/accounts/rate-limits/rate-limits.repo.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import { rangesAround } from "#server/platform/lib/networks.ts";

/** The window begins with the first use and does not slide. */
export interface RateLimit {
  /** Such as `contact by network`. Together with the subject it is the key; only a keyed hash is stored. */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

export interface RateLimitState {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends; at least 1 where it is not allowed, 0 where no window has begun. */
  readonly retryAfter: number;
}

const keyOf = (ctx: Context, { name }: RateLimit, subject: readonly string[]): Buffer =>
  ctx.keyedHash("rate limit", name, ...subject);

function stateOf(
  { limit, windowSeconds }: RateLimit,
  { count, resetSeconds }: Count,
  allowed: boolean,
): RateLimitState {
  // A transaction that began before the one that opened the window would have it end a moment late.
  const seconds = Math.min(Math.ceil(resetSeconds), windowSeconds);
  return { allowed, remaining: Math.max(0, limit - count), retryAfter: Math.max(seconds, allowed ? 0 : 1) };
}

/**
 * In the transaction of the limited action: a rolled-back transaction counts nothing. To count rejections, use a
 * separate transaction. Concurrent uses of one subject are serialized.
 * @param subject such as a member's id or a network address
 */
export async function consumeRateLimit(
  ctx: Context,
  tx: Tx,
  rule: RateLimit,
  ...subject: readonly string[]
): Promise<RateLimitState> {
  const [state] = await consumeRateLimits(ctx, tx, [{ rule, subject }]);
  return state as RateLimitState;
}

export interface Use {
  readonly rule: RateLimit;
  readonly subject: readonly string[];
}

/**
 * @param durability whether a crash of the database may lose the writes of the whole transaction
 * @returns a state for each
 */
export async function consumeRateLimits(
  ctx: Context,
  tx: Tx,
  uses: readonly Use[],
  durability: Durability = "durable",
): Promise<RateLimitState[]> {
  const keys = uses.map(({ rule, subject }) => ({ ...rule, key: keyOf(ctx, rule, subject) }));
  const counts = await increment(tx, keys, durability);
  return toStates(uses, counts, 1);
}

const toStates = (uses: readonly Use[], counts: readonly Count[], used: number): RateLimitState[] =>
  uses.map(({ rule }, i) => {
    const count = counts[i] ?? { count: 0, resetSeconds: 0 };
    return stateOf(rule, count, count.count < rule.limit + used);
  });

/** `times` as much is allowed as for a single network. */
export interface NetworkUse extends Use {
  readonly times: number;
}

export const usesByNetwork = (rule: RateLimit, network: string): readonly NetworkUse[] =>
  rangesAround(network).map(({ key, times }) => ({
    rule: { ...rule, limit: rule.limit * times },
    subject: [key],
    times,
  }));

/**
 * In the ranges around a network one person may have many networks.
 * @throws AppError `code`, with the seconds to wait
 */
export async function assertNetworkLimit(
  ctx: Context,
  tx: Tx,
  rule: RateLimit,
  code: ErrorCode,
  network: string,
): Promise<void> {
  const refused = (await consumeRateLimits(ctx, tx, usesByNetwork(rule, network))).filter(({ allowed }) => !allowed);
  if (refused.length > 0)
    throw AppError.wait(Math.max(...refused.map(({ retryAfter }) => retryAfter)), undefined, code);
}

/** @throws AppError `code`, with the seconds to wait */
export async function assertRateLimit(
  ctx: Context,
  tx: Tx,
  rule: RateLimit,
  code: ErrorCode,
  ...subject: readonly string[]
): Promise<void> {
  const { allowed, retryAfter } = await consumeRateLimit(ctx, tx, rule, ...subject);
  if (!allowed) throw AppError.wait(retryAfter, undefined, code);
}

/** Counts nothing. `allowed` is whether one more use would be. */
export async function readRateLimit(
  ctx: Context,
  db: Db,
  rule: RateLimit,
  ...subject: readonly string[]
): Promise<RateLimitState> {
  const [state] = await readRateLimits(ctx, db, [{ rule, subject }]);
  return state as RateLimitState;
}

/** @returns a state for each */
export async function readRateLimits(ctx: Context, db: Db, uses: readonly Use[]): Promise<RateLimitState[]> {
  const counts = await findCounts(
    db,
    uses.map(({ rule, subject }) => keyOf(ctx, rule, subject)),
  );
  return toStates(uses, counts, 0);
}

/** Such as a successful login. A use that was not allowed was not counted, so it must not be refunded. */
export const refundRateLimit = (ctx: Context, tx: Tx, rule: RateLimit, ...subject: readonly string[]): Promise<void> =>
  decrement(tx, [keyOf(ctx, rule, subject)], "durable");

/** @param states as they were counted */
export async function refundRateLimits(
  ctx: Context,
  tx: Tx,
  uses: readonly Use[],
  states: readonly RateLimitState[],
  durability: Durability = "durable",
): Promise<void> {
  const keys = uses.flatMap(({ rule, subject }, i) => (states[i]?.allowed ? [keyOf(ctx, rule, subject)] : []));
  if (keys.length > 0) await decrement(tx, keys, durability);
}

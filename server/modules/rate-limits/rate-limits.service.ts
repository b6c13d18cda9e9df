import type { ErrorCode } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import {
  type Count,
  decrement,
  deleteEnded,
  findCount,
  increment,
} from "#server/modules/rate-limits/rate-limits.repo.ts";

/** A rule: at most `limit` times in a window of `windowSeconds`, which begins with the first use and does not slide. */
export interface RateLimit {
  /**
   * The rule's name, such as `contact by network`. Together with the subject it is the key; only a keyed hash is
   * stored.
   */
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
}

/** How a subject stands with a rule. */
export interface RateLimitState {
  readonly allowed: boolean;
  /** Uses that are left in this window. */
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
 * Counts one use, in the transaction of the limited action: a rolled-back transaction counts nothing. To count
 * rejections, use a separate transaction. Concurrent uses of one subject are serialized.
 * @param subject such as a member's id or a network address
 */
export async function consumeRateLimit(
  ctx: Context,
  tx: Tx,
  rule: RateLimit,
  ...subject: readonly string[]
): Promise<RateLimitState> {
  const count = await increment(tx, keyOf(ctx, rule, subject), rule.limit, rule.windowSeconds);
  return stateOf(rule, count, count.count <= rule.limit);
}

/** As `consumeRateLimit`. @throws AppError `code`, with the seconds to wait */
export async function assertRateLimit(
  ctx: Context,
  tx: Tx,
  rule: RateLimit,
  code: ErrorCode,
  ...subject: readonly string[]
): Promise<void> {
  const { allowed, retryAfter } = await consumeRateLimit(ctx, tx, rule, ...subject);
  if (allowed) return;
  const error = new AppError(code);
  error.retryAfter = retryAfter;
  throw error;
}

/** Reads how a subject stands with a rule; counts nothing. `allowed` is whether one more use would be. */
export async function readRateLimit(
  ctx: Context,
  db: Db,
  rule: RateLimit,
  ...subject: readonly string[]
): Promise<RateLimitState> {
  const count = await findCount(db, keyOf(ctx, rule, subject));
  return stateOf(rule, count, count.count < rule.limit);
}

/**
 * Refunds an allowed use that turned out not to count, such as a successful login. A use that was not allowed was not
 * counted, so it must not be refunded.
 */
export const refundRateLimit = (ctx: Context, tx: Tx, rule: RateLimit, ...subject: readonly string[]): Promise<void> =>
  decrement(tx, keyOf(ctx, rule, subject));

/** Deletes counts whose window has ended. For the hourly sweep. */
export const purgeExpiredRateLimits = (tx: Tx): Promise<void> => deleteEnded(tx);

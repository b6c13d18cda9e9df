import type { Redis, Result } from "ioredis";
import type { Logger } from "pino";
import type { RedisServer } from "#server/platform/adapters/redis.ts";
import type { KeyedHash } from "#server/platform/lib/keyed-hash.ts";
import { createWindowCache } from "#server/platform/lib/window-cache.ts";

/** A request waits no longer for Redis. Then nothing waits for it until it responds again. Milliseconds. */
const TIMEOUT_MS = 80;
const CHECK_EVERY_MS = 1_000;
/** Subjects whose uses are kept for a step, about 300 bytes each. */
const SUBJECTS_MAX = 50_000;
const LOG_EVERY_MS = 60_000;

export interface SharedCount {
  readonly count: number;
  readonly resetSeconds: number;
}

export interface SharedCounters {
  /**
   * Counts one use in a window that begins with the first.
   * @param step how many uses a process counts before it tells Redis. It may not know yet of almost as many at each other
   *   process.
   * @returns undefined if Redis does not respond. The caller then counts in memory.
   */
  count(rule: string, subject: string, windowSeconds: number, step?: number): Promise<SharedCount | undefined>;
  isWorking(): boolean;
  close(): void;
}

/**
 * Returns the count and the milliseconds left. A key without an end, because it is new or a write was interrupted, gets the
 * one of the process that counts. A key whose end is too late, because the server's clock was set back, gets an earlier one.
 */
const COUNT_SCRIPT = `
  local count = redis.call('INCRBY', KEYS[1], ARGV[2])
  local left = redis.call('PTTL', KEYS[1])
  local longest = tonumber(left < 0 and ARGV[3] or ARGV[1])
  if left < 0 or left > longest then
    redis.call('PEXPIRE', KEYS[1], longest)
    left = longest
  end
  return { count, left }`;

type CountingRedis = Redis & {
  countUses(key: string, windowMs: number, uses: number, leftMs: number): Result<[number, number], { type: "default" }>;
};

/**
 * Rejects if work takes too long. A reply that has arrived counts, even if this process was too busy to read it: sockets
 * are read between a timer and `setImmediate`.
 */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => setImmediate(() => reject(new Error("no reply in time"))), TIMEOUT_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timeout);
  }
}

/** Keys in Redis are keyed hashes, which reveal no address. */
export function createSharedCounters(redis: RedisServer, keyedHash: KeyedHash, log: Logger): SharedCounters {
  const client = redis.connect() as CountingRedis;
  client.defineCommand("countUses", { numberOfKeys: 1, lua: COUNT_SCRIPT });
  let isWorking = false;
  let loggedAt = Number.NEGATIVE_INFINITY;
  client.on("error", () => undefined);
  client.on("ready", () => {
    isWorking = true;
  });
  client.on("close", () => {
    isWorking = false;
  });
  // Only this asks a server that does not respond, so that no request waits for it.
  const check = setInterval(async () => {
    if (isWorking || client.status !== "ready") return;
    isWorking = await withTimeout(client.ping()).then(
      () => true,
      () => false,
    );
  }, CHECK_EVERY_MS);
  check.unref();

  /** Uses of a subject in this window: those that Redis knows of, that it is being told of, and that come after these. */
  const subjectOf = createWindowCache(SUBJECTS_MAX, () => ({ known: 0, told: 0, untold: 0 }));

  return {
    async count(rule, subject, windowSeconds, step = 1) {
      if (!isWorking) return undefined;
      const windowMs = windowSeconds * 1000;
      const subjectUses = subjectOf(`${rule} ${subject}`, windowMs);
      subjectUses.untold++;
      const leftHereMs = Math.max(1, Math.round(subjectUses.endsAt - performance.now()));
      if (subjectUses.untold < step) {
        const { known, told, untold } = subjectUses;
        return { count: known + told + untold, resetSeconds: Math.ceil(leftHereMs / 1000) };
      }
      const uses = subjectUses.untold;
      subjectUses.untold = 0;
      subjectUses.told += uses;
      const key = `${redis.prefix}limit:${keyedHash("rate limit", rule, subject).toString("base64url")}`;
      try {
        const [count, leftMs] = await withTimeout(client.countUses(key, windowMs, uses, leftHereMs));
        subjectUses.known = count;
        subjectUses.endsAt = performance.now() + leftMs;
        return { count, resetSeconds: Math.ceil(leftMs / 1000) };
      } catch (error) {
        isWorking = false;
        if (performance.now() - loggedAt > LOG_EVERY_MS) {
          loggedAt = performance.now();
          log.warn({ reason: (error as Error).message }, "redis: limits by address and member count per process");
        }
        return undefined;
      } finally {
        subjectUses.told -= uses;
      }
    },
    isWorking: () => isWorking,
    close() {
      clearInterval(check);
      client.disconnect();
    },
  };
}

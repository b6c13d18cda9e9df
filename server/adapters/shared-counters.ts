import type { Redis, Result } from "ioredis";
import type { Logger } from "pino";
import type { RedisServer } from "#server/adapters/redis.ts";
import type { KeyedHash } from "#server/lib/keyed-hash.ts";
import { createWindowCache } from "#server/lib/window-cache.ts";

/** A request waits no longer for Redis. Then nothing waits for it until it responds again. Milliseconds. */
const TIMEOUT_MS = 80;
const CHECK_EVERY_MS = 1_000;
/** Subjects whose uses are kept for a step, about 300 bytes each. */
const SUBJECTS_MAX = 50_000;
/** A failure is logged at most this often. */
const LOG_EVERY_MS = 60_000;

/** How often something was counted in its window, and the seconds that are left of it. */
export interface SharedCount {
  readonly count: number;
  readonly resetSeconds: number;
}

/** Counters that all processes share. */
export interface SharedCounters {
  /**
   * Counts one use in a window that begins with the first.
   * @param step so many uses are told to Redis at once. Each process may then know of fewer uses by as many at another.
   * @returns undefined if Redis does not respond. The caller then counts in memory.
   */
  count(rule: string, subject: string, windowSeconds: number, step?: number): Promise<SharedCount | undefined>;
  isWorking(): boolean;
  close(): void;
}

/**
 * Returns the count and the milliseconds left. A key without an end, as after an interrupted write, gets one, as does a key
 * whose end is too late, because the server's clock was set back.
 */
const COUNT_SCRIPT = `
  local count = redis.call('INCRBY', KEYS[1], ARGV[2])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 or left > tonumber(ARGV[1]) then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return { count, left }`;

type CountingRedis = Redis & {
  countUses(key: string, windowMs: number, uses: number): Result<[number, number], { type: "default" }>;
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

/** Creates counters in Redis. Their keys are keyed hashes, which reveal no address. */
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

  /** Of a subject in this window: uses that Redis counts, as far as this process knows, and uses that it was not told yet. */
  const subjectOf = createWindowCache(SUBJECTS_MAX, () => ({ told: 0, untold: 0 }));

  return {
    async count(rule, subject, windowSeconds, step = 1) {
      if (!isWorking) return undefined;
      const known = subjectOf(`${rule} ${subject}`, windowSeconds * 1000);
      known.untold++;
      if (known.untold < step) {
        const resetSeconds = Math.ceil((known.endsAt - performance.now()) / 1000);
        return { count: known.told + known.untold, resetSeconds };
      }
      const uses = known.untold;
      known.untold = 0;
      const key = `${redis.prefix}limit:${keyedHash("rate limit", rule, subject).toString("base64url")}`;
      try {
        const [count, leftMs] = await withTimeout(client.countUses(key, windowSeconds * 1000, uses));
        known.told = count;
        known.endsAt = performance.now() + leftMs;
        return { count, resetSeconds: Math.ceil(leftMs / 1000) };
      } catch (error) {
        isWorking = false;
        if (performance.now() - loggedAt > LOG_EVERY_MS) {
          loggedAt = performance.now();
          log.warn({ reason: (error as Error).message }, "redis: limits by address and member count per process");
        }
        return undefined;
      }
    },
    isWorking: () => isWorking,
    close() {
      clearInterval(check);
      client.disconnect();
    },
  };
}

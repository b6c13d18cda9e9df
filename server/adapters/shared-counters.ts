import type { Redis, Result } from "ioredis";
import type { Logger } from "pino";
import type { RedisServer } from "#server/adapters/redis.ts";
import type { KeyedHash } from "#server/lib/keyed-hash.ts";

/** A request waits no longer for Redis. Then nothing waits for it until it responds again. Milliseconds. */
const TIMEOUT_MS = 80;
const CHECK_EVERY_MS = 1_000;
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
   * @returns undefined if Redis does not respond. The caller then counts in memory.
   */
  count(rule: string, subject: string, windowSeconds: number): Promise<SharedCount | undefined>;
  isWorking(): boolean;
  close(): void;
}

/**
 * Returns the count and the milliseconds left. A key without an end, as after an interrupted write, gets one, as does a key
 * whose end is too late, because the server's clock was set back.
 */
const COUNT_SCRIPT = `
  local count = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 or left > tonumber(ARGV[1]) then
    redis.call('PEXPIRE', KEYS[1], ARGV[1])
    left = tonumber(ARGV[1])
  end
  return { count, left }`;

type CountingRedis = Redis & { countUse(key: string, windowMs: number): Result<[number, number], { type: "default" }> };

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
  client.defineCommand("countUse", { numberOfKeys: 1, lua: COUNT_SCRIPT });
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

  return {
    async count(rule, subject, windowSeconds) {
      if (!isWorking) return undefined;
      const key = `${redis.prefix}limit:${keyedHash("rate limit", rule, subject).toString("base64url")}`;
      try {
        const [count, leftMs] = await withTimeout(client.countUse(key, windowSeconds * 1000));
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

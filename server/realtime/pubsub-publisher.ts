import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { type ControlMessage, createPartEncoder } from "#server/realtime/pubsub-codec.ts";

export const CHANNEL = "spotter";
/** Messages per batch. */
const BATCH_MAX = 500;
/** A longer queue is dropped, and a gap is announced. */
const QUEUE_MAX = 20_000;
const ATTEMPTS_MAX = 4;
export const RETRY_PAUSE_MS = 250;
const CLOSE_TIMEOUT_MS = 3_000;

/** Publishes in order and in batches, with retries. */
export function createPublisher(connection: pg.PoolConfig, self: string, heartbeatMs: number, log: Logger) {
  // A notification need not survive a crash.
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    keepAlive: true,
    connectionTimeoutMillis: heartbeatMs,
    query_timeout: heartbeatMs,
    options: "-c synchronous_commit=off",
  });
  pool.on("error", (error) => log.warn({ err: error }, "pubsub: publish connection lost"));
  const encodeParts = createPartEncoder(self);
  const queue: string[] = [];
  let hasGap = false;
  let isClosed = false;
  let sending: Promise<void> | undefined;

  async function notify(messages: readonly string[]): Promise<void> {
    const parts = encodeParts(messages);
    for (let attempt = 1; ; attempt++) {
      try {
        await pool.query("select pg_notify($1, part) from unnest($2::text[]) as part", [CHANNEL, parts]);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || isClosed) throw error;
        await pause(RETRY_PAUSE_MS * attempt);
      }
    }
  }

  function dropQueue(): void {
    queue.length = 0;
    hasGap = true;
  }

  async function sendAll(): Promise<void> {
    // A gap is announced before anything else.
    while (queue.length > 0 || (hasGap && !isClosed)) {
      try {
        if (hasGap) await notify([JSON.stringify({ gap: true } satisfies ControlMessage)]);
        hasGap = false;
        const messages = queue.splice(0, BATCH_MAX);
        if (messages.length > 0) await notify(messages);
      } catch (error) {
        dropQueue();
        log.error({ err: error }, "pubsub: publish failed");
      }
    }
    sending = undefined;
  }

  return {
    publish(message: object): void {
      if (isClosed) return;
      if (queue.length > QUEUE_MAX) dropQueue();
      queue.push(JSON.stringify(message));
      sending ??= sendAll();
    },
    async close(): Promise<void> {
      isClosed = true;
      // The rest is dropped.
      await Promise.race([
        (sending ?? Promise.resolve()).then(() => pool.end()),
        pause(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
    },
  };
}

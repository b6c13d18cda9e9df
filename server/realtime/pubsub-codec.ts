import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";

export const CHANNEL = "spotter";
/** A NOTIFY payload is limited to 8,000 bytes. Queued messages are sent as one batch, cut into parts of this size. */
const PART_BYTES = 6_000;
const BATCH_MAX = 500;
/** A longer queue is dropped, and a gap is announced. */
const QUEUE_MAX = 20_000;
const ATTEMPTS_MAX = 4;
export const RETRY_PAUSE_MS = 250;
const CLOSE_TIMEOUT_MS = 3_000;
/** Senders with an incomplete batch. */
const INCOMPLETE_MAX = 100;

/** A part: sender, batch number, part number/parts, base64 text. */
const PART = /^(\S+) (\d+) (\d+)\/(\d+) (.*)$/;

/** Messages of the pub/sub itself. */
export interface ControlMessage {
  /** Messages were lost. */
  readonly gap?: true;
  /** Sent to oneself to check the connection. */
  readonly heartbeat?: true;
}

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
  pool.on("error", (error) => log.warn({ err: error }, "pubsub: connection lost"));
  const queue: string[] = [];
  let batchCount = 0;
  let hasGap = false;
  let isClosed = false;
  let sending: Promise<void> | undefined;

  function encodeParts(messages: readonly string[]): string[] {
    const text = Buffer.from(`[${messages.join(",")}]`).toString("base64");
    const many = Math.ceil(text.length / PART_BYTES);
    batchCount++;
    const cut = (i: number) => text.slice(i * PART_BYTES, (i + 1) * PART_BYTES);
    return Array.from({ length: many }, (_, i) => `${self} ${batchCount} ${i + 1}/${many} ${cut(i)}`);
  }

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

/** Creates a decoder of parts. @returns the messages that a part completes, or "own" for a part of this process */
export function createPartDecoder(self: string): (payload: string) => readonly ControlMessage[] | "own" {
  const incomplete = new Map<string, { number: string; nth: number; text: string }>();
  return (payload) => {
    const [, from = "", number = "", nth = "", many = "", text = ""] = PART.exec(payload) ?? [];
    if (from === self) return "own";
    const before = incomplete.get(from);
    const follows = nth === "1" || (before?.number === number && before.nth === Number(nth) - 1);
    // The beginning of this batch was missed.
    if (from === "" || !follows) return [];
    const whole = (nth === "1" ? "" : (before?.text ?? "")) + text;
    incomplete.delete(from);
    if (nth === many) return JSON.parse(Buffer.from(whole, "base64").toString()) as readonly ControlMessage[];
    if (incomplete.size > INCOMPLETE_MAX) incomplete.clear();
    incomplete.set(from, { number, nth: Number(nth), text: whole });
    return [];
  };
}

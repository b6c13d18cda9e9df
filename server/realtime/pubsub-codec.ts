import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";

/** Where the processes of one app listen. */
export const CHANNEL = "spotter";
/** PostgreSQL takes less than 8,000 bytes at a time: as many messages as wait are told together, cut into such parts. */
const PART_BYTES = 6_000;
const MESSAGES_AT_ONCE = 500;
/** What more would wait is given up, and the others are told of a gap. */
const WAITING_MAX = 20_000;
const TRIES = 4;
/** Before something that failed is tried again. */
export const PAUSE_MS = 250;
const CLOSE_MS = 3_000;
/** Processes that are in the middle of something long. */
const SPEAKERS_MAX = 100;

/** A part on its way: who says it, the number of what is said, which part of how many, and its text. */
const PART = /^(\S+) (\d+) (\d+)\/(\d+) (.*)$/;

/** What the bus says to itself. */
export interface Control {
  /** Something could not be told. */
  readonly gap?: true;
  /** Said to oneself. */
  readonly echo?: true;
}

/** Says things together, in order, in few statements. */
export function makeMouth(connection: pg.PoolConfig, self: string, silentMs: number, log: Logger) {
  // What is told is no row: it need not outlive a crash.
  const pool = new pg.Pool({
    ...connection,
    max: 1,
    keepAlive: true,
    connectionTimeoutMillis: silentMs,
    query_timeout: silentMs,
    options: "-c synchronous_commit=off",
  });
  pool.on("error", (error) => log.warn({ err: error }, "the bus"));
  const waiting: string[] = [];
  let count = 0;
  let isLost = false;
  let isClosed = false;
  let saying: Promise<void> | undefined;

  function partsOf(messages: readonly string[]): string[] {
    const text = Buffer.from(`[${messages.join(",")}]`).toString("base64");
    const many = Math.ceil(text.length / PART_BYTES);
    count++;
    const cut = (i: number) => text.slice(i * PART_BYTES, (i + 1) * PART_BYTES);
    return Array.from({ length: many }, (_, i) => `${self} ${count} ${i + 1}/${many} ${cut(i)}`);
  }

  async function notify(messages: readonly string[]): Promise<void> {
    const parts = partsOf(messages);
    for (let attempt = 1; ; attempt++) {
      try {
        await pool.query("select pg_notify($1, part) from unnest($2::text[]) as part", [CHANNEL, parts]);
        return;
      } catch (error) {
        if (attempt === TRIES || isClosed) throw error;
        await pause(PAUSE_MS * attempt);
      }
    }
  }

  function giveUp(): void {
    waiting.length = 0;
    isLost = true;
  }

  async function sayAll(): Promise<void> {
    // A gap is told as soon as anything can be.
    while (waiting.length > 0 || (isLost && !isClosed)) {
      try {
        if (isLost) await notify([JSON.stringify({ gap: true } satisfies Control)]);
        isLost = false;
        const messages = waiting.splice(0, MESSAGES_AT_ONCE);
        if (messages.length > 0) await notify(messages);
      } catch (error) {
        giveUp();
        log.error({ err: error }, "the other processes could not be told");
      }
    }
    saying = undefined;
  }

  return {
    say(message: object): void {
      if (isClosed) return;
      if (waiting.length > WAITING_MAX) giveUp();
      waiting.push(JSON.stringify(message));
      saying ??= sayAll();
    },
    async close(): Promise<void> {
      isClosed = true;
      // What cannot be said by then is not.
      await Promise.race([
        (saying ?? Promise.resolve()).then(() => pool.end()),
        pause(CLOSE_MS, undefined, { ref: false }),
      ]);
    },
  };
}

/** Puts parts together again. @returns the messages that a part completes, or that it was said by oneself */
export function makeReader(self: string): (payload: string) => readonly Control[] | "own" {
  const begun = new Map<string, { number: string; nth: number; text: string }>();
  return (payload) => {
    const [, from = "", number = "", nth = "", many = "", text = ""] = PART.exec(payload) ?? [];
    if (from === self) return "own";
    const before = begun.get(from);
    const follows = nth === "1" || (before?.number === number && before.nth === Number(nth) - 1);
    // The rest of something whose beginning nobody heard.
    if (from === "" || !follows) return [];
    const whole = (nth === "1" ? "" : (before?.text ?? "")) + text;
    begun.delete(from);
    if (nth === many) return JSON.parse(Buffer.from(whole, "base64").toString()) as readonly Control[];
    if (begun.size > SPEAKERS_MAX) begun.clear();
    begun.set(from, { number, nth: Number(nth), text: whole });
    return [];
  };
}

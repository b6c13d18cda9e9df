import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { newId } from "#server/ids.ts";

/** What the processes of one app tell each other, so that a member is reached at whichever they are connected to. */
export interface Bus {
  /** Tells all other processes, in the order of the calls. */
  send(message: object): void;
  /**
   * Hears the others from now on. Resolves when it does.
   * @param onGap called where something may have been told unheard
   */
  listen(onMessage: (message: unknown) => void, onGap: () => void): Promise<void>;
  /** Lets go once what was sent has gone out. */
  close(): Promise<void>;
}

const CHANNEL = "spotter";
/** PostgreSQL takes less than 8,000 bytes at a time; what is longer goes in parts. */
const PART_BYTES = 6_000;
const PARTS_AT_ONCE = 100;
/** What more would wait is given up, and the others are told of a gap. */
const WAITING_MAX = 20_000;
const TRIES = 4;
const PAUSE_MS = 250;
/** A connection that does not answer by then has gone silent. One's own words come back, too, and are said as often. */
const SILENT_MS = 5_000;
const CLOSE_MS = 3_000;
/** Processes that are in the middle of something long. */
const SPEAKERS_MAX = 100;

/** A part on its way: who says it, the number of the message, which part of how many, and its text. */
const PART = /^(\S+) (\d+) (\d+)\/(\d+) (.*)$/;

interface Control {
  /** Something could not be told. */
  readonly gap?: true;
  /** Said to oneself. */
  readonly echo?: true;
}

/** Says things in parts, in order, in few statements. */
function makeMouth(connection: pg.PoolConfig, self: string, silentMs: number, log: Logger) {
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

  function partsOf(message: object): string[] {
    const text = Buffer.from(JSON.stringify(message)).toString("base64");
    const many = Math.ceil(text.length / PART_BYTES);
    count++;
    const cut = (i: number) => text.slice(i * PART_BYTES, (i + 1) * PART_BYTES);
    return Array.from({ length: many }, (_, i) => `${self} ${count} ${i + 1}/${many} ${cut(i)}`);
  }

  async function notify(parts: readonly string[]): Promise<void> {
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
        if (isLost) await notify(partsOf({ gap: true } satisfies Control));
        isLost = false;
        const parts = waiting.splice(0, PARTS_AT_ONCE);
        if (parts.length > 0) await notify(parts);
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
      waiting.push(...partsOf(message));
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

/** Puts parts together again. @returns the message that a part completes, or whether it was said by oneself */
function makeReader(self: string): (payload: string) => Control | "own" | undefined {
  const begun = new Map<string, { number: string; nth: number; text: string }>();
  return (payload) => {
    const [, from = "", number = "", nth = "", many = "", text = ""] = PART.exec(payload) ?? [];
    if (from === self) return "own";
    const before = begun.get(from);
    const follows = nth === "1" || (before?.number === number && before.nth === Number(nth) - 1);
    // The rest of something whose beginning nobody heard.
    if (from === "" || !follows) return undefined;
    const whole = (nth === "1" ? "" : (before?.text ?? "")) + text;
    begun.delete(from);
    if (nth === many) return JSON.parse(Buffer.from(whole, "base64").toString()) as Control;
    if (begun.size > SPEAKERS_MAX) begun.clear();
    begun.set(from, { number, nth: Number(nth), text: whole });
    return undefined;
  };
}

/**
 * The bus of processes that share a database, by its LISTEN and NOTIFY.
 * @param silentMs after which a connection that says nothing is given up
 */
export function postgresBus(connection: pg.PoolConfig, log: Logger, silentMs = SILENT_MS): Bus {
  const self = newId();
  const mouth = makeMouth(connection, self, silentMs, log);
  let socket: Socket | undefined;
  let isClosed = false;
  let listening: Promise<void> | undefined;
  let echo: NodeJS.Timeout | undefined;

  /** Listens until the connection breaks, or no more comes through it. */
  async function listenOnce(hear: (payload: string) => boolean, onListening: () => void): Promise<void> {
    const own = new Socket();
    socket = own;
    const client = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: silentMs,
      query_timeout: silentMs,
      stream: () => own,
    });
    const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
    client.on("error", () => own.destroy());
    let heardAt = Date.now();
    client.on("notification", ({ payload = "" }) => {
      // Others may be heard by a connection through which oneself is not, and the other way about.
      if (hear(payload)) heardAt = Date.now();
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      own.destroy();
      throw error;
    }
    onListening();
    echo = setInterval(() => {
      if (Date.now() - heardAt > 3 * silentMs) own.destroy();
      else mouth.say({ echo: true } satisfies Control);
    }, silentMs);
    await ended.finally(() => clearInterval(echo));
  }

  return {
    send: mouth.say,

    async listen(onMessage, onGap) {
      const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
      const read = makeReader(self);
      const hear = (payload: string): boolean => {
        try {
          const message = read(payload);
          if (message === "own") return true;
          if (message?.gap) onGap();
          else if (message && !message.echo) onMessage(message);
        } catch (error) {
          log.error({ err: error }, "the bus said something that cannot be read");
        }
        return false;
      };
      const listenOn = async (): Promise<void> => {
        for (let isAgain = false; !isClosed; isAgain = true) {
          const onListening = () => {
            // What was told while nobody listened is not told again.
            if (isAgain) onGap();
            onReady();
          };
          await listenOnce(hear, onListening).catch((error: unknown) => log.warn({ err: error }, "the bus"));
          if (!isClosed) await pause(PAUSE_MS);
        }
      };
      listening = listenOn();
      await ready;
    },

    async close() {
      isClosed = true;
      clearInterval(echo);
      await mouth.close();
      socket?.destroy();
      await listening;
    },
  };
}

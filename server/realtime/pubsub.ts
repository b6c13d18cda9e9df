import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { newId } from "#server/lib/ids.ts";
import { CHANNEL, type Control, makeMouth, makeReader, PAUSE_MS } from "#server/realtime/pubsub-codec.ts";

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

/** A connection that does not answer by then has gone silent. One's own words come back, too, and are said as often. */
const SILENT_MS = 5_000;

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
      const noteUnreadable = (error: unknown) =>
        log.error({ err: error }, "the bus said something that cannot be read");
      /** What fails takes nothing along that was told with it. */
      const hearOne = (message: Control): void => {
        try {
          if (message.gap) onGap();
          else if (!message.echo) onMessage(message);
        } catch (error) {
          noteUnreadable(error);
        }
      };
      const hear = (payload: string): boolean => {
        try {
          const messages = read(payload);
          if (messages === "own") return true;
          for (const message of messages) hearOne(message);
        } catch (error) {
          noteUnreadable(error);
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

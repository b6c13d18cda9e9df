import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { KEEP_ALIVE } from "#server/db/client.ts";
import { newId } from "#server/lib/ids.ts";
import { channelOf, EARLIER_CHANNEL } from "#server/realtime/pubsub-processes.ts";
import { RETRY_PAUSE_MS } from "#server/realtime/pubsub-queue.ts";

export interface ListenerHandlers {
  /**
   * @param isEarlier whether it came over the channel of earlier releases
   * @returns whether the notification is a heartbeat of this process
   */
  onPayload(payload: string, isEarlier: boolean): boolean;
  /**
   * Registers the new id, to which others send from then on.
   * @param fail drops the connection, so that everything is made anew
   */
  register(id: string, fail: (reason: Error) => void): Promise<void>;
  /** Called once registered. @param isFirst false after a lost connection, which PostgreSQL kept no notifications for */
  onReady(isFirst: boolean): void;
  /** Called at each heartbeat. @returns whether the registration still exists */
  renew(id: string): Promise<boolean>;
  /** Called when the connection is lost. */
  onLost(): void;
}

/** Listens to the channel of this process. Each new connection has a new id, so a late write for an old one is harmless. */
export interface Listener {
  /** Resolves once registered for the first time. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

/** @param heartbeatMs a connection without a heartbeat for three times as long is dropped */
export function createListener(
  connection: pg.PoolConfig,
  heartbeatMs: number,
  log: Logger,
  handlers: ListenerHandlers,
): Listener {
  let socket: Socket | undefined;
  let isClosed = false;
  let isFirst = true;
  let listening: Promise<void> | undefined;

  /** Listens until the connection breaks or heartbeats stop. @returns the reason */
  async function listenOnce(onReady: () => void): Promise<Error> {
    const own = new Socket();
    socket = own;
    const client = new pg.Client({
      ...connection,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
      stream: () => own,
    });
    const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
    let reason = new Error("connection closed");
    const fail = (error: Error) => {
      reason = error;
      own.destroy();
    };
    client.on("error", fail);
    let lastHeartbeatAt = performance.now();
    client.on("notification", ({ channel, payload = "" }) => {
      // Only own heartbeats prove that both connections work.
      if (handlers.onPayload(payload, channel === EARLIER_CHANNEL)) lastHeartbeatAt = performance.now();
    });
    const id = newId();
    const beat = async (): Promise<void> => {
      if (performance.now() - lastHeartbeatAt > 3 * heartbeatMs) return fail(new Error("heartbeats stopped"));
      try {
        if (!(await handlers.renew(id))) fail(new Error("registration expired"));
      } catch (error) {
        log.warn({ err: error }, "pubsub: heartbeat failed");
      }
    };
    try {
      await client.connect();
      await client.query(`listen "${channelOf(id)}"; listen ${EARLIER_CHANNEL}`);
      await Promise.race([
        handlers.register(id, fail),
        ended.then(() => {
          throw reason;
        }),
      ]);
    } catch (error) {
      own.destroy();
      handlers.onLost();
      throw error;
    }
    handlers.onReady(isFirst);
    isFirst = false;
    onReady();
    const heartbeat = setInterval(() => void beat(), heartbeatMs);
    await ended.finally(() => clearInterval(heartbeat));
    handlers.onLost();
    return reason;
  }

  async function keepListening(onReady: () => void): Promise<void> {
    while (!isClosed) {
      try {
        const reason = await listenOnce(onReady);
        if (!isClosed) log.warn({ err: reason }, "pubsub: listen connection lost");
      } catch (error) {
        if (!isClosed) log.warn({ err: error }, "pubsub: listen failed");
      }
      if (!isClosed) await pause(RETRY_PAUSE_MS);
    }
  }

  return {
    async listen() {
      const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
      listening = keepListening(onReady);
      await ready;
    },
    async close() {
      isClosed = true;
      socket?.destroy();
      await listening;
    },
  };
}

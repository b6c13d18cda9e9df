import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { KEEP_ALIVE } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

const RETRY_PAUSE_MS = 250;

export interface ListenerHandlers {
  /** @returns whether the notification is a heartbeat of this process */
  onPayload(payload: string): boolean;
  /** Others send to the new id from then on. @param fail drops the connection, so that everything is made anew */
  register(id: string, fail: (reason: unknown) => void): Promise<void>;
  /** @param isFirst false after a lost connection, for which PostgreSQL kept no notifications */
  onReady(isFirst: boolean): void;
  /** At each heartbeat. @returns whether the registration still exists */
  renew(id: string): Promise<boolean>;
  onLost(): void;
}

/** Each new connection has a new id, so a late write for an old one is harmless. */
export interface Listener {
  /** Resolves once registered for the first time. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

export const channelOf = (processId: string): string => `spotter_${processId}`;

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

  /** @returns the reason why the connection ended */
  async function listenOnce(onReady: () => void): Promise<unknown> {
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
    let reason: unknown = new Error("connection closed");
    const fail = (error: unknown) => {
      reason = error;
      own.destroy();
    };
    client.on("error", fail);
    let lastHeartbeatAt = performance.now();
    client.on("notification", ({ payload = "" }) => {
      // Only own heartbeats prove that both connections work.
      if (handlers.onPayload(payload)) lastHeartbeatAt = performance.now();
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
      await client.query(`listen "${channelOf(id)}"`);
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

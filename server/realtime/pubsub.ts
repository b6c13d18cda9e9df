import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { newId } from "#server/lib/ids.ts";
import { type ControlMessage, createPartDecoder } from "#server/realtime/pubsub-codec.ts";
import { CHANNEL, createPublisher, RETRY_PAUSE_MS } from "#server/realtime/pubsub-publisher.ts";

/** Messages between the processes of one app, so that an event reaches a member on any process. */
export interface PubSub {
  /** Publishes to all other processes, in the order of the calls. */
  send(message: object): void;
  /**
   * Subscribes to the other processes. Resolves once subscribed.
   * @param onGap called when messages may have been lost
   */
  listen(onMessage: (message: unknown) => void, onGap: () => void): Promise<void>;
  /** Closes once everything queued has been sent. */
  close(): Promise<void>;
}

/** The timeout of a statement, and the interval of the heartbeats that a process sends to itself. */
const HEARTBEAT_MS = 5_000;

/**
 * Creates a pub/sub over PostgreSQL's LISTEN and NOTIFY.
 * @param heartbeatMs a connection without a heartbeat for three times as long is dropped
 */
export function createPubSub(connection: pg.PoolConfig, log: Logger, heartbeatMs = HEARTBEAT_MS): PubSub {
  const self = newId();
  const publisher = createPublisher(connection, self, heartbeatMs, log);
  let socket: Socket | undefined;
  let isClosed = false;
  let listening: Promise<void> | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  /** Listens until the connection breaks or heartbeats stop. @returns the reason */
  async function listenOnce(onPayload: (payload: string) => boolean, onListening: () => void): Promise<Error> {
    const own = new Socket();
    socket = own;
    const client = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
      stream: () => own,
    });
    const ended = new Promise<void>((resolve) => client.once("end", () => resolve()));
    let reason = new Error("connection closed");
    client.on("error", (error) => {
      reason = error;
      own.destroy();
    });
    let lastHeartbeatAt = Date.now();
    client.on("notification", ({ payload = "" }) => {
      // Only own messages prove that both connections work.
      if (onPayload(payload)) lastHeartbeatAt = Date.now();
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      own.destroy();
      throw error;
    }
    onListening();
    heartbeat = setInterval(() => {
      if (Date.now() - lastHeartbeatAt > 3 * heartbeatMs) {
        reason = new Error("heartbeats stopped");
        own.destroy();
      } else publisher.publish({ heartbeat: true } satisfies ControlMessage);
    }, heartbeatMs);
    await ended.finally(() => clearInterval(heartbeat));
    return reason;
  }

  return {
    send: publisher.publish,

    async listen(onMessage, onGap) {
      const { promise: ready, resolve: onReady } = Promise.withResolvers<void>();
      const decode = createPartDecoder(self);
      const logFailure = (error: unknown) => log.error({ err: error }, "pubsub: message failed");
      /** Isolates failures: the rest of the batch is still handled. */
      const handle = (message: ControlMessage): void => {
        try {
          if (message.gap) onGap();
          else if (!message.heartbeat) onMessage(message);
        } catch (error) {
          logFailure(error);
        }
      };
      const handlePayload = (payload: string): boolean => {
        try {
          const messages = decode(payload);
          if (messages === "own") return true;
          for (const message of messages) handle(message);
        } catch (error) {
          logFailure(error);
        }
        return false;
      };
      const keepListening = async (): Promise<void> => {
        for (let isReconnect = false; !isClosed; isReconnect = true) {
          const onListening = () => {
            // PostgreSQL does not keep notifications for a connection that was lost.
            if (isReconnect) onGap();
            onReady();
          };
          try {
            const reason = await listenOnce(handlePayload, onListening);
            if (!isClosed) log.warn({ err: reason }, "pubsub: listen connection lost");
          } catch (error) {
            log.warn({ err: error }, "pubsub: listen failed");
          }
          if (!isClosed) await pause(RETRY_PAUSE_MS);
        }
      };
      listening = keepListening();
      await ready;
    },

    async close() {
      isClosed = true;
      clearInterval(heartbeat);
      await publisher.close();
      socket?.destroy();
      await listening;
    },
  };
}

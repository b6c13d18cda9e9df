import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import type { RedisServer } from "#server/platform/adapters/redis.ts";
import {
  pubsubDeliveries,
  pubsubGaps,
  pubsubPublished,
  pubsubReceived,
} from "#server/platform/observability/metrics.ts";
import { createPostgresTransport } from "#server/platform/realtime/pubsub-postgres.ts";
import { createProcessTable, openPubSubPool } from "#server/platform/realtime/pubsub-processes.ts";
import { createPublishQueue, type GapMessage } from "#server/platform/realtime/pubsub-queue.ts";
import { createRedisTransport } from "#server/platform/realtime/pubsub-redis.ts";
import { createRooms } from "#server/platform/realtime/pubsub-rooms.ts";
import type { TransportHandlers } from "#server/platform/realtime/pubsub-transport.ts";

/** So that an event reaches a member on any process. */
export interface PubSub {
  /** No other process has sockets. */
  readonly isAlone: boolean;
  /**
   * To the processes where the member has sockets, or to all others, in the order of the calls. A message may arrive
   * twice when a connection breaks. While the transport is away it is lost, and the others report a gap, also if this
   * process ends first.
   */
  send(message: object, memberId?: string): void;
  /** Resolves once messages about the member reach this process, or at once while the transport is away. */
  join(memberId: string): Promise<void>;
  leave(memberId: string): void;
  /**
   * Resolves once subscribed, or after two seconds without Redis.
   * @param onGap called when messages may have been lost
   */
  listen(onMessage: (message: unknown) => void, onGap: () => void): Promise<void>;
  /** The transport is away, or processes disagree about it. */
  isDegraded(): boolean;
  /** After everything queued has been sent. */
  close(): Promise<void>;
}

export interface PubSubOptions {
  /** A connection without a heartbeat for three times as long is dropped. Milliseconds. */
  readonly heartbeatMs?: number;
  readonly redis?: RedisServer | undefined;
  /** No other process has sockets. Then nothing is published; commands are still received. */
  readonly isAlone?: boolean;
  /** Milliseconds after the last socket closed. */
  readonly lingerMs?: number;
}

/** The interval of heartbeats, and the timeout of statements. */
const HEARTBEAT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 3_000;

const orTimeOut = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work.catch(() => undefined), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);

/** @param connection a direct one: LISTEN does not work through PgBouncer in transaction mode */
export function createPubSub(connection: pg.PoolConfig, log: Logger, options: PubSubOptions = {}): PubSub {
  const { heartbeatMs = HEARTBEAT_MS, isAlone = false, redis } = options;
  const via = redis ? "redis" : "postgres";
  let onMessage: (message: unknown) => void = () => undefined;
  let onGap: () => void = () => undefined;

  const reportGap = (): void => {
    pubsubGaps.inc();
    onGap();
  };
  const handlers: TransportHandlers = {
    onGap: reportGap,
    /** Isolates failures: the rest of the batch is still handled. */
    onMessage(message) {
      try {
        if ((message as Partial<GapMessage>).gap) return reportGap();
        pubsubReceived.inc({ via });
        onMessage(message);
      } catch (error) {
        log.error({ err: error }, "pubsub: message failed");
      }
    },
  };
  const rooms = createRooms(options.lingerMs);
  const pool = openPubSubPool(connection, redis ? 1 : 2, heartbeatMs, log);
  const traits = { receivesRedis: redis !== undefined, listsMembers: !isAlone };
  const table = createProcessTable(pool, heartbeatMs, traits, log, reportGap);
  const transport = redis
    ? createRedisTransport(redis, rooms, log, { table, heartbeatMs }, handlers)
    : createPostgresTransport(rooms, log, { connection, pool, table, heartbeatMs, isAlone }, handlers);

  let isListening = false;
  const queue = createPublishQueue(async (batch) => {
    // A command only publishes, so no heartbeat compares its transport with that of the processes.
    if (!isListening) await table.compare().catch(() => undefined);
    pubsubDeliveries.inc({ via }, await transport.publish(batch));
  }, log);

  return {
    isAlone,
    send(message, memberId) {
      if (isAlone) return;
      pubsubPublished.inc();
      queue.publish(message, memberId);
    },
    async join(memberId) {
      if (!isAlone) await rooms.join(memberId);
    },
    leave(memberId) {
      if (!isAlone) rooms.leave(memberId);
    },
    async listen(handleMessage, handleGap) {
      onMessage = handleMessage;
      onGap = handleGap;
      isListening = true;
      await transport.listen();
    },
    isDegraded: () => table.isDivided() || !transport.isWorking(),
    async close() {
      rooms.close();
      const isSent = await queue.close();
      if (!isSent) await orTimeOut(table.unregisterAll("this transport"));
      if (!isListening && table.isDivided()) await orTimeOut(table.unregisterAll("the other transport"));
      await transport.close();
      await orTimeOut(pool.end());
    },
  };
}

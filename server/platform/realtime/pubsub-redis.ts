import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { HOUR_MS } from "#contract/durations.ts";
import type { RedisServer } from "#server/platform/adapters/redis.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { pubsubForged } from "#server/platform/observability/metrics.ts";
import { createSealer } from "#server/platform/realtime/pubsub-codec.ts";
import type { ProcessTable } from "#server/platform/realtime/pubsub-processes.ts";
import { createRedisSubscription, type RedisChannels } from "#server/platform/realtime/pubsub-redis-subscription.ts";
import type { Rooms } from "#server/platform/realtime/pubsub-rooms.ts";
import type { Transport, TransportHandlers } from "#server/platform/realtime/pubsub-transport.ts";

const WARN_EVERY_MS = HOUR_MS;
const CLOSE_TIMEOUT_MS = 3_000;

export interface RedisTransportOptions {
  readonly table: ProcessTable;
  /** A connection without a heartbeat for three times as long is dropped. */
  readonly heartbeatMs: number;
}

/**
 * Messages over Redis pub/sub, with a channel for each member with sockets at a process and one for all processes. Redis
 * routes, and forgets a process whose connection breaks.
 *
 * After each new connection a process subscribes to all its members and waits for a heartbeat of its own to come back.
 * Only then does it report a gap, so nothing that devices fetch after it can be missing.
 */
export function createRedisTransport(
  { prefix, sign, connect }: RedisServer,
  rooms: Rooms,
  log: Logger,
  { table, heartbeatMs }: RedisTransportOptions,
  handlers: TransportHandlers,
): Transport {
  const self = newId();
  const { seal, open } = createSealer(sign, self);
  const own = `${prefix}process:${self}`;
  const channels: RedisChannels = {
    own,
    heartbeat: seal(own, "heartbeat"),
    everyone: `${prefix}all`,
    of: (memberId) => `${prefix}member:${memberId}`,
  };
  /** The message of the last error. The error itself may contain the password. */
  let reason: string | undefined;
  const onError = (error: unknown) => {
    reason = (error as Error).message;
  };

  let warnedOfForgedAt: number | undefined;
  function onForged(): void {
    pubsubForged.inc();
    const now = performance.now();
    if (warnedOfForgedAt !== undefined && now - warnedOfForgedAt < WARN_EVERY_MS) return;
    warnedOfForgedAt = now;
    log.warn("redis: event with a wrong signature dropped: the sender has another HASH_KEY, or is none of ours");
  }

  const publisher = connect();
  let isPublishing = false;
  /** Nobody who could miss anything is connected before `listen` has resolved. */
  let isListening = false;
  const subscription = createRedisSubscription(connect, channels, rooms, heartbeatMs, {
    onMessage(channel, message) {
      const opened = open(channel, message);
      if (opened === "forged") onForged();
      else if (opened !== "own") handlers.onMessage(JSON.parse(opened.text));
    },
    publishHeartbeat: () => publisher.publish(own, channels.heartbeat),
    onReceiving() {
      log.info("redis: connected");
      if (isListening) handlers.onGap();
    },
    onLost: () => log.warn({ reason }, "redis: connection lost, no events between processes"),
    onError,
  });
  publisher.on("error", onError);
  publisher.on("ready", () => {
    isPublishing = true;
  });
  publisher.on("close", () => {
    isPublishing = false;
    subscription.probe();
  });

  let rowTimer: NodeJS.Timeout | undefined;
  let isRegistered = false;
  /** For the others. A row that has gone means a gap. While PostgreSQL is away, readiness says so. */
  const keepRow = (): void =>
    void table
      .register(self)
      .then((isNew) => {
        if (isNew && isRegistered) handlers.onGap();
        isRegistered = true;
        return table.compare();
      })
      .catch(() => undefined);

  return {
    async listen() {
      keepRow();
      rowTimer = setInterval(keepRow, heartbeatMs);
      await subscription.listen();
      isListening = true;
      if (!subscription.isReceiving()) log.warn({ reason }, "redis: not connected, no events between processes");
    },
    async publish(batch) {
      if (!isPublishing) throw new Error("redis: not connected");
      const pipeline = publisher.pipeline();
      let ownCopies = 0;
      for (const { text, memberId } of batch) {
        if (memberId === undefined ? subscription.isReceiving() : rooms.isWritten(memberId)) ownCopies++;
        const channel = memberId === undefined ? channels.everyone : channels.of(memberId);
        pipeline.publish(channel, seal(channel, text));
      }
      try {
        const replies = (await pipeline.exec()) ?? [];
        const failed = replies.find(([error]) => error)?.[0];
        if (failed || replies.length < batch.length) throw failed ?? new Error("redis: no reply");
        return Math.max(0, replies.reduce((sum, [, receivers]) => sum + Number(receivers), 0) - ownCopies);
      } catch (error) {
        onError(error);
        // Until it is connected anew.
        isPublishing = false;
        publisher.disconnect(true);
        throw error;
      }
    },
    isWorking: () => isPublishing && (subscription.isReceiving() || !isListening),
    async close() {
      clearInterval(rowTimer);
      subscription.close();
      publisher.disconnect();
      const unregistered = rowTimer && table.unregister(self).catch(() => undefined);
      await Promise.race([unregistered, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import type { RedisServer } from "#server/adapters/redis.ts";
import { newId } from "#server/lib/ids.ts";
import {
  pubsubDeliveries,
  pubsubForged,
  pubsubGaps,
  pubsubPublished,
  pubsubReceived,
} from "#server/observability/metrics.ts";
import { type ControlMessage, createPartDecoder } from "#server/realtime/pubsub-codec.ts";
import { createListener } from "#server/realtime/pubsub-listener.ts";
import { createProcesses, SENDER_PREFIX } from "#server/realtime/pubsub-processes.ts";
import { createPublishQueue, GAP, type OutgoingMessage } from "#server/realtime/pubsub-queue.ts";
import { createRedisTransport } from "#server/realtime/pubsub-redis.ts";
import { createRooms } from "#server/realtime/pubsub-rooms.ts";

/** Messages between the processes of one app, so that an event reaches a member on any process. */
export interface PubSub {
  /**
   * Publishes to the other processes where the member has sockets, or to all others, in the order of the calls. A message
   * may arrive twice when the transport changes.
   */
  send(message: object, memberId?: string): void;
  /**
   * Counts a socket of the member at this process. Resolves once what is published from then on about the member reaches
   * this process. Pending while PostgreSQL is lost, unless Redis works.
   */
  join(memberId: string): Promise<void>;
  /** Uncounts a socket. */
  leave(memberId: string): void;
  /**
   * Subscribes to the other processes. Resolves once subscribed.
   * @param onGap called when messages may have been lost
   */
  listen(onMessage: (message: unknown) => void, onGap: () => void): Promise<void>;
  /** Whether Redis is set but does not work, so that PostgreSQL carries all messages. */
  isDegraded(): boolean;
  /** Closes once everything queued has been sent. */
  close(): Promise<void>;
}

export interface PubSubOptions {
  /** A connection without a heartbeat for three times as long is dropped. Milliseconds. */
  readonly heartbeatMs?: number;
  /** Carries messages instead of PostgreSQL while it works. */
  readonly redis?: RedisServer | undefined;
  /** Whether no other process has sockets. Then nothing is published; commands are still received. */
  readonly isAlone?: boolean;
  /** How long a member counts as connected after the last socket closed. Milliseconds. */
  readonly lingerMs?: number;
}

/** The interval of heartbeats, and the timeout of statements. */
const HEARTBEAT_MS = 5_000;
/** Processes may have published over Redis until they knew that it is lost here. A shorter loss ends with a gap anyway. */
const FALLBACK_GAP_MS = 3_000;
const RETRY_MS = 500;
/** Without a heartbeat for as long, no process of an earlier release runs. They send one every five seconds. */
const EARLIER_MS = 15_000;
const CLOSE_TIMEOUT_MS = 3_000;
const WARN_EVERY_MS = 3600 * 1000;

/**
 * Creates a pub/sub over PostgreSQL's LISTEN and NOTIFY with a channel for each process, and over Redis if it is given.
 * @param connection a direct one: LISTEN does not work through PgBouncer in transaction mode
 */
export function createPubSub(connection: pg.PoolConfig, log: Logger, options: PubSubOptions = {}): PubSub {
  const { heartbeatMs = HEARTBEAT_MS, isAlone = false } = options;
  const self = `${SENDER_PREFIX}${newId()}`;
  const rooms = createRooms(options.lingerMs);
  let registration = newId();
  const processes = createProcesses(connection, self, () => registration, heartbeatMs, log);
  let onMessage: (message: unknown) => void = () => undefined;
  let onGap: () => void = () => undefined;
  let isListening = false;
  let isClosed = false;

  const reportGap = (): void => {
    pubsubGaps.inc();
    onGap();
  };
  const logFailure = (error: unknown) => log.error({ err: error }, "pubsub: message failed");
  /** Isolates failures: the rest of the batch is still handled. */
  const handle = (message: ControlMessage, via: "postgres" | "redis"): void => {
    try {
      if (message.gap) reportGap();
      else if (message.withoutRedis) {
        withoutRedis.set(message.withoutRedis, performance.now() + 2 * heartbeatMs);
        redis?.probe();
      } else if (message.withRedis) withoutRedis.delete(message.withRedis);
      else if (!message.heartbeat) {
        pubsubReceived.inc({ via });
        onMessage(message);
      }
    } catch (error) {
      logFailure(error);
    }
  };

  /** Processes that do not receive what is published over Redis, and when to forget each that is not listed again. */
  const withoutRedis = new Map<string, number>();
  /** Processes that a message did not reach. */
  const missed = new Set<string>();
  /**
   * Announces a gap to those that have missed something, as have those that this process did not know: what it published
   * over Redis did not reach them.
   */
  function updateWithoutRedis(listed: readonly string[]): void {
    const now = performance.now();
    for (const id of listed) if (!withoutRedis.has(id)) missed.add(id);
    for (const [id, until] of withoutRedis) if (until < now) withoutRedis.delete(id);
    for (const id of listed) withoutRedis.set(id, Math.max(withoutRedis.get(id) ?? 0, now));
    if (!redis || !isListening) missed.clear();
    if (missed.size === 0) return;
    const ids = [...missed];
    missed.clear();
    processes.send([GAP], ids).catch(() => {
      for (const id of ids) missed.add(id);
    });
  }

  let lastChange = Promise.resolve();
  /** Runs changes of how this process receives messages one after another. */
  function runInOrder(change: () => Promise<void>): Promise<void> {
    const result = lastChange.then(change);
    lastChange = result.catch(() => undefined);
    return result;
  }

  /** Makes others send over PostgreSQL as well, or over Redis only. */
  async function announce(): Promise<void> {
    const id = registration;
    const receivesRedis = redis?.isReceiving() ?? false;
    await processes.renew(id, receivesRedis);
    const message: ControlMessage = receivesRedis ? { withRedis: id } : { withoutRedis: id };
    await processes.send([{ text: JSON.stringify(message), memberId: undefined }]);
  }

  /** Makes others send over PostgreSQL what is about members with sockets here. Until then they send everything. */
  async function listMembers(onFailure: (error: unknown) => void): Promise<void> {
    if (isAlone) return;
    const id = registration;
    await rooms.connect((joined, left) => processes.writeConnections(id, joined, left), onFailure);
    await processes.setListsMembers(id, true);
  }

  /** Whether messages may have been lost since Redis was, which is not reported yet. */
  let mayHaveLost = false;
  let fallbackGap: NodeJS.Timeout | undefined;
  function reportLoss(): void {
    clearTimeout(fallbackGap);
    fallbackGap = undefined;
    if (mayHaveLost) reportGap();
    mayHaveLost = false;
  }

  let fallbacks = 0;
  /** Receives over PostgreSQL instead of Redis. The last call does it, however often Redis comes and goes meanwhile. */
  async function fallBack(): Promise<void> {
    const nth = ++fallbacks;
    const change = async () => {
      if (redis?.isConnected() || nth !== fallbacks) return;
      await announce();
      fallbackGap ??= setTimeout(reportLoss, FALLBACK_GAP_MS);
      await listMembers(() => void fallBack());
    };
    while (!isClosed && nth === fallbacks) {
      try {
        return await runInOrder(change);
      } catch {
        await pause(RETRY_MS);
      }
    }
  }

  let warnedOfForgedAt: number | undefined;
  const redis =
    options.redis &&
    createRedisTransport(options.redis, self, rooms, heartbeatMs, {
      onMessage: (text) => handle(JSON.parse(text) as ControlMessage, "redis"),
      onForged() {
        pubsubForged.inc();
        const now = performance.now();
        if (warnedOfForgedAt !== undefined && now - warnedOfForgedAt < WARN_EVERY_MS) return;
        warnedOfForgedAt = now;
        log.warn("redis: event with a wrong signature dropped: the sender has another HASH_KEY, or is none of ours");
      },
      // What is about members who join from then on would be missing in PostgreSQL's table.
      onConnected: () => runInOrder(() => processes.setListsMembers(registration, false)),
      onReceiving() {
        log.info("redis: connected");
        if (!isListening) return;
        // Otherwise others learn it at their next heartbeat.
        runInOrder(announce).catch(() => undefined);
        reportLoss();
      },
      onLost(wasReceiving) {
        if (wasReceiving) {
          log.warn({ reason: redis?.lastError() }, "redis: connection lost, PostgreSQL carries events");
          mayHaveLost = true;
        }
        void fallBack();
      },
    });

  /** Until when processes of an earlier release may run. A process that does not listen cannot know. */
  let earlierUntil = 0;

  /** Whether a batch did not reach the processes of an earlier release. */
  let hasEarlierMissed = false;
  async function sendToEarlierReleases(batch: readonly OutgoingMessage[]): Promise<void> {
    try {
      await processes.sendToEarlierReleases(hasEarlierMissed ? [GAP, ...batch] : batch);
      hasEarlierMissed = false;
    } catch (error) {
      if (!redis) throw error;
      // Those that Redis reaches do not wait for PostgreSQL.
      hasEarlierMissed = true;
    }
  }

  async function deliver(batch: readonly OutgoingMessage[]): Promise<void> {
    const count = (via: "postgres" | "redis", deliveries: number) => pubsubDeliveries.inc({ via }, deliveries);
    if (!isListening || performance.now() < earlierUntil) await sendToEarlierReleases(batch);
    if (!redis) return count("postgres", await processes.send(batch));
    const sent = redis.canPublish() ? await redis.publish(batch).catch(() => undefined) : undefined;
    if (sent === undefined) return count("postgres", await processes.send(batch));
    count("redis", sent);
    const sendToOthers = async () => {
      const ids = [...withoutRedis.keys()];
      if (ids.length > 0) count("postgres", await processes.send(batch, ids));
    };
    try {
      // Once more, because a connection may have been lost while it was idle.
      await sendToOthers().catch(sendToOthers);
    } catch (error) {
      log.warn({ err: error }, "pubsub: publish to processes without Redis failed");
      // Repetitions would hold back the others. A gap is announced instead, as soon as PostgreSQL answers.
      for (const id of withoutRedis.keys()) missed.add(id);
      withoutRedis.clear();
    }
  }
  const queue = createPublishQueue(deliver, log);

  const decode = createPartDecoder(self);
  const listener = createListener(connection, heartbeatMs, log, {
    onPayload(payload, isEarlier) {
      if (isEarlier) {
        // Other processes of this release send to it as well, and to this process besides.
        if (payload.startsWith(SENDER_PREFIX)) return false;
        earlierUntil = performance.now() + EARLIER_MS;
      }
      try {
        const messages = decode(payload);
        if (messages === "own") return true;
        for (const message of messages) handle(message, "postgres");
      } catch (error) {
        logFailure(error);
      }
      return false;
    },
    register: (id, fail) =>
      runInOrder(async () => {
        const previous = registration;
        registration = id;
        await processes.register(id, redis?.isReceiving() ?? false);
        if (!isAlone && !redis?.isReceiving()) await announce();
        // Redis has the members, or is about to.
        if (!redis?.isConnected()) await listMembers((error) => fail(error as Error));
        updateWithoutRedis((await processes.renew(id, redis?.isReceiving() ?? false)) ?? []);
        // A lost connection may have left it.
        await processes.unregister(previous);
      }),
    onReady(isFirst) {
      earlierUntil = performance.now() + EARLIER_MS;
      // PostgreSQL does not keep notifications for a connection that was lost. A loss of Redis is about to be reported.
      if (!isFirst && !mayHaveLost) reportGap();
    },
    async renew(id) {
      const others = await processes.renew(id, redis?.isReceiving() ?? false);
      updateWithoutRedis(others ?? []);
      return others !== undefined;
    },
    onLost() {
      if (!redis?.isConnected()) rooms.disconnect();
    },
  });

  return {
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
      // First, so that the registration tells others to publish over Redis.
      await redis?.listen();
      await listener.listen();
      if (redis?.isReceiving() === false)
        log.warn({ reason: redis.lastError() }, "redis: not connected, PostgreSQL carries events");
      isListening = true;
    },
    isDegraded: () => redis !== undefined && !(redis.canPublish() && (redis.isReceiving() || !isListening)),
    async close() {
      isClosed = true;
      clearTimeout(fallbackGap);
      rooms.close();
      await queue.close();
      const unregistered = isListening ? processes.unregister(registration).catch(() => undefined) : Promise.resolve();
      await Promise.race([unregistered, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await listener.close();
      redis?.close();
      await Promise.race([processes.close(), pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

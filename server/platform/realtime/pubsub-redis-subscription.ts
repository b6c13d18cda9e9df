import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Rooms } from "#server/platform/realtime/pubsub-rooms.ts";

/** How long a start waits for Redis. Milliseconds. */
const FIRST_CONNECT_MS = 2_000;
/** Between heartbeats until the first one has come back. */
const CHECK_MS = 500;

export interface RedisChannels {
  readonly own: string;
  readonly heartbeat: string;
  readonly everyone: string;
  of(memberId: string): string;
}

export interface SubscriptionHandlers {
  /** Not for heartbeats. */
  onMessage(channel: string, message: string): void;
  /** To `own`, over the connection that publishes. */
  publishHeartbeat(): Promise<unknown>;
  /** Messages reach this process, for the first time or again. */
  onReceiving(): void;
  /** Messages reach this process no more. */
  onLost(): void;
  onError(error: unknown): void;
}

/** Made anew with each connection. */
export interface RedisSubscription {
  /** Resolves once messages reach this process, or after two seconds. */
  listen(): Promise<void>;
  isReceiving(): boolean;
  /** Finds out within two seconds whether the connection is lost, instead of after three heartbeats. */
  probe(): void;
  close(): void;
}

/** A heartbeat that comes back proves that messages do, too. */
interface Progress {
  state: "subscribing" | "subscribed" | "receiving";
  lastHeartbeatAt: number;
}

/**
 * @param rooms the members to subscribe to
 * @param heartbeatMs a connection without a heartbeat for three times as long is dropped
 */
export function createRedisSubscription(
  connect: () => Redis,
  channels: RedisChannels,
  rooms: Rooms,
  heartbeatMs: number,
  handlers: SubscriptionHandlers,
): RedisSubscription {
  let client: Redis | undefined;
  /** Undefined while there is no connection. */
  let current: Progress | undefined;
  let timer: NodeJS.Timeout | undefined;
  const { promise: firstReceiving, resolve: onFirstReceiving } = Promise.withResolvers<void>();

  function lose(): void {
    const wasReceiving = current?.state === "receiving";
    current = undefined;
    rooms.disconnect();
    if (wasReceiving) handlers.onLost();
  }

  /** Does not wait for the connection to close: a silent one may take minutes. */
  function drop(error: unknown): void {
    handlers.onError(error);
    client?.disconnect(true);
    lose();
  }

  function probe(): void {
    // A connection that does not reply is closed.
    if (current && current.state !== "subscribing") client?.ping().catch(handlers.onError);
  }

  async function subscribe(redis: Redis): Promise<void> {
    const progress: Progress = { state: "subscribing", lastHeartbeatAt: performance.now() };
    current = progress;
    const fail = (error: unknown) => {
      if (current === progress) drop(error);
    };
    try {
      await redis.subscribe(channels.own, channels.everyone);
      if (current !== progress) return;
      await rooms.connect(async (joined, left) => {
        if (joined.length > 0) await redis.subscribe(...joined.map(channels.of));
        if (left.length > 0) await redis.unsubscribe(...left.map(channels.of));
      }, fail);
      progress.state = "subscribed";
      progress.lastHeartbeatAt = performance.now();
      beat();
    } catch (error) {
      fail(error);
    }
  }

  function receiveHeartbeat(): void {
    // One of an earlier connection proves nothing about the members, who are being subscribed to.
    if (!current || current.state === "subscribing") return;
    current.lastHeartbeatAt = performance.now();
    if (current.state === "receiving") return;
    current.state = "receiving";
    onFirstReceiving();
    handlers.onReceiving();
  }

  function beat(): void {
    if (current && current.state !== "subscribing") {
      if (performance.now() - current.lastHeartbeatAt > 3 * heartbeatMs) drop(new Error("heartbeats stopped"));
      else handlers.publishHeartbeat().catch(handlers.onError);
    }
    probe();
    clearTimeout(timer);
    timer = setTimeout(beat, current?.state === "receiving" ? heartbeatMs : Math.min(CHECK_MS, heartbeatMs));
  }

  return {
    async listen() {
      const redis = connect();
      client = redis;
      redis.on("error", handlers.onError);
      redis.on("message", (channel: string, message: string) => {
        if (channel === channels.own && message === channels.heartbeat) receiveHeartbeat();
        else handlers.onMessage(channel, message);
      });
      redis.on("ready", () => void subscribe(redis));
      redis.on("close", lose);
      const timeout = new AbortController();
      await Promise.race([firstReceiving, pause(FIRST_CONNECT_MS, undefined, { signal: timeout.signal })]);
      timeout.abort();
    },
    isReceiving: () => current?.state === "receiving",
    probe,
    close() {
      clearTimeout(timer);
      current = undefined;
      client?.removeAllListeners("close");
      client?.disconnect();
    },
  };
}

import { timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { RedisServer } from "#server/adapters/redis.ts";
import type { OutgoingMessage } from "#server/realtime/pubsub-queue.ts";
import type { Rooms } from "#server/realtime/pubsub-rooms.ts";

/** How long a start waits for Redis. Milliseconds. */
const FIRST_CONNECT_MS = 2_000;
/** Until the first own heartbeat has come back. */
const CHECK_MS = 500;
const HEARTBEAT = "heartbeat";

export interface RedisHandlers {
  /** A message of another process, JSON. */
  onMessage(text: string): void;
  /** A message that no process of the app has signed. It is dropped. */
  onForged(): void;
  /** Called before rooms are written to Redis. An error drops the connection. */
  onConnected(): Promise<void>;
  /** Rooms are not written to Redis any more, and what others publish there does not reach this process. */
  onLost(wasReceiving: boolean): void;
  /** It reaches this process, for the first time or again. */
  onReceiving(): void;
}

/**
 * Messages over Redis pub/sub: a channel for each member with sockets at this process, one for all processes, and one for
 * heartbeats that a process sends to itself.
 */
export interface RedisTransport {
  /** Subscribes. Resolves once subscribed, or after two seconds without Redis. */
  listen(): Promise<void>;
  /** Whether rooms are written to Redis, or are about to be. */
  isConnected(): boolean;
  isReceiving(): boolean;
  canPublish(): boolean;
  /** Finds out within two seconds whether the connection is lost, instead of at one of the next heartbeats. */
  probe(): void;
  /** The message of the last error. The error itself may contain the password. */
  lastError(): string | undefined;
  /**
   * Publishes a batch in order.
   * @returns deliveries to other processes
   * @throws Error if Redis does not answer; a part of the batch may have been published
   */
  publish(batch: readonly OutgoingMessage[]): Promise<number>;
  close(): void;
}

/**
 * @param self identifies this process as a sender
 * @param rooms the members to subscribe to
 * @param heartbeatMs a connection without a heartbeat for three times as long is dropped
 */
export function createRedisTransport(
  { prefix, sign, connect }: RedisServer,
  self: string,
  rooms: Rooms,
  heartbeatMs: number,
  handlers: RedisHandlers,
): RedisTransport {
  const everyone = `${prefix}all`;
  const own = `${prefix}process:${self}`;
  const channelOf = (memberId: string | undefined) =>
    memberId === undefined ? everyone : `${prefix}member:${memberId}`;
  const publisher = connect();
  let lastError: string | undefined;
  const recordError = (error: unknown) => {
    lastError = (error as Error).message;
  };
  publisher.on("error", recordError);
  let isPublishing = false;
  publisher.on("ready", () => {
    isPublishing = true;
  });
  publisher.on("close", () => {
    isPublishing = false;
    probe();
  });
  let subscriber: ReturnType<typeof connect> | undefined;
  /** Counts connections, so that a step of an earlier one can be told. */
  let nth = 0;
  let isConnected = false;
  let isSubscribed = false;
  let isReceiving = false;
  let lastHeartbeatAt = 0;
  let heartbeat: NodeJS.Timeout | undefined;
  const { promise: firstReceiving, resolve: onFirstReceiving } = Promise.withResolvers<void>();

  function probe(): void {
    // A connection that does not reply is closed.
    if (isSubscribed) subscriber?.ping().catch(recordError);
  }

  function lose(): void {
    nth++;
    if (!isConnected) return;
    const wasReceiving = isReceiving;
    isConnected = isSubscribed = isReceiving = false;
    rooms.disconnect();
    handlers.onLost(wasReceiving);
  }

  /** A published message: its signature, the sender, and the text. */
  function encode(channel: string, text: string): string {
    const signed = `${self} ${text}`;
    return `${sign(channel, signed)} ${signed}`;
  }

  function isSigned(channel: string, signature: string, signed: string): boolean {
    const [given, right] = [Buffer.from(signature), Buffer.from(sign(channel, signed))];
    return given.length === right.length && timingSafeEqual(given, right);
  }

  function receive(channel: string, message: string): void {
    const begin = message.indexOf(" ") + 1;
    const end = message.indexOf(" ", begin);
    // A process gets its own messages, too, which it has applied already.
    if (channel !== own && message.slice(begin, end) === self) return;
    if (!isSigned(channel, message.slice(0, Math.max(0, begin - 1)), message.slice(begin))) {
      handlers.onForged();
      return;
    }
    if (channel !== own) {
      handlers.onMessage(message.slice(end + 1));
      return;
    }
    lastHeartbeatAt = performance.now();
    if (isReceiving || !isSubscribed) return;
    isReceiving = true;
    onFirstReceiving();
    handlers.onReceiving();
  }

  /** Subscribes to everything. A heartbeat that comes back then proves that messages do, too. */
  async function subscribe(client: ReturnType<typeof connect>): Promise<void> {
    const current = ++nth;
    const drop = (error: unknown) => {
      if (current !== nth) return;
      recordError(error);
      client.disconnect(true);
      // A silent connection may take minutes to close.
      lose();
    };
    try {
      await client.subscribe(own, everyone);
      if (current !== nth) return;
      isConnected = true;
      await handlers.onConnected();
      if (current !== nth) return;
      await rooms.connect(async (joined, left) => {
        if (joined.length > 0) await client.subscribe(...joined.map(channelOf));
        if (left.length > 0) await client.unsubscribe(...left.map(channelOf));
      }, drop);
      lastHeartbeatAt = performance.now();
      isSubscribed = true;
      beat();
    } catch (error) {
      drop(error);
    }
  }

  function beat(): void {
    if (isSubscribed && performance.now() - lastHeartbeatAt > 3 * heartbeatMs) {
      recordError(new Error("heartbeats stopped"));
      subscriber?.disconnect(true);
      lose();
    }
    if (isSubscribed) publisher.publish(own, encode(own, HEARTBEAT)).catch(recordError);
    probe();
    clearTimeout(heartbeat);
    heartbeat = setTimeout(beat, isReceiving ? heartbeatMs : Math.min(CHECK_MS, heartbeatMs));
  }

  return {
    async listen() {
      const client = connect();
      subscriber = client;
      client.on("error", recordError);
      client.on("message", receive);
      client.on("ready", () => void subscribe(client));
      client.on("close", lose);
      const timeout = new AbortController();
      await Promise.race([firstReceiving, pause(FIRST_CONNECT_MS, undefined, { signal: timeout.signal })]);
      timeout.abort();
    },
    isConnected: () => isConnected,
    isReceiving: () => isReceiving,
    canPublish: () => isPublishing,
    probe,
    lastError: () => lastError,
    async publish(batch) {
      const pipeline = publisher.pipeline();
      let own = 0;
      for (const { text, memberId } of batch) {
        if (memberId === undefined ? isSubscribed : rooms.isWritten(memberId)) own++;
        const channel = channelOf(memberId);
        pipeline.publish(channel, encode(channel, text));
      }
      try {
        const replies = (await pipeline.exec()) ?? [];
        const failed = replies.find(([error]) => error)?.[0];
        if (failed || replies.length < batch.length) throw failed ?? new Error("redis: no reply");
        return Math.max(0, replies.reduce((sum, [, receivers]) => sum + Number(receivers), 0) - own);
      } catch (error) {
        recordError(error);
        // Until it is connected anew.
        isPublishing = false;
        publisher.disconnect(true);
        throw error;
      }
    },
    close() {
      clearTimeout(heartbeat);
      isConnected = isSubscribed = isReceiving = false;
      subscriber?.removeAllListeners("close");
      subscriber?.disconnect();
      publisher.disconnect();
    },
  };
}

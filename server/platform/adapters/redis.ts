import { createHash } from "node:crypto";
import type { Redis } from "ioredis";
import type { KeyedHash } from "#server/platform/lib/keyed-hash.ts";

/** Milliseconds. A command without a reply drops its connection. */
const TIMEOUT_MS = 2_000;
const RETRY_MS_MAX = 2_000;
/** 132 bits. */
const SIGNATURE_LENGTH = 22;

export interface RedisServer {
  /** Begins the names of all channels and keys, so that several apps can share a server. */
  readonly prefix: string;
  /** Signs a message of a channel with a key of the app, so that others who reach the server cannot send any. */
  sign(channel: string, message: string): string;
  /** Opens a connection, which is made anew whenever it breaks. Commands without a connection fail at once. */
  connect(): Redis;
}

/**
 * The client is loaded only if Redis is set.
 * @param secret the same in all processes of an app
 * @param hash with the app's hash key
 */
export async function createRedisServer(url: string, secret: Buffer, hash: KeyedHash): Promise<RedisServer> {
  const { Redis } = await import("ioredis");
  const app = createHash("sha256").update(secret).digest("hex").slice(0, 12);
  return {
    prefix: `spotter:${app}:`,
    sign: (channel, message) =>
      hash("redis message", channel, message).toString("base64url").slice(0, SIGNATURE_LENGTH),
    connect: () =>
      new Redis(url, {
        connectTimeout: TIMEOUT_MS,
        commandTimeout: TIMEOUT_MS,
        // Also of the commands that open the connection.
        socketTimeout: TIMEOUT_MS,
        retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 8), RETRY_MS_MAX) * (0.75 + Math.random() / 2),
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        autoResendUnfulfilledCommands: false,
        autoResubscribe: false,
      }),
  };
}

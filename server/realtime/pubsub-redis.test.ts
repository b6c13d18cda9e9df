import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createRedisServer, type RedisServer } from "#server/adapters/redis.ts";
import { newId } from "#server/lib/ids.ts";
import { createKeyedHash } from "#server/lib/keyed-hash.ts";
import { pubsubForged } from "#server/observability/metrics.ts";
import { createPubSub } from "#server/realtime/pubsub.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

const secret = randomBytes(32);

/** A Redis in memory. What is published reaches each connection, as if all had subscribed. */
async function createMemoryRedis() {
  const clients: EventEmitter[] = [];
  const publish = async (channel: string, message: string) => {
    for (const client of clients) client.emit("message", channel, message);
    return clients.length;
  };
  const real = await createRedisServer("redis://127.0.0.1:1", secret, createKeyedHash(secret));
  const redis: RedisServer = {
    ...real,
    connect() {
      const client = Object.assign(new EventEmitter(), {
        subscribe: async () => 2,
        unsubscribe: async () => 0,
        ping: async () => "PONG",
        disconnect: () => undefined,
        publish,
        pipeline() {
          const replies: Promise<[null, number]>[] = [];
          return {
            publish: (channel: string, message: string) =>
              void replies.push(publish(channel, message).then((count) => [null, count])),
            exec: () => Promise.all(replies),
          };
        },
      });
      clients.push(client);
      setImmediate(() => client.emit("ready"));
      return client as unknown as Redis;
    },
  };
  return { redis, publish };
}

test("drops what no process of the app has signed, counts it, and warns once", async () => {
  const database = await createTestDatabase();
  const { redis, publish } = await createMemoryRedis();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const [sender, receiver] = [
    createPubSub(database.connection, log, { redis }),
    createPubSub(database.connection, log, { redis }),
  ];
  const received: unknown[] = [];
  for (const one of [sender, receiver])
    await one.listen(
      (message) => received.push(message),
      () => undefined,
    );
  const count = async () => (await pubsubForged.get()).values[0]?.value ?? 0;
  const before = await count();

  const channel = `${redis.prefix}member:${newId()}`;
  const signed = `p${newId()} {"n":5}`;
  const stranger = await createRedisServer("redis://127.0.0.1:1", secret, createKeyedHash(randomBytes(32)));
  const forged = [
    signed,
    `${stranger.sign(channel, signed)} ${signed}`,
    // Of another channel, and of another text.
    `${redis.sign(`${redis.prefix}all`, signed)} ${signed}`,
    `${redis.sign(channel, signed)} ${signed.replace("5", "6")}`,
    "",
  ];
  for (const message of forged) await publish(channel, message);
  expect(received).toEqual([]);
  // Both processes.
  expect((await count()) - before).toBe(2 * forged.length);
  expect(lines.filter((line) => line.includes("wrong signature"))).toHaveLength(2);

  sender.send({ n: 1 }, newId());
  await expect.poll(() => received).toContainEqual({ n: 1 });
  await Promise.all([sender.close(), receiver.close()]);
  await database.drop();
});

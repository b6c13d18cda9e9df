import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createPubSub } from "#server/realtime/pubsub.ts";
import { startTcpProxy } from "#server/testing/tcp-proxy.ts";
import { createTestDatabase } from "#server/testing/test-database.ts";

/** A Redis whose connections a test opens and closes. It passes on what is published only while `isWorking`. */
function createFlappingRedis() {
  const clients: EventEmitter[] = [];
  const redis = {
    prefix: "",
    sign: () => "",
    isWorking: true,
    connect(): Redis {
      const client = Object.assign(new EventEmitter(), {
        subscribe: async () => 2,
        unsubscribe: async () => 0,
        ping: async () => "PONG",
        disconnect: () => client.emit("close"),
        publish: async (channel: string, message: string) => {
          if (redis.isWorking) for (const one of clients) one.emit("message", channel, message);
          return 1;
        },
      });
      clients.push(client);
      return client as unknown as Redis;
    },
    emit(event: "ready" | "close"): void {
      for (const client of clients) client.emit(event);
    },
  };
  return redis;
}

test("the gap of a loss is reported once, also while connections to Redis come and go", async () => {
  const database = await createTestDatabase();
  const redis = createFlappingRedis();
  const log = pino({ level: "silent" });
  const pubsub = createPubSub(database.connection, log, { redis, heartbeatMs: 60_000 });
  let gaps = 0;
  const listening = pubsub.listen(
    () => undefined,
    () => gaps++,
  );
  redis.emit("ready");
  await listening;
  expect(pubsub.isDegraded()).toBe(false);
  redis.isWorking = false;
  redis.emit("close");
  for (const endsAt = performance.now() + 10_000; performance.now() < endsAt && gaps === 0; await pause(100)) {
    redis.emit("ready");
    await pause(100);
    redis.emit("close");
  }
  expect(gaps).toBe(1);
  // Its return was not relied on meanwhile, so nothing was lost since.
  redis.isWorking = true;
  redis.emit("ready");
  await expect.poll(() => pubsub.isDegraded()).toBe(false);
  expect(gaps).toBe(1);
  await pubsub.close();
  await database.drop();
});

test("one loop tries to fall back, however often Redis was lost while PostgreSQL was away", async () => {
  const database = await createTestDatabase();
  let isUp = true;
  let attempts = 0;
  const proxy = await startTcpProxy(
    () => {
      attempts++;
      return isUp ? { path: `${database.connection.host}/.s.PGSQL.5432` } : undefined;
    },
    ({ client, server }) => ({
      onClientData: (chunk) => void server.write(chunk),
      onServerData: (chunk) => void client.write(chunk),
    }),
  );
  const redis = createFlappingRedis();
  const connection = { ...database.connection, host: "127.0.0.1", port: proxy.port };
  const pubsub = createPubSub(connection, pino({ level: "silent" }), { redis, heartbeatMs: 60_000 });
  const listening = pubsub.listen(
    () => undefined,
    () => undefined,
  );
  redis.emit("ready");
  await listening;
  isUp = false;
  proxy.disconnect();
  redis.isWorking = false;
  for (let nth = 0; nth < 30; nth++) {
    redis.emit("ready");
    await pause(20);
    redis.emit("close");
    await pause(20);
  }
  attempts = 0;
  await pause(2_000);
  // One loop tries twice a second, and so does the listener.
  expect(attempts).toBeLessThan(40);
  isUp = true;
  await expect
    .poll(() => database.pool.query("select from processes where not receives_redis").then((r) => r.rowCount))
    .toBe(1);
  await pubsub.close();
  await proxy.close();
  await database.drop();
});

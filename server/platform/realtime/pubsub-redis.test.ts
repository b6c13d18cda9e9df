import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createRedisServer, type RedisServer } from "#server/platform/adapters/redis.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createKeyedHash } from "#server/platform/lib/keyed-hash.ts";
import { pubsubForged } from "#server/platform/observability/metrics.ts";
import { createPubSub, type PubSub, type PubSubOptions } from "#server/platform/realtime/pubsub.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

const WAIT = { timeout: 10_000 };
const secret = randomBytes(32);
/** Also the timeout of statements. */
const HEARTBEAT_MS = 500;

/** A test opens and closes its connections. */
async function createMemoryRedis() {
  const clients: (EventEmitter & { channels: Set<string> })[] = [];
  const memory = {
    isWorking: true,
    isRefusing: false,
    async publish(channel: string, message: string): Promise<number> {
      if (memory.isRefusing) throw new Error("refused");
      const receivers = memory.isWorking ? clients.filter(({ channels }) => channels.has(channel)) : [];
      for (const client of receivers) client.emit("message", channel, message);
      return receivers.length;
    },
    emit(event: "ready" | "close"): void {
      for (const client of clients) {
        client.channels.clear();
        client.emit(event);
      }
    },
  };
  const real = await createRedisServer("redis://127.0.0.1:1", secret, createKeyedHash(secret));
  const redis: RedisServer = {
    ...real,
    connect() {
      const channels = new Set<string>();
      const client = Object.assign(new EventEmitter(), {
        channels,
        subscribe: async (...names: string[]) => {
          for (const name of names) channels.add(name);
        },
        unsubscribe: async (...names: string[]) => {
          for (const name of names) channels.delete(name);
        },
        ping: async () => "PONG",
        // It connects anew at once.
        disconnect: (reconnects = false) => void (reconnects && setImmediate(() => client.emit("ready"))),
        publish: memory.publish,
        pipeline() {
          const replies: Promise<[Error | null, number]>[] = [];
          return {
            publish: (channel: string, message: string) =>
              void replies.push(
                memory.publish(channel, message).then(
                  (count): [null, number] => [null, count],
                  (error: Error): [Error, number] => [error, 0],
                ),
              ),
            exec: () => Promise.all(replies),
          };
        },
      });
      clients.push(client);
      setImmediate(() => client.emit("ready"));
      return client as unknown as Redis;
    },
  };
  return { redis, memory };
}

interface TestProcess extends PubSub {
  readonly received: unknown[];
  readonly logged: string[];
  gaps: number;
}

let database: TestDatabase;
const opened: TestProcess[] = [];

async function open(options: PubSubOptions = {}): Promise<TestProcess> {
  const logged: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line).msg) });
  const pubsub = createPubSub(database.connection, log, { heartbeatMs: HEARTBEAT_MS, ...options });
  const one: TestProcess = { ...pubsub, received: [], logged, gaps: 0 };
  opened.push(one);
  await pubsub.listen(
    (message) => one.received.push(message),
    () => one.gaps++,
  );
  return one;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
  expect((await database.pool.query("select from processes")).rowCount).toBe(0);
});
afterAll(() => database.drop());

test("drops what no process of the app has signed, counts it, and warns once", async () => {
  const { redis, memory } = await createMemoryRedis();
  const [sender, receiver] = [await open({ redis }), await open({ redis })];
  const member = newId();
  for (const one of [sender, receiver]) await one.join(member);
  const count = async () => (await pubsubForged.get()).values[0]?.value ?? 0;
  const before = await count();

  const channel = `${redis.prefix}member:${member}`;
  const signed = `p${newId()} {"n":5}`;
  const stranger = await createRedisServer("redis://127.0.0.1:1", secret, createKeyedHash(randomBytes(32)));
  const forged = [
    signed,
    `${stranger.sign(channel, signed)} ${signed}`,
    // Signatures for another channel, and for another text.
    `${redis.sign(`${redis.prefix}all`, signed)} ${signed}`,
    `${redis.sign(channel, signed)} ${signed.replace("5", "6")}`,
    "",
  ];
  for (const message of forged) await memory.publish(channel, message);
  // Both processes.
  expect((await count()) - before).toBe(2 * forged.length);
  for (const one of [sender, receiver]) {
    expect(one.received).toEqual([]);
    expect(one.logged.filter((line) => line.includes("wrong signature"))).toHaveLength(1);
  }
  sender.send({ n: 1 }, member);
  await expect.poll(() => receiver.received).toEqual([{ n: 1 }]);
});

test("reports one gap after an outage, once messages are proved to arrive, however often connections come and go", async () => {
  const { redis, memory } = await createMemoryRedis();
  const one = await open({ redis, heartbeatMs: 60_000 });
  expect([one.isDegraded(), one.gaps]).toEqual([false, 0]);
  memory.isWorking = false;
  for (let nth = 0; nth < 20; nth++) {
    memory.emit("close");
    await pause(10);
    memory.emit("ready");
    await pause(30);
  }
  expect([one.isDegraded(), one.gaps]).toEqual([true, 0]);
  memory.isWorking = true;
  await expect.poll(() => one.gaps).toBe(1);
  expect(one.isDegraded()).toBe(false);
  // One line for each change, however many attempts there were.
  expect(one.logged).toEqual([
    "redis: connected",
    "redis: connection lost, no events between processes",
    "redis: connected",
  ]);
});

test("does not block while Redis is away, and keeps members who join meanwhile", async () => {
  const { redis, memory } = await createMemoryRedis();
  const [sender, receiver] = [await open({ redis }), await open({ redis })];
  memory.emit("close");
  const member = newId();
  await receiver.join(member);
  sender.send({ n: 1 }, member);
  memory.emit("ready");
  await expect.poll(() => [sender.gaps, receiver.gaps]).toEqual([1, 1]);
  receiver.received.length = 0;
  sender.send({ n: 2 }, member);
  await expect.poll(() => receiver.received.at(-1)).toEqual({ n: 2 });
});

test("a process that could not publish announces a gap to the others, once it can", async () => {
  const { redis, memory } = await createMemoryRedis();
  const [sender, receiver] = [await open({ redis, heartbeatMs: 60_000 }), await open({ redis, heartbeatMs: 60_000 })];
  memory.isRefusing = true;
  const member = newId();
  await receiver.join(member);
  sender.send({ n: 1 }, member);
  await expect.poll(() => sender.logged, WAIT).toContain("pubsub: publish failed");
  sender.send({ n: 2 }, member);
  // As long as it takes to fail again.
  await pause(2_000);
  expect(receiver.gaps).toBe(0);
  memory.isRefusing = false;
  await expect.poll(() => receiver.gaps, WAIT).toBe(1);
  expect(receiver.received).toEqual([]);
  sender.send({ n: 3 }, member);
  await expect.poll(() => receiver.received).toEqual([{ n: 3 }]);
  expect(sender.logged.filter((line) => line === "pubsub: publish failed")).toHaveLength(1);
});

test("a process that ends before it could publish causes a gap, and so does a command that cannot reach Redis", async () => {
  const { redis, memory } = await createMemoryRedis();
  const [sender, receiver] = [await open({ redis }), await open({ redis })];
  memory.isRefusing = true;
  sender.send({ n: 1 }, newId());
  await expect.poll(() => sender.logged, WAIT).toContain("pubsub: publish failed");
  opened.splice(opened.indexOf(sender), 1);
  await sender.close();
  await expect.poll(() => receiver.gaps, WAIT).toBe(1);
  const unreachable = await createRedisServer("redis://127.0.0.1:1", secret, createKeyedHash(secret));
  const command = createPubSub(database.connection, pino({ level: "silent" }), { redis: unreachable });
  command.send({ n: 2 }, newId());
  await command.close();
  await expect.poll(() => receiver.gaps, WAIT).toBe(2);
});

test("processes with and without Redis say so, and report a gap once all agree", async () => {
  const { redis } = await createMemoryRedis();
  const [withRedis, other, plain] = [await open({ redis }), await open({ redis }), await open()];
  const all = [withRedis, other, plain];
  await expect.poll(() => all.map((one) => one.isDegraded()), WAIT).toEqual([true, true, true]);
  for (const one of all)
    expect(one.logged).toContain("pubsub: only some processes have REDIS_URL, no events between them");
  expect(all.map(({ gaps }) => gaps)).toEqual([0, 0, 0]);
  const lines: string[] = [];
  const command = createPubSub(database.connection, pino({}, { write: (line: string) => lines.push(line) }));
  command.send({ text: "to processes without" });
  await command.close();
  expect(lines.join()).toContain("only some processes have REDIS_URL");
  await expect.poll(() => plain.received).toEqual([{ text: "to processes without" }]);
  // What the command sent did not reach the processes with Redis.
  await expect.poll(() => [withRedis.gaps, other.gaps], WAIT).toEqual([1, 1]);
  expect(plain.gaps).toBe(0);
  opened.splice(opened.indexOf(plain), 1);
  await plain.close();
  await expect.poll(() => [withRedis.gaps, other.gaps], WAIT).toEqual([2, 2]);
  expect([withRedis.isDegraded(), other.isDegraded()]).toEqual([false, false]);
});

import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRedisServer } from "#server/adapters/redis.ts";
import { newId } from "#server/lib/ids.ts";
import { createKeyedHash } from "#server/lib/keyed-hash.ts";
import { createPubSub, type PubSub, type PubSubOptions } from "#server/realtime/pubsub.ts";
import { describeWithEngine } from "#server/testing/engines.ts";
import { type NetworkLine, startNetworkLine, startRedisLine } from "#server/testing/network-line.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

interface TestProcess extends PubSub {
  readonly received: number[];
  gaps: number;
  readonly logged: string[];
  readonly line: NetworkLine;
}

interface OpenOptions extends PubSubOptions {
  readonly connection?: pg.PoolConfig;
}

const WAIT = { timeout: 10_000 };

describeWithEngine("Redis", "pub/sub over Redis", (address) => {
  let database: TestDatabase;
  let secret: Buffer;
  let admin: Redis;
  let opened: TestProcess[];

  /** Opens a process with a line to Redis of its own. */
  async function open({ connection = database.connection, ...options }: OpenOptions = {}): Promise<TestProcess> {
    const line = await startRedisLine(address);
    const logged: string[] = [];
    const log = pino({}, { write: (text: string) => logged.push(JSON.parse(text).msg) });
    const redis = await createRedisServer(line.url, secret, createKeyedHash(secret));
    const pubsub = createPubSub(connection, log, { redis, heartbeatMs: 300, lingerMs: 100, ...options });
    const one: TestProcess = { ...pubsub, received: [], gaps: 0, logged, line };
    opened.push(one);
    await pubsub.listen(
      (message) => one.received.push((message as { n: number }).n),
      () => one.gaps++,
    );
    return one;
  }

  beforeEach(async () => {
    database = await createTestDatabase();
    secret = randomBytes(32);
    admin = (await createRedisServer(address, secret, createKeyedHash(secret))).connect();
    await new Promise((resolve) => admin.once("ready", resolve));
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close().then(() => one.line.close())));
    admin.disconnect();
    await database.drop();
  });

  test("delivers in order, only where the member is connected, and writes no connections to PostgreSQL", async () => {
    const [sender, near, far] = [await open(), await open(), await open()];
    const member = newId();
    await near.join(member);
    for (let n = 1; n <= 2000; n++) sender.send({ n }, member);
    sender.send({ n: 2001 });
    await expect.poll(() => near.received.length, WAIT).toBe(2001);
    expect(near.received).toEqual(Array.from({ length: 2001 }, (_, i) => i + 1));
    await expect.poll(() => far.received).toEqual([2001]);
    expect(sender.received).toEqual([]);
    expect((await database.pool.query("select 1 from connections")).rows).toEqual([]);
    near.leave(member);
    await expect
      .poll(async () => (await admin.pubsub("CHANNELS", `spotter:*member:${member}`)) as string[])
      .toEqual([]);
    expect([sender, near, far].map((one) => [one.gaps, one.isDegraded()])).toEqual(Array(3).fill([0, false]));
  });

  test("separates apps on one server", async () => {
    const one = await open();
    secret = randomBytes(32);
    const other = await open();
    const member = newId();
    await other.join(member);
    one.send({ n: 1 }, member);
    other.send({ n: 2 });
    await pause(200);
    expect([one.received, other.received]).toEqual([[], []]);
  });

  test("goes over PostgreSQL while Redis is away, without a loss among joined members, and returns", async () => {
    const [sender, near, far] = [await open(), await open(), await open()];
    const [member, later] = [newId(), newId()];
    await near.join(member);
    for (const { line } of [sender, near, far]) line.cut();
    await expect.poll(() => [sender, near, far].map((one) => one.isDegraded()), WAIT).toEqual([true, true, true]);
    await expect.poll(() => near.gaps, WAIT).toBe(1);
    const before = Date.now();
    await near.join(later);
    for (let n = 1; n <= 100; n++) sender.send({ n }, n % 2 === 0 ? member : later);
    await expect.poll(() => near.received.length, WAIT).toBe(100);
    expect(near.received).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    expect(Date.now() - before).toBeLessThan(2_000);
    // Only where the member is connected, as over Redis.
    sender.send({ n: 101 });
    await expect.poll(() => far.received, WAIT).toEqual([101]);
    for (const { line } of [sender, near, far]) line.repair();
    await expect.poll(() => [sender, near, far].map((one) => one.isDegraded()), WAIT).toEqual([false, false, false]);
    // PostgreSQL carried what was sent until then, so nobody need connect anew.
    expect(near.gaps).toBe(1);
    expect((await database.pool.query("select 1 from connections")).rows).toEqual([]);
    // Events may arrive twice until the sender knows.
    const sendBoth = async () => {
      near.received.length = 0;
      for (const id of [member, later]) sender.send({ n: 0 }, id);
      await pause(200);
      return near.received;
    };
    await expect.poll(sendBoth, WAIT).toEqual([0, 0]);
    const newcomer = newId();
    await near.join(newcomer);
    near.received.length = 0;
    sender.send({ n: 1 }, newcomer);
    await expect.poll(() => near.received, WAIT).toEqual([1]);
    // One line for each change, however many attempts there were.
    expect(near.logged).toEqual([
      "redis: connected",
      "redis: connection lost, PostgreSQL carries events",
      "redis: connected",
    ]);
  });

  test("reports a gap after a connection was killed, and subscribes again", async () => {
    const [sender, near] = [await open(), await open()];
    const member = newId();
    await near.join(member);
    await admin.call("CLIENT", "KILL", "TYPE", "pubsub");
    await expect.poll(() => near.gaps, WAIT).toBe(1);
    await expect.poll(() => near.isDegraded(), WAIT).toBe(false);
    near.received.length = 0;
    sender.send({ n: 1 }, member);
    await expect.poll(() => near.received[0], WAIT).toBe(1);
  });

  test("notices a line that is silent", async () => {
    const [sender, near] = [await open(), await open()];
    const member = newId();
    await near.join(member);
    sender.line.isSilent = true;
    sender.send({ n: 1 }, member);
    await expect.poll(() => near.received, WAIT).toEqual([1]);
    const before = Date.now();
    sender.send({ n: 2 }, member);
    await expect.poll(() => near.received, WAIT).toEqual([1, 2]);
    expect(Date.now() - before).toBeLessThan(500);
    sender.line.isSilent = false;
    await expect.poll(() => sender.isDegraded(), WAIT).toBe(false);
  });

  test("notices that Redis is silent as soon as another process does", async () => {
    const heartbeatMs = 60_000;
    const [sender, near] = [await open({ heartbeatMs }), await open({ heartbeatMs })];
    for (const { line } of [sender, near]) line.isSilent = true;
    sender.send({ n: 1 });
    await expect.poll(() => near.received, WAIT).toEqual([1]);
    await expect.poll(() => [sender, near].map((one) => one.isDegraded()), WAIT).toEqual([true, true]);
    await expect.poll(() => near.gaps, WAIT).toBe(1);
    for (const { line } of [sender, near]) line.isSilent = false;
  });

  test("sends over PostgreSQL, too, to a process that alone has lost Redis", async () => {
    const [sender, near, far] = [await open(), await open(), await open()];
    const member = newId();
    await Promise.all([near.join(member), far.join(member)]);
    near.line.cut();
    await expect.poll(() => near.gaps, WAIT).toBe(1);
    sender.send({ n: 1 }, member);
    await expect.poll(() => [near.received, far.received], WAIT).toEqual([[1], [1]]);
    near.send({ n: 2 }, member);
    await expect.poll(() => far.received, WAIT).toEqual([1, 2]);
    expect([sender.isDegraded(), near.isDegraded(), far.isDegraded()]).toEqual([false, true, false]);
    near.line.repair();
    await expect.poll(() => near.isDegraded(), WAIT).toBe(false);
    expect([near.gaps, far.gaps]).toEqual([1, 0]);
  });

  test("starts without access to Redis, and logs no password", async () => {
    const url = new URL(address);
    url.username = "nobody";
    url.password = "a wrong password";
    const lines: string[] = [];
    const redis = await createRedisServer(url.href, secret, createKeyedHash(secret));
    const pubsub = createPubSub(database.connection, pino({}, { write: (line: string) => lines.push(line) }), {
      redis,
    });
    await pubsub.listen(
      () => undefined,
      () => undefined,
    );
    expect(pubsub.isDegraded()).toBe(true);
    expect(lines.join()).toMatch(/"reason":"WRONGPASS[^}]*not connected/);
    expect(lines.join()).not.toMatch(/wrong(%20| )password/);
    await pubsub.close();
  });

  test("starts without Redis", async () => {
    const url = new URL(address);
    url.port = "1";
    const redis = await createRedisServer(url.href, secret, createKeyedHash(secret));
    const pubsub = createPubSub(database.connection, pino({ level: "silent" }), { redis });
    const received: unknown[] = [];
    await pubsub.listen(
      (message) => received.push(message),
      () => undefined,
    );
    const member = newId();
    await pubsub.join(member);
    const sender = await open();
    sender.send({ n: 1 }, member);
    await expect.poll(() => received, WAIT).toEqual([{ n: 1 }]);
    expect(pubsub.isDegraded()).toBe(true);
    await pubsub.close();
  });

  test("delivers between processes with Redis and processes without", async () => {
    const withRedis = await open();
    const plain = createPubSub(database.connection, pino({ level: "silent" }), { heartbeatMs: 300 });
    const received: unknown[] = [];
    await plain.listen(
      (message) => received.push(message),
      () => undefined,
    );
    const member = newId();
    await Promise.all([withRedis.join(member), plain.join(member)]);
    await pause(400);
    withRedis.send({ n: 1 }, member);
    await expect.poll(() => received, WAIT).toEqual([{ n: 1 }]);
    plain.send({ n: 2 }, member);
    await expect.poll(() => withRedis.received, WAIT).toEqual([2]);
    await plain.close();
  });

  test("delivers to a process without Redis as soon as it has started", async () => {
    const withRedis = await open({ heartbeatMs: 60_000 });
    const plain = await open({ redis: undefined });
    await new Promise((resolve) => setTimeout(resolve, 200));
    withRedis.send({ n: 1 });
    await expect.poll(() => plain.received).toEqual([1]);
  });

  test("delivers what a process without sockets publishes, as a worker, to one that has lost Redis", async () => {
    const near = await open();
    const member = newId();
    await near.join(member);
    near.line.cut();
    await expect.poll(() => near.gaps, WAIT).toBe(1);
    const redis = await createRedisServer(address, secret, createKeyedHash(secret));
    const worker = createPubSub(database.connection, pino({ level: "silent" }), { redis });
    await worker.listen(
      () => undefined,
      () => undefined,
    );
    await expect.poll(() => worker.isDegraded(), WAIT).toBe(false);
    worker.send({ n: 1 }, member);
    await expect.poll(() => near.received, WAIT).toEqual([1]);
    await worker.close();
  });

  /** Opens a process with a line to PostgreSQL of its own. */
  async function openWithLine(heartbeatMs: number): Promise<readonly [TestProcess, NetworkLine]> {
    const line = await startNetworkLine({ path: `${database.connection.host}/.s.PGSQL.5432` });
    const connection = { ...database.connection, host: "127.0.0.1", port: line.port };
    return [await open({ heartbeatMs, connection }), line];
  }

  test("announces a gap to a process that missed something, also once it has returned to Redis", async () => {
    const heartbeatMs = 1_000;
    const [[sender, line], near] = [await openWithLine(heartbeatMs), await open({ heartbeatMs })];
    near.line.cut();
    await expect.poll(() => near.gaps, WAIT).toBe(1);
    sender.send({ n: 1 });
    await expect.poll(() => near.received, WAIT).toEqual([1]);
    line.cut();
    sender.send({ n: 2 });
    await expect.poll(() => sender.logged, WAIT).toContain("pubsub: publish to processes without Redis failed");
    near.line.repair();
    await expect.poll(() => near.isDegraded(), WAIT).toBe(false);
    expect([near.received, near.gaps]).toEqual([[1], 1]);
    line.repair();
    await expect.poll(() => near.gaps, WAIT).toBe(2);
    line.close();
  });

  test("causes no gap elsewhere when a process loses PostgreSQL while another is without Redis", async () => {
    const heartbeatMs = 1_000;
    const [sender, line] = await openWithLine(heartbeatMs);
    const [far, plain] = [await open({ heartbeatMs }), await open({ heartbeatMs, redis: undefined })];
    await new Promise((resolve) => setTimeout(resolve, 400));
    sender.send({ n: 1 });
    await expect.poll(() => [far.received, plain.received], WAIT).toEqual([[1], [1]]);
    line.cut();
    sender.send({ n: 2 });
    sender.send({ n: 3 });
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect([far.received, far.gaps]).toEqual([[1, 2, 3], 0]);
    line.repair();
    // It has missed them.
    await expect.poll(() => plain.gaps, WAIT).toBe(1);
    sender.send({ n: 4 });
    await expect.poll(() => [far.received.at(-1), plain.received.at(-1)], WAIT).toEqual([4, 4]);
    expect(far.gaps).toBe(0);
    line.close();
  });
});

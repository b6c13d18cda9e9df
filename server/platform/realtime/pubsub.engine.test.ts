import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRedisServer } from "#server/platform/adapters/redis.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createKeyedHash } from "#server/platform/lib/keyed-hash.ts";
import { createPubSub, type PubSub, type PubSubOptions } from "#server/platform/realtime/pubsub.ts";
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

  test("while Redis is away nobody waits, and when it is back each process reports one gap and gets what follows", async () => {
    const all = [await open(), await open(), await open()] as const;
    const [sender, near, far] = all;
    const [member, later] = [newId(), newId()];
    await near.join(member);
    for (const { line } of all) line.cut();
    await expect.poll(() => all.map((one) => one.isDegraded()), WAIT).toEqual([true, true, true]);
    await near.join(later);
    for (let n = 1; n <= 100; n++) sender.send({ n }, n % 2 === 0 ? member : later);
    await expect.poll(() => sender.logged, WAIT).toContain("pubsub: publish failed");
    expect([near.received, near.gaps]).toEqual([[], 0]);
    for (const { line } of all) line.repair();
    await expect.poll(() => all.map((one) => one.isDegraded()), WAIT).toEqual([false, false, false]);
    // Its own, and that of the sender, unless that was announced while it was not yet subscribed.
    await expect.poll(() => near.gaps, WAIT).toBeGreaterThan(0);
    const sendBoth = async () => {
      near.received.length = 0;
      for (const id of [member, later]) sender.send({ n: 0 }, id);
      await pause(200);
      return near.received;
    };
    await expect.poll(sendBoth, WAIT).toEqual([0, 0]);
    expect(near.gaps).toBeLessThanOrEqual(2);
    expect(far.received).toEqual([]);
    // One line for each change, however many attempts there were.
    expect(near.logged).toEqual([
      "redis: connected",
      "redis: connection lost, no events between processes",
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

  test("detects a silent connection, and the other processes report a gap", async () => {
    const [sender, near] = [await open(), await open()];
    const member = newId();
    await near.join(member);
    sender.line.isSilent = true;
    sender.send({ n: 1 }, member);
    await expect.poll(() => sender.isDegraded(), WAIT).toBe(true);
    await expect.poll(() => sender.logged, WAIT).toContain("pubsub: publish failed");
    sender.line.isSilent = false;
    await expect.poll(() => sender.isDegraded(), WAIT).toBe(false);
    await expect.poll(() => [sender.gaps, near.gaps], WAIT).toEqual([1, 1]);
    sender.send({ n: 2 }, member);
    await expect.poll(() => near.received.at(-1), WAIT).toBe(2);
  });

  test("a process that alone has lost Redis reports a gap, and so do the others, which missed what it sent", async () => {
    const [sender, near, far] = [await open(), await open(), await open()];
    const member = newId();
    await Promise.all([near.join(member), far.join(member)]);
    near.line.cut();
    await expect.poll(() => near.isDegraded(), WAIT).toBe(true);
    sender.send({ n: 1 }, member);
    await expect.poll(() => far.received, WAIT).toEqual([1]);
    near.send({ n: 2 }, member);
    await expect.poll(() => near.logged, WAIT).toContain("pubsub: publish failed");
    expect([sender.isDegraded(), far.isDegraded()]).toEqual([false, false]);
    expect([sender.gaps, near.gaps, far.gaps]).toEqual([0, 0, 0]);
    near.line.repair();
    await expect.poll(() => [sender.gaps, near.gaps, far.gaps], WAIT).toEqual([1, 1, 1]);
    sender.send({ n: 3 }, member);
    await expect.poll(() => [near.received.at(-1), far.received.at(-1)], WAIT).toEqual([3, 3]);
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

  test("starts without Redis, and reports a gap once it is there", async () => {
    const line = await startRedisLine(address);
    line.cut();
    const redis = await createRedisServer(line.url, secret, createKeyedHash(secret));
    const late = createPubSub(database.connection, pino({ level: "silent" }), { redis, heartbeatMs: 300 });
    const received: unknown[] = [];
    let gaps = 0;
    await late.listen(
      (message) => received.push(message),
      () => gaps++,
    );
    const member = newId();
    await late.join(member);
    expect([late.isDegraded(), gaps]).toEqual([true, 0]);
    line.repair();
    await expect.poll(() => gaps, WAIT).toBe(1);
    const sender = await open();
    sender.send({ n: 1 }, member);
    await expect.poll(() => received, WAIT).toEqual([{ n: 1 }]);
    await late.close();
    line.close();
  });

  test("needs no PostgreSQL for events", async () => {
    const line = await startNetworkLine({ path: `${database.connection.host}/.s.PGSQL.5432` });
    const connection = { ...database.connection, host: "127.0.0.1", port: line.port };
    const [sender, near] = [await open({ connection }), await open({ connection })];
    const member = newId();
    line.cut();
    await near.join(member);
    sender.send({ n: 1 }, member);
    await expect.poll(() => near.received, WAIT).toEqual([1]);
    expect([sender.isDegraded(), near.gaps]).toEqual([false, 0]);
    line.repair();
    line.close();
  });
});

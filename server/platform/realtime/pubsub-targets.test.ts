import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { newId } from "#server/platform/lib/ids.ts";
import { createPubSub, type PubSub, type PubSubOptions } from "#server/platform/realtime/pubsub.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

interface TestProcess extends PubSub {
  readonly received: { n?: number; text?: string }[];
  gaps: number;
}

let database: TestDatabase;
let sender: TestProcess;
let near: TestProcess;
let far: TestProcess;

async function open(options: PubSubOptions = {}): Promise<TestProcess> {
  const pubsub = createPubSub(database.connection, pino({ level: "silent" }), { lingerMs: 100, ...options });
  const opened: TestProcess = { ...pubsub, received: [], gaps: 0 };
  await pubsub.listen(
    (message) => opened.received.push(message as { n: number }),
    () => opened.gaps++,
  );
  return opened;
}

const query = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows;
const processesOf = async (memberId: string): Promise<number> =>
  (await query("select 1 from connections where member_id = $1", memberId)).length;
const cutListeners = () =>
  query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
  );

beforeAll(async () => {
  database = await createTestDatabase();
  [sender, near, far] = [await open(), await open(), await open()];
});
beforeEach(() => {
  for (const process of [sender, near, far]) {
    process.received.length = 0;
    process.gaps = 0;
  }
});
afterAll(async () => {
  await Promise.all([sender, near, far].map((process) => process.close()));
  expect(await query("select 1 from processes")).toEqual([]);
  await database.drop();
});

describe("an event about a member", () => {
  test("is delivered to the processes where the member is connected, and to no other", async () => {
    const [member, elsewhere] = [newId(), newId()];
    await Promise.all([near.join(member), near.join(member), far.join(elsewhere)]);
    for (let n = 0; n < 100; n++) sender.send({ n }, member);
    sender.send({ text: "to all" });
    sender.send({ n: 100 }, newId());
    await expect.poll(() => near.received.length).toBe(101);
    await expect.poll(() => far.received).toEqual([{ text: "to all" }]);
    expect(near.received.slice(0, 100).map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(sender.received).toEqual([]);
    near.leave(member);
    await pause(300);
    expect(await processesOf(member)).toBe(1);
    near.leave(member);
    await expect.poll(() => processesOf(member)).toBe(0);
  });

  test("reaches a process without exception once the member has joined there, also while others publish", async () => {
    const members = Array.from({ length: 40 }, newId);
    let published = 0;
    const publishing = setInterval(() => {
      published++;
      for (const member of members) sender.send({ n: published, text: member }, member);
    }, 2);
    const known = new Map<string, number>();
    await Promise.all(
      members.map(async (member, i) => {
        await pause(i * 10);
        await far.join(member);
        // The state that a client would read that is connected now.
        known.set(member, published);
      }),
    );
    await pause(50);
    clearInterval(publishing);
    for (const member of members) {
      const received = () => far.received.filter(({ text }) => text === member).map(({ n }) => n);
      await expect.poll(() => received().at(-1)).toBe(published);
      const first = known.get(member) ?? 0;
      expect(received().filter((n = 0) => n > first)).toEqual(
        Array.from({ length: published - first }, (_, i) => first + 1 + i),
      );
    }
    for (const member of members) far.leave(member);
  });

  test("reaches a device that leaves and returns at once", async () => {
    const member = newId();
    for (let i = 0; i < 20; i++) {
      await near.join(member);
      sender.send({ n: i }, member);
      await expect.poll(() => near.received.at(-1)?.n).toBe(i);
      near.leave(member);
      if (i % 5 === 0) await pause(150);
    }
  });
});

describe("the processes", () => {
  test("delete those that are gone", async () => {
    const [gone, member] = [newId(), newId()];
    await query("insert into processes values ($1, true, false, now() - interval '1 second')", gone);
    await query("insert into connections values ($1, $2)", member, gone);
    const quick = await open({ heartbeatMs: 100 });
    await expect.poll(() => processesOf(member)).toBe(0);
    expect(await query("select 1 from processes where id = $1", gone)).toEqual([]);
    await quick.close();
  });

  test("register their members again, and report a gap, when they were taken for dead", async () => {
    const paused = await open({ heartbeatMs: 100 });
    const member = newId();
    await paused.join(member);
    await query("delete from processes where id in (select process_id from connections where member_id = $1)", member);
    sender.send({ text: "lost" }, member);
    await expect.poll(() => paused.gaps, { timeout: 5000 }).toBe(1);
    sender.send({ text: "heard" }, member);
    await expect.poll(() => paused.received).toEqual([{ text: "heard" }]);
    await paused.close();
  });

  test.each([-3_600_000, 3_600_000])(
    "keep their connections and forget members when the clock jumps by %d ms",
    async (jump) => {
      const jumping = await open({ heartbeatMs: 600 });
      const member = newId();
      await jumping.join(member);
      vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
      onTestFinished(() => void vi.useRealTimers());
      jumping.leave(member);
      vi.setSystemTime(Date.now() + jump);
      await expect.poll(() => processesOf(member)).toBe(0);
      // Two heartbeats, each of which would delete the process or report a gap if it went by the clock.
      await pause(1500);
      sender.send({ text: "later" });
      await expect.poll(() => jumping.received).toEqual([{ text: "later" }]);
      expect(jumping.gaps).toBe(0);
      await jumping.close();
    },
  );

  test("register their members again after a crash of PostgreSQL, which empties the tables", async () => {
    const [member, later] = [newId(), newId()];
    await near.join(member);
    await query("delete from processes");
    await cutListeners();
    // Joins during the failure wait for it to end.
    const joined = near.join(later);
    await expect.poll(() => near.gaps, { timeout: 5000 }).toBe(1);
    await joined;
    for (const id of [member, later]) sender.send({ text: id }, id);
    await expect.poll(() => near.received).toEqual([{ text: member }, { text: later }]);
  });
});

describe("a process that is alone", () => {
  test("writes and publishes nothing, and receives what commands send", async () => {
    const alone = await open({ isAlone: true });
    const [member, other] = [newId(), newId()];
    await alone.join(member);
    expect(await processesOf(member)).toBe(0);
    await near.join(other);
    alone.send({ text: "never sent" }, other);
    const command = createPubSub(database.connection, pino({ level: "silent" }));
    command.send({ text: "by a command" }, member);
    await command.close();
    await expect.poll(() => alone.received).toEqual([{ text: "by a command" }]);
    expect(near.received).toEqual([]);
    await alone.close();
  });
});

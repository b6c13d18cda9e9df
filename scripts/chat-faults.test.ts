import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { openChat } from "#server/testing/chat-clients.ts";
import { expectWhole, judge, makeTalks, type Talk, talkAll } from "#server/testing/chat-proof.ts";
import { seeded } from "#server/testing/crowd.ts";
import { makeTestDatabase, type TestDatabase } from "#server/testing/database.ts";
import { urlOf } from "#server/testing/database-url.ts";
import type { Spotter } from "#server/testing/processes.ts";
import { type LoadBalancer, startProxy } from "#server/testing/proxy.ts";
import { eachOnItsOwnFolder, joinAt, post } from "#server/testing/starts.ts";

/** Members who write to each other while everything around them breaks. After it nothing may be lost, doubled or out of order. */

/** Messages in all; `npm run soak` asks for more. */
const MESSAGES = Number(process.env["CHAT_MESSAGES"] ?? 225);
/** Milliseconds between two faults. */
const EVERY_MS = Number(process.env["CHAT_FAULT_MS"] ?? 1_500);
const SOCKETS = Number(process.env["CHAT_SOCKETS"] ?? 200);
const TALKS = 5;
/** Of a talk: three. */
const EACH = Math.ceil(MESSAGES / (TALKS * 3));
const TIMEOUT_MS = 30 * 60_000;

const starts = eachOnItsOwnFolder();
const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface Place {
  readonly database: TestDatabase;
  readonly proxy: LoadBalancer;
  start(): Spotter;
}

/** A database, and a proxy before the processes that will share it. */
async function makePlace(settings: Record<string, string> = {}): Promise<Place> {
  const database = await makeTestDatabase();
  const proxy = await startProxy([], seeded(7));
  endings.push(
    () => database.drop(),
    () => proxy.close(),
  );
  const DATABASE_URL = urlOf(database.connection);
  return { database, proxy, start: () => starts.begin({ DATABASE_URL, LOG_LEVEL: "silent", ...settings }) };
}

/** Fails where a process has ended by itself: nobody would answer any more. */
const stayed = (spotter: Spotter): Promise<never> =>
  spotter.ended.then((code) => {
    throw new Error(`a process ended by itself, with ${code}: ${spotter.output().slice(-2000)}`);
  });

/** Lets all write, does the harm over and over until they are done, and looks at what is left. */
async function proveThrough(talks: readonly Talk[], harm: (nth: number) => Promise<void>) {
  endings.push(() => {
    for (const { clients } of talks) for (const client of clients) client.close();
  });
  let isDone = false;
  const talking = talkAll(talks, EACH).finally(() => {
    isDone = true;
  });
  let harms = 0;
  // At least twice, however fast they write.
  while (!isDone || harms < 2) {
    await Promise.race([pause(EVERY_MS), talking.catch(() => undefined)]);
    await harm(harms++);
  }
  await talking;
  const verdict = await judge(talks, EACH);
  if (process.env["CHAT_MESSAGES"]) console.log(`${harms} times: ${JSON.stringify(verdict)}`);
  expectWhole(verdict, talks, EACH);
  return verdict;
}

test(
  "killed again and again under load, nothing that was answered is lost, doubled or out of order",
  async () => {
    const { proxy, start } = await makePlace();
    let spotter = start();
    proxy.backends = [await spotter.ready()];
    await proveThrough(await makeTalks(proxy.address, TALKS), async () => {
      spotter.process.kill("SIGKILL");
      await spotter.ended;
      spotter = start();
      proxy.backends = [await spotter.ready()];
    });
  },
  TIMEOUT_MS,
);

test(
  "two processes that are stopped and started by turns refuse no request",
  async () => {
    const { proxy, start } = await makePlace({ DRAIN_SECONDS: "1" });
    const running = [start(), start()];
    const addresses = await Promise.all(running.map((spotter) => spotter.ready()));
    proxy.backends = [...addresses];
    proxy.watch();
    const verdict = await proveThrough(await makeTalks(proxy.address, TALKS), async (nth) => {
      const which = nth % 2;
      running[which]?.process.kill("SIGTERM");
      expect(await running[which]?.ended).toBe(0);
      const next = start();
      running[which] = next;
      addresses[which] = await next.ready();
      proxy.backends = [...addresses];
    });
    expect(verdict.repeats).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  "with the connections to the database cut, and two processes, nothing is lost",
  async () => {
    const { proxy, start, database } = await makePlace();
    const running = [start(), start()];
    proxy.backends = await Promise.all(running.map((spotter) => spotter.ready()));
    const proof = proveThrough(await makeTalks(proxy.address, TALKS), async () => {
      await database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    });
    await Promise.race([proof, ...running.map(stayed)]);
  },
  TIMEOUT_MS,
);

test(
  "with a third of all connections cut in the middle of an answer, nothing is lost or doubled",
  async () => {
    const { proxy, start } = await makePlace();
    const running = [start(), start()];
    proxy.backends = await Promise.all(running.map((spotter) => spotter.ready()));
    const talks = await makeTalks(proxy.address, TALKS);
    proxy.cutting = 0.3;
    const verdict = await proveThrough(talks, async () => undefined);
    expect(proxy.cuts()).toBeGreaterThan(MESSAGES / 10);
    expect(verdict.repeats).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

test(
  `${SOCKETS} sockets that lose their process come back to the next and are whole`,
  async () => {
    const { proxy, start } = await makePlace();
    let spotter = start();
    proxy.backends = [await spotter.ready()];
    const [a, b] = [await joinAt(proxy.address), await joinAt(proxy.address)];
    await post(proxy.address, "/api/match/send-crush", { recipientId: b.id }, a.token);
    await post(proxy.address, "/api/match/send-crush", { recipientId: a.id }, b.token);
    const members = [a, b];
    while (members.length < SOCKETS / 20) members.push(await joinAt(proxy.address));
    const others = members
      .slice(2)
      .flatMap((member) =>
        Array.from({ length: 20 }, () => openChat(proxy.address, { token: member.token, me: member.id, other: a.id })),
      );
    const devices = [a, b].flatMap((member, i) =>
      Array.from({ length: 20 }, () =>
        openChat(proxy.address, { token: member.token, me: member.id, other: members[1 - i]?.id ?? "" }),
      ),
    );
    const all = [...devices, ...others];
    endings.push(() => {
      for (const client of all) client.close();
    });
    const connected = () => all.filter((client) => client.isConnected()).length;
    await expect.poll(connected, { timeout: 60_000 }).toBe(all.length);
    spotter.process.kill("SIGKILL");
    await spotter.ended;
    spotter = start();
    proxy.backends = [await spotter.ready()];
    await devices[0]?.send("Is everybody back?");
    await expect.poll(connected, { timeout: 60_000 }).toBe(all.length);
    const heard = () => devices.filter((client) => client.shown().length === 1).length;
    await expect.poll(heard, { timeout: 20_000 }).toBe(devices.length);
  },
  TIMEOUT_MS,
);

import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import {
  type Conversation,
  checkConsistency,
  createConversations,
  expectConsistent,
  openChat,
  sendAll,
} from "#server/testing/chat-clients.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { type LoadBalancer, startLoadBalancer } from "#server/testing/load-balancer.ts";
import { seededRandom } from "#server/testing/members.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import type { Spotter } from "#server/testing/spotter-process.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

/**
 * Members send messages while processes, connections and the database fail. No message may be lost, duplicated or
 * reordered.
 */

/** The total number of messages: ten per device, one of which is deleted. `npm run soak` sends 10,000. */
const MESSAGES = Number(process.env["CHAT_MESSAGES"] ?? 150);
/** Milliseconds between two faults. */
const EVERY_MS = Number(process.env["CHAT_FAULT_MS"] ?? 1_500);
const SOCKETS = Number(process.env["CHAT_SOCKETS"] ?? 100);
const CONVERSATIONS = 5;
/** Messages per device. A conversation has three devices. */
const PER_DEVICE = Math.ceil(MESSAGES / (CONVERSATIONS * 3));
const TIMEOUT_MS = 30 * 60_000;

const starts = processHarness();
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Setup {
  readonly database: TestDatabase;
  readonly proxy: LoadBalancer;
  start(): Spotter;
}

async function createSetup(): Promise<Setup> {
  const database = await createTestDatabase();
  const proxy = await startLoadBalancer([], seededRandom(7));
  cleanups.push(
    () => database.drop(),
    () => proxy.close(),
  );
  const DATABASE_URL = urlOf(database.connection);
  return { database, proxy, start: () => starts.begin({ DATABASE_URL, LOG_LEVEL: "silent" }) };
}

/** Requests would then never be answered. */
const failOnExit = (spotter: Spotter): Promise<never> =>
  spotter.ended.then((code) => {
    throw new Error(`a process exited unexpectedly with ${code}: ${spotter.output().slice(-2000)}`);
  });

/** Injects the fault repeatedly. */
async function expectConsistentUnder(
  conversations: readonly Conversation[],
  injectFault: (nth: number) => Promise<void>,
) {
  cleanups.push(() => {
    for (const { clients } of conversations) for (const client of clients) client.close();
  });
  let isDone = false;
  const sending = sendAll(conversations, PER_DEVICE).finally(() => {
    isDone = true;
  });
  let faults = 0;
  // At least two faults, however fast the messages are sent.
  while (!isDone || faults < 2) {
    await Promise.race([pause(EVERY_MS), sending.catch(() => undefined)]);
    await injectFault(faults++);
  }
  await sending;
  const report = await checkConsistency(conversations, PER_DEVICE);
  if (process.env["CHAT_MESSAGES"]) console.log(`${faults} faults: ${JSON.stringify(report)}`);
  expectConsistent(report, conversations, PER_DEVICE);
  return report;
}

test(
  "a process killed repeatedly under load loses, duplicates or reorders no acknowledged message",
  async () => {
    const { proxy, start } = await createSetup();
    let spotter = start();
    proxy.backends = [await spotter.ready()];
    await expectConsistentUnder(await createConversations(proxy.address, CONVERSATIONS), async () => {
      spotter.process.kill("SIGKILL");
      await spotter.ended;
      spotter = start();
      proxy.backends = [await spotter.ready()];
    });
  },
  TIMEOUT_MS,
);

test(
  "two processes whose database connections are cut lose no message",
  async () => {
    const { proxy, start, database } = await createSetup();
    const running = [start(), start()];
    proxy.backends = await Promise.all(running.map((spotter) => spotter.ready()));
    const run = expectConsistentUnder(await createConversations(proxy.address, CONVERSATIONS), async () => {
      await database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
    });
    await Promise.race([run, ...running.map(failOnExit)]);
  },
  TIMEOUT_MS,
);

test(
  "cutting off a third of all responses loses or duplicates no message",
  async () => {
    const { proxy, start } = await createSetup();
    const running = [start(), start()];
    proxy.backends = await Promise.all(running.map((spotter) => spotter.ready()));
    const conversations = await createConversations(proxy.address, CONVERSATIONS);
    proxy.cutShare = 0.3;
    const report = await expectConsistentUnder(conversations, async () => undefined);
    expect(proxy.cuts()).toBeGreaterThan(MESSAGES / 10);
    expect(report.repeats).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

test(
  `${SOCKETS} sockets reconnect to the next process and receive missed messages`,
  async () => {
    const { proxy, start } = await createSetup();
    let spotter = start();
    proxy.backends = [await spotter.ready()];
    const [a, b] = [await signUpAt(proxy.address), await signUpAt(proxy.address)];
    await post(proxy.address, "/api/match/send-crush", { recipientId: b.id }, a.token);
    await post(proxy.address, "/api/match/send-crush", { recipientId: a.id }, b.token);
    const members = [a, b];
    while (members.length < SOCKETS / 20) members.push(await signUpAt(proxy.address));
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
    cleanups.push(() => {
      for (const client of all) client.close();
    });
    const connected = () => all.filter((client) => client.isConnected()).length;
    await expect.poll(connected, { timeout: 60_000 }).toBe(all.length);
    spotter.process.kill("SIGKILL");
    await spotter.ended;
    spotter = start();
    proxy.backends = [await spotter.ready()];
    await devices[0]?.send("After the restart");
    await expect.poll(connected, { timeout: 60_000 }).toBe(all.length);
    const received = () => devices.filter((client) => client.shown().length === 1).length;
    await expect.poll(received, { timeout: 20_000 }).toBe(devices.length);
  },
  TIMEOUT_MS,
);

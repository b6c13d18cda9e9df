import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { checkConsistency, createConversations, expectConsistent, sendAll } from "#server/testing/chat-clients.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { makeJpeg, photoForm } from "#server/testing/images.ts";
import { startLoadBalancer } from "#server/testing/load-balancer.ts";
import { processHarness, signUpAt } from "#server/testing/process-harness.ts";
import type { Spotter } from "#server/testing/spotter-process.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

/** Three web processes and a worker are replaced while members use them, the web processes one after another. */

const CONVERSATIONS = 3;
const PER_DEVICE = 40;
/** So that the messages last as long as the roll. */
const PAUSE_MS = 400;
const UPLOADS = 4;
/** On a busy machine. */
const TIMEOUT_MS = 10 * 60_000;
const POOL = 6;
/** Beside its pool, see docs/operating/several-processes.md. */
const MORE_CONNECTIONS = 7;

const starts = processHarness();
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const healthOf = async (address: string, path: string): Promise<number> => (await fetch(address + path)).status;

/** Nobody repeats them: a member would see a failure. */
async function requestSteadily(address: string, token: string, isDone: () => boolean) {
  const results = { requests: 0, uploads: 0, failed: [] as string[] };
  const send = async (kind: "requests" | "uploads", path: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    const outcome = await fetch(address + path, { ...init, headers }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok ? "" : `${path}: ${response.status}`;
      },
      (error: Error) => `${path}: ${error.cause ?? error}`,
    );
    results[kind]++;
    if (outcome) results.failed.push(outcome);
  };
  const picture = await makeJpeg(900, 700);
  const read = async () => {
    while (!isDone()) {
      await send("requests", "/api/profile");
      await pause(50);
    }
  };
  const upload = async () => {
    for (let i = 0; i < UPLOADS; i++) {
      await send("uploads", "/api/profile/photos", { method: "POST", body: photoForm(picture) });
      await pause(2_000);
    }
  };
  await Promise.all([read(), read(), upload()]);
  return results;
}

/** At a time. */
async function watchConnections({ pool }: TestDatabase, isDone: () => boolean): Promise<number> {
  let most = 0;
  while (!isDone()) {
    const { rows } = await pool.query(
      "select count(*)::int as many from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    most = Math.max(most, rows[0].many);
    await pause(300);
  }
  return most;
}

test(
  "a rolling restart fails no request, and loses, doubles or reorders no message",
  async () => {
    const database = await createTestDatabase();
    const balancer = await startLoadBalancer([]);
    cleanups.push(
      () => database.drop(),
      () => balancer.close(),
    );
    const begin = (ROLE: "web" | "worker") =>
      starts.begin({
        ROLE,
        DATABASE_URL: urlOf(database.connection),
        DATABASE_POOL: String(POOL),
        DRAIN_SECONDS: "1",
        LOG_LEVEL: "warn",
      });
    const running = { web: [begin("web"), begin("web"), begin("web")], worker: [begin("worker")] };
    const addresses = await Promise.all(running.web.map((spotter) => spotter.ready()));
    const [worker = ""] = await Promise.all(running.worker.map((spotter) => spotter.ready()));
    expect(await Promise.all(["/healthz", "/readyz", "/metrics"].map((path) => healthOf(worker, path)))).toEqual(
      Array(3).fill(200),
    );
    expect(await Promise.all(["/", "/api/profile", "/socket.io/"].map((path) => healthOf(worker, path)))).toEqual(
      Array(3).fill(404),
    );
    // A worker has to know how the others receive what it publishes.
    expect((await database.pool.query("select from processes")).rowCount).toBe(4);
    balancer.backends = [...addresses];
    balancer.startHealthChecks();

    let isDone = false;
    const { token } = await signUpAt(balancer.address);
    const conversations = await createConversations(balancer.address, CONVERSATIONS);
    cleanups.push(() => {
      for (const { clients } of conversations) for (const client of clients) client.close();
    });
    const load = requestSteadily(balancer.address, token, () => isDone);
    const connections = watchConnections(database, () => isDone);
    const sending = sendAll(conversations, PER_DEVICE, PAUSE_MS);

    const replace = async (role: "web" | "worker", i: number, onReady: (address: string) => void): Promise<void> => {
      const old = running[role][i] as Spotter;
      // Supervisors and people send it more than once.
      old.process.kill("SIGTERM");
      await pause(200);
      old.process.kill("SIGTERM");
      expect(await old.ended, old.output()).toBe(0);
      const next = begin(role);
      running[role][i] = next;
      onReady(await next.ready());
    };
    const rollWeb = async () => {
      for (const i of addresses.keys())
        await replace("web", i, (address) => {
          addresses[i] = address;
          balancer.backends = [...addresses];
        });
    };
    const startedAt = performance.now();
    await Promise.all([rollWeb(), replace("worker", 0, () => undefined)]);
    const rolledInMs = Math.round(performance.now() - startedAt);
    await sending;
    isDone = true;

    const { requests, uploads, failed } = await load;
    expect(failed).toEqual([]);
    expect(requests).toBeGreaterThan(100);
    expect(uploads).toBe(UPLOADS);
    const report = await checkConsistency(conversations, PER_DEVICE);
    expectConsistent(report, conversations, PER_DEVICE);
    expect(report.repeats).toBe(0);
    expect(await connections).toBeLessThanOrEqual(4 * (POOL + MORE_CONNECTIONS));

    // Jobs that were sent while no worker ran were taken by the next one.
    const jobs = async (condition: string) =>
      (await database.pool.query(`select name, count(*)::int as many from jobs.job where ${condition} group by name`))
        .rows;
    await expect.poll(() => jobs("state < 'active' and name = 'email-verification'")).toEqual([]);
    expect(await jobs("state = 'failed'")).toEqual([]);
    if (process.env["CHAT_MESSAGES"]) console.log(JSON.stringify({ rolledInMs, requests, uploads, ...report }));
  },
  TIMEOUT_MS,
);

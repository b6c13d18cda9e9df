import { sql } from "kysely";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import { JOBS, type JobData, type JobName } from "#server/jobs.ts";
import { createTransact, type Transact } from "#server/platform/db/client.ts";
import { type Jobs, type JobsOptions, openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { countJobs, deleteFinishedJobs, findScheduleAge } from "#server/platform/jobs/job-rows.ts";
import { watchForWorkers } from "#server/platform/jobs/worker-watch.ts";
import { registry } from "#server/platform/observability/metrics.ts";
import { startTcpProxy } from "#server/testing/tcp-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface TestQueue {
  readonly jobs: Jobs;
  readonly database: TestDatabase;
  readonly transact: Transact;
  readonly lines: readonly string[];
}

type Handlers = { readonly [N in JobName]?: (data: JobData[N], id: string) => Promise<void> };

/** A queue with workers and its log, on a new database or on that of `beside`. Its jobs do what the handlers do. */
async function open(
  handlers: Handlers,
  options: JobsOptions = {},
  beside?: Pick<TestQueue, "database">,
): Promise<TestQueue> {
  const database = beside?.database ?? (await createTestDatabase());
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const definitions = JOBS.map((job) => {
    const handler = handlers[job.name] as ((data: object, id: string) => Promise<void>) | undefined;
    return { ...job, handle: async (_: Context, data: object, id: string) => handler?.(data, id) };
  });
  const test = { retrySeconds: 1, alarmSeconds: 0.5, ...options };
  const jobs = await openJobQueue(database.connection, definitions, log, test);
  if (!beside) endings.push(() => database.drop());
  endings.push(() => jobs.stop());
  const nothing = async () => {};
  await jobs.work({} as Context);
  return { jobs, database, ...createTransact(database.db, nothing, nothing), lines };
}

const through = ({ connection }: TestDatabase, port: number) =>
  ({ ...connection, host: "127.0.0.1", port }) as TestDatabase["connection"];

test("a failed job is retried, and its log line holds no email address", async () => {
  let tries = 0;
  const { jobs, transact, lines } = await open({
    "email-verification": async () => {
      if (++tries === 1) throw new Error("550 <maya@example.com>: no such user");
    },
  });
  await transact((tx) => jobs.send(tx, "email-verification", { memberId: "someone" }));
  await expect.poll(() => tries, { timeout: 10_000 }).toBe(2);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 40,
    job: "email-verification",
    attempt: 1,
    reason: "Error: 550 <…@…>: no such user",
  });
});

test("logs the last failed attempt as an error", async () => {
  const { jobs, transact, lines, database } = await open({
    "email-verification": async () => {
      // The attempt after this one is the last.
      await database.pool.query("update jobs.job set retry_limit = 1");
      throw new Error("550 no such user");
    },
  });
  await transact((tx) => jobs.send(tx, "email-verification", { memberId: "someone" }));
  await expect.poll(() => lines.length, { timeout: 10_000 }).toBe(2);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: "job failed", attempt: 1 },
    { level: 50, msg: "job failed permanently", attempt: 2 },
  ]);
});

test("sends no more emails at once than the mailer has connections", async () => {
  let [now, most, done] = [0, 0, 0];
  const send = async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 200));
    now--;
    done++;
  };
  const { jobs, transact } = await open({
    "email-verification": send,
    "email-password-reset": send,
    "email-password-changed": send,
  });
  await transact(async (tx) => {
    for (let i = 0; i < 6; i++) {
      await jobs.send(tx, "email-verification", { memberId: `${i}` });
      await jobs.send(tx, "email-password-reset", { memberId: `${i}` });
      await jobs.send(tx, "email-password-changed", { memberId: `${i}` });
    }
  });
  await expect.poll(() => done, { timeout: 20_000 }).toBe(18);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(jobs.emailsMax);
});

test("jobs wake the workers, who go on with the next ones, however rarely they look by themselves", async () => {
  let done = 0;
  const handler = async () => void done++;
  const { jobs, transact } = await open({ "email-verification": handler }, { alarmSeconds: 3600 });
  // Workers look once when they start.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await transact(async (tx) => {
    for (let i = 0; i < 20; i++) await jobs.send(tx, "email-verification", { memberId: `${i}` });
  });
  await expect.poll(() => done, { timeout: 10_000 }).toBe(20);
});

test("a job that starts later begins in its time, however rarely anybody looks", async () => {
  const begun: number[] = [];
  const { jobs, transact } = await open(
    { "email-verification": async () => void begun.push(Date.now()) },
    { alarmSeconds: 3600 },
  );
  const sentAt = Date.now();
  await transact((tx) => jobs.send(tx, "email-verification", { memberId: "someone" }, { afterSeconds: 1 }));
  await expect.poll(() => begun.length, { timeout: 10_000 }).toBe(1);
  expect((begun[0] ?? 0) - sentAt).toBeGreaterThanOrEqual(1000);
});

test("a job of which nobody is notified is found at the next look", async () => {
  let done = 0;
  const { database } = await open({ "email-verification": async () => void done++ });
  await database.pool.query("insert into jobs.job (name, data) values ('email-verification', '{}')");
  await expect.poll(() => done, { timeout: 10_000 }).toBe(1);
});

test("idle workers send no statements but one for all of them at each look", async () => {
  const database = await createTestDatabase();
  endings.push(() => database.drop());
  let [looks, others] = [0, 0];
  const proxy = await startTcpProxy(
    () => ({ path: `${database.connection.host}/.s.PGSQL.5432` }),
    ({ client, server }) => ({
      onClientData(chunk) {
        if (chunk.includes("make_interval")) looks++;
        else others++;
        server.write(chunk);
      },
      onServerData: (chunk) => void client.write(chunk),
    }),
  );
  endings.push(() => proxy.close());
  await open({}, { alarmSeconds: 0.2 }, { database: { ...database, connection: through(database, proxy.port) } });
  // Each worker looks once when it starts.
  const lookTimes = (many: number) => expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThanOrEqual(many);
  await lookTimes(10);
  const before = others;
  await lookTimes(looks + 20);
  expect(before).toBeGreaterThan(JOBS.length);
  expect(others - before).toBeLessThan(20);
});

const BUSY = { superviseSeconds: 1, heartbeatSeconds: 0.1 };
const someone = { memberId: "someone" };

const rowsOf = async ({ database }: TestQueue) =>
  (
    await database.pool.query(
      "select id, state, retry_count, output, heartbeat_on, deletion_seconds from jobs.job where name = 'email-verification'",
    )
  ).rows;

const counted = async (name: string) => {
  const text = await registry.getSingleMetricAsString(`spotter_jobs_${name}_total`);
  return Number(/\{kind="email-verification"\} (\d+)/.exec(text)?.[1] ?? 0);
};

describe("a running job", () => {
  test("is retried by another process if its own sends no heartbeat", async () => {
    const [stuck, tries] = [Promise.withResolvers<void>(), [] as string[]];
    const handler = (name: string) => async (_: unknown, id: string) => {
      tries.push(`${name} ${id}`);
      if (tries.length === 1) await stuck.promise;
    };
    const silent = await open(
      { "email-verification": handler("first") },
      { superviseSeconds: 3600, heartbeatSeconds: 3600 },
    );
    await silent.transact((tx) => silent.jobs.send(tx, "email-verification", someone));
    await expect.poll(() => tries, { timeout: 10_000 }).toHaveLength(1);
    await open({ "email-verification": handler("second") }, BUSY, silent);
    await silent.database.pool.query(
      "update jobs.job set heartbeat_on = now() - interval '31 seconds' where state = 'active'",
    );
    await expect.poll(() => tries, { timeout: 20_000 }).toHaveLength(2);
    const [row] = await rowsOf(silent);
    expect(tries[1]).toMatch(new RegExp(` ${row.id}$`));
    await expect.poll(async () => (await rowsOf(silent))[0].state, { timeout: 10_000 }).toBe("completed");
    // The late completion by the first process is ignored.
    stuck.resolve();
    expect(await rowsOf(silent)).toMatchObject([{ state: "completed", retry_count: 1 }]);
  });

  test("is not retried while its process sends heartbeats, however long it takes", async () => {
    const slow = Promise.withResolvers<void>();
    let tries = 0;
    const handlers = {
      "email-verification": async () => {
        tries++;
        await slow.promise;
      },
    };
    const queue = await open(handlers, BUSY);
    await open(handlers, BUSY, queue);
    await queue.transact((tx) => queue.jobs.send(tx, "email-verification", someone));
    await expect.poll(() => tries, { timeout: 10_000 }).toBe(1);
    // Simulates minutes of work: each heartbeat comes shortly before the timeout.
    for (let i = 0; i < 3; i++) {
      await queue.database.pool.query(
        "update jobs.job set started_on = now() - interval '5 minutes', heartbeat_on = now() - interval '25 seconds' where state = 'active'",
      );
      const silence = async () => Date.now() - (await rowsOf(queue))[0].heartbeat_on.getTime();
      await expect.poll(silence, { timeout: 10_000 }).toBeLessThan(5000);
    }
    expect(tries).toBe(1);
    slow.resolve();
    await expect.poll(async () => (await rowsOf(queue))[0].state, { timeout: 10_000 }).toBe("completed");
    expect(tries).toBe(1);
  });

  test("finishes before a stop resolves", async () => {
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const queue = await open({
      "email-verification": () => {
        begun.resolve();
        return slow.promise;
      },
    });
    await queue.transact((tx) => queue.jobs.send(tx, "email-verification", someone));
    await begun.promise;
    const stopped = queue.jobs.stop();
    slow.resolve();
    await stopped;
    expect(await rowsOf(queue)).toMatchObject([{ state: "completed", retry_count: 0 }]);
  });

  test("is released for a retry if a stop times out", async () => {
    const never = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const handlers = {
      "email-verification": () => {
        begun.resolve();
        return never.promise;
      },
    };
    const queue = await open(handlers, { stopMs: 1000 });
    await queue.transact((tx) => queue.jobs.send(tx, "email-verification", someone));
    await begun.promise;
    await queue.jobs.stop();
    expect(await rowsOf(queue)).toMatchObject([{ state: "retry" }]);
    never.resolve();
  });
});

describe("a permanently failed job", () => {
  test("is counted, kept for two weeks with its reason, and retried on request", async () => {
    let isHealthy = false;
    const queue = await open(
      {
        "email-verification": async () => {
          if (!isHealthy) throw new Error("550 <maya@example.com>: no such user");
        },
      },
      BUSY,
    );
    const { database, jobs, transact } = queue;
    const counts = async () => ({
      sent: await counted("sent"),
      done: await counted("done"),
      failed: await counted("failed"),
      retried: await counted("retried"),
      lost: await counted("failed_for_good"),
    });
    const before = await counts();
    const since = async () =>
      Object.fromEntries(
        Object.entries(await counts()).map(([name, many]) => [name, many - Reflect.get(before, name)]),
      );
    await transact(async (tx) => {
      await jobs.send(tx, "email-verification", someone);
      await sql`update jobs.job set retry_limit = 1 where name = 'email-verification'`.execute(tx);
    });
    await expect.poll(async () => (await rowsOf(queue))[0].state, { timeout: 10_000 }).toBe("failed");
    expect(await since()).toEqual({ sent: 1, done: 0, failed: 2, retried: 1, lost: 1 });
    const failedNow = async () =>
      (await countJobs(database.db)).find(({ kind }) => kind === "email-verification")?.failed;
    await expect.poll(failedNow, { timeout: 10_000 }).toBe(1);
    const [{ id, output, deletion_seconds: kept }] = await rowsOf(queue);
    expect(JSON.stringify(output)).toContain("no such user");
    expect(JSON.stringify(output)).not.toContain("maya@example.com");
    expect(kept).toBe(14 * 24 * 3600);
    await transact(deleteFinishedJobs);
    isHealthy = true;
    await transact((tx) => jobs.retry(tx, "email-verification", [id]));
    await expect.poll(async () => (await rowsOf(queue))[0].state, { timeout: 10_000 }).toBe("completed");
    expect((await rowsOf(queue))[0].id).toBe(id);
    expect(await since()).toEqual({ sent: 1, done: 1, failed: 2, retried: 1, lost: 1 });
  });
});

test("deletes finished jobs after a day and keeps failed ones", async () => {
  const queue = await open({});
  const { database, transact } = queue;
  await database.pool.query(`insert into jobs.job (name, state, completed_on)
    select 'email-verification', state::jobs.job_state, now() - age from
      (values ('completed', interval '25 hours'), ('completed', interval '23 hours'), ('failed', interval '13 days')) as old (state, age)`);
  await transact(deleteFinishedJobs);
  expect((await rowsOf(queue)).map(({ state }) => state).sort()).toEqual(["completed", "failed"]);
});

describe("several processes", () => {
  const occurrences = async ({ database }: TestQueue) =>
    (await database.pool.query("select created_on from jobs.job where name = 'notification-digest'")).rows;
  /** Makes the next process that starts look at the schedule at once. */
  const forgetLastLook = ({ database }: TestQueue) => database.pool.query("update jobs.version set cron_on = null");

  test("run each occurrence of the schedule once, though all of them look at it", async () => {
    const startedAt = Date.now();
    const first = await open({}, { schedule: true });
    for (let i = 0; i < 2; i++) {
      await forgetLastLook(first);
      await Promise.all([open({}, { schedule: true }, first), open({}, { schedule: true }, first)]);
      await expect.poll(async () => (await occurrences(first)).length, { timeout: 15_000 }).toBeGreaterThan(0);
    }
    // All have passed on what they saw.
    const isForwarded = async () =>
      (await first.database.pool.query("select from jobs.job where name = '__pgboss__send-it' and state < 'completed'"))
        .rowCount === 0;
    await expect.poll(isForwarded, { timeout: 10_000 }).toBe(true);
    const minutes = Math.floor(Date.now() / 60_000) - Math.floor(startedAt / 60_000) + 1;
    expect((await occurrences(first)).length).toBeLessThanOrEqual(minutes);
    expect(await findScheduleAge(first.database.db)).toBeLessThan(30);
  });

  test("that only send leave the jobs to those that run them, and know that nobody looks at the schedule", async () => {
    const database = await createTestDatabase();
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const sender = await openJobQueue(database.connection, JOBS, log, { runsJobs: false });
    endings.push(
      () => database.drop(),
      () => sender.stop(),
    );
    const { transact } = createTransact(
      database.db,
      () => undefined,
      () => undefined,
    );
    await transact((tx) => sender.send(tx, "email-verification", someone));
    await database.pool.query("update jobs.version set cron_on = now() - interval '5 minutes'");
    const watch = watchForWorkers({ db: database.db, log }, 50);
    await expect.poll(() => lines.length).toBeGreaterThan(0);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      level: 40,
      msg: "no worker is running: start a process with ROLE=worker",
    });
    watch.stop();
    const ran = Promise.withResolvers<void>();
    const queue = { jobs: sender, database, transact, lines };
    await open({ "email-verification": async () => ran.resolve() }, {}, queue);
    await ran.promise;
  });

  test("of an earlier version leave a kind of job that they do not know to those of a newer one", async () => {
    const queue = await open({});
    const newer = new PgBoss({ ...queue.database.connection, schema: "jobs", migrate: false, supervise: false });
    await newer.start();
    endings.push(() => newer.stop({ graceful: false }));
    await newer.createQueue("of-a-newer-version");
    const id = await newer.send("of-a-newer-version", {});
    const known = async () => (await rowsOf(queue)).map(({ state }) => state);
    await queue.transact((tx) => queue.jobs.send(tx, "email-verification", someone));
    await expect.poll(known, { timeout: 10_000 }).toEqual(["completed"]);
    const ran = Promise.withResolvers<string>();
    await newer.work("of-a-newer-version", { pollingIntervalSeconds: 0.5 }, async ([job]) =>
      ran.resolve(job?.id ?? ""),
    );
    expect(await ran.promise).toBe(id);
  });
});

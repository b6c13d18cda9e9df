import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { createTransact, type Transact } from "#server/db/client.ts";
import { type JobHandlers, type Jobs, type JobsOptions, MAILS_AT_ONCE, openJobs } from "#server/jobs/job-queue.ts";
import { countJobs, deleteDoneJobs } from "#server/jobs/job-rows.ts";
import { registry } from "#server/observability/metrics.ts";
import { makeTestDatabase, type TestDatabase } from "#server/testing/database.ts";

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface Office {
  readonly jobs: Jobs;
  readonly database: TestDatabase;
  readonly transact: Transact;
  readonly lines: readonly string[];
}

/** Jobs on a database of their own, done as `handlers` say, and what is logged meanwhile. */
async function open(handlers: Partial<JobHandlers>, options: JobsOptions = {}, beside?: Office): Promise<Office> {
  const database = beside?.database ?? (await makeTestDatabase());
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const jobs = await openJobs(database.connection, log, { retrySeconds: 1, ...options });
  if (!beside) endings.push(() => database.drop());
  endings.push(() => jobs.stop());
  const nothing = async () => {};
  await jobs.work(new Proxy(handlers, { get: (known, name) => Reflect.get(known, name) ?? nothing }) as JobHandlers);
  return { jobs, database, transact: createTransact(database.db, nothing, nothing), lines };
}

test("a job that fails is tried again, and said in the log without anybody's address", async () => {
  let tries = 0;
  const { jobs, transact, lines } = await open({
    "mail-verify": async () => {
      if (++tries === 1) throw new Error("550 <maya@example.com>: no such user");
    },
  });
  await transact((tx) => jobs.send(tx, "mail-verify", { memberId: "someone" }));
  await expect.poll(() => tries, { timeout: 10_000 }).toBe(2);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 40,
    job: "mail-verify",
    attempt: 1,
    why: "Error: 550 <…@…>: no such user",
  });
});

test("no more mails are on their way than the mailer has connections", async () => {
  let [now, most, done] = [0, 0, 0];
  const send = async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 200));
    now--;
    done++;
  };
  const { jobs, transact } = await open({ "mail-verify": send, "mail-reset": send, "mail-password-changed": send });
  await transact(async (tx) => {
    for (let i = 0; i < 6; i++) {
      await jobs.send(tx, "mail-verify", { memberId: `${i}` });
      await jobs.send(tx, "mail-reset", { memberId: `${i}` });
      await jobs.send(tx, "mail-password-changed", { memberId: `${i}` });
    }
  });
  await expect.poll(() => done, { timeout: 20_000 }).toBe(18);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(MAILS_AT_ONCE);
});

const BUSY = { superviseSeconds: 1, saySeconds: 0.1 };
const someone = { memberId: "someone" };

const rowsOf = async ({ database }: Office) =>
  (
    await database.pool.query(
      "select id, state, retry_count, output, heartbeat_on, deletion_seconds from jobs.job where name = 'mail-verify'",
    )
  ).rows;

const counted = async (name: string) => {
  const text = await registry.getSingleMetricAsString(`spotter_jobs_${name}_total`);
  return Number(/\{kind="mail-verify"\} (\d+)/.exec(text)?.[1] ?? 0);
};

describe("a job that is being done", () => {
  test("is done again by another process, where its own has gone silent", async () => {
    const [stuck, tries] = [Promise.withResolvers<void>(), [] as string[]];
    const hear = (name: string) => async (_: unknown, id: string) => {
      tries.push(`${name} ${id}`);
      if (tries.length === 1) await stuck.promise;
    };
    // A process that was killed says nothing; this one says nothing for an hour.
    const silent = await open({ "mail-verify": hear("first") }, { superviseSeconds: 3600, saySeconds: 3600 });
    await silent.transact((tx) => silent.jobs.send(tx, "mail-verify", someone));
    await expect.poll(() => tries, { timeout: 10_000 }).toHaveLength(1);
    await open({ "mail-verify": hear("second") }, BUSY, silent);
    await silent.database.pool.query(
      "update jobs.job set heartbeat_on = now() - interval '31 seconds' where state = 'active'",
    );
    await expect.poll(() => tries, { timeout: 20_000 }).toHaveLength(2);
    const [row] = await rowsOf(silent);
    expect(tries[1]).toMatch(new RegExp(` ${row.id}$`));
    await expect.poll(async () => (await rowsOf(silent))[0].state, { timeout: 10_000 }).toBe("completed");
    // What the first one says of it at last counts for nothing.
    stuck.resolve();
    expect(await rowsOf(silent)).toMatchObject([{ state: "completed", retry_count: 1 }]);
  });

  test("is left to its process for as long as that says so, however long it takes", async () => {
    const slow = Promise.withResolvers<void>();
    let tries = 0;
    const handlers = {
      "mail-verify": async () => {
        tries++;
        await slow.promise;
      },
    };
    const office = await open(handlers, BUSY);
    await open(handlers, BUSY, office);
    await office.transact((tx) => office.jobs.send(tx, "mail-verify", someone));
    await expect.poll(() => tries, { timeout: 10_000 }).toBe(1);
    // As if it had gone on for minutes: each time it is almost over it says so again.
    for (let i = 0; i < 3; i++) {
      await office.database.pool.query(
        "update jobs.job set started_on = now() - interval '5 minutes', heartbeat_on = now() - interval '25 seconds' where state = 'active'",
      );
      const silence = async () => Date.now() - (await rowsOf(office))[0].heartbeat_on.getTime();
      await expect.poll(silence, { timeout: 10_000 }).toBeLessThan(5000);
    }
    expect(tries).toBe(1);
    slow.resolve();
    await expect.poll(async () => (await rowsOf(office))[0].state, { timeout: 10_000 }).toBe("completed");
    expect(tries).toBe(1);
  });

  test("is finished before a stop is over", async () => {
    const slow = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const office = await open({
      "mail-verify": () => {
        begun.resolve();
        return slow.promise;
      },
    });
    await office.transact((tx) => office.jobs.send(tx, "mail-verify", someone));
    await begun.promise;
    const stopped = office.jobs.stop();
    slow.resolve();
    await stopped;
    expect(await rowsOf(office)).toMatchObject([{ state: "completed", retry_count: 0 }]);
  });

  test("is given back where a stop cannot wait for it", async () => {
    const never = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const handlers = {
      "mail-verify": () => {
        begun.resolve();
        return never.promise;
      },
    };
    const office = await open(handlers, { stopMs: 1000 });
    await office.transact((tx) => office.jobs.send(tx, "mail-verify", someone));
    await begun.promise;
    await office.jobs.stop();
    expect(await rowsOf(office)).toMatchObject([{ state: "retry" }]);
    never.resolve();
  });
});

describe("a job that fails for good", () => {
  test("is counted, kept for two weeks with its reason, and tried again when it is asked for", async () => {
    let isWell = false;
    const office = await open(
      {
        "mail-verify": async () => {
          if (!isWell) throw new Error("550 <maya@example.com>: no such user");
        },
      },
      BUSY,
    );
    const { database, jobs, transact } = office;
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
      await jobs.send(tx, "mail-verify", someone);
      await sql`update jobs.job set retry_limit = 1 where name = 'mail-verify'`.execute(tx);
    });
    await expect.poll(async () => (await rowsOf(office))[0].state, { timeout: 10_000 }).toBe("failed");
    expect(await since()).toEqual({ sent: 1, done: 0, failed: 2, retried: 1, lost: 1 });
    const failedNow = async () => (await countJobs(database.db)).find(({ kind }) => kind === "mail-verify")?.failed;
    await expect.poll(failedNow, { timeout: 10_000 }).toBe(1);
    const [{ id, output, deletion_seconds: kept }] = await rowsOf(office);
    expect(JSON.stringify(output)).toContain("no such user");
    expect(JSON.stringify(output)).not.toContain("maya@example.com");
    expect(kept).toBe(14 * 24 * 3600);
    await transact(deleteDoneJobs);
    isWell = true;
    await transact((tx) => jobs.retry(tx, "mail-verify", [id]));
    await expect.poll(async () => (await rowsOf(office))[0].state, { timeout: 10_000 }).toBe("completed");
    expect((await rowsOf(office))[0].id).toBe(id);
    expect(await since()).toEqual({ sent: 1, done: 1, failed: 2, retried: 1, lost: 1 });
  });
});

test("what is done is thrown away after a day, and what failed is not", async () => {
  const office = await open({});
  const { database, transact } = office;
  await database.pool.query(`insert into jobs.job (name, state, completed_on)
    select 'mail-verify', state::jobs.job_state, now() - age from
      (values ('completed', interval '25 hours'), ('completed', interval '23 hours'), ('failed', interval '13 days')) as old (state, age)`);
  await transact(deleteDoneJobs);
  expect((await rowsOf(office)).map(({ state }) => state).sort()).toEqual(["completed", "failed"]);
});

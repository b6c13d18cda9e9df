import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import { makeTransact, type Transact } from "#server/db/client.ts";
import { type JobHandlers, type Jobs, MAILS_AT_ONCE, openJobs } from "#server/jobs.ts";
import { makeTestDatabase } from "#server/testing/database.ts";

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

interface Office {
  readonly jobs: Jobs;
  readonly transact: Transact;
  readonly lines: readonly string[];
}

/** Jobs on a database of their own, done as `handlers` say, and what is logged meanwhile. */
async function open(handlers: Partial<JobHandlers>): Promise<Office> {
  const database = await makeTestDatabase();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const jobs = await openJobs(database.connection, log, { retrySeconds: 1 });
  endings.push(
    () => database.drop(),
    () => jobs.stop(),
  );
  const nothing = async () => {};
  await jobs.work(new Proxy(handlers, { get: (known, name) => Reflect.get(known, name) ?? nothing }) as JobHandlers);
  return { jobs, transact: makeTransact(database.db, nothing, nothing), lines };
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
      await jobs.send(tx, "mail-reset", { emailKey: `${i}` });
      await jobs.send(tx, "mail-password-changed", { memberId: `${i}` });
    }
  });
  await expect.poll(() => done, { timeout: 20_000 }).toBe(18);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(MAILS_AT_ONCE);
});

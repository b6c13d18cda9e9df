import { pino } from "pino";
import { expect, test } from "vitest";
import { JOBS } from "#server/jobs.ts";
import { type JobsOptions, openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

/** @returns the queues' retry delays and when they were changed */
async function openWith(options: JobsOptions) {
  const jobs = await openJobQueue(app.database.connection, JOBS, pino({ level: "silent" }), options);
  await jobs.stop();
  const { rows } = await app.database.pool.query<{ name: string; retry_delay: number; updated_on: Date }>(
    "select name, retry_delay, updated_on from jobs.queue order by name",
  );
  return rows;
}

test("a start changes queues whose settings differ, and writes to no other", async () => {
  const first = await openWith({ retrySeconds: 7 });
  expect(new Set(first.map(({ retry_delay }) => retry_delay))).toEqual(new Set([7]));
  expect(await openWith({ retrySeconds: 7 })).toEqual(first);
  const changed = await openWith({ retrySeconds: 8 });
  expect(new Set(changed.map(({ retry_delay }) => retry_delay))).toEqual(new Set([8]));
});

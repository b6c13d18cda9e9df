import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** What pg-boss keeps of jobs, read for whoever watches over them. Its own calls do the rest (`server/jobs/job-queue.ts`). */

export interface JobCount {
  readonly kind: string;
  /** Jobs that wait for their time or for a worker. */
  readonly waiting: number;
  /** How long the oldest waits whose time has come. */
  readonly lateSeconds: number;
  /** Jobs that failed for good and are kept, as they were last counted, within a minute. */
  readonly failed: number;
}

/** How many jobs of each kind there are. Those that wait are found by their index, and those that failed were counted already. */
export async function countJobs(db: Db): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select queue.name as kind, coalesce(waits.many, 0) as waiting, queue.failed_count as failed,
      coalesce(greatest(extract(epoch from now() - waits.first), 0), 0)::float8 as "lateSeconds"
    from jobs.queue
    left join (
      select name, count(*) as many, min(start_after) as first from jobs.job
      where state < 'active' and not blocked group by name
    ) as waits on waits.name = queue.name
    where queue.name not like '\\_\\_pgboss%'
    order by queue.name`.execute(db);
  return rows;
}

/** A job that failed for good. */
export interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly sentAt: Date;
  readonly failedAt: Date;
  readonly tries: number;
  /** What was thrown, as pg-boss keeps it. */
  readonly output: unknown;
}

const isFailed = sql`(state = 'failed' and name not like '\\_\\_pgboss%')`;
const failed = sql`
  select id, name as kind, created_on as "sentAt", completed_on as "failedAt", retry_count + 1 as tries, output
  from jobs.job where ${isFailed}`;

/** The jobs that failed for good, the latest first. */
export async function findFailedJobs(db: Db, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`${failed} order by completed_on desc, id limit ${limit}`.execute(db);
  return rows;
}

/** How many jobs of each kind failed for good. */
export async function countFailedJobs(db: Db): Promise<{ kind: string; many: number }[]> {
  const { rows } = await sql<{ kind: string; many: number }>`
    select kind, count(*) as many from (${failed}) as failed group by kind order by kind`.execute(db);
  return rows;
}

/** Jobs that failed for good, held: the one with an id, or all of a kind. */
export async function holdFailedJobs(
  tx: Tx,
  which: { readonly id: string } | { readonly kind: string },
): Promise<{ id: string; kind: string }[]> {
  const asked = "id" in which ? sql`id = ${which.id}` : sql`name = ${which.kind}`;
  const { rows } = await sql<{ id: string; kind: string }>`
    select id, name as kind from jobs.job where ${isFailed} and ${asked} order by id for update`.execute(tx);
  return rows;
}

/** Throws away what was done more than a day ago; what failed is kept for longer, by pg-boss. */
export async function deleteDoneJobs(tx: Tx): Promise<void> {
  await sql`delete from jobs.job where state = 'completed' and completed_on < now() - interval '1 day'`.execute(tx);
}

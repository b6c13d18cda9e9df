import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/client.ts";

/** Queries on pg-boss's tables that its API does not offer. */

export interface JobCount {
  readonly kind: string;
  readonly waiting: number;
  /** Seconds for which the oldest due job has been waiting. */
  readonly lateSeconds: number;
  /** Permanently failed jobs, as counted by pg-boss within the last minute. */
  readonly failed: number;
}

/** The first job of each queue that is due within `$1` seconds. From an index of the waiting jobs alone. */
export const NEXT_JOBS = `
  select name, extract(epoch from min(start_after) - now())::float8 as seconds from jobs.job
  where state < 'active' and not blocked and start_after <= now() + make_interval(secs => $1) group by name`;

/** Cheap enough for each scrape: waiting jobs are indexed, and pg-boss counts failed ones. */
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

/** Seconds since a process has looked at the schedule, which each worker does; undefined if none ever has. */
export async function findScheduleAge(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select greatest(extract(epoch from now() - cron_on), 0)::float8 as seconds from jobs.version`.execute(db);
  return rows[0]?.seconds ?? undefined;
}

export interface FailedJob {
  readonly id: string;
  readonly kind: string;
  readonly sentAt: Date;
  readonly failedAt: Date;
  readonly attempts: number;
  readonly output: unknown;
}

const isFailed = sql`(state = 'failed' and name not like '\\_\\_pgboss%')`;
const failed = sql`
  select id, name as kind, created_on as "sentAt", completed_on as "failedAt", retry_count + 1 as attempts, output
  from jobs.job where ${isFailed}`;

/** Latest first. */
export async function findFailedJobs(db: Db, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`${failed} order by completed_on desc, id limit ${limit}`.execute(db);
  return rows;
}

export async function countFailedJobs(db: Db): Promise<{ kind: string; many: number }[]> {
  const { rows } = await sql<{ kind: string; many: number }>`
    select kind, count(*) as many from (${failed}) as failed group by kind order by kind`.execute(db);
  return rows;
}

export async function lockFailedJobs(
  tx: Tx,
  which: { readonly id: string } | { readonly kind: string },
): Promise<{ id: string; kind: string }[]> {
  const condition = "id" in which ? sql`id = ${which.id}` : sql`name = ${which.kind}`;
  const { rows } = await sql<{ id: string; kind: string }>`
    select id, name as kind from jobs.job where ${isFailed} and ${condition} order by id for update`.execute(tx);
  return rows;
}

/** Failed jobs are kept longer, by pg-boss. */
export async function deleteFinishedJobs(tx: Tx): Promise<void> {
  await sql`delete from jobs.job where state = 'completed' and completed_on < now() - interval '1 day'`.execute(tx);
}

import type pg from "pg";
import { fromKysely, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import type { Logger } from "pino";
import { DAY_S, HOUR_S } from "#contract/durations.ts";
import type { Context } from "#server/context.ts";
import type { JobData, JobName } from "#server/jobs.ts";
import { KEEP_ALIVE, type Tx } from "#server/platform/db/client.ts";
import { JOBS_SCHEMA } from "#server/platform/db/job-schema.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { type JobAlarm, type NextJob, startJobAlarm } from "#server/platform/jobs/job-alarm.ts";
import { NEXT_JOBS } from "#server/platform/jobs/job-rows.ts";
import { jobsDone, jobsFailed, jobsLost, jobsRetried, jobsSent } from "#server/platform/observability/metrics.ts";

interface SendOptions {
  /** An idempotency key: a second job with the same id is ignored. */
  readonly id?: string;
  /** Throttles jobs with the same key to one per interval. Jobs within an interval are merged into one at its end. */
  readonly once?: { readonly key: string; readonly seconds: number };
  readonly afterSeconds?: number;
}

export interface WaitingJob {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  /** ISO 8601. */
  readonly startAfter: string;
}

/** A transactional queue: a job is committed or rolled back together with the change that sends it. */
export interface Jobs {
  readonly names: readonly string[];
  /** The most emails that are sent at once, and so the size of the mailer's connection pool. */
  readonly emailsMax: number;
  send<N extends JobName>(tx: Tx, name: N, data: JobData[N], options?: SendOptions): Promise<void>;
  sendAll<N extends JobName>(tx: Tx, name: N, all: readonly JobData[N][]): Promise<void>;
  retry(tx: Tx, name: string, ids: readonly string[]): Promise<void>;
  adopt(tx: Tx, waiting: readonly WaitingJob[]): Promise<void>;
  /** Starts the workers. Several processes share one queue. */
  work(ctx: Context): Promise<void>;
  /** Takes no new jobs and waits for running ones. A job that exceeds the timeout is retried by another process. */
  stop(): Promise<void>;
}

/** Without retries: the next occurrence replaces a failed one, and a late retry would overlap with it. */
const CRON_QUEUE = { retryLimit: 0, expireInSeconds: 1800, deleteAfterSeconds: DAY_S };
/** A separate pool, so that jobs and requests do not wait for each other's connections. */
const CONNECTIONS = 3;
const RETRIES = 12;
const INSERT_BATCH = 1000;
/** Long enough for an email to a slow SMTP server. The supervisor's stop timeout must be longer. */
const STOP_MS = 30_000;
/** Permanently failed jobs are kept for the operator; finished ones are deleted after a day (`deleteFinishedJobs`). */
const KEPT_S = 14 * DAY_S;
const RETRY_S = 15;
/**
 * Jobs of a process without a heartbeat for `timeoutS` are retried. A handler must not block the event loop that long.
 */
const HEARTBEAT = { refreshS: 10, timeoutS: 30, superviseS: 20 };
/**
 * One job per batch, so that no job waits for another to finish. NOTIFY wakes the workers of a queue, one that has
 * finished a job looks for the next, and the alarm wakes those of jobs that start later. So workers poll almost never,
 * but twice a second if nothing can be heard: an idle process would spend most of its time on polls otherwise.
 */
const WORKING = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 600 };
const ALARM_S = 5;
/** No job waits for others here ("flows"), and by default pg-boss looks for such ones every 5 seconds. */
const FLOW_S = HOUR_S;
const WORKERS = 5;
const EMAIL_WORKERS = 2;
/** A job that expires while its email is being delivered would send it twice; SMTP servers can be slow. */
const EMAIL_EXPIRES_S = 600;

const isEmail = ({ name }: Job): boolean => /\bemail\b/.test(name);
const countWorkers = (job: Job): number => job.workers ?? (job.schedule ? 1 : isEmail(job) ? EMAIL_WORKERS : WORKERS);

const isLastAttempt = ({ retryCount, retryLimit }: JobWithMetadata<unknown>): boolean => retryCount >= retryLimit;

/** Counts a failed attempt. Attempts of killed processes are not counted here; only the database knows them. */
function countFailure(kind: string, job: JobWithMetadata<unknown>): void {
  jobsFailed.inc({ kind });
  (isLastAttempt(job) ? jobsLost : jobsRetried).inc({ kind });
}

/** Anchored at the start of a word to avoid quadratic backtracking. */
const ADDRESS = /(?<![^\s<>"'(])[^\s<>"'(]+@[^\s<>"')]+/g;

/** Redacts email addresses from an error: SMTP servers name the recipient in theirs. */
export const withoutAddresses = (error: unknown): string => String(error).replace(ADDRESS, "…@…");

export interface JobsOptions {
  /** Interval of the check for jobs without a heartbeat. */
  readonly superviseSeconds?: number;
  readonly heartbeatSeconds?: number;
  /** Milliseconds that `stop` waits for running jobs. */
  readonly stopMs?: number;
  readonly expireSeconds?: number;
  /** Delay before the first retry; doubled for each further one, up to an hour. */
  readonly retrySeconds?: number;
  /** Interval at which the alarm looks for jobs that start later. */
  readonly alarmSeconds?: number;
  /** The most workers of one kind of job, for tests. */
  readonly workersMax?: number;
  readonly schedule?: boolean;
  /** Whether this process will run jobs, the default. If not, it only sends them. */
  readonly runsJobs?: boolean;
}

type QueueSettings = Omit<Queue, "name" | "policy" | "partition">;

const hasSettings = (stored: QueueSettings, settings: QueueSettings): boolean =>
  Object.entries(settings).every(([name, value]) => stored[name as keyof QueueSettings] === value);

function createBoss(connection: pg.PoolConfig, { superviseSeconds, schedule, runsJobs = true }: JobsOptions): PgBoss {
  const superviseS = superviseSeconds ?? HEARTBEAT.superviseS;
  return new PgBoss({
    ...(connection as object),
    ...KEEP_ALIVE,
    schema: JOBS_SCHEMA,
    // The app's role may change neither tables nor indexes; the owner does (`db/prepare.ts`).
    migrate: false,
    reindex: false,
    max: CONNECTIONS,
    schedule: schedule ?? false,
    // A process that only sends has nothing to be woken for, and leaves the jobs of ended processes to workers.
    useListenNotify: runsJobs,
    supervise: runsJobs,
    superviseIntervalSeconds: superviseS,
    monitorIntervalSeconds: superviseS,
    flowIntervalSeconds: FLOW_S,
  });
}

function settingsOf(job: Job, { retrySeconds, expireSeconds }: JobsOptions): QueueSettings {
  const { schedule, retryLimit, deadLetter, expireSeconds: ownExpireSeconds } = job;
  return {
    retryLimit: RETRIES,
    retryDelay: retrySeconds ?? RETRY_S,
    retryBackoff: true,
    retryDelayMax: HOUR_S,
    expireInSeconds: 120,
    deleteAfterSeconds: KEPT_S,
    heartbeatSeconds: HEARTBEAT.timeoutS,
    notify: true,
    ...(isEmail(job) && { expireInSeconds: EMAIL_EXPIRES_S }),
    ...(schedule !== undefined && CRON_QUEUE),
    ...(retryLimit !== undefined && { retryLimit }),
    ...(deadLetter !== undefined && { deadLetter }),
    ...(ownExpireSeconds !== undefined && { expireInSeconds: ownExpireSeconds }),
    ...(expireSeconds !== undefined && { expireInSeconds: expireSeconds }),
  };
}

/** Creates the queues that are missing, and updates those whose settings have changed. */
async function updateQueues(boss: PgBoss, definitions: readonly Job[], options: JobsOptions): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((stored) => [stored.name, stored]));
  for (const job of definitions) {
    const settings = settingsOf(job, options);
    const stored = existing.get(job.name);
    // `createQueue` does nothing if another process has created the queue meanwhile.
    if (!stored) await boss.createQueue(job.name, settings);
    else if (!hasSettings(stored, settings)) await boss.updateQueue(job.name, settings);
  }
}

/** Runs one job. A failure is counted and logged, and never thrown: the other jobs of its batch are not affected. */
async function attemptJob(ctx: Context, job: Job, sent: JobWithMetadata<object>, log: Logger) {
  const { id, data, retryCount } = sent;
  try {
    await job.handle(ctx, data, id);
    jobsDone.inc({ kind: job.name });
    return { id, status: "completed" as const };
  } catch (error) {
    countFailure(job.name, sent);
    const reason = withoutAddresses(error);
    const fields = { job: job.name, id, attempt: retryCount + 1, reason };
    // The next run repeats a scheduled job, and a dead letter replaces its own.
    const isLost = isLastAttempt(sent) && job.schedule === undefined && job.deadLetter === undefined;
    if (isLost) log.error(fields, "job failed permanently");
    else log.warn(fields, "job failed");
    return { id, status: "failed" as const, output: { reason } };
  }
}

/** @returns the workers' ids */
async function startWorkers(
  boss: PgBoss,
  ctx: Context,
  job: Job,
  options: JobsOptions,
  log: Logger,
): Promise<readonly string[]> {
  const { batchSize = 1 } = job;
  const settings = {
    ...WORKING,
    batchSize,
    burstWhenBatchFull: batchSize > 1,
    includeMetadata: true as const,
    heartbeatRefreshSeconds: options.heartbeatSeconds ?? HEARTBEAT.refreshS,
    perJobResults: true as const,
  };
  const workers: string[] = [];
  for (let nth = 0; nth < Math.min(countWorkers(job), options.workersMax ?? Number.POSITIVE_INFINITY); nth++) {
    const worker: string = await boss.work(job.name, settings, async (jobs: JobWithMetadata<object>[]) => {
      const results = await Promise.all(jobs.map((sent) => attemptJob(ctx, job, sent, log)));
      boss.notifyWorker(worker);
      return results;
    });
    workers.push(worker);
  }
  return workers;
}

/** @param workers the ids of each queue's workers */
function startAlarm(
  boss: PgBoss,
  workers: ReadonlyMap<string, readonly string[]>,
  everySeconds: number,
  log: Logger,
): JobAlarm {
  const findNext = async (withinSeconds: number): Promise<NextJob[]> =>
    (await boss.getDb().executeSql(NEXT_JOBS, [withinSeconds])).rows;
  const wake = (name: string): void => {
    for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
  };
  return startJobAlarm(findNext, wake, { everySeconds, log });
}

/**
 * Starts the queue, and creates or updates the queues of the jobs.
 * @param connection the app's role; the owner has installed the tables
 */
export async function openJobQueue(
  connection: pg.PoolConfig,
  definitions: readonly Job[],
  log: Logger,
  options: JobsOptions = {},
): Promise<Jobs> {
  const boss = createBoss(connection, options);
  const { alarmSeconds = ALARM_S } = options;
  let stopping = false;
  boss.on("error", (error) => {
    if (!stopping) log.error({ err: error }, "pg-boss error");
  });
  await boss.start();
  await updateQueues(boss, definitions, options);
  let alarm: JobAlarm | undefined;

  const names = definitions.map(({ name }) => name);
  return {
    names,
    emailsMax: definitions.filter(isEmail).reduce((sum, job) => sum + countWorkers(job), 0),
    async send(tx, name, data, { id, once, afterSeconds } = {}) {
      const sentId = await boss.send(name, data, {
        db: fromKysely(tx),
        ...(id !== undefined && { id }),
        ...(once && { singletonKey: once.key, singletonSeconds: once.seconds, singletonNextSlot: true }),
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
      });
      if (!sentId) return;
      tx.afterCommit(() => {
        jobsSent.inc({ kind: name });
        if (afterSeconds !== undefined && afterSeconds <= alarmSeconds) alarm?.set(name, afterSeconds);
      });
    },
    async sendAll(tx, name, all) {
      for (let i = 0; i < all.length; i += INSERT_BATCH) {
        const jobs = all.slice(i, i + INSERT_BATCH).map((data) => ({ data }));
        await boss.insert(name, jobs, { db: fromKysely(tx) });
      }
      tx.afterCommit(() => jobsSent.inc({ kind: name }, all.length));
    },
    async retry(tx, name, ids) {
      await boss.retry(name, [...ids], { db: fromKysely(tx) });
    },
    async adopt(tx, waiting) {
      for (const name of names) {
        const own = waiting.filter((job) => job.name === name);
        if (own.length === 0) continue;
        const jobs = own.map(({ id, data, startAfter }) => ({ id, data, startAfter }));
        await boss.insert(name, jobs, { db: fromKysely(tx) });
      }
    },
    async work(ctx) {
      if (options.schedule)
        for (const { name, schedule } of definitions) if (schedule !== undefined) await boss.schedule(name, schedule);
      const workers = new Map<string, readonly string[]>();
      for (const job of definitions) workers.set(job.name, await startWorkers(boss, ctx, job, options, log));
      alarm = startAlarm(boss, workers, alarmSeconds, log);
    },
    async stop() {
      stopping = true;
      alarm?.stop();
      await boss.stop({ graceful: true, timeout: options.stopMs ?? STOP_MS });
    },
  };
}

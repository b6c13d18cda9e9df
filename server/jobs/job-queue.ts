import { sql } from "kysely";
import type pg from "pg";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Tx } from "#server/db/client.ts";
import { JOBS_SCHEMA } from "#server/db/job-schema.ts";
import { type JobData, type JobName, NAMES, SCHEDULE, WITH_ADDRESS } from "#server/jobs/job-definitions.ts";
import { jobsDone, jobsFailed, jobsLost, jobsRetried, jobsSent } from "#server/observability/metrics.ts";

/** What does the jobs. A job that throws is tried again, later and later. `id` is the same at each try. */
export type JobHandlers = { readonly [N in JobName]: (data: JobData[N], id: string) => Promise<void> };

interface When {
  /** Its own, where the same work may be sent once more: it is there once. */
  readonly id?: string;
  /** Of jobs with this key, one in so many seconds: one more waits for its time, and stands for all that come until then. */
  readonly once?: { readonly key: string; readonly seconds: number };
  readonly afterSeconds?: number;
}

/** A job as a backup keeps it. */
export interface WaitingJob {
  readonly id: string;
  readonly name: string;
  readonly data: object;
  /** A time. */
  readonly startAfter: string;
}

/** Work for later that belongs to a change: its rows are in the change's own transaction. */
export interface Jobs {
  send<N extends JobName>(tx: Tx, name: N, data: JobData[N], when?: When): Promise<void>;
  /** Sends many jobs of one kind by few statements. */
  sendAll<N extends JobName>(tx: Tx, name: N, all: readonly JobData[N][]): Promise<void>;
  /** Has jobs of one kind that failed for good tried once more, soon. */
  retry(tx: Tx, name: string, ids: readonly string[]): Promise<void>;
  /** Takes over work that waited when a backup was made, under the ids that it had. */
  adopt(tx: Tx, waiting: readonly WaitingJob[]): Promise<void>;
  /**
   * Takes away the jobs, done or waiting, that carry an address of a member who goes: they have nothing left to do, and their
   * rows would stay for days.
   */
  forget(tx: Tx, memberId: string): Promise<void>;
  /** Begins to work. Several processes share what there is. */
  work(handlers: JobHandlers): Promise<void>;
  /** Takes nothing on any more, and lets what is under way finish; what takes too long is given back, to be tried again. */
  stop(): Promise<void>;
}

/** What is done by the clock is not tried again: its time comes again, and one that is late would meet the next. */
const A_DAY = 24 * 3600;
const BY_THE_CLOCK = { retryLimit: 0, expireInSeconds: 1800, deleteAfterSeconds: A_DAY };
/** Connections of its own, so that work and requests do not wait for each other. */
const CONNECTIONS = 3;
const RETRIES = 12;
const SENT_AT_ONCE = 1000;
/** A mail on its way to a slow server is brought there. Whatever runs the app must wait longer than this. */
const STOP_MS = 30_000;
/** What failed for good is kept for an operator to see; what is done is gone after a day (`sweepJobs`). */
const KEPT_S = 14 * A_DAY;
const RETRY_S = 15;
/**
 * A process says so often that it still has its jobs; others ask so often whether one has been silent for too long, and have
 * its jobs tried again then. A handler may not keep the process from everything else for nearly as long.
 */
const HEARTBEAT = { sayS: 10, silentS: 30, superviseS: 20 };
/** One job at a time each, so that none waits for another; of many at once each ends by itself. */
const WORKING = { pollingIntervalSeconds: 0.5, batchSize: 1 };
const WORKERS = 5;
const MAIL_WORKERS = 2;
/** A push is wanted at once, and soon not at all: workers are woken for it, take many, and give it up after a quarter of an hour. */
const PUSH_QUEUE = { notify: true, retryLimit: 6, deadLetter: "push-failed" };
const PUSH_WORKING = { notifyPollingIntervalSeconds: 0.5, batchSize: 20, burstWhenBatchFull: true };
/** A mail server may take its time; a job that is given up while its mail is on its way would send it twice. */
const MAIL_EXPIRES_S = 600;

const isMail = (name: JobName): boolean => name.startsWith("mail-");
/** How many mails are on their way at once, at most: a mailer needs as many connections, or mails wait for each other. */
export const MAILS_AT_ONCE = NAMES.filter(isMail).length * MAIL_WORKERS;

/** Counts a try that failed. Those of processes that were killed nobody counts; the database tells what they lost. */
function countFailure(kind: JobName, { retryCount, retryLimit }: JobWithMetadata<unknown>): void {
  jobsFailed.inc({ kind });
  (retryCount < retryLimit ? jobsRetried : jobsLost).inc({ kind });
}

/** From the start of a word, so that each word is read once however long it is. */
const ADDRESS = /(?<![^\s<>"'(])[^\s<>"'(]+@[^\s<>"')]+/g;

/** What went wrong, in a line. Mail servers like to name the recipient, which belongs in no log. */
export const withoutAddresses = (error: unknown): string => String(error).replace(ADDRESS, "…@…");

export interface JobsOptions {
  /** Seconds between one look and the next for jobs whose process has gone silent. */
  readonly superviseSeconds?: number;
  /** Seconds between one word and the next that a job is still being done. */
  readonly saySeconds?: number;
  /** Milliseconds that a stop waits for jobs that are being done. */
  readonly stopMs?: number;
  /** Seconds that a job may take at most. */
  readonly expireSeconds?: number;
  /** Seconds until a job that failed is tried again; doubled each time, up to an hour. */
  readonly retrySeconds?: number;
  /** Whether what is done by the clock is done. */
  readonly schedule?: boolean;
}

/**
 * Makes its queues, if they are not there, and is ready to send.
 * @param connection the app's role; the owner has installed the tables
 */
export async function openJobs(connection: pg.PoolConfig, log: Logger, options: JobsOptions = {}): Promise<Jobs> {
  const superviseS = options.superviseSeconds ?? HEARTBEAT.superviseS;
  const boss = new PgBoss({
    ...(connection as object),
    schema: JOBS_SCHEMA,
    // Its tables are the owner's to change (`db/prepare.ts`).
    migrate: false,
    // Its indexes, too.
    reindex: false,
    max: CONNECTIONS,
    schedule: options.schedule ?? false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseS,
    monitorIntervalSeconds: superviseS,
  });
  let stopping = false;
  boss.on("error", (error) => {
    if (!stopping) log.error({ err: error }, "jobs");
  });
  await boss.start();
  const queue = {
    retryLimit: RETRIES,
    retryDelay: options.retrySeconds ?? RETRY_S,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    deleteAfterSeconds: KEPT_S,
    heartbeatSeconds: HEARTBEAT.silentS,
  };
  for (const name of NAMES) {
    // A queue that is there keeps what an earlier version set, unless told.
    const settings = {
      ...queue,
      ...(isMail(name) && { expireInSeconds: MAIL_EXPIRES_S }),
      ...(name in SCHEDULE && BY_THE_CLOCK),
      ...(name === "push" && PUSH_QUEUE),
      ...(options.expireSeconds !== undefined && { expireInSeconds: options.expireSeconds }),
    };
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
  }

  return {
    async send(tx, name, data, { id: own, once, afterSeconds } = {}) {
      const only = once && { singletonKey: once.key, singletonSeconds: once.seconds, singletonNextSlot: true };
      const later = afterSeconds !== undefined && { startAfter: afterSeconds };
      const same = own !== undefined && { id: own };
      const id = await boss.send(name, data, { db: fromKysely(tx), ...same, ...only, ...later });
      if (id) tx.afterCommit(() => jobsSent.inc({ kind: name }));
    },
    async sendAll(tx, name, all) {
      for (let i = 0; i < all.length; i += SENT_AT_ONCE) {
        const jobs = all.slice(i, i + SENT_AT_ONCE).map((data) => ({ data }));
        await boss.insert(name, jobs, { db: fromKysely(tx) });
      }
      tx.afterCommit(() => jobsSent.inc({ kind: name }, all.length));
    },
    async retry(tx, name, ids) {
      await boss.retry(name, [...ids], { db: fromKysely(tx) });
    },
    async adopt(tx, waiting) {
      for (const name of NAMES) {
        const own = waiting.filter((job) => job.name === name);
        if (own.length === 0) continue;
        const jobs = own.map(({ id, data, startAfter }) => ({ id, data, startAfter }));
        await boss.insert(name, jobs, { db: fromKysely(tx) });
      }
    },
    async forget(tx, memberId) {
      const jobs = sql.table(`${JOBS_SCHEMA}.job`);
      const kinds = sql.join(WITH_ADDRESS);
      await sql`delete from ${jobs} where name in (${kinds}) and data ->> 'memberId' = ${memberId}`.execute(tx);
    },
    async work(handlers) {
      if (options.schedule) for (const [name, cron] of Object.entries(SCHEDULE)) await boss.schedule(name, cron);
      for (const name of NAMES) {
        const handle = handlers[name] as (data: unknown, id: string) => Promise<void>;
        const settings = {
          ...WORKING,
          ...(name === "push" && PUSH_WORKING),
          includeMetadata: true as const,
          heartbeatRefreshSeconds: options.saySeconds ?? HEARTBEAT.sayS,
          perJobResults: true as const,
          localConcurrency: name in SCHEDULE ? 1 : isMail(name) ? MAIL_WORKERS : WORKERS,
        };
        const attempt = async (job: JobWithMetadata<unknown>) => {
          const { id, data, retryCount } = job;
          try {
            await handle(data, id);
            jobsDone.inc({ kind: name });
            return { id, status: "completed" as const };
          } catch (error) {
            countFailure(name, job);
            const why = withoutAddresses(error);
            log.warn({ job: name, id, attempt: retryCount + 1, why }, "a job failed");
            return { id, status: "failed" as const, output: { why } };
          }
        };
        await boss.work(name, settings, (jobs) => Promise.all(jobs.map(attempt)));
      }
    },
    async stop() {
      stopping = true;
      await boss.stop({ graceful: true, timeout: options.stopMs ?? STOP_MS });
    },
  };
}

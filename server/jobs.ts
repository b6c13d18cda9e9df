import type pg from "pg";
import { fromKysely, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Tx } from "#server/db/client.ts";

/** Every kind of job, and what it carries. No secret and no text of a member's is in it: handlers look up what they need. */
export interface JobData {
  /** Asks a member to confirm their address. */
  "mail-verify": { memberId: string };
  /** Sends a link for a new password to an address, if it is a member's. */
  "mail-reset": { emailKey: string };
  /** Tells a member that their password was changed. */
  "mail-password-changed": { memberId: string };
  /** A demo member was sent a crush by a real one. */
  "demo-crush": { demoId: string; memberId: string };
  /** A demo member was written to by a real one. */
  "demo-message": { demoId: string; memberId: string };
  /** A real member has a place, in a data folder with demo members. */
  "demo-neighbours": { memberId: string };
  /** What the payment provider may have told unheard is looked for. */
  reconcile: Record<never, never>;
  /** What has had its day is thrown away. */
  sweep: Record<never, never>;
}

export type JobName = keyof JobData;
/** What does the jobs. A job that throws is tried again, later and later. `id` is the same at each try. */
export type JobHandlers = { readonly [N in JobName]: (data: JobData[N], id: string) => Promise<void> };

interface When {
  /** Of jobs with this key, one in so many seconds: one more waits for its time, and stands for all that come until then. */
  readonly once?: { readonly key: string; readonly seconds: number };
  readonly afterSeconds?: number;
}

/** Work for later that belongs to a change: its rows are in the change's own transaction. */
export interface Jobs {
  send<N extends JobName>(tx: Tx, name: N, data: JobData[N], when?: When): Promise<void>;
  /** Begins to work. Several processes share what there is. */
  work(handlers: JobHandlers): Promise<void>;
  /** Lets what is under way finish. */
  stop(): Promise<void>;
}

const NAMES: readonly JobName[] = [
  "mail-verify",
  "mail-reset",
  "mail-password-changed",
  "demo-crush",
  "demo-message",
  "demo-neighbours",
  "reconcile",
  "sweep",
];
/** What is done by the clock, in UTC; by one process each time. */
const SCHEDULE: Partial<Record<JobName, string>> = { reconcile: "*/5 * * * *", sweep: "17 * * * *" };
/** What is done by the clock is not tried again: its time comes again, and one that is late would meet the next. */
const BY_THE_CLOCK = { retryLimit: 0, expireInSeconds: 1800 };
const SCHEMA = "jobs";
/** Connections of its own, so that work and requests do not wait for each other. */
const CONNECTIONS = 3;
const RETRIES = 12;
const STOP_MS = 10_000;
/** One job at a time each, so that one that fails takes no other along. */
const WORKING = { pollingIntervalSeconds: 0.5, batchSize: 1 };
const WORKERS = 5;
const MAIL_WORKERS = 2;
/** A mail server may take its time; a job that is given up while its mail is on its way would send it twice. */
const MAIL_EXPIRES_S = 600;

const isMail = (name: JobName): boolean => name.startsWith("mail-");
/** How many mails are on their way at once, at most: a mailer needs as many connections, or mails wait for each other. */
export const MAILS_AT_ONCE = NAMES.filter(isMail).length * MAIL_WORKERS;

/** What went wrong, in a line. Mail servers like to name the recipient, which belongs in no log. */
const withoutAddresses = (error: unknown): string => String(error).replace(/[^\s<>"'(]+@[^\s<>"')]+/g, "…@…");

export interface JobsOptions {
  /** Seconds until a job that failed is tried again; doubled each time, up to an hour. */
  readonly retrySeconds?: number;
  /** Whether what is done by the clock is done. */
  readonly schedule?: boolean;
}

/** Makes its tables, if they are not there, and is ready to send. */
export async function openJobs(connection: pg.PoolConfig, log: Logger, options: JobsOptions = {}): Promise<Jobs> {
  const boss = new PgBoss({
    ...(connection as object),
    schema: SCHEMA,
    max: CONNECTIONS,
    schedule: options.schedule ?? false,
  });
  let stopping = false;
  boss.on("error", (error) => {
    if (!stopping) log.error({ err: error }, "jobs");
  });
  await boss.start();
  const queue = {
    retryLimit: RETRIES,
    retryDelay: options.retrySeconds ?? 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 120,
    deleteAfterSeconds: 24 * 3600,
  };
  for (const name of NAMES) {
    // A queue that is there keeps what an earlier version set, unless told.
    const settings = {
      ...queue,
      ...(isMail(name) && { expireInSeconds: MAIL_EXPIRES_S }),
      ...(name in SCHEDULE && BY_THE_CLOCK),
    };
    await boss.createQueue(name, settings);
    await boss.updateQueue(name, settings);
  }

  return {
    async send(tx, name, data, { once, afterSeconds } = {}) {
      const only = once && { singletonKey: once.key, singletonSeconds: once.seconds, singletonNextSlot: true };
      const later = afterSeconds !== undefined && { startAfter: afterSeconds };
      await boss.send(name, data, { db: fromKysely(tx), ...only, ...later });
    },
    async work(handlers) {
      if (options.schedule) for (const [name, cron] of Object.entries(SCHEDULE)) await boss.schedule(name, cron);
      for (const name of NAMES) {
        const handle = handlers[name] as (data: unknown, id: string) => Promise<void>;
        const settings = {
          ...WORKING,
          includeMetadata: true as const,
          localConcurrency: name in SCHEDULE ? 1 : isMail(name) ? MAIL_WORKERS : WORKERS,
        };
        await boss.work(name, settings, async ([job]) => {
          if (!job) return;
          try {
            await handle(job.data, job.id);
          } catch (error) {
            log.warn(
              { job: name, id: job.id, attempt: job.retryCount + 1, why: withoutAddresses(error) },
              "a job failed",
            );
            throw error;
          }
        });
      }
    },
    async stop() {
      stopping = true;
      await boss.stop({ graceful: true, timeout: STOP_MS });
    },
  };
}

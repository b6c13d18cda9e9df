import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { CASE_KINDS } from "#contract/moderation/staff-roles.ts";
import { startDemoBots } from "#demo/demo-bots.ts";
import { DEMO_CREDENTIALS } from "#demo/members/members.ts";
import { addDemoPhotos, assertNoDemoMembers, ensureDemoMembers } from "#demo/seed.ts";
import { createApp, createConsoleApp, createWorkerApp } from "#server/app.ts";
import { assertNotRoot, type Config, ConfigError } from "#server/config.ts";
import { type Context, createContext, findConsoleSite, openRedis } from "#server/context.ts";
import type { DiscoveryIndexOptions } from "#server/domains/discovery/memory-index/memory-index.service.ts";
import { hasStaff } from "#server/domains/moderation/staff/staff.queries.ts";
import type { Delays } from "#server/domains/notifications/notifications.statements.ts";
import { JOBS } from "#server/jobs.ts";
import { createLogger } from "#server/logger.ts";
import { findSandbox, reportSandbox } from "#server/platform/adapters/decoder-sandbox.ts";
import { checkPhotoStore } from "#server/platform/adapters/photo-stores.ts";
import { openAppDatabase, openReplica } from "#server/platform/db/connections.ts";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { checkPooler } from "#server/platform/db/pooler.ts";
import { assertSupported, checkRole, prepareDatabase } from "#server/platform/db/prepare.ts";
import type { Replica } from "#server/platform/db/replica.ts";
import { type Listening, listen } from "#server/platform/http/listen.ts";
import { type Jobs, type JobsOptions, openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { watchForWorkers } from "#server/platform/jobs/worker-watch.ts";
import { createPubSub, type PubSub } from "#server/platform/realtime/pubsub.ts";
import { siteConfigWarning } from "#server/site-details.ts";

export interface RunningServer {
  readonly ctx: Context;
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string;
  /** The address at which staff open the console, without its path. */
  readonly consoleSite: string;
  readonly demoLogin: { readonly email: string; readonly password: string } | undefined;
  /** Finishes requests and jobs, disconnects sockets and closes the database. Idempotent. */
  stop(): Promise<void>;
}

/** Milliseconds for which running requests may continue during shutdown. */
const STOP_MS = 10_000;
/**
 * Milliseconds over which sockets are closed at most. Their clients connect to processes that have work already, so more
 * than 50 a second follow each other only where it would take longer than that.
 */
const SPREAD_MS_MAX = 60_000;
const SPREAD_MS_EACH = 20;
/** A Unix socket cannot lose its peer silently, so a late heartbeat only means a busy machine. */
const EMBEDDED_HEARTBEAT_TIMEOUT_MS = 60_000;

interface ListenAt {
  /** The start of the names of its settings: `ADMIN_` for the console. */
  readonly prefix: "" | "ADMIN_";
  readonly port: number;
  readonly host: string;
}

const LISTEN_ERRORS: Readonly<Record<string, (at: ListenAt) => string>> = {
  EADDRINUSE: ({ prefix, port }) => `${prefix}PORT must be a free port: ${port} is already in use`,
  EACCES: ({ prefix, port }) =>
    `${prefix}PORT must be a port that this user may listen on: permission denied for ${port}`,
  EADDRNOTAVAIL: ({ prefix }) => `${prefix}HOST must be an address of this machine, such as 127.0.0.1`,
  ENOTFOUND: ({ prefix }) => `${prefix}HOST must be an address of this machine, such as 127.0.0.1`,
};

/** @throws ConfigError if the host or the port cannot be used */
async function listenAt(app: FastifyInstance, at: ListenAt): Promise<Listening> {
  const { port, host } = at;
  try {
    return await listen(app, port, host);
  } catch (error) {
    const message = LISTEN_ERRORS[(error as NodeJS.ErrnoException).code ?? ""];
    throw message ? new ConfigError(message(at)) : error;
  }
}

/** Undefined if the console is on the port of the app. @throws ConfigError as `listenAt` */
async function listenForConsole(ctx: Context): Promise<Listening | undefined> {
  const { adminPort: port, adminHost: host } = ctx.config;
  return port === undefined ? undefined : listenAt(await createConsoleApp(ctx), { prefix: "ADMIN_", port, host });
}

/** Encoding takes seconds, which the start does not wait for. */
function addDemoPhotosInBackground(ctx: Context): { stop(): Promise<void> } {
  const abort = new AbortController();
  const finished = addDemoPhotos(ctx, abort.signal).catch((error: unknown) => {
    ctx.log.error({ err: error }, "demo: photos failed");
  });
  return {
    stop: () => {
      abort.abort();
      return finished;
    },
  };
}

/**
 * New connections go to other processes first, then sockets, then running requests finish, so that no client is
 * refused. A worker has no clients.
 */
async function releaseClients(ctx: Context, listeners: readonly Listening[]): Promise<void> {
  const { role, drainSeconds } = ctx.config;
  ctx.draining.now = true;
  if (role !== "worker") {
    await pause(drainSeconds * 1000);
    // Without time to drain there is no other process to which clients could go.
    const spreadMs = drainSeconds === 0 ? 0 : ctx.realtime.countSockets() * SPREAD_MS_EACH;
    await ctx.realtime.closeSockets(Math.min(spreadMs, SPREAD_MS_MAX));
  }
  await Promise.all(listeners.map((listener) => listener.stop(STOP_MS)));
}

const ownerConnection = ({ databaseOwnerUrl }: Config) =>
  databaseOwnerUrl === undefined ? undefined : { connectionString: databaseOwnerUrl };

/** For tests that must not wait for the default intervals, or create many members. */
export interface TestOverrides {
  readonly jobs?: JobsOptions;
  readonly notificationDelays?: Delays;
  readonly discoveryIndexOptions?: DiscoveryIndexOptions;
}

async function warnInProduction(config: Config, log: Logger): Promise<void> {
  const warning = siteConfigWarning();
  if (warning) log.warn(warning);
  if (config.smtpUrl === undefined) log.warn("SMTP_URL is not set: emails are written to files, and nobody gets them");
  reportSandbox(await findSandbox(), log);
}

/** Nobody would be alerted of a case, or could decide it. */
async function reportMissingStaff({ config, db, log }: Context): Promise<void> {
  if (await hasStaff(db, CASE_KINDS)) return;
  const message = "no staff: nobody decides cases; invite a person with the command `staff invite`";
  if (config.production) log.warn(message);
  else log.info(message);
}

/** @param print progress for the terminal @throws Error with a one-line message for the operator */
export async function start(
  config: Config,
  print: (line: string) => void,
  overrides: TestOverrides = {},
): Promise<RunningServer> {
  assertNotRoot(config);
  const log = createLogger(config);
  if (config.production) await warnInProduction(config, log);
  await checkPhotoStore(config, log);
  const onCrash = () => {
    log.fatal("embedded PostgreSQL exited; stopping");
    process.exit(1);
  };
  if (!config.databaseUrl) print(`Starting PostgreSQL in ${config.dataDir}…`);
  const onRecovery = (progress: string) => {
    log.warn({ progress }, "embedded PostgreSQL is recovering from a crash");
    print(`PostgreSQL is recovering from a crash, which may take minutes: ${progress}`);
  };
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, onCrash, onRecovery });
  const database = openAppDatabase(config, embedded?.connection, log);
  const [isWeb, runsJobs] = [config.role !== "worker", config.role !== "web"];
  let jobs: Jobs | undefined;
  let pubsub: PubSub | undefined;
  let replica: Replica | undefined;
  const closeDatabase = async () => {
    await jobs?.stop();
    await replica?.stop();
    await database.close();
    await embedded?.stop();
  };
  try {
    if (!embedded) {
      await assertSupported(database);
      await checkPooler(database, ownerConnection(config), log);
    }
    print("Migrating the database…");
    await prepareDatabase(database, embedded?.owner ?? ownerConnection(config), log);
    if (config.production) await checkRole(database, log);
    replica = openReplica(config, database.db, log);
    replica?.start();
    jobs = await openJobQueue(database.direct, JOBS, log, { runsJobs, schedule: runsJobs, ...overrides.jobs });
    const redis = await openRedis(config, database.db);
    let listening = "";
    let consoleListening = "";
    // With an embedded database there is one process, so nothing is published; it still receives events of CLI
    // commands.
    pubsub = createPubSub(
      database.direct,
      log,
      embedded ? { heartbeatMs: EMBEDDED_HEARTBEAT_TIMEOUT_MS, isAlone: true } : { redis },
    );
    const site = () => config.publicUrl ?? listening;
    const ctx = await createContext(config, log, database, jobs, {
      site,
      consoleSite: () => findConsoleSite(config, consoleListening || listening),
      pubsub,
      redis,
      replica,
      notificationDelays: overrides.notificationDelays,
      discoveryIndexOptions: overrides.discoveryIndexOptions,
    });
    if (config.production) await assertNoDemoMembers(ctx.db);
    await reportMissingStaff(ctx);
    const hasDemo = await ensureDemoMembers(ctx, config.demoMembers, print);
    const app = isWeb ? await createApp(ctx) : await createWorkerApp(ctx);
    const listener = await listenAt(app, { prefix: "", port: config.port, host: config.host });
    const { address } = listener;
    listening = address;
    const listeners = [listener];
    const consoleListener = isWeb ? await listenForConsole(ctx) : undefined;
    if (consoleListener) {
      listeners.push(consoleListener);
      consoleListening = consoleListener.address;
    }
    if (isWeb) ctx.discoveryIndex.start();
    if (runsJobs) await jobs.work(ctx);
    const workerWatch = runsJobs ? undefined : watchForWorkers(ctx);
    if (hasDemo) startDemoBots(ctx);
    const demoPhotos = addDemoPhotosInBackground(ctx);
    let stopping: Promise<void> | undefined;
    const shutDown = async () => {
      workerWatch?.stop();
      await Promise.all([releaseClients(ctx, listeners), demoPhotos.stop()]);
      await ctx.discoveryIndex.stop();
      // Before realtime closes: running jobs may still publish events.
      await jobs?.stop();
      await ctx.imageChecker.stop();
      await ctx.realtime.close();
      await closeDatabase();
    };
    const stop = () => {
      stopping ??= shutDown();
      return stopping;
    };
    return { ctx, address, consoleSite: ctx.consoleSite(), demoLogin: hasDemo ? DEMO_CREDENTIALS : undefined, stop };
  } catch (error) {
    await pubsub?.close();
    await closeDatabase();
    throw error;
  }
}

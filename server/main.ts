import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { assertNoDemoMembers, DEMO_CREDENTIALS, drawDemoPhotos, ensureDemoMembers } from "#demo/seed.ts";
import { createApp } from "#server/app.ts";
import { assertNotRoot, type Config, ConfigError } from "#server/config.ts";
import { type Context, createContext } from "#server/context.ts";
import { openDatabase } from "#server/db/client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { checkRole, prepareDatabase } from "#server/db/prepare.ts";
import { siteWarning } from "#server/http/site-config-check.ts";
import { jobHandlers } from "#server/jobs/job-handlers.ts";
import { type Jobs, type JobsOptions, openJobs } from "#server/jobs/job-queue.ts";
import { makeLog } from "#server/logger.ts";
import type { Pauses } from "#server/modules/notifications/sweep.service.ts";
import { type Bus, postgresBus } from "#server/realtime/pubsub.ts";

export interface Running {
  readonly ctx: Context;
  /** Where it answers, such as `http://127.0.0.1:3000`. */
  readonly address: string;
  readonly demoLogin: { readonly email: string; readonly password: string } | undefined;
  /** Ends it: no new requests, those under way finish, sockets are told, the database is closed. May be called again. */
  stop(): Promise<void>;
}

/** Requests under way may take this long to finish. */
const STOP_MS = 10_000;
/** A socket file does not go silent as a network does; what is slow there is a busy machine. */
const NEAR_SILENT_MS = 60_000;

async function stopListening(app: FastifyInstance, ctx: Context): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), STOP_MS);
  ctx.realtime.closeSockets();
  await app.close().finally(() => clearTimeout(late));
}

/** What is wrong with the setting that a system error is about. */
const WRONG_PLACES: Readonly<Record<string, (config: Config) => string>> = {
  EADDRINUSE: ({ port }) => `PORT must be a port that is free: something listens on ${port} already`,
  EACCES: ({ port }) => `PORT must be a port that one may listen on: ${port} is not`,
  EADDRNOTAVAIL: () => "HOST must be an address of this machine, such as 127.0.0.1",
  ENOTFOUND: () => "HOST must be an address of this machine, such as 127.0.0.1",
};

/** @throws ConfigError where one cannot listen there */
async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { port, host } = config;
  try {
    return await app.listen({ port, host, listenTextResolver: (at) => `listening at ${at}` });
  } catch (error) {
    const wrong = WRONG_PLACES[(error as NodeJS.ErrnoException).code ?? ""];
    throw wrong ? new ConfigError(wrong(config)) : error;
  }
}

/** The demo members' photos take some seconds, and nobody has to wait for them. */
function drawInBackground(ctx: Context): { stop(): Promise<void> } {
  const leaving = new AbortController();
  const done = drawDemoPhotos(ctx, leaving.signal).catch((error: unknown) => {
    ctx.log.error({ err: error }, "demo photos could not be drawn");
  });
  return {
    stop: () => {
      leaving.abort();
      return done;
    },
  };
}

const ownerConnection = ({ databaseOwnerUrl }: Config) =>
  databaseOwnerUrl === undefined ? undefined : { connectionString: databaseOwnerUrl };

/** Times other than the usual ones, for whoever wants to see in seconds what takes minutes. */
export interface Haste {
  readonly jobs?: JobsOptions;
  readonly pauses?: Pauses;
}

/**
 * Starts everything: config → database → migrations → context → app → listen.
 * @param say what is being done, a line each, for whoever watches
 * @throws Error whose message says in one line what is wrong
 */
export async function start(config: Config, say: (line: string) => void, haste: Haste = {}): Promise<Running> {
  assertNotRoot(config);
  const log = makeLog(config);
  const warning = config.production && siteWarning();
  if (warning) log.warn(warning);
  const crash = () => {
    log.fatal("The embedded PostgreSQL has ended; stopping");
    process.exit(1);
  };
  if (!config.databaseUrl) say(`Starting PostgreSQL in ${config.dataDir}…`);
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, onCrash: crash });
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl };
  const database = openDatabase(connection, (error) => log.error({ err: error }, "a database connection broke"));
  let jobs: Jobs | undefined;
  let bus: Bus | undefined;
  const closeDatabase = async () => {
    await jobs?.stop();
    await database.close();
    await embedded?.stop();
  };
  try {
    say("Bringing the database up to date…");
    await prepareDatabase(database, embedded?.owner ?? ownerConnection(config), log);
    if (config.production) await checkRole(database, log);
    jobs = await openJobs(connection, log, { schedule: true, ...haste.jobs });
    let listening = "";
    bus = embedded ? postgresBus(connection, log, NEAR_SILENT_MS) : postgresBus(connection, log);
    // An embedded database has one process, with nobody to tell; an operator's commands are heard all the same.
    const spoken = embedded ? { ...bus, send: () => undefined } : bus;
    const site = () => config.publicUrl ?? listening;
    const ctx = await createContext(config, log, database, jobs, { site, bus: spoken });
    if (config.production) await assertNoDemoMembers(ctx.db);
    const hasDemo = await ensureDemoMembers(ctx, config.demoMembers, say);
    const app = await createApp(ctx);
    const address = await listen(app, config);
    listening = address;
    await jobs.work(jobHandlers(ctx, haste.pauses));
    const drawing = drawInBackground(ctx);
    let stopping: Promise<void> | undefined;
    const leave = async () => {
      ctx.draining.now = true;
      await pause(config.drainSeconds * 1000);
      await Promise.all([stopListening(app, ctx), drawing.stop()]);
      // Jobs may still have something to tell.
      await jobs?.stop();
      await ctx.realtime.close();
      await closeDatabase();
    };
    const stop = () => {
      stopping ??= leave();
      return stopping;
    };
    return { ctx, address, demoLogin: hasDemo ? DEMO_CREDENTIALS : undefined, stop };
  } catch (error) {
    await bus?.close();
    await closeDatabase();
    throw error;
  }
}

import type { FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { type Context, createContext } from "#server/context.ts";
import { JOBS } from "#server/jobs.ts";
import { type Database, openDatabase } from "#server/platform/db/client.ts";
import { type SocketConnection, startEmbedded } from "#server/platform/db/embedded.ts";
import { OWNER } from "#server/platform/db/embedded-roles.ts";
import { prepareDatabase } from "#server/platform/db/prepare.ts";
import { openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";

export type Connection = SocketConnection;

export async function asOwner({ connection }: Database, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, user: OWNER });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Starts a server on a temporary data folder with durable settings.
 * @param prepare adds routes or data before the server listens
 */
export async function withServer(
  prepare: (app: FastifyInstance, ctx: Context) => Promise<void>,
  use: (ctx: Context, address: string, connection: Connection) => Promise<void>,
): Promise<void> {
  const data = makeDataFolder();
  const embedded = await startEmbedded({ dataDir: data.path });
  const log = pino({ level: "silent" });
  const database = openDatabase(embedded.connection, console.error);
  await prepareDatabase(database, embedded.owner, log);
  const jobs = await openJobQueue(embedded.connection, JOBS, log);
  const config = readConfig({ RATE_LIMITS: "off", DEMO_MEMBERS: "0", DATA_DIR: data.path, LOG_LEVEL: "silent" });
  const ctx = await createContext(config, log, database, jobs, {
    // A benchmark builds the index itself, however few members there are.
    discoveryIndexOptions: { membersMin: 1 },
  });
  const app = await createApp(ctx);
  try {
    await prepare(app, ctx);
    await use(ctx, await app.listen({ port: 0, host: "127.0.0.1" }), embedded.connection);
  } finally {
    await app.close();
    await ctx.discoveryIndex.stop();
    await jobs.stop();
    await database.close();
    await embedded.stop();
    data.remove();
  }
}

import type { Config } from "#server/config.ts";
import { type Context, createContext, openRedis } from "#server/context.ts";
import { CommandError } from "#server/errors.ts";
import { JOBS } from "#server/jobs.ts";
import { createQuietLogger } from "#server/logger.ts";
import { openAppDatabase } from "#server/platform/db/connections.ts";
import { attachToEmbedded } from "#server/platform/db/embedded-attach.ts";
import { isPrepared } from "#server/platform/db/prepare.ts";
import { type Jobs, openJobQueue } from "#server/platform/jobs/job-queue.ts";
import { createPubSub, type PubSub } from "#server/platform/realtime/pubsub.ts";

export interface OperatorContext {
  readonly ctx: Context;
  /** Publishes pending events to the running app, then closes the database. */
  close(): Promise<void>;
}

/** Events reach the sockets of all running processes. @throws Error with a message for the operator */
export async function openOperatorContext(config: Config): Promise<OperatorContext> {
  const log = createQuietLogger();
  const embedded = config.databaseUrl ? undefined : await attachToEmbedded(config.dataDir);
  const database = openAppDatabase(config, embedded?.connection, log);
  let jobs: Jobs | undefined;
  let pubsub: PubSub | undefined;
  const closeDatabase = async () => {
    await jobs?.stop();
    await database.close();
    await embedded?.stop();
  };
  try {
    // Commands do not migrate the database. Only the app does, when it starts.
    if (!(await isPrepared(database)))
      throw new CommandError("The database schema is out of date. Start Spotter once, then repeat the command.");
    jobs = await openJobQueue(database.direct, JOBS, log);
    pubsub = createPubSub(database.direct, log, { redis: await openRedis(config, database.db) });
    const ctx = await createContext(config, log, database, jobs, { pubsub });
    const close = async () => {
      await ctx.realtime.close();
      await closeDatabase();
    };
    return { ctx, close };
  } catch (error) {
    await pubsub?.close();
    await closeDatabase();
    throw error;
  }
}

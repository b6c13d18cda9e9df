import type { Config } from "#server/config.ts";
import { type Context, createContext } from "#server/context.ts";
import { openDatabase } from "#server/db/client.ts";
import { visitEmbedded } from "#server/db/embedded-attach.ts";
import { isPrepared } from "#server/db/prepare.ts";
import { type Jobs, openJobs } from "#server/jobs/job-queue.ts";
import { makeQuietLog } from "#server/logger.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";
import { postgresBus } from "#server/realtime/pubsub.ts";

export interface Opened {
  readonly ctx: Context;
  /** Lets go, once the running app has been told what there was to tell. */
  close(): Promise<void>;
}

/**
 * Comes to the app's data for a command, whether or not the app is running: what is told to members reaches those at
 * every process.
 * @throws Error saying what is wrong
 */
export async function openForOperator(config: Config): Promise<Opened> {
  const log = makeQuietLog();
  const embedded = config.databaseUrl ? undefined : await visitEmbedded(config.dataDir);
  const connection = embedded?.connection ?? { connectionString: config.databaseUrl };
  const database = openDatabase(connection, (error) => log.error({ err: error }, "a database connection broke"));
  let jobs: Jobs | undefined;
  const closeDatabase = async () => {
    await jobs?.stop();
    await database.close();
    await embedded?.stop();
  };
  try {
    // Only a start brings the schema up to date.
    if (!(await isPrepared(database)))
      throw new Refusal("The data is of an earlier version: start Spotter once, then repeat this");
    jobs = await openJobs(connection, log);
    const ctx = await createContext(config, log, database, jobs, { bus: postgresBus(connection, log) });
    const close = async () => {
      await ctx.realtime.close();
      await closeDatabase();
    };
    return { ctx, close };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

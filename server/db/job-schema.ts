import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import type { Logger } from "pino";

/** Where pg-boss keeps its tables. */
export const JOBS_SCHEMA = "jobs";

const POLL_MS = 200;

/** A pg-boss on connections of somebody else's, which changes its schema and does nothing else. */
function makeInstaller(pool: pg.Pool, migrate: boolean): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate,
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  });
}

/** Whether pg-boss's tables are there and those of its version. */
export async function areJobsInstalled(pool: pg.Pool): Promise<boolean> {
  const boss = makeInstaller(pool, false);
  try {
    await boss.start();
    return true;
  } catch (error) {
    // Its own two words for it; it has no other sign.
    if (/not installed|requires migrations/.test((error as Error).message)) return false;
    throw error;
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Installs pg-boss's tables or brings them up to date, indexes that it builds afterwards included, and rebuilds indexes that
 * have grown far beyond what they hold, which pg-boss itself does only as their owner.
 * @param owner connections of the schema's owner
 */
export async function installJobs(owner: pg.Pool, log: Logger): Promise<void> {
  const boss = makeInstaller(owner, true);
  boss.on("error", (error) => log.error({ err: error }, "pg-boss: installation failed"));
  await boss.start();
  try {
    const isBuilding = async () =>
      (await boss.getBamStatus()).some(({ status }) => status === "pending" || status === "in_progress");
    while (await isBuilding()) await pause(POLL_MS);
    // One process builds, where several start at once; a failure costs speed only.
    for (const command of await boss.getReindexCommands())
      await owner.query(command).catch((error: unknown) => log.warn({ err: error }, "pg-boss: reindex failed"));
  } finally {
    await boss.stop({ graceful: false });
  }
}

import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import type { Logger } from "pino";

export const JOBS_SCHEMA = "jobs";

const POLL_MS = 200;

function createInstaller(pool: pg.Pool, migrate: boolean): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate,
    supervise: false,
    schedule: false,
    bamIntervalSeconds: 10,
  });
}

export async function areJobsInstalled(pool: pg.Pool): Promise<boolean> {
  const boss = createInstaller(pool, false);
  try {
    await boss.start();
    return true;
  } catch (error) {
    // pg-boss reports this condition only in the error message.
    if (/not installed|requires migrations/.test((error as Error).message)) return false;
    throw error;
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Installs or updates pg-boss's tables and indexes, and rebuilds bloated indexes. pg-boss can only do that as their
 * owner.
 * @param owner connections of the owner role
 */
export async function installJobs(owner: pg.Pool, log: Logger): Promise<void> {
  const boss = createInstaller(owner, true);
  boss.on("error", (error) => log.error({ err: error }, "pg-boss: installation failed"));
  await boss.start();
  try {
    const isBuilding = async () =>
      (await boss.getBamStatus()).some(({ status }) => status === "pending" || status === "in_progress");
    while (await isBuilding()) await pause(POLL_MS);
    // Only one of several concurrent starts can rebuild an index. A failure costs speed only.
    for (const command of await boss.getReindexCommands())
      await owner.query(command).catch((error: unknown) => log.warn({ err: error }, "pg-boss: reindex failed"));
  } finally {
    await boss.stop({ graceful: false });
  }
}

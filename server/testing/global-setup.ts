import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/db/client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { readPidFile } from "#server/db/embedded-cluster.ts";
import { APP, DATABASE, OWNER, SUPERUSER } from "#server/db/embedded-roles.ts";
import { prepareDatabase } from "#server/db/prepare.ts";
import { openJobs } from "#server/jobs/job-queue.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the run's PostgreSQL is, its roles, and a database that has the schema and nothing else. */
    postgres: { host: string; superuser: string; owner: string; app: string; template: string };
  }
}

const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/** Lets everybody connect to every database, as what they like: the tests make databases, and some look as others do. */
async function letIn(dataDir: string): Promise<void> {
  const cluster = join(dataDir, "pg");
  appendFileSync(join(cluster, "pg_hba.conf"), "local all all trust\n");
  process.kill(readPidFile(cluster)?.pid ?? 0, "SIGHUP");
}

/** Waits until nobody is connected to the template: a backend ends after its client, and a copy needs it alone. */
async function whenLeft(host: string): Promise<void> {
  const admin = new pg.Client({ host, user: SUPERUSER, database: "postgres" });
  await admin.connect();
  const isUsed = async () =>
    (await admin.query("select from pg_stat_activity where datname = $1", [DATABASE])).rowCount !== 0;
  while (await isUsed()) await pause(20);
  await admin.end();
}

/** One PostgreSQL for the run, thrown away after it, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "spotter-test-"));
  const embedded = await startEmbedded({ dataDir, settings: FAST }, false);
  await letIn(dataDir);
  const log = pino({ level: "silent" });
  const database = openDatabase(embedded.connection, console.error);
  await prepareDatabase(database, embedded.owner, log);
  const jobs = await openJobs(embedded.connection, log);
  await jobs.stop();
  await database.close();
  await whenLeft(embedded.connection.host);
  project.provide("postgres", {
    host: embedded.connection.host,
    superuser: SUPERUSER,
    owner: OWNER,
    app: APP,
    template: DATABASE,
  });
  return async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

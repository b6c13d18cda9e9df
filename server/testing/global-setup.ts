import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { JOBS } from "#server/jobs.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { readPidFile } from "#server/platform/db/embedded-cluster.ts";
import { APP, DATABASE, OWNER, SUPERUSER } from "#server/platform/db/embedded-roles.ts";
import { prepareDatabase } from "#server/platform/db/prepare.ts";
import { type JobsOptions, openJobQueue } from "#server/platform/jobs/job-queue.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL server of the run: its socket folder, its roles, and a template database with the schema only. */
    postgres: { host: string; superuser: string; owner: string; app: string; template: string };
    /** A data folder with a migrated cluster, for `copyDataFolder`. */
    preparedData: string;
  }
}

const log = pino({ level: "silent" });
/** How test apps queue jobs: the template has queues with these settings, which each app would have to change otherwise. */
export const TEST_JOBS: JobsOptions = { retrySeconds: 1, alarmSeconds: 0.5, workersMax: 2 };
const FAST_SETTINGS = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/** Trusts every local connection, because tests create databases and connect as other roles. */
async function trustLocalConnections(dataDir: string): Promise<void> {
  const cluster = join(dataDir, "pg");
  appendFileSync(join(cluster, "pg_hba.conf"), "local all all trust\n");
  process.kill(readPidFile(cluster)?.pid ?? 0, "SIGHUP");
}

/** PostgreSQL can only copy an unused template. Server processes end after their clients. */
async function waitUntilUnused(host: string): Promise<void> {
  const admin = new pg.Client({ host, user: SUPERUSER, database: "postgres" });
  await admin.connect();
  const isUsed = async () =>
    (await admin.query("select from pg_stat_activity where datname = $1", [DATABASE])).rowCount !== 0;
  while (await isUsed()) await pause(20);
  await admin.end();
}

/** Copies a data folder that no server uses. The copy keeps the owner, who may be another user. */
export function copyDataFolder(from: string, to: string): void {
  if (process.platform === "win32") cpSync(from, to, { recursive: true });
  else if (spawnSync("cp", ["-a", `${from}/.`, to]).status !== 0) throw new Error(`could not copy ${from}`);
}

async function prepareData(dataDir: string): Promise<void> {
  const embedded = await startEmbedded({ dataDir, settings: FAST_SETTINGS }, false);
  const database = openDatabase(embedded.connection, console.error);
  await prepareDatabase(database, embedded.owner, log);
  const jobs = await openJobQueue(embedded.connection, JOBS, log);
  await jobs.stop();
  await database.close();
  await embedded.stop();
}

/**
 * Each test file copies the migrated template. Tests that start processes copy the data folder instead, which is faster
 * than creating a cluster.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [preparedData, dataDir] = ["spotter-prepared-", "spotter-test-"].map((name) =>
    mkdtempSync(join(tmpdir(), name)),
  ) as [string, string];
  await prepareData(preparedData);
  copyDataFolder(preparedData, dataDir);
  const embedded = await startEmbedded({ dataDir, settings: FAST_SETTINGS }, false);
  await trustLocalConnections(dataDir);
  const jobs = await openJobQueue(embedded.connection, JOBS, log, TEST_JOBS);
  await jobs.stop();
  await waitUntilUnused(embedded.connection.host);
  project.provide("preparedData", preparedData);
  project.provide("postgres", {
    host: embedded.connection.host,
    superuser: SUPERUSER,
    owner: OWNER,
    app: APP,
    template: DATABASE,
  });
  return async () => {
    await embedded.stop();
    for (const folder of [preparedData, dataDir]) rmSync(folder, { recursive: true, force: true });
  };
}

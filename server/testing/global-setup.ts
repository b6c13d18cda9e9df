import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/db/client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { openJobs } from "#server/jobs.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the run's PostgreSQL is, and a database that has the schema and nothing else. */
    postgres: { host: string; user: string; template: string };
  }
}

const TEMPLATE = "template_spotter";
const FAST = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/** One PostgreSQL for the run, thrown away after it, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "spotter-test-"));
  const embedded = await startEmbedded({ dataDir, settings: FAST }, false);
  const { host, user } = embedded.connection;
  const admin = new pg.Client({ host, user, database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = openDatabase({ host, user, database: TEMPLATE }, console.error);
  await migrate(template.db);
  const jobs = await openJobs({ host, user, database: TEMPLATE }, pino({ level: "silent" }));
  await jobs.stop();
  await template.close();
  project.provide("postgres", { host, user, template: TEMPLATE });
  return async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

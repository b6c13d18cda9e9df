import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { createRoles } from "#server/db/embedded-roles.ts";
import { findPrograms, runSingleUser } from "#server/db/embedded-run.ts";
import { prepareDatabase } from "#server/db/prepare.ts";
import { OWNERS, query, startBarePostgres } from "#server/testing/bare-postgres.ts";
import { runOperatorProcess } from "#server/testing/operator-cli.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";

const starts = processHarness({ empty: true });
const log = pino({ level: "silent" });

const hba = () => readFileSync(join(starts.path, "pg", "pg_hba.conf"), "utf8");

/** Creates a data folder as earlier versions did: with a superuser as the only role, which owns everything. */
async function createOldFolder(): Promise<string> {
  const server = await startBarePostgres(starts.path, "spotter", "trust");
  await query(server.superuser, "create database spotter");
  const database = openDatabase({ ...server.superuser, database: "spotter" }, () => undefined);
  await prepareDatabase(database, undefined, log);
  await database.pool.query("insert into members (id) values ('00000000-0000-7000-8000-000000000001')");
  await database.close();
  await server.stop();
  rmSync(join(starts.path, "postgres.log"));
  return hba();
}

/** Starts the database of the folder, and finds its members and the owners of its objects. */
async function inspectDatabase() {
  const embedded = await startEmbedded({ dataDir: starts.path });
  const { connection, owner } = embedded;
  try {
    await expect(query({ ...connection, user: "spotter" }, "select 1")).rejects.toThrow("no pg_hba.conf entry");
    await expect(query({ ...connection, database: "template1" }, "select 1")).rejects.toThrow("no pg_hba.conf entry");
    const members = await query(owner, "select id from members").catch(() => []);
    return { members, owners: await query(owner, OWNERS) };
  } finally {
    await embedded.stop();
  }
}
const MIGRATED = { members: [{ id: "00000000-0000-7000-8000-000000000001" }], owners: [{ owner: "spotter_owner" }] };

describe("a data folder of an earlier version", () => {
  test("starts with two roles, which take over the superuser's objects, and serves", async () => {
    const before = await createOldFolder();
    expect(before).not.toContain("spotter_owner");
    const address = await starts.begin().ready();
    const [a, b] = [await signUpAt(address), await signUpAt(address)];
    expect((await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token)).status).toBe(200);
    expect(hba()).toContain("spotter_owner");
    const { code, err } = await runOperatorProcess(starts.path, ["show", a.id]);
    expect([code, err]).toEqual([0, ""]);
  }, 90_000);

  test("is migrated completely by the next start after a kill at any step", async () => {
    const before = await createOldFolder();
    const cluster = join(starts.path, "pg");
    const programs = findPrograms(starts.path);
    // Killed after the first role was created.
    runSingleUser(programs, cluster, "postgres", ["create role spotter_owner"]);
    expect(await inspectDatabase()).toEqual(MIGRATED);
    expect(await inspectDatabase()).toEqual(MIGRATED);
    // Killed before completion was recorded.
    writeFileSync(join(cluster, "pg_hba.conf"), before);
    writeFileSync(join(cluster, "pg_hba.conf.new"), "half");
    expect(await inspectDatabase()).toEqual(MIGRATED);
    // Killed while objects were transferred to the owner, and before the database was created.
    writeFileSync(join(cluster, "pg_hba.conf"), before);
    runSingleUser(programs, cluster, "spotter", [
      "alter table members owner to spotter",
      "alter schema jobs owner to spotter",
    ]);
    expect(await inspectDatabase()).toEqual(MIGRATED);
    writeFileSync(join(cluster, "pg_hba.conf"), before);
    runSingleUser(programs, cluster, "postgres", ["drop database spotter"]);
    createRoles(programs, cluster);
    expect((await inspectDatabase()).members).toEqual([]);
    expect(readdirSync(cluster).filter((name) => name.startsWith("pg_hba.conf"))).toEqual(["pg_hba.conf"]);
  }, 90_000);

  test("waits for a PostgreSQL that is still migrating it", async () => {
    await createOldFolder();
    const programs = findPrograms(starts.path);
    const first = startEmbedded({ dataDir: starts.path });
    const other = startEmbedded({ dataDir: starts.path }).catch((error: Error) => error.message);
    const embedded = await first;
    expect(await other).toMatch("Another Spotter process is using");
    expect(() => runSingleUser(programs, join(starts.path, "pg"), "postgres", ["select 1"])).toThrow("lock file");
    await embedded.stop();
  }, 60_000);

  test("that an earlier version still serves is not changed by a command", async () => {
    const before = await createOldFolder();
    const server = await startBarePostgres(starts.path, "spotter", "trust");
    const holder = new pg.Client(server.superuser);
    await holder.connect();
    await holder.query("select pg_try_advisory_lock(7768837)");
    const { code, err } = await runOperatorProcess(starts.path, ["log"]);
    expect([code, err]).toEqual([1, expect.stringContaining("An earlier version of Spotter is running on")]);
    expect(hba()).toBe(before);
    await holder.end();
    await server.stop();
  }, 60_000);
});

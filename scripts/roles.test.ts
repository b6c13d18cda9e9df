import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { createRoles } from "#server/db/embedded-roles.ts";
import { findPrograms, runSingleUser } from "#server/db/embedded-run.ts";
import { prepareDatabase } from "#server/db/prepare.ts";
import { type BarePostgres, startBarePostgres } from "#server/testing/bare-postgres.ts";
import { runOperatorProcess } from "#server/testing/operator-cli.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";

const starts = processHarness();
const log = pino({ level: "silent" });
const PRODUCTION = { NODE_ENV: "production", RATE_LIMITS: "on", PUBLIC_URL: "https://spotter.example" };

/** Runs statements one by one. @returns the rows of the last one */
async function query(connection: pg.ClientConfig, ...statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

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

const OWNERS = `
  select distinct pg_get_userbyid(owner) as owner from (
    select relowner as owner from pg_class where relnamespace::regnamespace::text in ('public', 'jobs')
    union select proowner from pg_proc where pronamespace::regnamespace::text in ('public', 'jobs')
    union select typowner from pg_type where typnamespace::regnamespace::text in ('public', 'jobs')
    union select nspowner from pg_namespace where nspname = 'jobs'
    union select datdba from pg_database where datname = 'spotter') as owners`;

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

describe("with an external PostgreSQL", () => {
  const guide = readFileSync(join(import.meta.dirname, "../docs/operating.md"), "utf8");
  let server: BarePostgres | undefined;
  let elsewhere: ReturnType<typeof makeDataFolder> | undefined;
  afterEach(async () => {
    await server?.stop();
    elsewhere?.remove();
  });

  /** The SQL statements of the operating guide. */
  const statements = (): string[] => {
    const [, sql = ""] = /```sql\n(create role spotter_owner[\s\S]*?)```/.exec(guide) ?? [];
    return sql.split(";\n").filter((statement) => statement.trim() !== "");
  };

  async function makeServer() {
    elsewhere = makeDataFolder();
    server = await startBarePostgres(elsewhere.path, "postgres", "scram-sha-256");
    await query(server.superuser, ...statements());
    const url = (role: string) => {
      const [, password = ""] = new RegExp(`create role ${role} login password '([^']+)'`).exec(guide) ?? [];
      return `postgres://${role}:${encodeURIComponent(password)}@localhost/spotter?host=${encodeURIComponent(elsewhere?.path ?? "")}`;
    };
    return { superuser: server.superuser, app: url("spotter_app"), owner: url("spotter_owner") };
  }

  test("the statements of the operating guide create the roles that a start requires", async () => {
    expect(statements().length).toBeGreaterThan(3);
    const { superuser, app, owner } = await makeServer();
    const first = starts.begin({ ...PRODUCTION, DATABASE_URL: app });
    expect(await first.ended).toBe(1);
    expect(first.output()).toContain("Spotter cannot start: DATABASE_OWNER_URL must name the role that owns");
    const second = starts.begin({ ...PRODUCTION, DATABASE_URL: app, DATABASE_OWNER_URL: owner });
    await second.ready();
    // The app prints its public URL, so the test needs the log to find the local address.
    await signUpAt(/listening at (http:[^"]+)/.exec(second.output())?.[1] ?? "");
    expect(second.output()).not.toMatch(/can change the ledger|permission denied/);
    const inside = { ...superuser, database: "spotter" };
    expect(await query(inside, OWNERS)).toEqual([{ owner: "spotter_owner" }]);
    await expect(query({ connectionString: app }, "update ledger_entries set change = 9")).rejects.toThrow("denied");
    await expect(query({ connectionString: app }, "create temp table mine (id int)")).rejects.toThrow("denied");
    // Once the owner has prepared the database, a start needs only the app's role.
    second.process.kill("SIGTERM");
    await second.ended;
    await starts.begin({ ...PRODUCTION, DATABASE_URL: app }).ready();
    expect(existsSync(join(starts.path, "pg"))).toBe(false);
  }, 120_000);

  test("a single role for everything causes a warning in production, and a superuser is rejected", async () => {
    const { superuser, owner } = await makeServer();
    const alone = starts.begin({ ...PRODUCTION, DATABASE_URL: owner });
    await alone.ready();
    expect(alone.output()).toContain("the role of DATABASE_URL can change the ledger and the audit log");
    alone.process.kill("SIGTERM");
    await alone.ended;
    const host = encodeURIComponent(superuser.host);
    const all = starts.begin({ ...PRODUCTION, DATABASE_URL: `postgres://postgres@localhost/spotter?host=${host}` });
    expect(await all.ended).toBe(1);
    expect(all.output()).toMatch(/Spotter cannot start: DATABASE_URL must name a role that is not a superuser/);
  }, 120_000);
});

test("production refuses to run as root, with a one-line message", async () => {
  const { code, err } = await runOperatorProcess(starts.path, ["log"], PRODUCTION);
  const isRoot = process.geteuid?.() === 0;
  const expected = isRoot
    ? "Spotter must not run as root when NODE_ENV is production"
    : ".* is not a Spotter data folder";
  expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^${expected}[^\n]*\n$`))]);
}, 30_000);

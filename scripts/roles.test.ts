import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterEach, describe, expect, test } from "vitest";
import { openDatabase } from "#server/db/client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { makeRoles } from "#server/db/embedded-roles.ts";
import { findPrograms, runAlone } from "#server/db/embedded-run.ts";
import { prepareDatabase } from "#server/db/prepare.ts";
import { type BarePostgres, startBarePostgres } from "#server/testing/bare-postgres.ts";
import { runOperatorProcess } from "#server/testing/operator-cli.ts";
import { post, processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";

const starts = processHarness();
const log = pino({ level: "silent" });
const PRODUCTION = { NODE_ENV: "production", RATE_LIMITS: "on", PUBLIC_URL: "https://spotter.example" };

/** Runs statements one by one. @returns the rows of the last */
async function ask(connection: pg.ClientConfig, ...statements: readonly string[]): Promise<unknown[]> {
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

/** A data folder as versions made it that had one role for everything: the superuser, who owns all. */
async function makeOldFolder(): Promise<string> {
  const server = await startBarePostgres(starts.path, "spotter", "trust");
  await ask(server.superuser, "create database spotter");
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

/** Starts the database of the folder and looks at whose it is. */
async function lookAround() {
  const embedded = await startEmbedded({ dataDir: starts.path });
  const { connection, owner } = embedded;
  try {
    await expect(ask({ ...connection, user: "spotter" }, "select 1")).rejects.toThrow("no pg_hba.conf entry");
    await expect(ask({ ...connection, database: "template1" }, "select 1")).rejects.toThrow("no pg_hba.conf entry");
    const members = await ask(owner, "select id from members").catch(() => []);
    return { members, owners: await ask(owner, OWNERS) };
  } finally {
    await embedded.stop();
  }
}
const ONE = { members: [{ id: "00000000-0000-7000-8000-000000000001" }], owners: [{ owner: "spotter_owner" }] };

describe("a data folder of an earlier version", () => {
  test("comes up with two roles that own and use what was the superuser's, and serves", async () => {
    const before = await makeOldFolder();
    expect(before).not.toContain("spotter_owner");
    const address = await starts.begin().ready();
    const [a, b] = [await signUpAt(address), await signUpAt(address)];
    expect((await post(address, "/api/match/send-crush", { recipientId: b.id }, a.token)).status).toBe(200);
    expect(hba()).toContain("spotter_owner");
    const { code, err } = await runOperatorProcess(starts.path, ["show", a.id]);
    expect([code, err]).toEqual([0, ""]);
  }, 90_000);

  test("is the same after each start, wherever the one before was killed", async () => {
    const before = await makeOldFolder();
    const cluster = join(starts.path, "pg");
    const programs = findPrograms(starts.path);
    // Killed after the first role was made.
    runAlone(programs, cluster, "postgres", ["create role spotter_owner"]);
    expect(await lookAround()).toEqual(ONE);
    expect(await lookAround()).toEqual(ONE);
    // Killed before it was noted that all is done.
    writeFileSync(join(cluster, "pg_hba.conf"), before);
    writeFileSync(join(cluster, "pg_hba.conf.new"), "half");
    expect(await lookAround()).toEqual(ONE);
    // Killed with the database half handed over, and one that nobody had made yet.
    writeFileSync(join(cluster, "pg_hba.conf"), before);
    runAlone(programs, cluster, "spotter", [
      "alter table members owner to spotter",
      "alter schema jobs owner to spotter",
    ]);
    expect(await lookAround()).toEqual(ONE);
    writeFileSync(join(cluster, "pg_hba.conf"), before);
    runAlone(programs, cluster, "postgres", ["drop database spotter"]);
    makeRoles(programs, cluster);
    expect((await lookAround()).members).toEqual([]);
    expect(readdirSync(cluster).filter((name) => name.startsWith("pg_hba.conf"))).toEqual(["pg_hba.conf"]);
  }, 90_000);

  test("waits for a PostgreSQL that still changes it", async () => {
    await makeOldFolder();
    const programs = findPrograms(starts.path);
    const changing = startEmbedded({ dataDir: starts.path });
    const other = startEmbedded({ dataDir: starts.path }).catch((error: Error) => error.message);
    const embedded = await changing;
    expect(await other).toMatch("Another Spotter is running on");
    expect(() => runAlone(programs, join(starts.path, "pg"), "postgres", ["select 1"])).toThrow("lock file");
    await embedded.stop();
  }, 60_000);

  test("that an earlier version still serves is not touched by a command", async () => {
    const before = await makeOldFolder();
    const server = await startBarePostgres(starts.path, "spotter", "trust");
    const holder = new pg.Client(server.superuser);
    await holder.connect();
    await holder.query("select pg_try_advisory_lock(7768837)");
    const { code, err } = await runOperatorProcess(starts.path, ["log"]);
    expect([code, err]).toEqual([1, expect.stringContaining("An earlier version of Spotter runs on")]);
    expect(hba()).toBe(before);
    await holder.end();
    await server.stop();
  }, 60_000);
});

describe("with a PostgreSQL of one's own", () => {
  const doc = readFileSync(join(import.meta.dirname, "../docs/operating.md"), "utf8");
  let server: BarePostgres | undefined;
  let elsewhere: ReturnType<typeof makeDataFolder> | undefined;
  afterEach(async () => {
    await server?.stop();
    elsewhere?.remove();
  });

  /** The statements of the guide, as they stand there. */
  const statements = (): string[] => {
    const [, sql = ""] = /```sql\n(create role spotter_owner[\s\S]*?)```/.exec(doc) ?? [];
    return sql.split(";\n").filter((statement) => statement.trim() !== "");
  };

  async function makeServer() {
    elsewhere = makeDataFolder();
    server = await startBarePostgres(elsewhere.path, "postgres", "scram-sha-256");
    await ask(server.superuser, ...statements());
    const url = (role: string) => {
      const [, password = ""] = new RegExp(`create role ${role} login password '([^']+)'`).exec(doc) ?? [];
      return `postgres://${role}:${encodeURIComponent(password)}@localhost/spotter?host=${encodeURIComponent(elsewhere?.path ?? "")}`;
    };
    return { superuser: server.superuser, app: url("spotter_app"), owner: url("spotter_owner") };
  }

  test("the statements of the guide make the roles that a start needs", async () => {
    expect(statements().length).toBeGreaterThan(3);
    const { superuser, app, owner } = await makeServer();
    const first = starts.begin({ ...PRODUCTION, DATABASE_URL: app });
    expect(await first.ended).toBe(1);
    expect(first.output()).toContain("Spotter cannot start: DATABASE_OWNER_URL must name the role that owns");
    const second = starts.begin({ ...PRODUCTION, DATABASE_URL: app, DATABASE_OWNER_URL: owner });
    await second.ready();
    // What it prints is the public address.
    await signUpAt(/listening at (http:[^"]+)/.exec(second.output())?.[1] ?? "");
    expect(second.output()).not.toMatch(/can change the ledger|permission denied/);
    const inside = { ...superuser, database: "spotter" };
    expect(await ask(inside, OWNERS)).toEqual([{ owner: "spotter_owner" }]);
    await expect(ask({ connectionString: app }, "update ledger_entries set change = 9")).rejects.toThrow("denied");
    await expect(ask({ connectionString: app }, "create temp table mine (id int)")).rejects.toThrow("denied");
    // Whoever the owner has prepared it for may go without knowing the owner.
    second.process.kill("SIGTERM");
    await second.ended;
    await starts.begin({ ...PRODUCTION, DATABASE_URL: app }).ready();
    expect(existsSync(join(starts.path, "pg"))).toBe(false);
  }, 120_000);

  test("one role for all is warned of in production, and a superuser refused", async () => {
    const { superuser, owner } = await makeServer();
    const alone = starts.begin({ ...PRODUCTION, DATABASE_URL: owner });
    await alone.ready();
    expect(alone.output()).toContain("the role of DATABASE_URL can change the ledger and the audit log");
    alone.process.kill("SIGTERM");
    await alone.ended;
    const host = encodeURIComponent(superuser.host);
    const all = starts.begin({ ...PRODUCTION, DATABASE_URL: `postgres://postgres@localhost/spotter?host=${host}` });
    expect(await all.ended).toBe(1);
    expect(all.output()).toMatch(/Spotter cannot start: DATABASE_URL must name a role that is no superuser/);
  }, 120_000);
});

test("root is refused in production, in one line", async () => {
  const { code, err } = await runOperatorProcess(starts.path, ["log"], PRODUCTION);
  const isRoot = process.geteuid?.() === 0;
  const expected = isRoot ? "Spotter must not run as root when NODE_ENV is production" : "There is no Spotter in";
  expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^${expected}[^\n]*\n$`))]);
}, 30_000);

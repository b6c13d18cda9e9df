import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startEmbedded } from "#server/platform/db/embedded.ts";
import { type BarePostgres, OWNERS, query, startBarePostgres } from "#server/testing/bare-postgres.ts";
import { runOperatorProcess } from "#server/testing/operator-cli.ts";
import { processHarness, signUpAt } from "#server/testing/process-harness.ts";
import { makeDataFolder } from "#server/testing/spotter-process.ts";

const starts = processHarness({ empty: true });
const PRODUCTION = { NODE_ENV: "production", RATE_LIMITS: "on", PUBLIC_URL: "https://spotter.example" };

describe("with an external PostgreSQL", () => {
  const guide = readFileSync(join(import.meta.dirname, "../docs/operating/postgresql.md"), "utf8");
  let server: BarePostgres | undefined;
  let elsewhere: ReturnType<typeof makeDataFolder> | undefined;
  afterEach(async () => {
    await server?.stop();
    elsewhere?.remove();
  });

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

test("the embedded database belongs to the owner, and its superuser cannot connect", async () => {
  const { connection, owner, stop } = await startEmbedded({ dataDir: starts.path });
  try {
    expect(await query(owner, OWNERS)).toEqual([{ owner: "spotter_owner" }]);
    for (const refused of [{ user: "spotter" }, { database: "template1" }])
      await expect(query({ ...connection, ...refused }, "select 1")).rejects.toThrow("no pg_hba.conf entry");
  } finally {
    await stop();
  }
});

test("production refuses to run as root, with a one-line message", async () => {
  const { code, err } = await runOperatorProcess(starts.path, ["log"], PRODUCTION);
  const isRoot = process.geteuid?.() === 0;
  const expected = isRoot
    ? "Spotter must not run as root when NODE_ENV is production"
    : ".* is not a Spotter data folder";
  expect([code, err]).toEqual([1, expect.stringMatching(new RegExp(`^${expected}[^\n]*\n$`))]);
}, 30_000);

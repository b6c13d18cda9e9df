import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError } from "#server/config.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import { checkRole, prepareDatabase } from "#server/platform/db/prepare.ts";
import { findExcessPrivileges, privilegesOn } from "#server/platform/db/privileges.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
let admin: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client(database.admin);
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

/** All table privileges in PostgreSQL. */
const ALL = ["select", "insert", "update", "delete", "truncate", "references", "trigger", "maintain"];
const TABLES = `
  select nspname as schema, relname as name, c.oid from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'jobs') and relkind in ('r', 'p', 'v') order by 1, 2`;

async function privileges(): Promise<Record<string, string[]>> {
  const { rows } = await database.pool.query<{ name: string; has: string[] }>(
    `select schema || '.' || name as name,
      array(select p from unnest($1::text[]) as p where has_table_privilege(oid, p) order by p) as has
     from (${TABLES}) as tables`,
    [ALL],
  );
  return Object.fromEntries(rows.map(({ name, has }) => [name, has]));
}

describe("the app's role", () => {
  test("can read and write the rows of every table except the restricted ones", async () => {
    const has = await privileges();
    expect(Object.keys(has).length).toBeGreaterThan(45);
    const listed = Object.fromEntries(
      Object.keys(has).map((name) => {
        const [schema = "", table = ""] = name.split(".");
        return [name, privilegesOn(schema, table).filter((privilege) => !privilege.includes(" "))];
      }),
    );
    expect(has).toEqual(listed);
    const { "public.members": members, ...rest } = has;
    expect(members).toEqual(["delete", "insert", "select", "update"]);
    const less = Object.entries(rest).filter(([, granted]) => granted.join() !== members?.join());
    expect(Object.fromEntries(less)).toEqual({
      "jobs.bam": ["select"],
      "public.audit_log": ["insert", "select"],
      "public.case_events": ["insert", "select"],
      "public.decision_acts": ["insert", "select"],
      "public.decisions": ["delete", "insert", "select"],
      "public.kysely_migration": ["select"],
      "public.kysely_migration_lock": [],
      "public.ledger_entries": ["insert", "select"],
      "public.received_crushes": ["select"],
      "public.relationship_sides": ["select"],
      "public.security_events": ["delete", "insert", "select"],
      "public.status_events": ["delete", "insert", "select"],
      "public.wallets": ["select"],
    });
  });

  test("is not a superuser, owns nothing, and is a member of no other role", async () => {
    const { rows } = await database.pool.query(`
      select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
        exists (select from pg_auth_members where member = r.oid) as "isMember",
        exists (select from pg_class where relowner = r.oid) as "ownsTables",
        has_schema_privilege('public', 'create') or has_schema_privilege('jobs', 'create')
          or has_database_privilege(current_database(), 'create') as "mayCreate"
      from pg_roles r where rolname = current_user`);
    expect(new Set(Object.values(rows[0]))).toEqual(new Set([false]));
    expect(await findExcessPrivileges(database.pool)).toEqual({ isUnlimited: false, mayRewrite: false });
  });

  test.each([
    "update ledger_entries set change = 100",
    "delete from ledger_entries",
    "alter table ledger_entries disable trigger all",
    "drop trigger ledger_is_append_only on ledger_entries",
    "alter table decisions disable trigger decisions_are_kept",
    "drop trigger cases_are_kept on cases",
    "create or replace function keep_recent_case() returns trigger language plpgsql as 'begin return old; end'",
    "update wallets set balance = 99",
    "update wallets set member_id = null",
    "insert into wallets (id, balance) values (gen_random_uuid(), 5)",
    "update security_events set outcome = 'fine'",
    "create table mine (id int)",
    "create function mine() returns int language sql as 'select 1'",
    "alter table wallets drop constraint wallets_balance_not_negative",
    "create or replace function refuse_ledger_change() returns trigger language plpgsql as 'begin return new; end'",
    "set session_replication_role = replica",
    "create extension dblink",
    "copy members to program 'cat'",
  ])("may not run: %s", async (statement) => {
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test("cannot use a temporary table's trigger to change a balance with the owner's privileges", async () => {
    const mine = "create temp table mine (wallet_id uuid, change integer)";
    const trigger = "create trigger t after insert on mine for each row execute function move_balance()";
    await expect(database.pool.query(mine)).rejects.toMatchObject({ code: "42501" });
    // A database may allow temporary tables.
    await admin.query(`grant temporary on database ${database.connection.database} to spotter_app`);
    const client = await database.pool.connect();
    await client.query(mine);
    await expect(client.query(trigger)).rejects.toThrow("permission denied for function move_balance");
    client.release(true);
  });

  test("regains missing privileges and loses additional ones at the next start", async () => {
    const before = await privileges();
    await admin.query("grant all on ledger_entries, jobs.bam to spotter_app");
    await admin.query("revoke update on members from spotter_app");
    await admin.query("create table later (id int); alter table later owner to spotter_owner");
    await prepareDatabase(database, database.owner, log);
    expect(await privileges()).toEqual({ ...before, "public.later": ["delete", "insert", "select", "update"] });
    await admin.query("drop table later");
  });

  test("gets its privileges from several concurrent starts", async () => {
    await admin.query("revoke all on all tables in schema public, jobs from spotter_app");
    await Promise.all([1, 2, 3].map(() => prepareDatabase(database, database.owner, log)));
    expect((await privileges())["public.members"]).toHaveLength(4);
  });
});

describe("database preparation", () => {
  const open = (connection: pg.PoolConfig) => openDatabase(connection, () => undefined);

  test("rejects a PostgreSQL that is too old", async () => {
    const query = async () => ({ rows: [{ version: "15.4", major: 15 }] });
    const old = { ...database, pool: Object.assign(Object.create(database.pool), { query }) };
    await expect(prepareDatabase(old, database.owner, log)).rejects.toThrow(
      new ConfigError("PostgreSQL 15.4 at DATABASE_URL is too old: Spotter needs version 16 or newer"),
    );
  });

  test("rejects the owner of another database, and changes nothing there", async () => {
    const other = await createTestDatabase();
    await expect(prepareDatabase(database, other.owner, log)).rejects.toThrow(
      "DATABASE_OWNER_URL must lead to the same database as DATABASE_URL",
    );
    await other.drop();
  });

  test("succeeds without an owner if the schema is up to date, and requires one otherwise", async () => {
    await prepareDatabase(database, undefined, log);
    const { name } = (
      await admin.query(
        "delete from kysely_migration where name = (select max(name) from kysely_migration) returning name",
      )
    ).rows[0];
    await expect(prepareDatabase(database, undefined, log)).rejects.toThrow(
      "DATABASE_OWNER_URL must name the role that owns the tables",
    );
    await admin.query("insert into kysely_migration (name, timestamp) values ($1, '')", [name]);
  });

  test("checkRole warns if a single role can change the ledger, and rejects a superuser", async () => {
    const warnings: string[] = [];
    const capturingLog = pino({ level: "warn" }, { write: (line) => void warnings.push(JSON.parse(line).msg) });
    await checkRole(database, capturingLog);
    expect(warnings).toEqual([]);
    const alone = open(database.owner);
    await prepareDatabase(alone, undefined, log);
    await checkRole(alone, capturingLog);
    expect(warnings).toEqual([expect.stringContaining("can change the ledger and the audit log")]);
    const all = open(database.admin);
    await expect(checkRole(all, capturingLog)).rejects.toThrow("DATABASE_URL must name a role that is not a superuser");
    await admin.query("create role runner login; grant pg_execute_server_program, spotter_app to runner");
    const runner = open({ ...database.connection, user: "runner" });
    await expect(checkRole(runner, capturingLog)).rejects.toThrow("may not run programs");
    await Promise.all([alone, all, runner].map(({ close }) => close()));
    await admin.query("drop role runner");
    await admin.query("create role chief superuser; create role deputy login; grant chief, spotter_app to deputy");
    const deputy = open({ ...database.connection, user: "deputy" });
    await expect(checkRole(deputy, capturingLog)).rejects.toThrow(
      "DATABASE_URL must name a role that is not a superuser",
    );
    await deputy.close();
    await admin.query("drop role deputy, chief");
  });
});

import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { openDatabase } from "#server/platform/db/client.ts";
import {
  compareMigrations,
  isMigrated,
  listMigrations,
  migrate,
  SchemaVersionError,
} from "#server/platform/db/migrate.ts";
import { prepareDatabase } from "#server/platform/db/prepare.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");

let database: TestDatabase;
let owner: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase(database.owner, () => undefined);
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const forget = (name: string) => owner.pool.query("delete from kysely_migration where name = $1", [name]);
const record = (name: string) =>
  owner.pool.query("insert into kysely_migration values ($1, '2999-01-01T00:00:00.000Z')", [name]);

describe("names of migrations", () => {
  const known = ["0033-one", "0034-two"];

  test("say whether a version can use the database of a newer one", () => {
    const compare = (...newer: string[]) => compareMigrations(known, [...known, ...newer]).breaking;
    expect(compare()).toBeUndefined();
    expect(compare("0035-three", "0036-concurrently-index-four")).toBeUndefined();
    // Removes what versions without 0034 use, so this one may run.
    expect(compare("0035-contract-0034-drop-old")).toBeUndefined();
    expect(compare("0035-three", "0036-contract-0035-drop-old")).toBe("0036-contract-0035-drop-old");
  });

  test("that are missing are still to be applied", () => {
    expect(compareMigrations(known, ["0033-one"])).toEqual({
      pending: ["0034-two"],
      unknown: [],
      breaking: undefined,
      isEmpty: false,
    });
  });
});

test("a process says that it waits while another one migrates", async () => {
  const lines: string[] = [];
  const other = await owner.pool.connect();
  await other.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.migrations]);
  const migrated = migrate(owner.db, { log: pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) }) });
  await expect.poll(() => lines).toEqual(["another process migrates the database: waiting for it"]);
  await other.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.migrations]);
  other.release();
  await migrated;
  expect(lines).toHaveLength(1);
});

describe("the database of a newer version", () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const prepareAsOwner = () => prepareDatabase(database, database.owner, log);

  test("is used with a warning if that has only added to it, and is not changed", async () => {
    await record("9000-addition");
    await owner.pool.query("create table of_newer_version (id int)");
    for (const connection of [undefined, database.owner]) await prepareDatabase(database, connection, log);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      Array(2).fill(
        expect.objectContaining({
          migrations: ["9000-addition"],
          msg: "the database has the schema of a newer version",
        }),
      ),
    );
    expect(await isMigrated(database.db)).toBe(true);
    await expect(database.pool.query("select from of_newer_version")).rejects.toThrow("permission denied");
  });

  test("is refused if that has removed what this version needs, by a process that runs as well", async () => {
    await record("9001-contract-9000-drop-old");
    for (const attempt of [prepareAsOwner, () => isMigrated(database.db)])
      await expect(attempt()).rejects.toThrow(SchemaVersionError);
    await expect(prepareAsOwner()).rejects.toThrow(
      "A newer version of Spotter has migrated the database (9001-contract-9000-drop-old), which this version can no longer use.",
    );
    await forget("9001-contract-9000-drop-old");
  });

  test("is refused if its history is another one", async () => {
    const rename = (name: string, to: string) =>
      owner.pool.query("update kysely_migration set name = $2 where name = $1", [name, to]);
    await rename("0002-profiles", "0002-other");
    await expect(prepareAsOwner()).rejects.toThrow("lacks 0002-profiles");
    await rename("0002-other", "0002-profiles");
    await forget("9000-addition");
  });

  test("is refused if its job tables are newer", async () => {
    await record("9000-addition");
    await owner.pool.query("update jobs.version set version = version + 1");
    await expect(prepareAsOwner()).rejects.toThrow("has updated the job tables");
    await owner.pool.query("update jobs.version set version = version - 1");
    await forget("9000-addition");
  });
});

describe("a migration", () => {
  const folder = mkdtempSync(join(tmpdir(), "spotter-migrations-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function write(name: string, ...statements: string[]): void {
    for (const file of readdirSync(MIGRATIONS))
      if (!existsSync(join(folder, file))) symlinkSync(join(MIGRATIONS, file), join(folder, file));
    const kysely = JSON.stringify(join(import.meta.dirname, "../../../node_modules/kysely/dist/index.js"));
    const executed = statements.map((statement) => `await sql\`${statement}\`.execute(db);`).join("\n");
    const text = `import { sql } from ${kysely};\nexport async function up(db) {\n${executed}\n}\n`;
    writeFileSync(join(folder, `${name}.ts`), text);
  }

  const isApplied = async (name: string) =>
    (await owner.pool.query("select from kysely_migration where name = $1", [name])).rowCount === 1;

  test("that waits for a lock lets the statements behind it run, and is applied once the lock is free", async () => {
    write("9000-addition", "alter table refused_contacts add column note text");
    const [holder, reader] = [new pg.Client(database.owner), new pg.Client(database.connection)];
    await Promise.all([holder.connect(), reader.connect()]);
    await holder.query("begin; select from refused_contacts");
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    // Two processes start.
    const migrating = Promise.all([1, 2].map(() => migrate(owner.db, { log, folder })));
    const waits = () => lines.some((line) => line.includes("migration waits for a lock"));
    let slowest = 0;
    while (!waits()) {
      const startedAt = performance.now();
      await reader.query("select from refused_contacts");
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
    expect(slowest).toBeLessThan(2_000);
    await holder.query("commit");
    await migrating;
    expect(await isApplied("9000-addition")).toBe(true);
    await Promise.all([holder.end(), reader.end()]);
  });

  test("that never gets its lock fails, and has changed nothing", async () => {
    write("9001-other", "alter table members add column note text", "alter table refused_contacts drop column note");
    const holder = new pg.Client(database.owner);
    await holder.connect();
    await holder.query("begin; select from refused_contacts");
    await expect(migrate(owner.db, { folder, retryForMs: 0 })).rejects.toThrow("lock timeout");
    await holder.end();
    await expect(owner.pool.query("select note from members")).rejects.toThrow("does not exist");
    expect(await isApplied("9001-other")).toBe(false);
    await migrate(owner.db, { folder });
    expect(await isApplied("9001-other")).toBe(true);
  });

  test("that builds an index concurrently waits for older transactions without blocking writes", async () => {
    write("9002-concurrently-index-note", "create index concurrently members_by_note on members (note)");
    const holder = new pg.Client(database.owner);
    await holder.connect();
    await holder.query("begin isolation level repeatable read; select from members");
    const migrating = Promise.all([1, 2].map(() => migrate(owner.db, { folder })));
    const isBuilding = async () =>
      (await owner.pool.query("select from pg_index where indexrelid = to_regclass('members_by_note')")).rowCount === 1;
    await expect.poll(isBuilding).toBe(true);
    await database.pool.query("insert into members (id) values (gen_random_uuid())");
    await holder.query("commit");
    await migrating;
    await holder.end();
    const { rows } = await owner.pool.query(
      "select indisvalid from pg_index where indexrelid = 'members_by_note'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test("is applied to an empty database among others, also if it builds an index concurrently", async () => {
    write("9003-last", "alter table members add column last_note text");
    const empty = await createTestDatabase({ empty: true });
    const emptyOwner = openDatabase(empty.owner, () => undefined);
    await migrate(emptyOwner.db, { folder });
    const { rows } = await emptyOwner.pool.query("select name from kysely_migration order by name");
    expect(rows.map(({ name }) => name)).toEqual(listMigrations(folder));
    await emptyOwner.close();
    await empty.drop();
  });
});

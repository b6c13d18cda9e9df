import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runOperator } from "#server/cli/cli.ts";
import { readConfig } from "#server/config.ts";
import { listMigrations } from "#server/platform/db/migrate.ts";
import { urlOf } from "#server/testing/database-url.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

async function migrate(env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = [[] as string[], [] as string[]];
  const print = (line: string) => void out.push(line);
  const printError = (line: string) => void err.push(line);
  const code = await runOperator(["database", "migrate"], () => readConfig(env), { print, printError });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

test("`database migrate` prepares a database, also when several do it at once, and once more changes nothing", async () => {
  const env = { DATABASE_URL: urlOf(database.connection), DATABASE_OWNER_URL: urlOf(database.owner) };
  const results = await Promise.all([migrate(env), migrate(env), migrate(env)]);
  expect(results.map(({ code, err }) => [code, err])).toEqual(Array(3).fill([0, ""]));
  expect(results[0]?.out).toContain(`Applied ${listMigrations()[0]}`);
  const { rows } = await database.pool.query("select name from kysely_migration order by name");
  expect(rows.map(({ name }) => name)).toEqual(listMigrations());
  expect(await migrate(env)).toEqual({ code: 0, out: "The schema is up to date.", err: "" });
  // The app's role can work with it.
  await database.pool.query("insert into members (id) values (gen_random_uuid())");
  const { rows: audited } = await database.pool.query("select action from audit_log");
  expect(audited[0]).toEqual({ action: "migrate database" });
});

test("`database migrate` goes on where one was killed before it granted the privileges", async () => {
  const owner = new pg.Client(database.owner);
  await owner.connect();
  await owner.query(`revoke all on kysely_migration from ${database.connection.user}`);
  await owner.end();
  const env = { DATABASE_URL: urlOf(database.connection), DATABASE_OWNER_URL: urlOf(database.owner) };
  expect(await migrate(env)).toEqual({ code: 0, out: "The schema is up to date.", err: "" });
  await database.pool.query("select name from kysely_migration");
});

test("`database migrate` leaves the embedded database to the start", async () => {
  expect(await migrate({})).toEqual({
    code: 1,
    out: "",
    err: "DATABASE_URL is not set. The start migrates the embedded database.",
  });
});

test("`database migrate` does not connect to the pooler of `DATABASE_URL`", async () => {
  const refusing = new URL(urlOf(database.connection));
  refusing.search = "";
  refusing.host = "127.0.0.1:1";
  const env = {
    DATABASE_URL: refusing.href,
    DATABASE_DIRECT_URL: urlOf(database.connection),
    DATABASE_OWNER_URL: urlOf(database.owner),
  };
  expect(await migrate(env)).toEqual({ code: 0, out: "The schema is up to date.", err: "" });
});

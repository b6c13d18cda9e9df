import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ConfigError } from "#server/config.ts";
import { type Database, openDatabase, timeoutOptions } from "#server/platform/db/client.ts";
import { checkPooler, sharesSessions } from "#server/platform/db/pooler.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
let pooled: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  const direct = { ...database.connection, options: timeoutOptions(false) };
  pooled = openDatabase(database.connection, () => undefined, { direct });
});
afterAll(async () => {
  await pooled.close();
  await database.drop();
});

const findTimeout = async (connection: pg.ClientConfig) => {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ statement_timeout: string }>("show statement_timeout");
  await client.end();
  return rows[0]?.statement_timeout;
};

/** The cases that need a real pooler are in `pgbouncer.engine.test.ts`. */
describe("the check of a pooler's addresses", () => {
  test("limits its sessions by defaults of the role, those that are open too, and no direct ones", async () => {
    await pooled.pool.query("select 1");
    expect(pooled.pool.totalCount).toBe(1);
    await Promise.all([checkPooler(pooled, undefined, log), checkPooler(pooled, undefined, log)]);
    expect((await pooled.pool.query("show statement_timeout")).rows).toEqual([{ statement_timeout: "15s" }]);
    expect(await findTimeout(database.connection)).toBe("15s");
    expect(await findTimeout(pooled.direct)).toBe("0");
    expect(await findTimeout(database.owner)).toBe("0");
  });

  test("keeps a default that the operator has set", async () => {
    const client = new pg.Client(database.connection);
    await client.connect();
    const { database: name } = database.connection;
    await client.query(`alter role current_user in database ${name} set statement_timeout = '10s'`);
    await client.end();
    await checkPooler(pooled, undefined, log);
    expect(await findTimeout(database.connection)).toBe("10s");
  });

  test("refuses addresses of different databases or roles", async () => {
    const elsewhere = await createTestDatabase();
    for (const direct of [elsewhere.connection, database.owner]) {
      const mixed = openDatabase(database.connection, () => undefined, { direct });
      await expect(checkPooler(mixed, undefined, log)).rejects.toThrow(ConfigError);
      await mixed.close();
    }
    await elsewhere.drop();
  });

  test("takes PostgreSQL itself for none", async () => {
    expect(await sharesSessions(database.connection)).toBe(false);
    await checkPooler(database, database.owner, log);
  });
});

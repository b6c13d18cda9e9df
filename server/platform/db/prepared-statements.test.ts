import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTransact } from "#server/platform/db/client.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function onConnection<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client(database.owner);
  await owner.connect();
  await owner.query(statement).finally(() => owner.end());
}

const repeat = async (client: pg.PoolClient, text: string, times: number) => {
  for (let i = 0; i < times; i++) await client.query(text, [i]);
};
const prepared = async (client: pg.PoolClient): Promise<string[]> =>
  (await client.query("select statement from pg_prepared_statements")).rows.map(({ statement }) => statement);

describe("a statement with parameters", () => {
  test("is prepared once it has run five times", async () => {
    await onConnection(async (client) => {
      await repeat(client, "select $1::int + 1", 4);
      expect(await prepared(client)).toEqual([]);
      await repeat(client, "select $1::int + 1", 1);
      expect(await prepared(client)).toEqual(["select $1::int + 1"]);
      await repeat(client, "select $1::int + 1", 3);
      expect(await prepared(client)).toHaveLength(1);
    });
  });

  test("runs on after a migration changed its result, on every connection", async () => {
    await asOwner("create table changing (n int); grant select on changing to public");
    const text = "select * from changing where n <> $1";
    const prepareTwice = () =>
      onConnection((one) => onConnection((other) => Promise.all([repeat(one, text, 6), repeat(other, text, 6)])));
    await prepareTwice();
    await asOwner("alter table changing add column more text");
    await prepareTwice();
    await onConnection(async (client) =>
      expect((await prepared(client)).filter((one) => one === text)).toHaveLength(2),
    );
  });

  test("lets its transaction be repeated after a migration changed its result", async () => {
    await asOwner("create table changing_too (n int); grant select on changing_too to public");
    const { transact } = createTransact(
      database.db,
      () => undefined,
      () => undefined,
    );
    const attempts: number[] = [];
    const read = (nth: number) =>
      transact(async (tx) => {
        attempts.push(nth);
        return (await sql`select * from changing_too where n <> ${nth}`.execute(tx)).rows;
      });
    for (let nth = 0; nth < 6; nth++) await read(nth);
    await asOwner("alter table changing_too add column more text");
    expect(await read(6)).toEqual([]);
    expect(attempts).toEqual([0, 1, 2, 3, 4, 5, 6, 6]);
  });

  test("is not prepared beyond the number that a connection keeps", async () => {
    await onConnection(async (client) => {
      for (let nth = 0; nth < 320; nth++) await repeat(client, `select $1::int + ${nth}`, 5);
      const { length } = (await prepared(client)).filter((text) => text.startsWith("select $1::int + "));
      expect(length).toBeLessThanOrEqual(300);
      expect(length).toBeGreaterThan(290);
    });
  });
});

import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDatabaseUnavailable } from "#server/db/client.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Runs statements on one connection of the pool. */
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

  test("fails once, as unavailable, after a migration changed its result", async () => {
    await asOwner("create table changing (n int); grant select on changing to public");
    const text = "select * from changing where n <> $1";
    await onConnection((client) => repeat(client, text, 6));
    await asOwner("alter table changing alter n type bigint");
    const failure = await onConnection((client) => repeat(client, text, 1)).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(failure)).toBe(true);
    await onConnection((client) => repeat(client, text, 6));
    await onConnection(async (client) =>
      expect((await prepared(client)).filter((one) => one === text)).toHaveLength(2),
    );
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

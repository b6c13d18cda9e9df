import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTransact, refusalOf } from "#server/platform/db/client.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

let database: TestDatabase;
const published: string[] = [];
const transacts = () =>
  createTransact(
    database.db,
    (memberId, event) => published.push(`${memberId} ${event}`),
    () => undefined,
  );

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  published.length = 0;
  await database.pool.query("delete from rate_limits");
});

const insert = (key: string) =>
  sql`insert into rate_limits (key, count, ends_at) values (convert_to(rpad(${key}, 32), 'UTF8'), 1, now())`;
const stored = async () =>
  (await database.pool.query("select trim(convert_from(key, 'UTF8')) as key from rate_limits order by key")).rows.map(
    ({ key }) => key,
  );

describe.each(["transact", "transactStatement"] as const)("%s", (name) => {
  test("publishes what was emitted, once the statement is committed", async () => {
    await transacts()[name](async (tx) => {
      tx.emit("someone", "crushes_seen", {});
      await insert("one").execute(tx);
      expect(published).toEqual([]);
    });
    expect(await stored()).toEqual(["one"]);
    expect(published).toEqual(["someone crushes_seen"]);
  });

  test("publishes thousands of events in order, and serves others in between", async () => {
    const turns: number[] = [];
    const look = () => {
      turns.push(published.length);
      if (published.length < 1000) setImmediate(look);
    };
    const done = transacts()[name](async (tx) => {
      for (let nth = 0; nth < 1000; nth++) tx.emit(String(nth), "crushes_seen", {});
      await insert("one").execute(tx);
      setImmediate(look);
    });
    await done;
    await expect.poll(() => published.length).toBe(1000);
    expect(published).toEqual(Array.from({ length: 1000 }, (_, nth) => `${nth} crushes_seen`));
    expect(turns.filter((many) => many > 0 && many < 1000)).not.toEqual([]);
  });

  test("stores and publishes nothing if the statement refuses itself", async () => {
    const refused = transacts()[name](async (tx) => {
      tx.emit("someone", "crushes_seen", {});
      await sql`with stored as (${insert("one")} returning count) select refuse('too many', count || ' of 0') from stored`.execute(
        tx,
      );
    });
    expect(refusalOf(await refused.catch((error: unknown) => error))).toEqual({ reason: "too many", detail: "1 of 0" });
    expect(await stored()).toEqual([]);
    expect(published).toEqual([]);
  });
});

test("transactStatement refuses a second statement, which would be another transaction", async () => {
  const twice = transacts().transactStatement(async (tx) => {
    await insert("one").execute(tx);
    await insert("two").execute(tx);
  });
  await expect(twice).rejects.toThrow("A second statement");
  expect(await stored()).toEqual(["one"]);
});

test("an error that is no refusal has none", () => {
  expect(refusalOf(new Error("too many"))).toBeUndefined();
});

import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { compileOnce } from "#server/platform/db/compiled-statement.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

interface Values {
  readonly id: string;
  readonly count: number;
}

describe("a compiled statement", () => {
  test("is built once for each variant, and runs with the values of each call", async () => {
    const build = vi.fn(({ id, count }: Values, isNegative: boolean) => {
      const value = isNegative ? sql`- ${count}::int` : sql`${count}::int`;
      return sql<Values>`select ${id}::text as id, ${value} as count`;
    });
    const run = compileOnce<Values, Values, boolean>(build);
    expect(await run(app.ctx.db, { id: "a", count: 1 }, false)).toEqual([{ id: "a", count: 1 }]);
    const builds = build.mock.calls.length;
    expect(await run(app.ctx.db, { id: "b", count: 2 }, false)).toEqual([{ id: "b", count: 2 }]);
    expect(build).toHaveBeenCalledTimes(builds);
    expect(await run(app.ctx.db, { id: "c", count: 3 }, true)).toEqual([{ id: "c", count: -3 }]);
    expect(await run(app.ctx.db, { id: "d", count: 4 }, false)).toEqual([{ id: "d", count: 4 }]);
  });

  test("takes queries of Kysely, and values more than once and null", async () => {
    const run = compileOnce(({ id }: { readonly id: string | null }, _, db) =>
      db.selectNoFrom([sql<string | null>`${id}::text`.as("one"), sql<string | null>`${id}::text`.as("other")]),
    );
    expect(await run(app.ctx.db, { id: "x" })).toEqual([{ one: "x", other: "x" }]);
    expect(await run(app.ctx.db, { id: null })).toEqual([{ one: null, other: null }]);
  });

  test("is refused if its text or a constant depends on a value", async () => {
    const branches = compileOnce(({ id }: { readonly id: string }) => (id < "b" ? sql`select 1` : sql`select 2`));
    await expect(branches(app.ctx.db, { id: "a" })).rejects.toThrow("pass what depends on it as a variant");
    const encodes = compileOnce((values: { readonly id: string }) => sql`select ${JSON.stringify(values.id)}::jsonb`);
    await expect(encodes(app.ctx.db, { id: "a" })).rejects.toThrow("the value id is only known");
    const hasNewId = compileOnce(() => sql`select ${newId()}::uuid`);
    await expect(hasNewId(app.ctx.db, {})).rejects.toThrow("differs each time");
  });

  test("is the only one of a transaction of one statement", async () => {
    const run = compileOnce(({ id }: { readonly id: string }) => sql`select ${id}::text`);
    const twice = app.ctx.transactStatement(async (tx) => {
      await run(tx, { id: "a" });
      await run(tx, { id: "b" });
    });
    await expect(twice).rejects.toThrow("use transact");
  });
});

import { describe, expect, test } from "vitest";
import { consumeRateLimit, readRateLimit } from "#server/domains/accounts/rate-limits/rate-limits.statements.ts";
import { deleteExpired } from "#server/domains/member-data/cleanup/cleanup.service.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const rule = { name: "test", limit: 3, windowSeconds: 60 };
const consume = (subject: string) => app.ctx.transact((tx) => consumeRateLimit(app.ctx, tx, rule, subject));

describe("a rate limit", () => {
  test("allows exactly its limit of concurrent uses", async () => {
    const states = await Promise.all(Array.from({ length: 10 }, () => consume("busy")));
    expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
    expect(states.every(({ retryAfter }) => retryAfter > 0 && retryAfter <= 60)).toBe(true);
    expect((await consume("another")).allowed).toBe(true);
  });

  test("never exceeds its window in Retry-After, even in an older transaction", async () => {
    const { retryAfter } = await app.ctx.transact(async (early) => {
      for (let i = 0; i < 3; i++) await consume("early");
      return consumeRateLimit(app.ctx, early, rule, "early");
    });
    expect(retryAfter).toBe(60);
  });

  test("can be read without counting, and starts again after its window", async () => {
    const read = () => readRateLimit(app.ctx, app.ctx.db, rule, "calm");
    expect(await read()).toEqual({ allowed: true, remaining: 3, retryAfter: 0 });
    for (let i = 0; i < 3; i++) await consume("calm");
    expect(await read()).toMatchObject({ allowed: false, remaining: 0 });
    await app.database.pool.query("update rate_limits set ends_at = now()");
    expect(await read()).toMatchObject({ allowed: true, remaining: 3 });
    expect((await consume("calm")).remaining).toBe(2);
  });

  test("can be used while ended windows are deleted, without losing counts", async () => {
    await consume("swept");
    await app.database.pool.query("update rate_limits set ends_at = now() - interval '1 second'");
    await app.ctx.transact(async (using) => {
      await consumeRateLimit(app.ctx, using, rule, "swept");
      await deleteExpired(app.ctx, "rate_limits");
    });
    const { remaining } = await readRateLimit(app.ctx, app.ctx.db, rule, "swept");
    expect(remaining).toBe(2);
  });

  test("stores no readable subject", async () => {
    await consume("maya@example.com");
    const { rows } = await app.database.pool.query("select encode(key, 'escape') as key from rate_limits");
    expect(JSON.stringify(rows)).not.toContain("maya");
  });
});

import { describe, expect, test } from "vitest";
import { login } from "#contract/accounts/accounts.ts";
import { getConversations } from "#contract/chat/messages.ts";
import { getCrushes } from "#contract/crushes/crushes.ts";
import { browse } from "#contract/discovery/discovery.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { DEMO_CREDENTIALS } from "#demo/members/members.ts";
import { addDemoPhotos, ensureDemoMembers } from "#demo/seed.ts";
import { createCompleteMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();
const quiet = () => undefined;

describe("a new data folder", () => {
  test("gets sixty marked members, and a demo login with a history", async () => {
    expect(await ensureDemoMembers(app.ctx, 60, quiet)).toBe(true);
    const { body } = await app.call(login, { body: DEMO_CREDENTIALS });
    const { token } = body;
    const { crushes } = (await app.call(getCrushes, {}, token)).body;
    const { conversations } = (await app.call(getConversations, {}, token)).body;
    expect(crushes.crushesReceived.length).toBeGreaterThanOrEqual(4);
    expect(crushes.matches.length).toBeGreaterThan(conversations.length);
    expect(conversations.some((one) => one.unreadCount > 0)).toBe(true);
    const { profiles } = (await app.call(browse, {}, token)).body;
    expect(profiles.length).toBeGreaterThanOrEqual(12);
    expect(profiles.every((profile) => profile.isDemo && profile.distance !== null)).toBe(true);
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n, count(distinct area)::int as areas from search_index",
    );
    expect(rows[0]).toMatchObject({ n: 60 });
    expect(rows[0].areas).toBeGreaterThanOrEqual(10);
    const mine = (await app.call(getProfile, {}, token)).body.profile;
    expect(mine.profile.coordinates).not.toBeNull();
  });

  test("is seeded once: a second start adds nothing", async () => {
    const count = async () => (await app.database.pool.query("select count(*) from members")).rows;
    const entries = async () => (await app.database.pool.query("select count(*) from ledger_entries")).rows;
    const before = [await count(), await entries()];
    await ensureDemoMembers(app.ctx, 60, quiet);
    expect([await count(), await entries()]).toEqual(before);
  });

  test("gets its photos in the background, continuing after an earlier start was stopped", async () => {
    const stopping = new AbortController();
    const countPhotos = async () =>
      Number((await app.database.pool.query("select count(*) from photos")).rows[0].count);
    const adding = addDemoPhotos(app.ctx, stopping.signal);
    await expect.poll(countPhotos).toBeGreaterThanOrEqual(2);
    stopping.abort();
    await adding;
    const first = await countPhotos();
    const again = new AbortController();
    const more = addDemoPhotos(app.ctx, again.signal);
    await expect.poll(countPhotos).toBeGreaterThan(first);
    again.abort();
    await more;
    const { rows } = await app.database.pool.query(
      "select member_id from photos group by member_id having count(*) > 1",
    );
    expect(rows).toEqual([]);
    const { rows: texts } = await app.database.pool.query("select alt from photos");
    expect(texts.every(({ alt }) => alt.startsWith("Illustration: "))).toBe(true);
  });
});

describe("a data folder with members", () => {
  const used = testApp();

  test("gets no demo members", async () => {
    await createCompleteMember(used);
    expect(await ensureDemoMembers(used.ctx, 60, quiet)).toBe(false);
    expect((await used.call(login, { body: DEMO_CREDENTIALS })).status).toBe(401);
  });
});

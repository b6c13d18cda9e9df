import { beforeAll, describe, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { countPeople, updateFilters } from "#contract/discovery/search-preferences.ts";
import { CARDS_A_DAY, NEW_PEOPLE_A_DAY, PROFILES_A_DAY, UNLIMITED_A_DAY } from "#contract/limits.ts";
import { INTERESTS, PROMPTS } from "#contract/members/catalog.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { limitMembers, testApp } from "#server/testing/test-app.ts";

const app = testApp({ trustProxy: "loopback" });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const crush = (from: TestMember, id: string) => app.call(sendCrush, { body: { recipientId: id } }, from.token);
const open = (from: TestMember, id: string) => app.call(getMember, { params: { userId: id } }, from.token);
const page = (from: TestMember, more: { limit?: number; cursor?: string } = {}) =>
  app.call(browse, { query: { limit: 100, ...more } }, from.token);

/** Discoverable members, created in bulk. */
let crowd: readonly string[];

async function makeRich({ restricted = false, unlimited = false } = {}): Promise<TestMember> {
  const member = await createCompleteMember(app, { gender: "Man" });
  await app.ctx.transact((tx) => grantBonus(tx, member.id, 1000, "test"));
  if (!restricted) {
    await query("update accounts set email_verified_at = now() where member_id = $1", member.id);
    await query("update members set joined_at = now() - interval '25 hours' where id = $1", member.id);
  }
  if (unlimited) {
    await query(
      "insert into subscriptions (provider_id, member_id, is_active, period_end) values ($1, $2, true, now() + interval '9 days')",
      `sub_${member.id}`,
      member.id,
    );
  }
  return member;
}

const setUsed = (member: TestMember, kind: string, used: number) =>
  query(
    `insert into member_usage (member_id, kind, count, people, ends_at)
     select $1, $2, $3, coalesce((select decode(string_agg(lpad(to_hex(n), 16, '0'), ''), 'hex')
       from generate_series(1, $3) as n where $2 in ('cards', 'profiles')), ''),
       now() + interval '3 hours'
     on conflict (member_id, kind) do update set count = excluded.count, people = excluded.people, ends_at = excluded.ends_at`,
    member.id,
    kind,
    used,
  );
const endWindow = (member: TestMember, kind: string) =>
  query("update member_usage set ends_at = now() where member_id = $1 and kind = $2", member.id, kind);
const balanceOf = async (member: TestMember) =>
  (await query("select balance from wallets where member_id = $1", member.id))[0].balance;

beforeAll(async () => {
  crowd = await app.ctx.transact(async (tx) => {
    const ids: string[] = [];
    for (let i = 0; i < 150; i++) {
      ids.push(
        await createMemberRows(app.ctx, tx, {
          email: `crowd${i}@example.com`,
          username: `crowd ${i}`,
          dateOfBirth: "1994-05-17",
          passwordHash: "none",
          isDemo: false,
        }),
      );
    }
    return ids;
  });
  await query(
    `update profiles set gender = 'Woman', bio = 'Here', location = 'Austin, TX', interests = $2, prompts = $3, completion = 83
     where member_id = any ($1)`,
    crowd,
    INTERESTS.slice(0, 3),
    JSON.stringify([{ question: PROMPTS[0], answer: "Yes" }]),
  );
  await query(
    `insert into search_index (member_id, gender, age, looking_for, interests, want_gender, want_age_min, want_age_max, is_demo, active_on, joined_on)
     select unnest($1::uuid[]), 2, 30, 0, 7, 0, 18, 99, false, current_date, current_date`,
    crowd,
  );
  limitMembers(app);
});

describe("new people per day", () => {
  test("are limited exactly, with two concurrent devices, and a rejection changes nothing", async () => {
    const member = await makeRich();
    const { standard } = NEW_PEOPLE_A_DAY;
    await setUsed(member, "crushes", standard - 3);
    const answers = await Promise.all(crowd.slice(0, 10).map((id) => crush(member, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: "daily_crush_limit", message: `That is ${standard} new people today.` });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(3 * 3600 - 60);
      expect(Number(headers.get("retry-after"))).toBeLessThanOrEqual(3 * 3600);
    }
    expect(await balanceOf(member)).toBe(1005 - 3);
    expect(answers.flatMap(({ body }) => body.newPeople?.left ?? []).sort()).toEqual([0, 1, 2]);
    await endWindow(member, "crushes");
    expect(await crush(member, crowd[20] ?? "")).toMatchObject({ status: 200 });
    expect(await query("select count from member_usage where member_id = $1 and kind = 'crushes'", member.id)).toEqual([
      { count: 1 },
    ]);
  });

  test("are reported before the limit is reached, in the reply and in browse", async () => {
    const member = await makeRich();
    await setUsed(member, "crushes", NEW_PEOPLE_A_DAY.standard - 7);
    expect((await crush(member, crowd[0] ?? "")).body.newPeople).toBeUndefined();
    const { body } = await crush(member, crowd[1] ?? "");
    expect(body.newPeople).toMatchObject({ left: 5 });
    expect(Date.parse(body.newPeople?.until ?? "")).toBeGreaterThan(Date.now() + 2 * 3600_000);
    expect((await page(member)).body.newPeople).toEqual(body.newPeople);
    expect((await open(member, crowd[2] ?? "")).body.newPeople).toEqual(body.newPeople);
  });

  test("do not include answers: a received crush can always be answered", async () => {
    const [member, other] = [await makeRich(), await makeRich()];
    await crush(other, member.id);
    await setUsed(member, "crushes", NEW_PEOPLE_A_DAY.standard);
    expect((await crush(member, crowd[0] ?? "")).status).toBe(429);
    expect(await crush(member, other.id)).toMatchObject({ status: 200, body: { isMatch: true } });
  });

  test.each([
    ["in the first day or unconfirmed", { restricted: true }, NEW_PEOPLE_A_DAY.restricted],
    ["for Unlimited Members, from the first day on", { restricted: true, unlimited: true }, UNLIMITED_A_DAY],
  ])("are others %s", async (_, level, limit) => {
    const member = await makeRich(level);
    await setUsed(member, "crushes", limit - 1);
    expect((await crush(member, crowd[0] ?? "")).status).toBe(200);
    expect(await crush(member, crowd[1] ?? "")).toMatchObject({
      status: 429,
      body: { message: `That is ${limit.toLocaleString("en-US")} new people today.` },
    });
  });

  test("are fewer on the first day, or with an unverified address", async () => {
    const member = await makeRich();
    await setUsed(member, "crushes", NEW_PEOPLE_A_DAY.restricted);
    expect((await crush(member, crowd[0] ?? "")).status).toBe(200);
    await query("update accounts set email_verified_at = null where member_id = $1", member.id);
    expect((await crush(member, crowd[1] ?? "")).status).toBe(429);
    await query("update accounts set email_verified_at = now() where member_id = $1", member.id);
    await query("update members set joined_at = now() where id = $1", member.id);
    expect((await crush(member, crowd[1] ?? "")).status).toBe(429);
  });

  test("are checked after the balance: a member without crushes gets that error", async () => {
    const member = await makeRich();
    await setUsed(member, "crushes", NEW_PEOPLE_A_DAY.standard);
    expect((await crush(member, crowd[0] ?? "")).body.code).toBe("daily_crush_limit");
    await query(
      `insert into ledger_entries (id, wallet_id, kind, change, source)
       select gen_random_uuid(), id, 'sent', -balance, 'test' from wallets where member_id = $1`,
      member.id,
    );
    expect(await crush(member, crowd[0] ?? "")).toMatchObject({ status: 402, body: { code: "out_of_crushes" } });
  });
});

describe("profiles per day", () => {
  test("count each person once, exactly, with two concurrent devices", async () => {
    const member = await makeRich();
    await setUsed(member, "profiles", PROFILES_A_DAY.standard - 2);
    const ids = crowd.slice(0, 6);
    const answers = await Promise.all([...ids, ...ids].map((id) => open(member, id)));
    const seen = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.user._id));
    expect(seen.size).toBe(2);
    const [first = ""] = seen;
    expect((await open(member, first)).body).toMatchObject({ profiles: { left: 0 } });
    const other = ids.find((id) => !seen.has(id)) ?? "";
    expect(await open(member, other)).toMatchObject({
      status: 429,
      body: { code: "daily_profile_limit", message: `That is ${PROFILES_A_DAY.standard} profiles today.` },
    });
    await endWindow(member, "profiles");
    expect((await open(member, other)).status).toBe(200);
  });

  test("only count new people: contacts and the own profile stay open", async () => {
    const [member, other] = [await makeRich(), await makeRich()];
    await setUsed(member, "profiles", PROFILES_A_DAY.standard);
    expect((await open(member, other.id)).status).toBe(429);
    await crush(other, member.id);
    expect((await open(member, other.id)).status).toBe(200);
    expect((await open(member, member.id)).status).toBe(200);
    expect((await open(member, crowd[0] ?? "")).status).toBe(429);
  });

  test("are stored without revealing whose", async () => {
    const member = await makeRich();
    await open(member, crowd[0] ?? "");
    const [row] = await query("select people from member_usage where member_id = $1 and kind = 'profiles'", member.id);
    expect(row.people).toHaveLength(8);
    const other = await makeRich();
    await open(other, crowd[0] ?? "");
    const [same] = await query("select people from member_usage where member_id = $1 and kind = 'profiles'", other.id);
    expect(same.people).not.toEqual(row.people);
  });
});

describe("cards per day", () => {
  test("count each person once: reloading counts nothing", async () => {
    const member = await makeRich();
    for (let i = 0; i < 4; i++) expect((await page(member)).body.profiles).toHaveLength(100);
    expect(await query("select count from member_usage where member_id = $1 and kind = 'cards'", member.id)).toEqual([
      { count: 100 },
    ]);
  });

  test("can end within a page, which is the last one and says so", async () => {
    const member = await makeRich({ restricted: true });
    await setUsed(member, "cards", CARDS_A_DAY.restricted - 30);
    const first = await page(member, { limit: 20 });
    expect(first.body).toMatchObject({ cards: { left: 10 }, nextCursor: expect.any(String) });
    expect(first.body.profiles).toHaveLength(20);
    const second = await page(member, { limit: 20, cursor: first.body.nextCursor ?? "" });
    expect(second.body).toMatchObject({ cards: { left: 0 }, nextCursor: null });
    expect(second.body.profiles).toHaveLength(10);
    const again = await page(member, { limit: 20 });
    expect(again.body.profiles.map(({ id }) => id)).toEqual(first.body.profiles.map(({ id }) => id));
    expect((await page(member, { limit: 30 })).body.profiles).toHaveLength(30);
    const shown = [...first.body.profiles, ...second.body.profiles].map(({ id }) => id);
    await query("delete from search_index where member_id = any ($1)", shown);
    expect(await page(member)).toMatchObject({
      status: 429,
      body: { code: "daily_browse_limit", message: "That is 500 people today." },
    });
    await endWindow(member, "cards");
    expect((await page(member)).body.profiles).toHaveLength(100);
  });

  test("are counted exactly for concurrent pages", async () => {
    const member = await makeRich();
    await setUsed(member, "cards", CARDS_A_DAY.standard - 25);
    const answers = await Promise.all(Array.from({ length: 8 }, () => page(member, { limit: 50 })));
    const seen = new Set(answers.flatMap(({ body }) => body.profiles?.map(({ id }) => id) ?? []));
    expect(seen.size).toBe(25);
  });
});

describe("searching", () => {
  test("ranks at most sixty times a minute", async () => {
    const member = await makeRich();
    const search = async (ageMin: number) => {
      await app.call(updateFilters, { body: { ageMin, ageMax: 99 } }, member.token);
      return page(member, { limit: 1 });
    };
    await setUsed(member, "rankings", 58);
    expect((await search(18)).status).toBe(200);
    expect((await search(19)).status).toBe(200);
    const refused = await search(20);
    expect(refused).toMatchObject({ status: 429, body: { code: "browse_rate_limit" } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await endWindow(member, "rankings");
    expect((await search(21)).status).toBe(200);
  });

  test("counts people at most sixty times a minute, which leaves browsing alone", async () => {
    const member = await makeRich();
    const count = () => app.call(countPeople, { body: DEFAULT_FILTERS }, member.token);
    await setUsed(member, "counts", 59);
    expect((await count()).status).toBe(200);
    expect(await count()).toMatchObject({ status: 429, body: { code: "browse_rate_limit" } });
    expect((await page(member, { limit: 1 })).status).toBe(200);
  });
});

describe("rejections", () => {
  test("are counted each time, and are one security event per member and limit", async () => {
    const member = await makeRich();
    await setUsed(member, "crushes", NEW_PEOPLE_A_DAY.standard);
    const figure = async () =>
      Number(
        /spotter_security_events_total\{kind="rate_limit",outcome="daily_crush_limit"\} (\d+)/.exec(
          String((await app.fetch("/metrics")).body["text"]),
        )?.[1] ?? 0,
      );
    const before = await figure();
    await Promise.all(crowd.slice(0, 5).map((id) => crush(member, id)));
    await expect.poll(figure).toBe(before + 5);
    const events = () =>
      query("select outcome, count from security_events where kind = 'rate_limit' and member_id = $1", member.id);
    await expect.poll(events).toEqual([{ outcome: "daily_crush_limit", count: 5 }]);
  });
});

import { describe, expect, test } from "vitest";
import { browse } from "#contract/discovery/discovery.ts";
import type { FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { getProfile, type ProfileChange, updateProfile } from "#contract/members/profiles.ts";
import { createMemberRows } from "#server/domains/accounts/signup/signup.service.ts";
import { COMPLETE_PROFILE, createCompleteMember, createMember, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

/** The time of the app, which a test moves on. */
let time = new Date("2026-05-01T09:40:00Z").getTime();
const app = testApp({}, { now: () => new Date(time) });
const HOUR = 3600_000;
const DAY = 24 * HOUR;
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const limit = (on: boolean) => Object.assign(app.ctx.config, { rateLimits: on });
const settle = () => runJob(app.ctx, "apply-profile-changes", {});
async function pass(ms: number): Promise<void> {
  time += ms;
  await settle();
}
const save = (member: TestMember, change: ProfileChange) => app.call(updateProfile, { body: change }, member.token);
const filter = (member: TestMember, change: FiltersUpdate) => app.call(updateFilters, { body: change }, member.token);
const mine = async (member: TestMember) => (await app.call(getProfile, {}, member.token)).body.profile;
const sees = async (viewer: TestMember, other: TestMember) =>
  (await app.call(browse, { query: { limit: 100 } }, viewer.token)).body.profiles.some(({ id }) => id === other.id);

async function make(change: ProfileChange = {}): Promise<TestMember> {
  limit(false);
  const member = await createCompleteMember(app, change);
  limit(true);
  return member;
}

describe("the preferences of other members", () => {
  test("cannot be probed by changing the gender: no filterable value changes within a day", async () => {
    const [target, spy] = [await make({ gender: "Woman" }), await make({ gender: "Man" })];
    await filter(target, { gender: ["Women"] });
    expect(await sees(spy, target)).toBe(false);
    for (const gender of ["Woman", null, "Man", "Woman"]) {
      expect((await save(spy, { gender })).status).toBe(200);
      expect((await mine(spy)).profile.gender).toBe(gender ?? "");
      expect([gender, await sees(spy, target), await sees(target, spy)]).toEqual([gender, false, false]);
    }
    await pass(DAY - 1000);
    expect([await sees(spy, target), await sees(target, spy)]).toEqual([false, false]);
    await pass(1000);
    expect([await sees(spy, target), await sees(target, spy)]).toEqual([true, true]);
  });

  test("cannot be probed by changing the age", async () => {
    const [target, spy] = [await make(), await make({ age: 32 })];
    await filter(target, { ageMin: 40, ageMax: 45 });
    await filter(spy, { ageMin: 18, ageMax: 99 });
    const seen: boolean[] = [];
    for (let age = 18; age <= 60; age += 3) {
      await save(spy, { age });
      seen.push(await sees(spy, target));
    }
    expect(new Set(seen)).toEqual(new Set([false]));
    await save(spy, { age: 42 });
    expect((await mine(spy)).profile.age).toBe(42);
    expect(await sees(target, spy)).toBe(false);
    await pass(DAY);
    expect([await sees(spy, target), await sees(target, spy)]).toEqual([true, true]);
  });

  test("apply to new members at once: the first choice is effective immediately, once", async () => {
    const target = await make({ gender: "Woman" });
    await filter(target, { gender: ["Men"] });
    limit(false);
    const newcomer = await createMember(app);
    limit(true);
    await save(newcomer, { ...COMPLETE_PROFILE, gender: "Man" });
    expect([await sees(newcomer, target), await sees(target, newcomer)]).toEqual([true, true]);
    expect((await mine(newcomer)).changes?.gender).toEqual({ left: 2, nextAt: null, countsAt: null });
    await save(newcomer, { gender: "" });
    await save(newcomer, { gender: "Woman" });
    expect(await sees(newcomer, target)).toBe(true);
    await pass(DAY);
    expect(await sees(newcomer, target)).toBe(false);
    await save(newcomer, { gender: "" });
    await pass(DAY);
    expect(await save(newcomer, { gender: "Man" })).toMatchObject({ status: 429 });
  });
});

describe("changes", () => {
  test("are limited to two a year for gender and three for age, and the error says when the next is possible", async () => {
    const member = await make({ gender: "Man" });
    const start = time;
    for (const gender of ["Woman", "Man"]) {
      expect((await save(member, { gender })).status).toBe(200);
      await pass(30 * DAY);
    }
    const refused = await save(member, { gender: "", bio: "Not stored" });
    expect(refused).toMatchObject({
      status: 429,
      body: { code: "gender_change_limit", errors: { gender: "Your gender can change 2 times a year." } },
    });
    expect(Number(refused.headers.get("retry-after"))).toBe((start + 365 * DAY - time) / 1000);
    const { changes, profile } = await mine(member);
    expect(changes?.gender).toEqual({
      left: 0,
      nextAt: new Date(start + 365 * DAY).toISOString(),
      countsAt: null,
    });
    expect(profile.bio).toBe(COMPLETE_PROFILE.bio);
    expect((await save(member, { gender: "Man", bio: "Stored" })).status).toBe(200);
    for (const age of [42, 43, 44]) {
      expect((await save(member, { age })).status).toBe(200);
      await pass(2 * DAY);
    }
    expect(await save(member, { age: 45 })).toMatchObject({ status: 429, body: { code: "age_change_limit" } });
    time = start + 365 * DAY;
    expect((await save(member, { gender: "Woman" })).status).toBe(200);
    await pass(DAY);
    expect((await save(member, { gender: "Man" })).status).toBe(429);
  });

  test("that are cancelled before they are effective do not count, and several before that count as one", async () => {
    const member = await make({ gender: "Man" });
    await save(member, { gender: "Woman" });
    expect((await mine(member)).changes?.gender).toEqual({
      left: 1,
      nextAt: null,
      countsAt: new Date(time + DAY).toISOString(),
    });
    await save(member, { gender: "Man" });
    expect((await mine(member)).changes?.gender).toEqual({ left: 2, nextAt: null, countsAt: null });
    await save(member, { gender: "Woman" });
    time += HOUR;
    await save(member, { gender: null });
    expect((await mine(member)).changes?.gender).toEqual({
      left: 1,
      nextAt: null,
      countsAt: new Date(time + DAY).toISOString(),
    });
    await pass(DAY);
    expect(
      await query("select effective_gender, gender_effective_at from profiles where member_id = $1", member.id),
    ).toEqual([{ effective_gender: null, gender_effective_at: null }]);
  });

  test("from two devices concurrently respect the limit", async () => {
    const member = await make({ gender: "Man" });
    await save(member, { gender: "Woman" });
    await pass(DAY);
    const answers = await Promise.all(["Man", "", "Man", ""].map((gender) => save(member, { gender })));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const rows = await query("select 1 from profile_changes where member_id = $1 and not is_first", member.id);
    expect(rows.length).toBeLessThanOrEqual(2);
    await pass(DAY);
    const more = await Promise.all([save(member, { gender: "Woman" }), save(member, { gender: "Woman" })]);
    expect((await query("select 1 from profile_changes where member_id = $1 and not is_first", member.id)).length).toBe(
      2,
    );
    expect(more.map(({ status }) => status)).toContain(rows.length === 2 ? 429 : 200);
  });

  test("become effective once, however many processes apply them", async () => {
    const member = await make({ gender: "Man" });
    await save(member, { gender: "Woman" });
    time += DAY;
    await Promise.all([settle(), settle(), settle(), save(member, { bio: "At the same time" })]);
    expect(
      await query("select gender, effective_gender, gender_effective_at from profiles where member_id = $1", member.id),
    ).toEqual([{ gender: "Woman", effective_gender: "Woman", gender_effective_at: null }]);
    expect(await query("select gender from search_index where member_id = $1", member.id)).toEqual([{ gender: 2 }]);
  });

  test("become effective at their time, even if no job ran before the next change", async () => {
    const member = await make({ gender: "Man" });
    await save(member, { gender: "Woman" });
    time += DAY;
    await save(member, { gender: "Man" });
    expect(await query("select effective_gender from profiles where member_id = $1", member.id)).toEqual([
      { effective_gender: "Woman" },
    ]);
  });
});

describe("ages", () => {
  const born = (dateOfBirth: string) => {
    const name = `born_${dateOfBirth.replaceAll("-", "_")}_${Math.round(Math.random() * 1e9)}`;
    return app.ctx.transact((tx) =>
      createMemberRows(app.ctx, tx, {
        email: `${name}@example.com`,
        username: name,
        dateOfBirth,
        passwordHash: "none",
        isDemo: false,
      }),
    );
  };
  const ageOf = async (id: string) =>
    (await query("select age, effective_age from profiles where member_id = $1", id))[0];

  test("increase on the birthday, in UTC, once; also on 29 February, and on days without a job", async () => {
    time = new Date("2027-02-20T10:00:00Z").getTime();
    const [march, leap] = [await born("1990-03-02"), await born("2000-02-29")];
    expect([await ageOf(march), await ageOf(leap)]).toEqual([
      { age: 36, effective_age: 36 },
      { age: 26, effective_age: 26 },
    ]);
    time = new Date("2027-02-28T23:59:59Z").getTime();
    await settle();
    expect(await ageOf(leap)).toEqual({ age: 26, effective_age: 26 });
    time = new Date("2027-03-01T00:00:00Z").getTime();
    await Promise.all([settle(), settle()]);
    expect([await ageOf(leap), await ageOf(march)]).toEqual([
      { age: 27, effective_age: 27 },
      { age: 36, effective_age: 36 },
    ]);
    await settle();
    expect(await ageOf(leap)).toEqual({ age: 27, effective_age: 27 });
    // Nothing was settled for more than a year: 29 February 2028 and 1 March 2029 have passed.
    time = new Date("2029-03-01T05:00:00Z").getTime();
    await settle();
    expect([await ageOf(leap), await ageOf(march)]).toEqual([
      { age: 29, effective_age: 29 },
      { age: 38, effective_age: 38 },
    ]);
  });

  test("that were changed increase from the new value, in search too, and a birthday is not a change", async () => {
    time = new Date("2030-05-10T10:00:00Z").getTime();
    const member = await make();
    await save(member, { age: 28 });
    await pass(DAY);
    time = new Date("2030-05-17T00:00:00Z").getTime();
    await settle();
    expect(await mine(member)).toMatchObject({ profile: { age: 29 }, changes: { age: { left: 2 } } });
    expect(await query("select age from search_index where member_id = $1", member.id)).toEqual([{ age: 29 }]);
  });
});

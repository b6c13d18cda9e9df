import { describe, expect, test } from "vitest";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import { browse } from "#contract/discovery/discovery.ts";
import type { FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { countPeople, getFilters, updateFilters } from "#contract/discovery/search-preferences.ts";
import { NEAREST_PLACE_MIN } from "#contract/limits.ts";
import { SHOW_ME_CONSENT_VERSION } from "#contract/members/catalog.ts";
import { type ProfileChange, updateProfile } from "#contract/members/profiles.ts";
import { createBulkMembers, createCompleteMember, createMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const change = (member: TestMember, body: object) =>
  app.call(updateFilters, { body: body as FiltersUpdate }, member.token);
const save = (member: TestMember, body: ProfileChange) => app.call(updateProfile, { body }, member.token);

async function sees(viewer: TestMember, other: TestMember): Promise<boolean> {
  const { body } = await app.call(browse, {}, viewer.token);
  return body.profiles.some((profile) => profile.id === other.id);
}

describe("preferences", () => {
  // @spec 3.match-filters 7.get-put-api 9.filter-defaults
  test("have defaults, and keep absent fields", async () => {
    const member = await createMember(app);
    await app.call(updateProfile, { body: { age: null } }, member.token);
    expect((await app.call(getFilters, {}, member.token)).body.filters).toEqual({
      ageMin: 18,
      ageMax: 99,
      distance: 50,
      gender: [],
      lookingFor: [],
      heightMin: null,
      heightMax: null,
      interests: [],
      verifiedOnly: false,
      sharedTimesOnly: false,
      sort: "best",
    });
    const first = await change(member, { gender: ["Women"], heightMin: `5'2"` });
    expect(first).toMatchObject({ status: 200, body: { message: "Preferences saved" } });
    const second = await change(member, { distance: 25, sort: "nearest" });
    const changed = { gender: ["Women"], heightMin: `5'2"`, distance: 25, sort: "nearest" };
    expect(second.body.filters).toEqual({ ...DEFAULT_FILTERS, ...changed });
    expect((await change(member, { ...DEFAULT_FILTERS })).body.filters).toEqual(DEFAULT_FILTERS);
  });

  test("keep the consent to what Show Me may say, with the version of its text and the time, until it is taken back", async () => {
    const member = await createMember(app);
    const consent = async () =>
      (
        await app.database.pool.query(
          `select show_me_consent_version as version, show_me_consented_at as at from search_preferences where member_id = $1`,
          [member.id],
        )
      ).rows[0];
    // An app that does not show the text saves as before.
    expect((await change(member, { gender: ["Women"] })).status).toBe(200);
    expect(await consent()).toEqual({ version: null, at: null });
    const showMeConsent = SHOW_ME_CONSENT_VERSION;
    expect(await change(member, { gender: ["Men"], showMeConsent: showMeConsent + 1 })).toMatchObject({
      status: 400,
      body: { code: "consent_required" },
    });
    expect((await change(member, { distance: 25, showMeConsent })).status).toBe(200);
    expect(await consent()).toEqual({ version: null, at: null });
    expect((await change(member, { gender: ["Men"], showMeConsent })).body.filters).not.toHaveProperty("showMeConsent");
    const given = await consent();
    expect(given).toEqual({ version: showMeConsent, at: expect.any(Date) });
    // The same text is not agreed to again.
    await change(member, { gender: ["Everyone"], showMeConsent });
    expect(await consent()).toEqual(given);
    await change(member, { ...DEFAULT_FILTERS, showMeConsent });
    expect(await consent()).toEqual({ version: null, at: null });
    const { rows } = await app.database.pool.query("select event, detail from status_events where member_id = $1", [
      member.id,
    ]);
    expect(rows).toEqual([{ event: "consent_withdrawn", detail: "show_me" }]);
  });

  test("begin with ages around one's own, which move with it until the member chooses, and count both ways", async () => {
    const filtersOf = async ({ token }: TestMember) => (await app.call(getFilters, {}, token)).body.filters;
    const [me, young, old] = [
      await createCompleteMember(app, { age: 30 }),
      await createCompleteMember(app, { age: 19 }),
      await createCompleteMember(app, { age: 95 }),
    ];
    expect(await filtersOf(me)).toEqual({ ...DEFAULT_FILTERS, ageMin: 20, ageMax: 40 });
    expect(await filtersOf(young)).toMatchObject({ ageMin: 18, ageMax: 29 });
    expect(await filtersOf(old)).toMatchObject({ ageMin: 85, ageMax: 99 });
    expect([await sees(me, young), await sees(young, me)]).toEqual([false, false]);
    await save(me, { age: 28 });
    expect(await filtersOf(me)).toMatchObject({ ageMin: 18, ageMax: 38 });
    expect([await sees(me, young), await sees(young, me)]).toEqual([true, true]);
    // The shown values are stored with the first choice, and stay.
    expect((await change(me, { gender: ["Women"] })).body.filters).toMatchObject({ ageMin: 18, ageMax: 38 });
    await save(me, { age: 50 });
    expect(await filtersOf(me)).toMatchObject({ ageMin: 18, ageMax: 38 });
    await change(young, { ageMax: 60 });
    expect(await filtersOf(young)).toMatchObject({ ageMin: 18, ageMax: 60 });
    expect((await change(me, { ...DEFAULT_FILTERS })).body.filters).toEqual(DEFAULT_FILTERS);
    expect(await sees(young, me)).toBe(true);
  });

  test("that find nobody name the nearest place with so many who fit that it says nothing of one", async () => {
    const ages = { ageMin: 18, ageMax: 99 };
    const viewer = await createCompleteMember(app, { coordinates: { coordinates: [-104.02, 30.31] } });
    const count = async (change: object) =>
      (await app.call(countPeople, { body: { ...DEFAULT_FILTERS, ...ages, ...change } }, viewer.token)).body;
    const far = { coordinates: { coordinates: [-106.49, 31.76] as [number, number] }, interests: ["MMA" as const] };
    await createBulkMembers(app, Array(NEAREST_PLACE_MIN - 1).fill(far));
    expect(await count({ interests: ["MMA"] })).toMatchObject({ count: 0, nearest: null });
    await createBulkMembers(app, [far]);
    expect(await count({ interests: ["MMA"] })).toMatchObject({
      count: 0,
      nearest: expect.stringMatching(/, (TX|Mexico)$/),
    });
    expect(await count({ interests: ["MMA"], gender: ["Men"] })).toMatchObject({ count: 0, nearest: null });
    expect(await count({ interests: ["MMA"], distance: 200 })).toMatchObject({ nearest: null });
  });

  // @spec 5.match-filters-18
  test.each([
    [{ ageMin: 17 }, "ageMin"],
    [{ ageMax: 100 }, "ageMax"],
    [{ ageMin: 40, ageMax: 30 }, "ageMin"],
    [{ distance: 4 }, "distance"],
    [{ distance: 201 }, "distance"],
    [{ distance: 12.5 }, "distance"],
    [{ gender: ["Robots"] }, "gender"],
    [{ gender: ["Men", "Women"] }, "gender"],
    [{ gender: ["Women", "Everyone"] }, "gender"],
    [{ gender: "Men" }, "gender"],
    [{ lookingFor: ["Trouble"] }, "lookingFor"],
    [{ interests: ["Chess"] }, "interests"],
    [{ heightMin: "tall" }, "heightMin"],
    [{ sort: "distance" }, "sort"],
    [{ sharedTimesOnly: "yes" }, "sharedTimesOnly"],
    [{ heightMin: `6'0"`, heightMax: `5'0"` }, "heightMin"],
  ])("refuse %j and change nothing", async (body, field) => {
    const member = await createMember(app);
    const before = (await app.call(getFilters, {}, member.token)).body.filters;
    const answer = await change(member, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveProperty(field);
    expect((await app.call(getFilters, {}, member.token)).body.filters).toEqual(before);
  });

  test("reject a bound that crosses a stored one", async () => {
    const member = await createMember(app);
    await change(member, { ageMin: 30 });
    expect((await change(member, { ageMax: 25 })).status).toBe(400);
  });
});

describe("search results", () => {
  const pair = async (mine: ProfileChange = {}, theirs: ProfileChange = {}) =>
    [await createCompleteMember(app, mine), await createCompleteMember(app, theirs)] as const;

  test("match age both ways, bounds included, 99 meaning 99 and over", async () => {
    const [me, other] = await pair({ age: 30 }, { age: 40 });
    await change(other, DEFAULT_FILTERS);
    await change(me, { ageMin: 40, ageMax: 40 });
    expect(await sees(me, other)).toBe(true);
    expect(await sees(other, me)).toBe(true);
    await change(me, { ageMin: 41, ageMax: 99 });
    expect(await sees(me, other)).toBe(false);
    expect(await sees(other, me)).toBe(false);
    await save(other, { age: 100 });
    expect(await sees(me, other)).toBe(true);
  });

  // @spec 9.show-me-men
  test("match gender both ways, and exclude unknown gender if Show Me is set", async () => {
    const [me, other] = await pair({ gender: "Man" }, { gender: "Woman" });
    await change(me, { gender: ["Men"] });
    expect(await sees(me, other)).toBe(false);
    expect(await sees(other, me)).toBe(false);
    await change(me, { gender: ["Women"] });
    expect(await sees(me, other)).toBe(true);
    await save(other, { gender: "" });
    expect(await sees(me, other)).toBe(false);
    await change(me, { gender: [] });
    expect(await sees(me, other)).toBe(true);
    await change(other, { gender: ["Men"] });
    expect(await sees(me, other)).toBe(true);
    await save(me, { gender: "" });
    expect(await sees(me, other)).toBe(false);
  });

  test("include all genders and members without one for Everyone, which is kept as an answer", async () => {
    const [me, other] = await pair({ gender: "Man" }, { gender: "Woman" });
    const { body } = await change(me, { gender: ["Everyone"] });
    expect(body.filters.gender).toEqual(["Everyone"]);
    expect((await app.call(getFilters, {}, me.token)).body.filters.gender).toEqual(["Everyone"]);
    for (const gender of ["Woman", ""]) {
      await save(other, { gender });
      expect(await sees(me, other)).toBe(true);
      expect(await sees(other, me)).toBe(true);
    }
    await change(other, { gender: ["Women"] });
    expect(await sees(me, other)).toBe(false);
    await change(other, { gender: ["Everyone"] });
    await save(me, { gender: "" });
    expect(await sees(other, me)).toBe(true);
  });

  test("match the viewer's distance, and include unknown locations", async () => {
    const [me, far] = await pair({ location: "Austin, TX" }, { location: "San Antonio, TX" });
    await change(me, { distance: 50 });
    expect(await sees(me, far)).toBe(false);
    await change(me, { distance: 100 });
    expect(await sees(me, far)).toBe(true);
    expect(await sees(far, me)).toBe(false);
    await change(me, { distance: 5 });
    await save(far, { location: "Xyzzyville" });
    expect(await sees(me, far)).toBe(true);
    await save(far, { location: "San Antonio, TX" });
    await save(me, { location: "Xyzzyville" });
    expect(await sees(me, far)).toBe(true);
  });

  test("match the viewer's height, goals and interests, and include unknown heights", async () => {
    const [me, other] = await pair(
      {},
      { height: `5'8"`, lookingFor: "Workout partner", interests: ["Yoga", "Dance", "HIIT"] },
    );
    const cases: readonly [FiltersUpdate, boolean][] = [
      [{ heightMin: `5'8"`, heightMax: `5'8"` }, true],
      [{ heightMin: `5'9"`, heightMax: null }, false],
      [{ heightMin: null, heightMax: `5'7"` }, false],
      [{ heightMax: null, lookingFor: ["Not sure yet"] }, false],
      [{ lookingFor: ["Not sure yet", "Workout partner"] }, true],
      [{ interests: ["Tennis", "Dance"] }, true],
      [{ interests: ["Tennis"] }, false],
    ];
    for (const [filters, seen] of cases) {
      await change(me, filters);
      expect(await sees(me, other), JSON.stringify(filters)).toBe(seen);
    }
    await change(me, { interests: [], heightMin: `6'6"`, heightMax: `7'0"` });
    await save(other, { height: "" });
    expect(await sees(me, other)).toBe(true);
  });

  test("follow profile changes at once: completeness and status", async () => {
    const [me, other] = await pair();
    expect(await sees(me, other)).toBe(true);
    await save(other, { bio: "", interests: [], prompts: [] });
    expect(await sees(me, other)).toBe(false);
    await save(other, { bio: "Back.", interests: ["Yoga", "Dance", "HIIT"] });
    expect(await sees(me, other)).toBe(true);
  });
});

test("reflect preferences and a profile that are saved concurrently", async () => {
  const crowd = await Promise.all(Array.from({ length: 20 }, () => createCompleteMember(app, { age: 30 })));
  await Promise.all(
    crowd.flatMap(({ token }) => [
      app.call(updateFilters, { body: { gender: ["Women"] } }, token),
      app.call(updateProfile, { body: { age: 44 } }, token),
    ]),
  );
  const { rows } = await app.database.pool.query(
    "select distinct want_gender, age from search_index where member_id = any($1::uuid[])",
    [crowd.map(({ id }) => id)],
  );
  expect(rows).toEqual([{ want_gender: 2, age: 44 }]);
});

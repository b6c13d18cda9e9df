import { beforeAll, describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import type { Sort } from "#contract/discovery/filter-form.ts";
import { passMember } from "#contract/discovery/passes.ts";
import { countPeople, getFilters, updateFilters } from "#contract/discovery/search-preferences.ts";
import { PEOPLE_COUNT_MAX } from "#contract/limits.ts";
import { updateProfile } from "#contract/members/profiles.ts";
import { blockMember } from "#contract/moderation/reports.ts";
import { createBulkMembers, createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { discoveryIndexOptions: { membersMin: 1, freshMs: 0 } });

/** Each test has a town of its own, far from the others. */
let towns = 0;
const nextTown = (): number => 5 * towns++ - 60;
/** A degree of latitude is 69 miles. */
const at = (town: number, miles: number) => ({
  coordinates: { coordinates: [town, 20 + miles / 69] as [number, number] },
});

const setDays = (member: TestMember, days: { joined?: number; active?: number }) =>
  app.database.pool.query(
    `update search_index set joined_on = (now() at time zone 'UTC')::date - $2::int,
       active_on = (now() at time zone 'UTC')::date - $3::int where member_id = $1`,
    [member.id, days.joined ?? 0, days.active ?? 0],
  );

async function listAll(viewer: TestMember, sort: Sort, limit = 100): Promise<string[]> {
  await app.call(updateFilters, { body: { sort } }, viewer.token);
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await app.call(browse, { query: { limit, ...(cursor && { cursor }) } }, viewer.token);
    ids.push(...body.profiles.map(({ id }) => id));
    if (body.nextCursor === null) return ids;
    cursor = body.nextCursor;
  }
}

describe.each(["the database", "the index in memory"])("an order by %s", (by) => {
  beforeAll(async () => {
    // Its members are of this run of the tests only.
    await app.database.pool.query("delete from search_index");
    if (by === "the index in memory") {
      await createCompleteMember(app);
      expect(await app.ctx.discoveryIndex.build()).toBe(true);
    }
  });

  test("is by newness, activity or distance, with demo members and known ones last, in pages of any size", async () => {
    const town = nextTown();
    const viewer = await createCompleteMember(app, { ...at(town, 0), interests: ["MMA", "Boxing", "HIIT"] });
    const [near, middle, far, alike, demo, sent] = await Promise.all([
      createCompleteMember(app, at(town, 1)),
      createCompleteMember(app, at(town, 8)),
      createCompleteMember(app, at(town, 20)),
      createCompleteMember(app, { ...at(town, 40), interests: ["MMA", "Boxing", "HIIT"] }),
      createCompleteMember(app, at(town, 1)),
      createCompleteMember(app, at(town, 1)),
    ]);
    await setDays(near, { joined: 100, active: 20 });
    await setDays(middle, { joined: 3, active: 12 });
    await setDays(far, { joined: 2, active: 0 });
    await setDays(alike, { joined: 254, active: 8 });
    await app.database.pool.query("update search_index set is_demo = true where member_id = $1", [demo.id]);
    await app.call(sendCrush, { body: { recipientId: sent.id } }, viewer.token);
    const last = [demo.id, sent.id];
    const expected: readonly (readonly [Sort, ...TestMember[]])[] = [
      ["newest", far, middle, near, alike],
      ["active", far, alike, middle, near],
      ["nearest", near, middle, far, alike],
    ];
    for (const [sort, ...members] of expected) {
      const order = [...members.map(({ id }) => id), ...last];
      for (const size of [1, 4, 100]) expect(await listAll(viewer, sort, size), `${sort} by ${size}`).toEqual(order);
    }
    expect((await listAll(viewer, "best"))[0]).toBe(alike.id);
    await app.call(updateFilters, { body: { distance: 25 } }, viewer.token);
    expect(await listAll(viewer, "newest")).toEqual([far.id, middle.id, near.id, ...last]);
  });

  test("does not depend on what a card does not show: distances within a band, days within a step", async () => {
    const town = nextTown();
    const viewer = await createCompleteMember(app, at(town, 0));
    const crowd = await Promise.all(Array.from({ length: 6 }, () => createCompleteMember(app, at(town, 15))));
    const move = (miles: (i: number) => number) =>
      Promise.all(crowd.map(({ token }, i) => app.call(updateProfile, { body: at(town, miles(i)) }, token)));
    const before = await listAll(viewer, "nearest");
    expect(before).toHaveLength(crowd.length);
    await move((i) => 15 + i);
    expect(await listAll(viewer, "nearest")).toEqual(before);
    await move((i) => 20 - i);
    expect(await listAll(viewer, "nearest")).toEqual(before);
    await Promise.all(crowd.map((member, i) => setDays(member, { active: i % 3 })));
    expect(await listAll(viewer, "active")).toEqual(before);
  });

  test("keeps its list while the order changes on another device", async () => {
    const town = nextTown();
    const viewer = await createCompleteMember(app, at(town, 0));
    const crowd = await Promise.all([1, 8, 20].map((miles) => createCompleteMember(app, at(town, miles))));
    await app.call(updateFilters, { body: { sort: "nearest" } }, viewer.token);
    const first = await app.call(browse, { query: { limit: 1 } }, viewer.token);
    await app.call(updateFilters, { body: { sort: "newest" } }, viewer.token);
    const rest = await app.call(browse, { query: { cursor: first.body.nextCursor ?? "" } }, viewer.token);
    expect([...first.body.profiles, ...rest.body.profiles].map(({ id }) => id)).toEqual(crowd.map(({ id }) => id));
  });

  test("finds as many as are counted before the preferences are saved", async () => {
    const town = nextTown();
    const viewer = await createCompleteMember(app, { ...at(town, 0), age: 35 });
    const [young, far, passed, blocker] = await Promise.all([
      createCompleteMember(app, { ...at(town, 1), age: 25 }),
      createCompleteMember(app, { ...at(town, 70), age: 45 }),
      createCompleteMember(app, at(town, 1)),
      createCompleteMember(app, at(town, 1)),
    ]);
    const count = async (change: object) =>
      (await app.call(countPeople, { body: { ...DEFAULT_FILTERS, ...change } }, viewer.token)).body.count;
    expect(await count({})).toBe(3);
    await app.call(passMember, { params: { userId: passed.id } }, viewer.token);
    await app.call(blockMember, { body: { userId: viewer.id } }, blocker.token);
    expect(await count({})).toBe(1);
    expect(await count({ distance: 100 })).toBe(2);
    expect(await count({ distance: 100, ageMin: 40 })).toBe(1);
    expect(await count({ gender: ["Men"] })).toBe(0);
    await app.call(sendCrush, { body: { recipientId: young.id } }, viewer.token);
    expect(await count({ distance: 100 })).toBe(2);
    expect((await app.call(getFilters, {}, viewer.token)).body.filters).toMatchObject({ ageMin: 25, ageMax: 45 });
    expect((await listAll(viewer, "best")).includes(far.id)).toBe(false);
    await createBulkMembers(app, Array(PEOPLE_COUNT_MAX).fill(at(town, 3)));
    expect(await count({})).toBe(PEOPLE_COUNT_MAX);
    const crossed = { ...DEFAULT_FILTERS, ageMin: 40, ageMax: 30 };
    const refused = await app.call(countPeople, { body: crossed }, viewer.token);
    expect(refused).toMatchObject({ status: 400, body: { errors: { ageMin: expect.any(String) } } });
  });
});

describe("the mark of a member", () => {
  const cardOf = async (viewer: TestMember, id: string) =>
    (await app.call(browse, { query: { limit: 100 } }, viewer.token)).body.profiles.find((card) => card.id === id);
  const pageOf = async (viewer: TestMember, userId: string) =>
    (await app.call(getMember, { params: { userId } }, viewer.token)).body;

  test.each([
    { joined: 0, active: 0, recency: "new" },
    { joined: 13, active: 10, recency: "new" },
    { joined: 14, active: 6, recency: "active" },
    { joined: 14, active: 7, recency: null },
  ])("is $recency $joined days after joining and $active after the last activity", async (days) => {
    const town = nextTown();
    const [viewer, other] = [
      await createCompleteMember(app, at(town, 0)),
      await createCompleteMember(app, at(town, 1)),
    ];
    await setDays(other, days);
    expect((await cardOf(viewer, other.id))?.recency).toBe(days.recency);
    expect((await pageOf(viewer, other.id)).recency).toBe(days.recency);
    await app.database.pool.query("update search_index set is_demo = true where member_id = $1", [other.id]);
    expect((await cardOf(viewer, other.id))?.recency).toBeNull();
    expect((await pageOf(viewer, other.id)).recency).toBeNull();
  });

  test("is not on the profile for those who know them, so that they do not learn whether somebody hides", async () => {
    const [one, other] = await createMatch(app);
    expect(await pageOf(one, other.id)).toMatchObject({ isMatch: true, recency: null });
    await app.call(updatePrivacy, { body: { hidden: true } }, other.token);
    expect(await pageOf(one, other.id)).toMatchObject({ isMatch: true, recency: null });
  });
});

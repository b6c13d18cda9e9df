import { describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { getDailySet } from "#contract/discovery/daily-set.ts";
import { browse } from "#contract/discovery/discovery.ts";
import { SORTS, type Sort } from "#contract/discovery/filter-form.ts";
import { passMember, undoPass } from "#contract/discovery/passes.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { DAILY_SET_KEPT_DAYS } from "#contract/limits.ts";
import { addCrowd, insertDailySet } from "#server/testing/daily-sets.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const query = (sql: string, ...values: unknown[]) => app.database.pool.query(sql, values);

/** Each test has a town of its own, far from the others. */
let towns = 0;
const nextTown = (): number => 5 * towns++ - 60;
/** A degree of latitude is 69 miles. */
const at = (town: number, miles: number) => ({
  coordinates: { coordinates: [town, 20 + miles / 69] as [number, number] },
});
const INTERESTS = ["MMA", "Boxing", "HIIT"] as const;

const readSet = async (viewer: TestMember): Promise<string[]> =>
  ((await app.call(getDailySet, {}, viewer.token)).body.dailySet?.profiles ?? []).map(({ id }) => id);

/** Some days ago. */
const ageSet = (viewer: TestMember, days: number) =>
  query("update daily_sets set day = (now() at time zone 'UTC')::date - $2::int where member_id = $1", viewer.id, days);

async function list(viewer: TestMember, sort: Sort): Promise<string[]> {
  await app.call(updateFilters, { body: { sort } }, viewer.token);
  const { body } = await app.call(browse, { query: { limit: 100 } }, viewer.token);
  return body.profiles.map(({ id }) => id);
}

/** A viewer with two members in today's set who come first in every order, two others, a demo member and a crush. */
async function createShown() {
  const town = nextTown();
  const viewer = await createCompleteMember(app, { ...at(town, 0), interests: [...INTERESTS] });
  const shown = await Promise.all(
    [1, 1].map((miles) => createCompleteMember(app, { ...at(town, miles), interests: [...INTERESTS] })),
  );
  await insertDailySet(
    app,
    viewer.id,
    shown.map(({ id }) => id),
  );
  const [one, other, demo, sent] = await Promise.all([30, 40, 1, 1].map((m) => createCompleteMember(app, at(town, m))));
  const [first, second] = shown;
  if (!one || !other || !demo || !sent || !first || !second) throw new Error("six were made");
  await query(
    `update search_index set joined_on = joined_on - 100, active_on = active_on - 20 where member_id in ($1, $2)`,
    one.id,
    other.id,
  );
  await query("update search_index set is_demo = true where member_id = $1", demo.id);
  await app.call(sendCrush, { body: { recipientId: sent.id } }, viewer.token);
  return { viewer, first, second, demo, sent, town };
}

describe("members of earlier sets", () => {
  test("come after the other real ones in every order, for as long as their set is kept", async () => {
    const { viewer, first, second, demo, sent } = await createShown();
    const shown = [first.id, second.id];
    for (const sort of SORTS) {
      await ageSet(viewer, 0);
      const before = await list(viewer, sort);
      expect(before.slice(0, 2).toSorted(), sort).toEqual(shown.toSorted());
      expect(before.slice(4), sort).toEqual([demo.id, sent.id]);
      const sunk = [...before.slice(2, 4), ...before.slice(0, 2), demo.id, sent.id];
      for (const days of [1, DAILY_SET_KEPT_DAYS]) {
        await ageSet(viewer, days);
        expect(await list(viewer, sort), `${sort}, ${days} days later`).toEqual(sunk);
      }
      await ageSet(viewer, DAILY_SET_KEPT_DAYS + 1);
      expect(await list(viewer, sort), `${sort}, after the time`).toEqual(before);
    }
  });

  test("follow what the viewer decides, and rank as ever while sets are turned off", async () => {
    const { viewer, first, second, demo, sent } = await createShown();
    const before = await list(viewer, "newest");
    await ageSet(viewer, 1);
    const sunk = await list(viewer, "newest");
    await app.call(passMember, { params: { userId: first.id } }, viewer.token);
    expect(await list(viewer, "newest")).toEqual(sunk.filter((id) => id !== first.id));
    await app.call(undoPass, { params: { userId: first.id } }, viewer.token);
    expect(await list(viewer, "newest")).toEqual(sunk);
    await app.call(updatePrivacy, { body: { dailySet: false } }, viewer.token);
    expect(await list(viewer, "newest")).toEqual(before);
    await app.call(updatePrivacy, { body: { dailySet: true } }, viewer.token);
    await query("update search_index set is_demo = true where member_id = $1", second.id);
    expect(await list(viewer, "newest")).toEqual([...sunk.slice(0, 2), first.id, demo.id, second.id, sent.id]);
    await app.call(sendCrush, { body: { recipientId: first.id } }, viewer.token);
    const crushed = await list(viewer, "newest");
    expect(crushed.slice(0, 4)).toEqual([...sunk.slice(0, 2), demo.id, second.id]);
    expect(crushed.slice(4).toSorted()).toEqual([first.id, sent.id].toSorted());
  });

  test("stay where they are in a list that is being paged", async () => {
    const { viewer } = await createShown();
    const before = await list(viewer, "best");
    const { body } = await app.call(browse, { query: { limit: 1 } }, viewer.token);
    await ageSet(viewer, 1);
    const rest = await app.call(browse, { query: { cursor: body.nextCursor ?? "" } }, viewer.token);
    expect([...body.profiles, ...rest.body.profiles].map(({ id }) => id)).toEqual(before);
    expect(await list(viewer, "best")).not.toEqual(before);
  });

  test("cannot notice it", async () => {
    const { viewer, first } = await createShown();
    const before = await app.call(browse, { query: { limit: 100 } }, first.token);
    expect(before.body.profiles.map(({ id }) => id)).toContain(viewer.id);
    await ageSet(viewer, 1);
    const after = await app.call(browse, { query: { limit: 100 } }, first.token);
    expect(after.body).toEqual(before.body);
  });

  test("are chosen for a set by best match nevertheless, once a week is over", async () => {
    const { viewer, first, second, town } = await createShown();
    const [best] = await list(viewer, "best");
    await ageSet(viewer, 8);
    expect((await list(viewer, "best")).slice(2, 4)).toContain(best);
    await addCrowd(app, viewer.id, at(town, 1));
    expect((await readSet(viewer)).slice(0, 2).toSorted()).toEqual([first.id, second.id].toSorted());
  });
});

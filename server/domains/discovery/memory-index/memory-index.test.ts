import { randomUUID } from "node:crypto";
import { latLngToCell } from "h3-js";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import { type Filters, SORTS } from "#contract/discovery/filter-form.ts";
import { GENDERS, HEIGHTS, INTERESTS, LEVEL_MAX, LOOKING_FOR, SHOW_ME_CHOICES } from "#contract/members/catalog.ts";
import { SPORTS } from "#contract/training/sports.ts";
import { coarseBits, countedBits, WEEK_PARTS } from "#contract/training/training-week.ts";
import { packWeek } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import { searchOf } from "#server/domains/discovery/search/discovery.policy.ts";
import {
  countFound,
  RANKED_MAX,
  rankMembers,
  type Search,
} from "#server/domains/discovery/search/discovery.queries.ts";
import type { KnownMembers } from "#server/domains/discovery/search/searcher.queries.ts";
import { areaOf, directionOf } from "#server/platform/geo/geo-cells.ts";
import { seededRandom } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { discoveryIndexOptions: { membersMin: 1, freshMs: 0 } });

const MEMBERS = 2_000;
/** `npm run soak` has 100. */
const ROUNDS = Number(process.env["INDEX_ROUNDS"] ?? 30);
const CHANGES_PER_ROUND = 100;
const SEARCHES_PER_ROUND = 10;
const COUNT_LIMIT = 100;

const random = seededRandom(18);
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const some = <T>(list: readonly T[], count: number): T[] => [
  ...new Set(Array.from({ length: count }, () => pick(list))),
];
const maybe = <T>(share: number, value: T): T | null => (random() < share ? value : null);

/** Two cities, of which one has most members, their surroundings, and anywhere. */
function somePlace(): string {
  const [lat, lng] = pick([
    [40.71, -74.0],
    [40.71, -74.0],
    [40.71, -74.0],
    [39.95, -75.16],
    [-89.9, 10],
  ]) as [number, number];
  const reach = 2 * random() ** 4;
  return latLngToCell(lat + reach * (random() - 0.5), lng + reach * (random() - 0.5), pick([6, 7, 7]));
}

/** Often nothing, times or sports only, or both. */
function someWeek() {
  const times = Array.from({ length: pick([0, 0, 1, 3, 12]) }, () => below(WEEK_PARTS));
  const sports = some(SPORTS, pick([0, 0, 1, 3])).map((sport) => ({ sport, level: 1 + below(LEVEL_MAX) }));
  return maybe(0.8, { coarse: countedBits(coarseBits(times)), sports });
}

function someRow(id: string) {
  const cell = maybe(0.95, somePlace());
  const youngest = 18 + below(20);
  return {
    id,
    cell,
    area: cell && areaOf(cell),
    x: cell && directionOf(cell).x,
    y: cell && directionOf(cell).y,
    z: cell && directionOf(cell).z,
    gender: below(3),
    age: maybe(0.95, 18 + below(60)),
    height: maybe(0.8, 48 + below(40)),
    goal: below(LOOKING_FOR.length + 1),
    interests: pick([0, 1 << below(31), below(2 ** 31)]),
    want_gender: below(3),
    want_min: pick([18, 18, youngest]),
    want_max: pick([99, 99, youngest + below(20)]),
    is_demo: random() < 0.05,
    days: below(40),
    days_since_joining: below(pick([20, 400])),
    is_verified: random() < 0.3,
    counted_week: packWeek(someWeek()),
  };
}

async function putRows(ids: readonly string[]): Promise<void> {
  await app.ctx.transact(async (tx) => {
    await sql`insert into members (id) select unnest(${sql.val([...ids])}::uuid[]) on conflict do nothing`.execute(tx);
    await sql`
      insert into search_index (member_id, area, h3_cell, gender, age, height, looking_for, interests, want_gender,
        want_age_min, want_age_max, is_demo, active_on, x, y, z, joined_on, is_verified, counted_week)
      select id, area, cell, gender, age, height, goal, interests, want_gender, want_min, want_max, is_demo,
        (now() at time zone 'UTC')::date - days, x, y, z, (now() at time zone 'UTC')::date - days_since_joining, is_verified,
        counted_week
      from jsonb_to_recordset(${JSON.stringify(ids.map(someRow))}::jsonb) as row (id uuid, area text, cell text,
        gender int, age int, height int, goal int, interests int, want_gender int, want_min int, want_max int,
        is_demo boolean, days int, days_since_joining int, is_verified boolean, counted_week int, x float8, y float8, z float8)
      on conflict (member_id) do update set area = excluded.area, h3_cell = excluded.h3_cell, x = excluded.x,
        y = excluded.y, z = excluded.z, gender = excluded.gender, age = excluded.age, height = excluded.height,
        looking_for = excluded.looking_for, interests = excluded.interests, want_gender = excluded.want_gender,
        want_age_min = excluded.want_age_min, want_age_max = excluded.want_age_max, is_demo = excluded.is_demo,
        active_on = excluded.active_on, joined_on = excluded.joined_on,
        is_verified = excluded.is_verified, counted_week = excluded.counted_week`.execute(tx);
  });
}

const change = (statement: string, ids: readonly string[]) =>
  app.database.pool.query(`${statement} where member_id = any($1)`, [ids]);

function someFilters(): Filters {
  const ageMin = pick([18, 18 + below(30)]);
  const heights = [below(HEIGHTS.length), below(HEIGHTS.length)].sort((a, b) => a - b);
  return {
    ...DEFAULT_FILTERS,
    ageMin,
    ageMax: pick([99, ageMin + below(20)]),
    distance: pick([1, 10, 50, 100]),
    gender: pick([[], [pick(SHOW_ME_CHOICES)]]),
    lookingFor: pick([[], [], some(LOOKING_FOR, 2)]),
    interests: pick([[], [], some(INTERESTS, 3)]),
    heightMin: maybe(0.2, HEIGHTS[heights[0] ?? 0] ?? ""),
    heightMax: maybe(0.2, HEIGHTS[heights[1] ?? 0] ?? ""),
    verifiedOnly: random() < 0.2,
    sharedTimesOnly: random() < 0.2,
    sort: pick(["best", "best", ...SORTS]),
  };
}

const someSearch = (viewerId: string): Search =>
  searchOf(
    viewerId,
    {
      h3_cell: maybe(0.9, somePlace()),
      location: "",
      effective_gender: pick([null, ...GENDERS]),
      effective_age: maybe(0.9, 18 + below(60)),
      interests: some(INTERESTS, below(10)),
      looking_for: maybe(0.8, pick(LOOKING_FOR)),
      counted_week: someWeek(),
    },
    someFilters(),
  );

async function rankBySql(search: Search, known: KnownMembers): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`${rankMembers(search, known)}`.execute(app.ctx.db);
  return rows.map(({ member_id }) => member_id);
}

test(`ranks and counts as the database does, over ${ROUNDS * CHANGES_PER_ROUND} random changes and ${ROUNDS * SEARCHES_PER_ROUND} searches`, {
  timeout: 120_000,
}, async () => {
  let ids = Array.from({ length: MEMBERS }, () => randomUUID());
  await putRows(ids);
  expect(await app.ctx.discoveryIndex.build()).toBe(true);
  let listed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const share = CHANGES_PER_ROUND / 5;
    const removed = some(ids, share);
    await change("delete from search_index", removed);
    const added = [...Array.from({ length: share }, () => randomUUID()), ...some(removed, share / 2)];
    ids = [...new Set([...ids.filter((id) => !removed.includes(id)), ...added])];
    await putRows(added);
    await putRows(some(ids, share));
    await change("update search_index set active_on = (now() at time zone 'UTC')::date", some(ids, share));
    await change("update search_index set is_listed = not is_listed", some(ids, share));
    await change(`update search_index set interests = ${below(2 ** 31)}, looking_for = 1`, some(ids, share));
    for (let nth = 0; nth < SEARCHES_PER_ROUND; nth++) {
      const search = someSearch(pick([pick(ids), randomUUID()]));
      const known = {
        crushed: some(ids, below(30)),
        unlisted: [...some(ids, below(60)), randomUUID()],
        shown: [...some(ids, below(70)), randomUUID()],
        excluded: [...some(ids, below(30)), randomUUID()],
      };
      const expected = await rankBySql(search, known);
      const count = await countFound(app.ctx.db, search, known, COUNT_LIMIT);
      expect(count).toBe(Math.min(expected.length, COUNT_LIMIT));
      expect(await app.ctx.discoveryIndex.count(search, known, COUNT_LIMIT)).toBe(count);
      expect(await app.ctx.discoveryIndex.rank(search, known)).toEqual(expected);
      listed += expected.length;
    }
  }
  // Otherwise the filters leave too few members to compare their order.
  expect(listed / (ROUNDS * SEARCHES_PER_ROUND)).toBeGreaterThan(20);
});

test("ranks as the database does where thousands are alike", { timeout: 60_000 }, async () => {
  const ids = Array.from({ length: 4 * MEMBERS }, () => randomUUID());
  await putRows(ids);
  expect(await app.ctx.discoveryIndex.build()).toBe(true);
  const known = { crushed: [], unlisted: [], shown: some(ids, 70), excluded: [] };
  const anyone = {
    h3_cell: null,
    location: "",
    effective_gender: null,
    effective_age: null,
    interests: [],
    looking_for: null,
    counted_week: null,
  };
  for (const sort of SORTS) {
    const search = searchOf(randomUUID(), anyone, { ...DEFAULT_FILTERS, sort });
    const expected = await rankBySql(search, known);
    expect(expected).toHaveLength(RANKED_MAX);
    expect(await app.ctx.discoveryIndex.rank(search, known), sort).toEqual(expected);
  }
});

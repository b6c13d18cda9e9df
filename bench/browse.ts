import { performance } from "node:perf_hooks";
import { latLngToCell } from "h3-js";
import { sql } from "kysely";
import { INTERESTS } from "#contract/catalog.ts";
import { DEFAULT_FILTERS } from "#contract/default-filters.ts";
import { browse } from "#contract/discovery.ts";
import type { Filters } from "#contract/filter-form.ts";
import { getFilters, updateFilters } from "#contract/filters.ts";
import type { Context } from "#server/context.ts";
import { milesBetween } from "#server/geo/geo-cells.ts";
import { newId } from "#server/lib/ids.ts";
import { BAND_ENDS, searchOf } from "#server/modules/discovery/discovery.policy.ts";
import {
  findKnownMembers,
  findRecentResult,
  findResultPage,
  findViewer,
  RANKED_MAX,
  type Search,
} from "#server/modules/discovery/discovery.queries.ts";
import { saveResult } from "#server/modules/discovery/discovery.repo.ts";
import { updateProfile } from "#server/modules/profiles/profiles.service.ts";
import { signUp } from "#server/modules/signup/signup.service.ts";
import { seededRandom } from "#server/testing/members.ts";
import { CRUSHES, fill, generateMembers, inOneCity, MEMBERS, type Member, NEW_YORK, usPopulation } from "./seed.ts";
import { asOwner, median, quantile, withServer } from "./server.ts";

/**
 * The first page of browse for a member in New York: one client, warm. All variants alternate within one run, so only
 * ratios are meaningful. Runs with members distributed like the US population, and with all members in one city and no
 * filters, which is the worst case.
 */
const RUNS = 5;
const CALLS = 60;

async function time(work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

/** Counts the bits that are set. */
function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest; rest &= rest - 1) count++;
  return count;
}

/** The same search as a scan of an array, with scores: the cost of the computation alone. */
function scan(members: readonly Member[], search: Search, filters: Filters, cell: string, limit = RANKED_MAX) {
  const distances = new Map<string, number>();
  const milesTo = (other: string): number => {
    const miles = distances.get(other) ?? milesBetween(cell, other);
    distances.set(other, miles);
    return miles;
  };
  const age = search.age ?? 0;
  const scored: [id: string, score: number][] = [];
  for (const m of members) {
    if (search.wantGender !== 0 && m.gender !== search.wantGender) continue;
    if (m.age < filters.ageMin || (filters.ageMax < 99 && m.age > filters.ageMax)) continue;
    if (m.wantGender !== 0 && m.wantGender !== search.gender) continue;
    if (age < m.wantAgeMin || (m.wantAgeMax < 99 && age > m.wantAgeMax)) continue;
    const miles = milesTo(m.cell);
    if (miles > filters.distance) continue;
    const near = 2 * BAND_ENDS.filter((end) => miles < end).length;
    const same = search.lookingFor !== 0 && search.lookingFor === m.lookingFor ? 6 : 0;
    const lately = Math.max(0, 4 - Math.floor(m.daysAway / 3));
    scored.push([m.id, 4 * countBits(m.interests & search.interests) + near + same + lately]);
  }
  return new Map(scored.sort((a, b) => b[1] - a[1]).slice(0, limit));
}

/** @throws Error if the ranking does not have the best scores, because the two searches would not be comparable */
function assertSameScores(
  ranked: readonly string[],
  best: ReadonlyMap<string, number>,
  all: ReadonlyMap<string, number>,
): void {
  const scores = ranked.map((id) => all.get(id));
  if (JSON.stringify(scores) !== JSON.stringify([...best.values()]))
    throw new Error("The scan and the ranking disagree");
}

async function measure(
  ctx: Context,
  address: string,
  members: readonly Member[],
  wanted: Partial<Filters>,
): Promise<void> {
  const filters = { ...DEFAULT_FILTERS, ...wanted };
  const { user, token } = await signUp(
    ctx,
    {
      email: `v${Date.now()}@example.com`,
      password: "a password",
      username: `v${Date.now()}`,
      dateOfBirth: "1994-05-17",
    },
    { address: "127.0.0.1", device: "A bench", cookies: undefined },
  );
  await updateProfile(ctx, user._id, {
    coordinates: { coordinates: [NEW_YORK.lng, NEW_YORK.lat] },
    interests: INTERESTS.slice(0, 8),
    lookingFor: "Workout partner",
    bio: "Hi",
    gender: "Man",
  });
  const headers = { authorization: `Bearer ${token}` };
  const json = { ...headers, "content-type": "application/json" };
  const set = await fetch(address + updateFilters.path, {
    method: updateFilters.method,
    headers: json,
    body: JSON.stringify(filters),
  });
  if (!set.ok) throw new Error(`The filters were rejected: ${set.status}`);
  const viewer = await findViewer(ctx.db, user._id);
  const search = searchOf(user._id, viewer, filters);
  const cell = viewer.h3_cell ?? latLngToCell(NEW_YORK.lat, NEW_YORK.lng, 7);
  const knownMembers = await findKnownMembers(ctx.db, user._id);
  const ranking = () => ctx.transact((tx) => saveResult(tx, newId(), search, knownMembers));
  const reading = async () => {
    const resultId = await findRecentResult(ctx.db, search);
    if (resultId) await findResultPage(ctx.db, search, knownMembers, { resultId, offset: 0, count: 24 });
    return resultId;
  };
  const scanning = () => scan(members, search, filters, cell);
  const get = (path: string) => async () => {
    const answer = await fetch(address + path, { headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  const resultId = newId();
  await ctx.transact((tx) => saveResult(tx, resultId, search, knownMembers));
  const ranked = await findResultPage(ctx.db, search, knownMembers, { resultId, offset: 0, count: RANKED_MAX });
  assertSameScores(ranked?.shown.map(({ id }) => id) ?? [], scanning(), scan(members, search, filters, cell, MEMBERS));
  const firstPage = get(`${browse.path}?limit=24`);
  const measured: Record<string, () => unknown> = {
    "SELECT 1": () => sql`select 1`.execute(ctx.db),
    "SQL, new list": ranking,
    "SQL, cached list": reading,
    "in-memory scan": scanning,
    "HTTP, one row": get(getFilters.path),
    "HTTP, new list": async () => {
      await sql`delete from search_results`.execute(ctx.db);
      await firstPage();
    },
    "HTTP, cached list": firstPage,
  };
  const times: Record<string, number[][]> = {};
  for (const work of Object.values(measured)) await time(work);
  for (let run = 0; run < RUNS; run++)
    for (const [name, work] of Object.entries(measured)) times[name] = [...(times[name] ?? []), await time(work)];
  const figure = (name: string, q: number): number => median((times[name] ?? []).map((run) => quantile(run, q)));
  const base = figure("SELECT 1", 0.95);
  for (const name of Object.keys(measured)) {
    const [half, most] = [figure(name, 0.5), figure(name, 0.95)];
    const ratio = (most / base).toFixed(1);
    console.log(
      `  ${name.padEnd(17)} p50 ${half.toFixed(2)} ms, p95 ${most.toFixed(2)} ms, ${ratio} times SELECT 1 at p95`,
    );
  }
}

const withMembers = (members: readonly Member[], use: (ctx: Context, address: string) => Promise<void>) =>
  withServer(async (_, ctx) => {
    await fill(ctx.db, members, seededRandom(2));
    await asOwner(ctx.database, "vacuum analyze");
  }, use);

console.log(`${MEMBERS} members, ${CRUSHES} crushes; medians of ${RUNS} runs of ${CALLS} calls each, alternating`);
const women: Partial<Filters> = { gender: ["Women"], ageMin: 25, ageMax: 40 };
const random = seededRandom(1);
const distributed = generateMembers(usPopulation(random), random);
await withMembers(distributed, async (ctx, address) => {
  console.log("Across the United States; women of 25 to 40 within 50 miles of New York:");
  await measure(ctx, address, distributed, women);
  console.log("Across the United States; anyone within 50 miles of New York:");
  await measure(ctx, address, distributed, {});
});
const crowded = generateMembers(inOneCity(random), random);
await withMembers(crowded, async (ctx, address) => {
  console.log("All in New York; women of 25 to 40:");
  await measure(ctx, address, crowded, women);
  console.log("All in New York; anyone:");
  await measure(ctx, address, crowded, {});
});

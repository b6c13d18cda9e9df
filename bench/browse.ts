import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { sql } from "kysely";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { Filters } from "#contract/discovery/filter-form.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { INTERESTS } from "#contract/members/catalog.ts";
import type { TrainingUpdate } from "#contract/training/training-form.ts";
import type { Context } from "#server/context.ts";
import { signUp } from "#server/domains/accounts/signup/signup.service.ts";
import { buildColumns } from "#server/domains/discovery/memory-index/index-columns.ts";
import { toSearchable } from "#server/domains/discovery/memory-index/index-search.ts";
import { FIRST_ID, readRecords } from "#server/domains/discovery/memory-index/memory-index.repo.ts";
import { searchOf } from "#server/domains/discovery/search/discovery.policy.ts";
import { rankMembers, type Search } from "#server/domains/discovery/search/discovery.queries.ts";
import { saveResult } from "#server/domains/discovery/search/discovery.statements.ts";
import { findResultPage } from "#server/domains/discovery/search/search-results.queries.ts";
import { findKnown, findSearcher } from "#server/domains/discovery/search/searcher.queries.ts";
import { updateProfile } from "#server/domains/members/profiles/profiles.service.ts";
import { insertCountedTraining } from "#server/domains/training/weeks/training.service.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { seededRandom } from "#server/testing/members.ts";
import { createBareScan, type Scored } from "./bare-scan.ts";
import { median, quantile, report } from "./figures.ts";
import { OPTIONS } from "./options.ts";
import { generatePopulation, idOf, NEW_YORK, type Population, type Spread } from "./population.ts";
import { fill } from "./seed.ts";
import { withServer } from "./server.ts";

/**
 * The first page of browse for a member in New York: one client, warm. All variants alternate within one run, so only
 * ratios are meaningful. Options: `--members`, `--crushes`, `--runs`, and where members live: `--city`, `--country` or
 * `--metropolis`.
 */
const PAGE = 24;
const CALLS = 40;
/** For searches that take a second with a million members. */
const CALLS_IF_SLOW = 5;

/** Mornings before work and Saturdays, with two sports. */
const WEEK: Pick<TrainingUpdate, "parts" | "sports"> = {
  parts: [0, 12, 24, 32],
  sports: [
    { sport: "run", level: 3 },
    { sport: "climb", level: 2 },
  ],
};

const SEARCHES: Readonly<Record<string, Partial<Filters>>> = {
  "women of 25 to 40": { gender: ["Women"], ageMin: 25, ageMax: 40 },
  anyone: {},
  "anyone who trains when I do": { sharedTimesOnly: true },
};

async function createViewer(ctx: Context, address: string, filters: Filters) {
  const name = `v${Date.now()}`;
  const { user, token } = await signUp(
    ctx,
    { email: `${name}@example.com`, password: "a password", username: name, dateOfBirth: "1994-05-17" },
    { address: "127.0.0.1", device: "A bench", cookies: undefined },
  );
  await updateProfile(ctx, user._id, {
    coordinates: { coordinates: [NEW_YORK.lng, NEW_YORK.lat] },
    interests: INTERESTS.slice(0, 8),
    lookingFor: "Workout partner",
    bio: "Hi",
    gender: "Man",
  });
  await ctx.transact((tx) => insertCountedTraining(ctx, tx, user._id, WEEK));
  const saved = await fetch(address + updateFilters.path, {
    method: updateFilters.method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(filters),
  });
  if (!saved.ok) throw new Error(`The filters were rejected: ${saved.status}`);
  return user._id;
}

const select = async (ctx: Context, query: ReturnType<typeof rankMembers>): Promise<string[]> =>
  (await sql<{ member_id: string }>`${query}`.execute(ctx.db)).rows.map(({ member_id }) => member_id);

/** @throws Error if the variants do not list the same scores, because they would not be comparable */
function assertSameScores(
  sqlIds: readonly string[],
  indexIds: readonly string[] | undefined,
  scan: (limit?: number) => Scored[],
  count: number,
): void {
  if (indexIds && indexIds.join() !== sqlIds.join()) throw new Error("The index and the database rank differently");
  const scores = new Map(scan(count).map(([nth, score]) => [idOf(nth), score]));
  const best = scan().map(([, score]) => score);
  if (sqlIds.map((id) => scores.get(id)).join() !== best.join())
    throw new Error("The scan and the database rank differently");
}

async function timeAll(variants: Readonly<Record<string, Variant>>): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (let run = -1; run < OPTIONS.runs; run++) {
    for (const [name, { prepare, work, isSlow }] of Object.entries(variants)) {
      await prepare?.();
      const taken: number[] = [];
      for (let call = 0; call < (isSlow ? CALLS_IF_SLOW : CALLS); call++) {
        const startedAt = performance.now();
        await work();
        taken.push(performance.now() - startedAt);
      }
      // The first run warms up.
      if (run >= 0) times.set(name, [...(times.get(name) ?? []), ...taken]);
    }
  }
  return times;
}

/** Times two kinds of work call by call, because what is compared differs less than moments do. */
async function compare(work: () => unknown, other: () => unknown, calls: number) {
  const times: [number[], number[]] = [[], []];
  for (let call = 0; call < 2 * calls * OPTIONS.runs; call++) {
    // The order changes, so that neither benefits from what the other has warmed.
    const which = (call + Math.floor(call / 2)) % 2 === 0 ? 0 : 1;
    const startedAt = performance.now();
    await (which === 0 ? work : other)();
    times[which].push(performance.now() - startedAt);
  }
  const ratio = (q: number) => quantile(times[0], q) / quantile(times[1], q);
  return { times_p50: ratio(0.5), times_p95: ratio(0.95) };
}

interface Variant {
  /** Called before each run. */
  readonly prepare?: () => Promise<void>;
  readonly work: () => unknown;
  readonly isSlow?: boolean;
}

async function findLongestDelay(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let call = 0; call < CALLS; call++) await work();
  delay.disable();
  return delay.max / 1e6;
}

async function measure(ctx: Context, address: string, population: Population, spread: Spread): Promise<void> {
  const bareScan = createBareScan(population, seededRandom(3));
  for (const [search, wanted] of Object.entries(SEARCHES)) {
    const filters = { ...DEFAULT_FILTERS, ...wanted };
    const viewerId = await createViewer(ctx, address, filters);
    const { viewer } = await findSearcher(ctx.db, viewerId);
    const known = await findKnown(ctx.db, viewerId);
    const query = searchOf(viewerId, viewer, filters);
    if (query.weekParts === 0 || query.levelCodes.length === 0) throw new Error("The viewer's week does not count");
    const weekless: Search = { ...query, weekParts: 0, levelCodes: [] };
    const scanFor = (one: Search) => (limit?: number) => bareScan(one, limit);
    const rankFor = (one: Search) => () => ctx.discoveryIndex.rank(one, known);
    const [scan, rank] = [scanFor(query), rankFor(query)];
    for (const one of [query, weekless]) {
      const bySql = await select(ctx, rankMembers(one, known));
      assertSameScores(bySql, await rankFor(one)(), scanFor(one), population.count);
    }
    const listAndRead = async (ranked: Parameters<typeof saveResult>[3]) => {
      const resultId = newId();
      await ctx.transactStatement((tx) => saveResult(tx, resultId, query, ranked));
      await findResultPage(ctx.db, query, { resultId, offset: 0, count: PAGE, hasCards: true });
    };
    const kept = newId();
    const keep = async () => {
      const ranked = (await rank()) ?? rankMembers(query, known);
      await sql`delete from search_results`.execute(ctx.db);
      await ctx.transactStatement((tx) => saveResult(tx, kept, query, ranked));
    };
    const variants: Record<string, Variant> = {
      "SELECT 1": { work: () => sql`select 1`.execute(ctx.db) },
      "bare scan": { work: () => scan() },
      "index, ranking alone": { work: rank },
      "index, new list with SQL check": { work: async () => listAndRead((await rank()) ?? []) },
      "SQL, new list with SQL check": { work: () => listAndRead(rankMembers(query, known)), isSlow: true },
      "SQL, page of a kept list": {
        prepare: keep,
        work: () => findResultPage(ctx.db, query, { resultId: kept, offset: 0, count: PAGE, hasCards: true }),
      },
    };
    const times = await timeAll(variants);
    const p95 = (name: string) => quantile(times.get(name) ?? [], 0.95);
    const context = { members: population.count, spread, search };
    for (const [name, list] of times) {
      report("browse", name, {
        ...context,
        p50_ms: median(list),
        p95_ms: p95(name),
        times_select_1: p95(name) / p95("SELECT 1"),
        times_scan: p95(name) / p95("bare scan"),
      });
    }
    const rankings: Record<string, { rank: (one: Search) => unknown; isSlow?: boolean }> = {
      "bare scan": { rank: (one) => scanFor(one)() },
      index: { rank: (one) => rankFor(one)() },
      SQL: { rank: (one) => select(ctx, rankMembers(one, known)), isSlow: true },
    };
    for (const [name, { rank: rankBy, isSlow }] of Object.entries(rankings)) {
      const compared = await compare(
        () => rankBy(query),
        () => rankBy(weekless),
        isSlow ? CALLS_IF_SLOW : CALLS,
      );
      report("browse", `${name}, ranking with weeks compared with without`, { ...context, ...compared });
    }
    report("browse", "event loop delay while lists are made", {
      ...context,
      longest_ms: await findLongestDelay(() => rank()),
      longest_if_idle_ms: await findLongestDelay(() => sql`select 1`.execute(ctx.db)),
    });
  }
}

/** The bytes of the arrays of an index, with those that a search writes to. */
async function countIndexBytes(ctx: Context): Promise<number> {
  const batches: Uint8Array[] = [];
  for (let afterId = FIRST_ID; ; ) {
    const batch = await readRecords(ctx.db, afterId, 20_000);
    if (!batch) break;
    batches.push(batch.packed);
    afterId = batch.lastId;
  }
  const { columns, ...scratch } = toSearchable(buildColumns(batches));
  const arrays = [...Object.values(columns), ...Object.values(scratch)].filter((value) => ArrayBuffer.isView(value));
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

for (const spread of OPTIONS.spreads.length > 0 ? OPTIONS.spreads : (["country", "city"] as const)) {
  const population = generatePopulation(OPTIONS.members, spread, seededRandom(1));
  await withServer(
    (_, ctx) => fill(ctx.database, population, OPTIONS.crushes, seededRandom(2)),
    async (ctx, address) => {
      const rssBefore = process.memoryUsage().rss;
      const startedAt = performance.now();
      await ctx.discoveryIndex.build();
      report("browse", "index, build", {
        members: population.count,
        spread,
        ms: performance.now() - startedAt,
        bytes_per_member: (await countIndexBytes(ctx)) / population.count,
        rss_bytes_per_member: (process.memoryUsage().rss - rssBefore) / population.count,
      });
      await measure(ctx, address, population, spread);
    },
  );
}

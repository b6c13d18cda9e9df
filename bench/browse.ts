import { performance } from "node:perf_hooks";
import { gridDisk, latLngToCell } from "h3-js";
import { sql } from "kysely";
import { pino } from "pino";
import { INTERESTS } from "#contract/catalog.ts";
import { browse } from "#contract/discovery.ts";
import { DEFAULT_FILTERS, getFilters } from "#contract/filters.ts";
import { makeApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { type Context, makeContext } from "#server/context.ts";
import { openDatabase } from "#server/db/client.ts";
import { startEmbedded } from "#server/db/embedded.ts";
import { migrate } from "#server/db/migrate.ts";
import { openJobs } from "#server/jobs.ts";
import { rank, type Search } from "#server/modules/discovery/browse.repo.ts";
import { findPairedWith, findViewer } from "#server/modules/discovery/discovery.repo.ts";
import { searchOf } from "#server/modules/discovery/search.policy.ts";
import { join as signUp } from "#server/modules/joining/joining.service.ts";
import { updateProfile } from "#server/modules/profiles/profiles.service.ts";
import { areaOf, centreOf, milesBetween } from "#server/place.ts";
import { makeDataFolder } from "#server/testing/processes.ts";

/**
 * The first page of browse in a dense city: 100,000 members, 500,000 crushes, one client, warm. Everything is measured in
 * one run, by turns, so that only ratios are to be read from it.
 */
const MEMBERS = 100_000;
const CRUSHES = 500_000;
const RUNS = 5;
const CALLS = 60;
const AUSTIN = { lat: 30.2672, lng: -97.7431 };

const quantile = (list: readonly number[], q: number): number =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))] ?? 0;
const median = (list: readonly number[]): number => quantile(list, 0.5);

async function time(work: () => unknown): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times;
}

interface Row {
  cell: string;
  interests: number;
  age: number;
  gender: number;
}

/** Fills the tables as joining, saving and crushing would, in bulk. */
async function fill(ctx: Context, cells: readonly string[]): Promise<void> {
  const places = cells.map((cell) => ({ cell, area: areaOf(cell), ...centreOf(cell) }));
  await sql`
    insert into members (id, last_active_at) select gen_random_uuid(), now() - random() * interval '60 days' from generate_series(1, ${MEMBERS})`.execute(
    ctx.db,
  );
  await sql`
    insert into profiles (member_id, username, username_key, age, gender, cell, bio, interests, location, completion)
    select id, 'm' || id, 'm' || id, 18 + floor(random() * 50), case when random() < 0.5 then 'Man' else 'Woman' end,
      (${sql.val(cells)}::text[])[1 + floor(random() * ${cells.length})], 'Bio', '{}', 'Austin, TX', 83
    from members`.execute(ctx.db);
  await sql`
    insert into browse (member_id, area, cell, lat, lng, gender, age, height, looking_for, interests, want_gender, want_age_min, want_age_max, is_demo, active_on)
    select p.member_id, c.area, p.cell, c.lat, c.lng, case p.gender when 'Man' then 1 else 2 end, p.age, 60 + floor(random() * 18),
      1 + floor(random() * 5), (floor(random() * 2147483647))::int & (floor(random() * 2147483647))::int & (floor(random() * 2147483647))::int,
      case when random() < 0.5 then 0 else 1 + floor(random() * 2) end, 18, 99, false, (m.last_active_at)::date
    from profiles p join members m on m.id = p.member_id
    join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as c (cell text, area text, lat float8, lng float8) on c.cell = p.cell`.execute(
    ctx.db,
  );
  await sql`
    with numbered as materialized (select id, row_number() over () as n from members),
    drawn as materialized (
      select 1 + floor(random() * ${MEMBERS})::int as a, 1 + floor(random() * ${MEMBERS})::int as b
      from generate_series(1, ${CRUSHES}))
    insert into pairs (id, low_id, high_id, low_crushed_at)
    select gen_random_uuid(), least(one.id, other.id), greatest(one.id, other.id), now()
    from drawn join numbered one on one.n = drawn.a join numbered other on other.n = drawn.b
    where one.id <> other.id on conflict do nothing`.execute(ctx.db);
  await sql`vacuum analyze`.execute(ctx.db);
}

/** The same question asked of an array: what an exact scan costs where nothing else does. */
function scan(rows: readonly Row[], search: Search, cell: string): number {
  const distances = new Map<string, number>();
  const milesTo = (other: string) => {
    const known = distances.get(other) ?? milesBetween(cell, other);
    distances.set(other, known);
    return known;
  };
  const scored: [score: number, index: number][] = [];
  for (const [i, row] of rows.entries()) {
    const miles = milesTo(row.cell);
    if (miles > search.miles || row.age < search.wantAgeMin) continue;
    let shared = row.interests & search.interests;
    let count = 0;
    for (; shared; count++) shared &= shared - 1;
    scored.push([4 * count + (miles < 5 ? 10 : miles < 10 ? 8 : miles < 25 ? 6 : 4), i]);
  }
  return scored.sort((a, b) => b[0] - a[0]).slice(0, 600).length;
}

const data = makeDataFolder();
const embedded = await startEmbedded({ dataDir: data.path });
const log = pino({ level: "silent" });
const database = openDatabase(embedded.connection, console.error);
await migrate(database.db);
const jobs = await openJobs(embedded.connection, log);
const config = readConfig({ RATE_LIMITS: "off", DEMO_MEMBERS: "0", DATA_DIR: data.path, LOG_LEVEL: "silent" });
const ctx = await makeContext(config, log, database, jobs);
const app = await makeApp(ctx);
const address = await app.listen({ port: 0, host: "127.0.0.1" });
try {
  const cells = gridDisk(latLngToCell(AUSTIN.lat, AUSTIN.lng, 7), 5);
  await fill(ctx, cells);
  const viewer = await signUp(ctx, {
    email: "v@example.com",
    password: "a password",
    username: "viewer",
    dateOfBirth: "1994-05-17",
  });
  const coordinates = { coordinates: [AUSTIN.lng, AUSTIN.lat] as [number, number] };
  await updateProfile(ctx, viewer.user._id, {
    coordinates,
    interests: INTERESTS.slice(0, 8),
    bio: "Hi",
    gender: "Man",
  });
  const id = viewer.user._id;
  const row = await findViewer(ctx.db, id);
  const search = searchOf(id, row, DEFAULT_FILTERS);
  const paired = await findPairedWith(ctx.db, id);
  const rows = (await ctx.db.selectFrom("browse").select(["cell", "interests", "age", "gender"]).execute()) as Row[];
  const get = (path: string) => async () => {
    const answer = await fetch(address + path, { headers: { authorization: `Bearer ${viewer.token}` } });
    await answer.arrayBuffer();
  };
  const measured: Record<string, () => unknown> = {
    "SELECT 1": () => sql`select 1`.execute(ctx.db),
    "ranking SQL": () => rank(ctx.db, search, { excluded: paired.ended, last: paired.crushed, limit: 600 }),
    "in-memory scan": () => scan(rows, search, row.cell ?? ""),
    "HTTP, one row": get(getFilters.path),
    "HTTP, first page": get(`${browse.path}?limit=24`),
  };
  const p50: Record<string, number[]> = {};
  const p95: Record<string, number[]> = {};
  for (const work of Object.values(measured)) await time(work);
  for (let run = 0; run < RUNS; run++) {
    for (const [name, work] of Object.entries(measured)) {
      const times = await time(work);
      p50[name] = [...(p50[name] ?? []), quantile(times, 0.5)];
      p95[name] = [...(p95[name] ?? []), quantile(times, 0.95)];
    }
  }
  const base = median(p95["SELECT 1"] ?? []);
  console.log(`${MEMBERS} members, ${CRUSHES} crushes, median of ${RUNS} runs of ${CALLS} calls`);
  for (const name of Object.keys(measured)) {
    const [half, most] = [median(p50[name] ?? []), median(p95[name] ?? [])];
    console.log(
      `${name.padEnd(18)} p50 ${half.toFixed(2)} ms  p95 ${most.toFixed(2)} ms  p95 / SELECT 1: ${(most / base).toFixed(1)}`,
    );
  }
} finally {
  await app.close();
  await jobs.stop();
  await database.close();
  await embedded.stop();
  data.remove();
}

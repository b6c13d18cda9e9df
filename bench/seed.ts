import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import copy from "pg-copy-streams";
import type { Database } from "#server/platform/db/client.ts";
import { OWNER } from "#server/platform/db/embedded-roles.ts";
import { areaOf, directionOf } from "#server/platform/geo/geo-cells.ts";
import { idOf, type Population, pick, type Random } from "./population.ts";

const ROWS_PER_CHUNK = 2_000;

/** Lines for COPY. */
function* linesOf(count: number, line: (nth: number) => string): Generator<string> {
  for (let from = 0; from < count; from += ROWS_PER_CHUNK) {
    const nths = Array.from({ length: Math.min(ROWS_PER_CHUNK, count - from) }, (_, i) => from + i);
    yield nths.map((nth) => `${line(nth)}\n`).join("");
  }
}

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * Fills the tables in bulk, as signups, profile changes and crushes would.
 * @param crushes their number
 */
export async function fill(
  { connection }: Database,
  population: Population,
  crushes: number,
  random: Random,
): Promise<void> {
  const { count, cellNames, cell, gender, age } = population;
  const owner = new pg.Client({ ...connection, user: OWNER });
  await owner.connect();
  const put = (table: string, rows: number, line: (nth: number) => string) =>
    pipeline(
      Readable.from(linesOf(rows, line)),
      owner.query(copy.from(`copy ${table} from stdin with (format csv, null '')`)),
    );
  const days = Array.from({ length: 256 }, (_, before) => dayBefore(before));
  const cells = cellNames.map((name) => {
    const { x, y, z } = directionOf(name);
    return { name, area: areaOf(name), direction: `${x},${y},${z}` };
  });
  const at = (nth: number) => cells[cell[nth] ?? 0] as (typeof cells)[number];
  try {
    // Otherwise each row is also logged as a change, and compared with an empty table of members.
    await owner.query("alter table search_index disable trigger user");
    await put("members (id, last_active_at)", count, (n) => `${idOf(n)},${days[population.daysAway[n] ?? 0]}`);
    await put(
      "profiles (member_id, username, username_normalized, age, gender, h3_cell, bio, interests, location, completion)",
      count,
      (n) => `${idOf(n)},m${n},m${n},${age[n]},${gender[n] === 1 ? "Man" : "Woman"},${at(n).name},Bio,{},Town,83`,
    );
    await put(
      "search_index (member_id, area, h3_cell, x, y, z, gender, age, height, looking_for, interests, want_gender, want_age_min, want_age_max, is_demo, active_on, joined_on, counted_week)",
      count,
      (n) =>
        `${idOf(n)},${at(n).area},${at(n).name},${at(n).direction},${gender[n]},${age[n]},${population.height[n]},` +
        `${population.lookingFor[n]},${population.interests[n]},${population.wantGender[n]},${population.wantAgeMin[n]},` +
        `${population.wantAgeMax[n]},f,${days[population.daysAway[n] ?? 0]},${days[n % days.length]},${population.countedWeek[n]}`,
    );
    await owner.query("alter table search_index enable trigger user");
    const sides = Array.from({ length: crushes }, () => [pick(count, random), pick(count, random)] as const);
    await owner.query(
      `insert into relationships (id, member_a_id, member_b_id, a_crushed_at)
       select gen_random_uuid(), low, high, now() from unnest($1::uuid[], $2::uuid[]) as crush (low, high)
       where low <> high on conflict do nothing`,
      [sides.map(([a, b]) => idOf(Math.min(a, b))), sides.map(([a, b]) => idOf(Math.max(a, b)))],
    );
    await owner.query("vacuum analyze");
  } finally {
    await owner.end();
  }
}

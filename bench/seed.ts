import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import copy from "pg-copy-streams";
import { TERMS_VERSION } from "#contract/accounts/terms.ts";
import { LOOKING_FOR } from "#contract/members/catalog.ts";
import { interestsOf } from "#server/domains/discovery/search/discovery.policy.ts";
import type { Database } from "#server/platform/db/client.ts";
import { OWNER } from "#server/platform/db/embedded-roles.ts";
import { areaOf, directionOf } from "#server/platform/geo/geo-cells.ts";
import { idOf, type Population, pick, type Random } from "./population.ts";

const ROWS_PER_CHUNK = 2_000;
const PHOTOS_OF_EACH = 4;

/** Lines for COPY. */
function* linesOf(count: number, line: (nth: number) => string): Generator<string> {
  for (let from = 0; from < count; from += ROWS_PER_CHUNK) {
    const nths = Array.from({ length: Math.min(ROWS_PER_CHUNK, count - from) }, (_, i) => from + i);
    yield nths.map((nth) => `${line(nth)}\n`).join("");
  }
}

const dayBefore = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * Fills the tables in bulk, as signups and profile changes would, in statements that suit earlier versions as well. Each
 * member has a confirmed address, a wallet and photos, of which no two are alike.
 * @param owner a connection of the role that owns the tables
 * @param passwordHash of all accounts
 */
export async function copyMembers(owner: pg.Client, population: Population, passwordHash = "none"): Promise<void> {
  const { count, cellNames, cell, gender, age } = population;
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
  const interestsAt = (nth: number) =>
    `"{${interestsOf(population.interests[nth] ?? 0)
      .map((name) => `""${name}""`)
      .join(",")}}"`;
  // Otherwise each row is also logged as a change, and compared with an empty table of members.
  await owner.query("alter table search_index disable trigger user");
  await put(
    "members (id, joined_at, last_active_at)",
    count,
    (n) => `${idOf(n)},${days[2 + (n % 250)]},${days[population.daysAway[n] ?? 0]}`,
  );
  await put(
    "profiles (member_id, username, username_normalized, username_skeleton, age, effective_age, gender, effective_gender, h3_cell, bio, interests, looking_for, location, completion)",
    count,
    (n) => {
      const shown = gender[n] === 1 ? "Man" : "Woman";
      const goal = LOOKING_FOR[(population.lookingFor[n] ?? 1) - 1];
      return `${idOf(n)},m${n},m${n},m${n},${age[n]},${age[n]},${shown},${shown},${at(n).name},Rows at five.,${interestsAt(n)},${goal},"New York, NY",83`;
    },
  );
  await put(
    "search_index (member_id, area, h3_cell, x, y, z, gender, age, height, looking_for, interests, want_gender, want_age_min, want_age_max, is_demo, active_on, joined_on, counted_week)",
    count,
    (n) =>
      `${idOf(n)},${at(n).area},${at(n).name},${at(n).direction},${gender[n]},${age[n]},${population.height[n]},` +
      `${population.lookingFor[n]},${population.interests[n]},${population.wantGender[n]},${population.wantAgeMin[n]},` +
      `${population.wantAgeMax[n]},f,${days[population.daysAway[n] ?? 0]},${days[2 + (n % 250)]},${population.countedWeek[n]}`,
  );
  await owner.query("alter table search_index enable trigger user");
  await owner.query(
    `insert into accounts (member_id, email, email_normalized, email_verified_at, password_hash, date_of_birth,
       terms_version, terms_accepted_at)
     select member_id, username || '@example.com', username || '@example.com', now(), $1, '1994-05-17', $2, now()
     from profiles`,
    [passwordHash, TERMS_VERSION],
  );
  await owner.query("insert into wallets (id, member_id) select gen_random_uuid(), id from members");
  await owner.query("insert into notification_preferences (member_id) select id from members");
  await owner.query(
    `insert into photos (id, member_id, position, key, width, height, thumbhash, alt)
     select gen_random_uuid(), id, position, replace(gen_random_uuid()::text, '-', ''), 1080, 1350,
       encode(substr(sha256(convert_to(id::text || position, 'UTF8')), 1, 24), 'base64'),
       'At the bar, chalk on both hands, set ' || substr(md5(id::text || position), 1, 6)
     from members, generate_series(0, $1::int - 1) as position`,
    [PHOTOS_OF_EACH],
  );
}

/** As `copyMembers`, with crushes among random members. @param crushes their number */
export async function fill(
  { connection }: Database,
  population: Population,
  crushes: number,
  random: Random,
): Promise<void> {
  const { count } = population;
  const owner = new pg.Client({ ...connection, user: OWNER });
  await owner.connect();
  try {
    await copyMembers(owner, population);
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

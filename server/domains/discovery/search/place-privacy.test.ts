import { cellToBoundary, cellToLatLng, gridDisk, latLngToCell } from "h3-js";
import { describe, expect, test } from "vitest";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import type { FiltersUpdate } from "#contract/discovery/filter-form.ts";
import { INTERESTS, LOOKING_FOR, SHOW_ME } from "#contract/members/catalog.ts";
import type { ProfileChange } from "#contract/members/profiles.ts";
import { browse } from "#server/domains/discovery/search/discovery.service.ts";
import { updateSearchPreferences } from "#server/domains/discovery/search/search-preferences.service.ts";
import { updateProfile } from "#server/domains/members/profiles/profiles.service.ts";
import { createBulkMembers, seededRandom } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const AUSTIN = { lat: 30.2672, lng: -97.7431 };
const KM_PER_MILE = 1.609344;

type Point = { lat: number; lng: number };

const metres = (a: Point, b: Point): number => {
  const rad = Math.PI / 180;
  const h =
    Math.sin(((b.lat - a.lat) * rad) / 2) ** 2 +
    Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * Math.sin(((b.lng - a.lng) * rad) / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h));
};
const move = ({ lat, lng }: Point, bearing: number, m: number): Point => ({
  lat: lat + (Math.cos(bearing) * m) / 111_195,
  lng: lng + (Math.sin(bearing) * m) / (111_195 * Math.cos((lat * Math.PI) / 180)),
});
const centre = (cell: string): Point => {
  const [lat, lng] = cellToLatLng(cell);
  return { lat, lng };
};
const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const at = (point: Point, locationType: "device" | "manual"): ProfileChange => ({
  coordinates: { coordinates: [point.lng, point.lat] },
  locationType,
});

const BAND_POINTS: Readonly<Record<string, number>> = {
  "Under 5 miles": 10,
  "5 to 10 miles": 8,
  "10 to 25 miles": 6,
  "25 to 50 miles": 4,
  "50 to 100 miles": 2,
};

const REASON_POINTS = { lookingFor: 6, interests: 4, time: 0, level: 0, place: 0, new: 0, fit: 0 };

/** The score of a card, computed from its visible data. All members here are active today. */
const suits = ({ distance, reasons }: BrowseProfile): number =>
  (BAND_POINTS[distance ?? ""] ?? 0) + reasons.reduce((sum, { kind }) => sum + REASON_POINTS[kind], 0);

/** `npm run soak` asks 2,000. */
const VIEWERS = Number(process.env["PLACE_VIEWERS"] ?? 400);

const indexed = { discoveryIndexOptions: { membersMin: 1, freshMs: 0 } };

describe("two members in opposite corners of one cell", () => {
  const app = testApp({}, indexed);

  test(`get the same results, for ${VIEWERS} viewers and filters`, async () => {
    const random = seededRandom(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const cell = latLngToCell(AUSTIN.lat, AUSTIN.lng, 7);
    const corners = cellToBoundary(cell).map(([lat, lng]) => ({ lat, lng }));
    const inward = (corner: Point): Point => ({
      lat: corner.lat + (centre(cell).lat - corner.lat) * 0.03,
      lng: corner.lng + (centre(cell).lng - corner.lng) * 0.03,
    });
    const text = { location: "Austin, TX" };
    const [one, other] = await createBulkMembers(app, [
      { ...at(inward(corners[0] as Point), "device"), ...text },
      { ...at(inward(corners[3] as Point), "manual"), ...text },
    ]);
    const crowd = Array.from({ length: 40 }, () => ({
      ...at(move(AUSTIN, random() * 7, random() * 60_000), "manual"),
      interests: [pick(INTERESTS)],
    }));
    await createBulkMembers(app, crowd);
    const [viewer] = await createBulkMembers(app, [{}]);
    if (!one || !other || !viewer) throw new Error("nobody there");
    for (const { id } of [one, other]) await updateSearchPreferences(app.ctx, id, DEFAULT_FILTERS);

    const told = ({ id: _, username: __, ...rest }: BrowseProfile) => JSON.stringify(rest);
    let shown = 0;
    for (let i = 0; i < VIEWERS; i++) {
      // The database ranks for the first half, the index in memory for the second.
      if (i === VIEWERS / 2) expect(await app.ctx.discoveryIndex.build()).toBe(true);
      const place = move(AUSTIN, random() * 7, random() ** 2 * 300_000);
      const profile = {
        ...at(place, pick(["device", "manual"])),
        interests: [pick(INTERESTS)],
        age: 18 + Math.floor(random() * 60),
      };
      await updateProfile(app.ctx, viewer.id, profile);
      const filters: FiltersUpdate = {
        distance: 5 + Math.floor(random() ** 2 * 196),
        ageMin: pick([18, 25, 32, 33]),
        ageMax: pick([99, 32, 60]),
        gender: pick([[], ...SHOW_ME.map((choice) => [choice])]),
        lookingFor: pick([[], [], [pick(LOOKING_FOR)]]),
        interests: pick([[], [], [pick(INTERESTS)]]),
      };
      if ((filters.ageMin ?? 0) > (filters.ageMax ?? 0)) filters.ageMin = 18;
      await updateSearchPreferences(app.ctx, viewer.id, filters);
      const { profiles } = await browse(app.ctx, viewer.id, {}, app.ctx.laggingReads);
      const [a, b] = [one, other].map(({ id }) => profiles.findIndex((card) => card.id === id)) as [number, number];
      expect(a >= 0, `viewer ${i} sees one of them only`).toBe(b >= 0);
      if (a < 0) continue;
      shown++;
      const [first, second] = [profiles[a], profiles[b]] as [BrowseProfile, BrowseProfile];
      expect(told(first)).toBe(told(second));
      // Members between them have the same visible score, so the order reveals nothing.
      const between = profiles.slice(Math.min(a, b) + 1, Math.max(a, b));
      for (const card of between) expect(suits(card)).toBe(suits(first));
    }
    expect(shown).toBeGreaterThan(0.15 * VIEWERS);
  }, 240_000);
});

type Oracle = (from: Point, miles: number) => Promise<{ from: Point; seen: ReadonlySet<number> }>;

const RADIUS_MILES = 10;

/**
 * Moves along six bearings until each member drops out of the distance filter, and fits a point. Uses public knowledge:
 * the town's name, the cells, and that distances are between cells' centres.
 */
async function locate(oracle: Oracle, targets: number, candidates: readonly Point[] | undefined): Promise<Point[]> {
  const found: Point[] = [];
  for (let target = 0; target < targets; target++) {
    const edges: Point[] = [];
    const answers: { from: Point; inside: boolean }[] = [];
    for (let k = 0; k < 6; k++) {
      let [near, far] = [0, 45_000];
      for (let step = 0; step < 24; step++) {
        const middle = (near + far) / 2;
        const { from, seen } = await oracle(move(AUSTIN, (k * Math.PI) / 3, middle), RADIUS_MILES);
        const inside = seen.has(target);
        answers.push({ from, inside });
        if (inside) near = middle;
        else far = middle;
      }
      edges.push(move(AUSTIN, (k * Math.PI) / 3, (near + far) / 2));
    }
    const radius = RADIUS_MILES * KM_PER_MILE * 1000;
    const consistent = candidates?.filter((point) =>
      answers.every(({ from, inside }) => metres(from, point) <= radius === inside),
    );
    if (consistent && consistent.length > 0) {
      const mean = (axis: "lat" | "lng") => consistent.reduce((sum, point) => sum + point[axis], 0) / consistent.length;
      found.push({ lat: mean("lat"), lng: mean("lng") });
    } else found.push(fitCircle(edges, radius));
  }
  return found;
}

/** The point whose distances to the edges are nearest to the radius. */
function fitCircle(edges: readonly Point[], radius: number): Point {
  let best = AUSTIN;
  const misfit = (point: Point) => edges.reduce((sum, edge) => sum + (metres(edge, point) - radius) ** 2, 0);
  for (let step = 8000; step > 0.5; step /= 2) {
    for (let improved = true; improved; ) {
      improved = false;
      for (let k = 0; k < 8; k++) {
        const next = move(best, (k * Math.PI) / 4, step);
        if (misfit(next) < misfit(best)) {
          best = next;
          improved = true;
        }
      }
    }
  }
  return best;
}

describe("trilateration of members", () => {
  const app = testApp({}, indexed);
  const random = seededRandom(11);
  const people = Array.from({ length: 100 }, () => move(AUSTIN, random() * 2 * Math.PI, Math.sqrt(random()) * 9_000));

  test("works against a server that compares points", async () => {
    const naive: Oracle = async (from, miles) => ({
      from,
      seen: new Set(people.flatMap((point, i) => (metres(from, point) <= miles * KM_PER_MILE * 1000 ? [i] : []))),
    });
    const found = await locate(naive, people.length, undefined);
    const errors = found.map((point, i) => metres(point, people[i] as Point));
    expect(median(errors)).toBeLessThan(20);
  });

  test("is not more precise than the cell on this server", async () => {
    const crowd = await createBulkMembers(
      app,
      people.map((point) => ({ ...at(point, "device"), location: "Austin, TX" })),
    );
    const places = new Map(crowd.map(({ id }, i) => [id, i]));
    const [attacker] = await createBulkMembers(app, [{}]);
    if (!attacker) throw new Error("nobody there");
    expect(await app.ctx.discoveryIndex.build()).toBe(true);
    const answers = new Map<string, ReadonlySet<number>>();
    // Results depend on the attacker's cell only, as the test above proves, so each cell is queried once.
    const real: Oracle = async (point, miles) => {
      const cell = latLngToCell(point.lat, point.lng, 7);
      let seen = answers.get(cell);
      if (!seen) {
        await updateProfile(app.ctx, attacker.id, at(centre(cell), "manual"));
        await updateSearchPreferences(app.ctx, attacker.id, { distance: miles });
        const ids: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await browse(app.ctx, attacker.id, cursor ? { cursor } : {}, app.ctx.laggingReads);
          ids.push(...page.profiles.flatMap(({ id }) => places.get(id) ?? []));
          cursor = page.nextCursor ?? undefined;
        } while (cursor);
        seen = new Set(ids);
        answers.set(cell, seen);
      }
      return { from: centre(cell), seen };
    };
    const candidates = gridDisk(latLngToCell(AUSTIN.lat, AUSTIN.lng, 7), 8).map(centre);
    const found = await locate(real, people.length, candidates);
    const errors = found.map((point, i) => metres(point, people[i] as Point));
    const knowing = people.map((point) => metres(centre(latLngToCell(point.lat, point.lng, 7)), point));
    expect(median(errors)).toBeGreaterThanOrEqual(0.95 * median(knowing));
    expect(median(errors)).toBeGreaterThanOrEqual(750);
    // The attack works as far as possible: its guesses are about as precise as the cell.
    expect(median(errors)).toBeLessThan(2.5 * median(knowing));
  }, 120_000);
});

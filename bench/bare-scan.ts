import { CODE_SHIFTS, CODES, PARTS_MASK } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import { BAND_COSINES } from "#server/domains/discovery/search/discovery.policy.ts";
import { RANKED_MAX, type Search } from "#server/domains/discovery/search/discovery.queries.ts";
import { directionOf } from "#server/platform/geo/geo-cells.ts";
import type { Population, Random } from "./population.ts";

/** A member's number in a population, with the score. */
export type Scored = readonly [nth: number, score: number];

function countBits(mask: number): number {
  let v = mask - ((mask >>> 1) & 0x5555_5555);
  v = (v & 0x3333_3333) + ((v >>> 2) & 0x3333_3333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/**
 * The floor that the index is compared with: one pass over typed arrays in no order, with the same filters, scores and
 * length, and ties in the order of a keyed hash. It knows nothing of cells.
 */
export function createBareScan(population: Population, random: Random) {
  const { count, gender, age, lookingFor, interests, wantGender, wantAgeMin, wantAgeMax, daysAway, countedWeek } =
    population;
  const [x, y, z] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const keys = new Int32Array(count);
  const directions = population.cellNames.map(directionOf);
  for (let i = 0; i < count; i++) {
    const at = directions[population.cell[i] ?? 0];
    [x[i], y[i], z[i]] = [at?.x ?? 0, at?.y ?? 0, at?.z ?? 0];
    keys[i] = random() * 2 ** 31;
  }
  const ends = [...BAND_COSINES].reverse();
  const [first, second, third] = CODE_SHIFTS;
  const scores = new Uint8Array(count);
  const histogram = new Int32Array(256);

  /** @param limit the length of the list; all who are eligible may be listed */
  return (search: Search, limit = RANKED_MAX): Scored[] => {
    const { x: ax, y: ay, z: az } = search.at ?? { x: 0, y: 0, z: 0 };
    const viewerAge = search.age ?? 0;
    const { weekParts, wantParts } = search;
    const weeksCount = weekParts !== 0 || search.levelCodes.length > 0;
    const levels = new Uint8Array(CODES);
    for (const code of search.levelCodes) levels[code] = 4;
    const levelAt = (week: number, shift: number) => levels[(week >> shift) & (CODES - 1)] ?? 0;
    const [from, to] = search.wantAnyAge ? [0, 255] : [search.wantAgeMin, search.wantAgeMax];
    histogram.fill(0);
    for (let i = 0; i < count; i++) {
      scores[i] = 0;
      const wanted = wantGender[i] ?? 0;
      if (wanted !== 0 && wanted !== search.gender) continue;
      if (search.wantGender !== 0 && gender[i] !== search.wantGender) continue;
      const years = age[i] ?? 0;
      if (years < from || years > to) continue;
      const high = wantAgeMax[i] ?? 0;
      if ((wantAgeMin[i] ?? 0) > viewerAge || (high < viewerAge && high < 99)) continue;
      const cosine = (x[i] ?? 0) * ax + (y[i] ?? 0) * ay + (z[i] ?? 0) * az;
      if (cosine < search.nearest) continue;
      const week = countedWeek[i] ?? 0;
      if (wantParts !== 0 && (week & wantParts) === 0) continue;
      let bands = 0;
      while (bands < 5 && cosine >= (ends[bands] ?? 0)) bands++;
      const score =
        1 +
        4 * countBits((interests[i] ?? 0) & search.interests) +
        2 * bands +
        (lookingFor[i] === search.lookingFor ? 6 : 0) +
        Math.max(0, 4 - (((daysAway[i] ?? 0) / 3) | 0)) +
        (weeksCount
          ? 4 * Math.min(2, countBits(week & PARTS_MASK & weekParts)) +
            (levelAt(week, first) | levelAt(week, second) | levelAt(week, third))
          : 0);
      scores[i] = score;
      histogram[score] = (histogram[score] ?? 0) + 1;
    }
    let cut = 255;
    for (let sum = 0; cut > 0 && sum + (histogram[cut] ?? 0) < limit; cut--) sum += histogram[cut] ?? 0;
    const found: number[] = [];
    const edge: number[] = [];
    for (let i = 0; i < count; i++) {
      const score = scores[i] ?? 0;
      if (score === 0) continue;
      if (score > cut) found.push(i);
      else if (score === cut) edge.push(i);
    }
    const byKey = (p: number, q: number) => (keys[p] ?? 0) - (keys[q] ?? 0);
    edge.sort(byKey);
    found.push(...edge.slice(0, limit - found.length));
    found.sort((p, q) => (scores[q] ?? 0) - (scores[p] ?? 0) || byKey(p, q));
    return found.map((i) => [i, scores[i] ?? 0] as const);
  };
}

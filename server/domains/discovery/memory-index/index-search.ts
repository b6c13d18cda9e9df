import type { Sort } from "#contract/discovery/filter-form.ts";
import { FILTER_AGE_MAX, FILTER_AGE_MIN } from "#contract/limits.ts";
import {
  AGES,
  type CellRange,
  findSlot,
  HAS_WEEK,
  type IndexColumns,
} from "#server/domains/discovery/memory-index/index-columns.ts";
import {
  GROUPS,
  genderOfGroup,
  isDemoOf,
  lookingForOf,
  UNLISTED,
  VERIFIED,
  wantGenderOfGroup,
} from "#server/domains/discovery/memory-index/index-records.ts";
import {
  type Hash64,
  hashUuid,
  readUuid,
  WORDS_PER_UUID,
  writeUuid,
} from "#server/domains/discovery/memory-index/uuid-hash.ts";
import { CODE_SHIFTS, CODES, PARTS_MASK } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import { BAND_COSINES } from "#server/domains/discovery/search/discovery.policy.ts";
import {
  ACTIVITY_STEP,
  ACTIVITY_STEPS,
  NEWEST_DAYS,
  RANKED_MAX,
  type Search,
} from "#server/domains/discovery/search/discovery.queries.ts";
import type { KnownMembers } from "#server/domains/discovery/search/searcher.queries.ts";

/**
 * Above the highest score, so that a rank is one number: members without a crush first, of these the real ones, and of
 * each those who were in no earlier set.
 */
const SCORES = 256;
const NOT_SHOWN = SCORES;
const REAL = 2 * SCORES;
const WITHOUT_CRUSH = 4 * SCORES;
const RANKS = 8 * SCORES;
/** Marks, one bit each: left out, in an earlier set of the viewer, with a crush of the viewer, and found though unlisted. */
const LEFT_OUT = 1;
const SHOWN = 2;
const CRUSHED = 4;
const KNOWN = 8;
/** Accepted members after which the lowest rank that can still be listed is computed anew. */
const RECOMPUTE_AFTER = 1024;
const OLDEST = 255;
const [FIRST_CODE, SECOND_CODE, THIRD_CODE] = CODE_SHIFTS;
const CODE_MASK = CODES - 1;

/** The memory serves one search at a time. */
export interface Searchable {
  readonly columns: IndexColumns;
  readonly slots: Uint32Array;
  readonly ranks: Uint16Array;
  readonly marks: Uint8Array;
}

export const toSearchable = (columns: IndexColumns): Searchable => ({
  columns,
  slots: new Uint32Array(columns.count),
  ranks: new Uint16Array(columns.count),
  marks: new Uint8Array(columns.count),
});

interface Histogram {
  readonly counts: Int32Array;
  /** No member below this rank can be listed. */
  lowest: number;
  sinceRecompute: number;
}

interface Found extends Searchable {
  readonly histogram: Histogram;
  count: number;
}

function countBits(mask: number): number {
  let v = mask - ((mask >>> 1) & 0x5555_5555);
  v = (v & 0x3333_3333) + ((v >>> 2) & 0x3333_3333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** With unknown places; all cells if the viewer's place is unknown. */
function rangesOf({ areas, cells }: IndexColumns, reach: readonly string[] | null): CellRange[] {
  if (reach === null) return [{ from: 0, to: cells.length }];
  return ["", ...reach].flatMap((area) => areas.get(area) ?? []);
}

/** The first slot of a range whose age is not below `age`. */
function lowerBound(ages: Uint8Array, from: number, to: number, age: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ages[middle] ?? 0) < age) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mark({ columns, marks }: Searchable, ids: readonly string[], value: number): number[] {
  const words = new Uint32Array(WORDS_PER_UUID);
  return ids.flatMap((id) => {
    writeUuid(id, words, 0);
    const slot = findSlot(columns, words, 0);
    if (slot < 0) return [];
    marks[slot] = (marks[slot] ?? 0) | value;
    return [slot];
  });
}

function recompute(histogram: Histogram): void {
  const { counts } = histogram;
  let sum = 0;
  let rank = RANKS - 1;
  for (; rank > 0; rank--) {
    sum += counts[rank] ?? 0;
    if (sum >= RANKED_MAX) break;
  }
  histogram.lowest = rank;
  histogram.sinceRecompute = 0;
}

/** The number of bands; undefined if the distance is out of reach. */
function scoreDistance(
  { at, nearest, sort }: Search,
  { cells, directions }: IndexColumns,
  cell: number,
): number | undefined {
  if (at === null || cells[cell] === 0n) return 0;
  const [x = 0, y = 0, z = 0] = [directions[3 * cell], directions[3 * cell + 1], directions[3 * cell + 2]];
  // In the order of the SQL statement, because rounding depends on it.
  const cosine = x * at.x + y * at.y + z * at.z;
  if (cosine < nearest) return undefined;
  if (sort !== "best" && sort !== "nearest") return 0;
  let bands = 0;
  for (const end of BAND_COSINES) if (cosine >= end) bands++;
  return 2 * bands;
}

interface RankTables {
  readonly byTraits: Int16Array;
  readonly byDay: Uint8Array;
}

/** Below any rank, with all that can be added to it. */
const NEVER = -RANKS;
const DAYS = HAS_WEEK;

/** The same numbers as `score` of `discovery.queries.ts` has. */
function scoreDays(sort: Sort, today: number): Uint8Array {
  const byDay = new Uint8Array(DAYS);
  if (sort === "nearest") return byDay;
  if (sort === "newest") {
    byDay.fill(NEWEST_DAYS, today);
    for (let ago = 1; ago < NEWEST_DAYS; ago++) byDay[today - ago] = NEWEST_DAYS - ago;
    return byDay;
  }
  const steps = ACTIVITY_STEPS[sort];
  byDay.fill(steps, today);
  for (let ago = 0; ago < steps * ACTIVITY_STEP; ago++) byDay[today - ago] = steps - Math.trunc(ago / ACTIVITY_STEP);
  return byDay;
}

function toRankTables({ lookingFor, wantLookingFor, sort }: Search, today: number): RankTables {
  const byTraits = Int16Array.from({ length: 256 }, (_, traits) => {
    const goal = lookingForOf(traits);
    if (wantLookingFor.length > 0 && !wantLookingFor.includes(goal)) return NEVER;
    return (sort === "best" && lookingFor !== 0 && goal === lookingFor ? 6 : 0) + (isDemoOf(traits) ? 0 : REAL);
  });
  return { byTraits, byDay: scoreDays(sort, today) };
}

interface WeekTables {
  readonly byParts: Uint8Array;
  readonly byCode: Uint8Array;
  /** The most that a week adds; 0 if none adds anything. */
  readonly weekMax: number;
}

/** As `sharedTimes` and `sharedLevel` of `discovery.queries.ts`. */
function toWeekTables({ weekParts, levelCodes, sort }: Search): WeekTables {
  const byParts = Uint8Array.from(
    { length: PARTS_MASK + 1 },
    (_, parts) => 4 * Math.min(2, countBits(parts & weekParts)),
  );
  const byCode = new Uint8Array(CODES);
  for (const code of levelCodes) byCode[code] = 4;
  const weekMax = sort === "best" ? Math.max(...byParts) + Math.max(...byCode) : 0;
  return { byParts, byCode, weekMax };
}

interface Prepared extends RankTables, WeekTables {
  /** Whether `byDay` is about the day of joining instead of the last activity. */
  readonly isByJoining: boolean;
  /** Interests that count when shared; none unless the best match is wanted. */
  readonly interests: number;
  readonly wantInterests: number;
  /** The viewer's age, or the range of all ages, which fits those who want any. */
  readonly youngest: number;
  readonly oldest: number;
  /** Heights below 1 are unknown, and always fit. */
  readonly heightMin: number;
  readonly heightMax: number;
  readonly verifiedOnly: boolean;
  readonly wantParts: number;
}

/** Members with a week may get the most points for it: few can be listed even so. */
function withWeeks({ byTraits, byDay }: RankTables, { weekMax }: WeekTables): RankTables {
  const all = new Uint8Array(2 * DAYS);
  all.set(byDay);
  for (let day = 0; day < DAYS; day++) all[HAS_WEEK | day] = (byDay[day] ?? 0) + weekMax;
  return { byTraits, byDay: all };
}

const prepare = (search: Search, today: number): Prepared => ({
  ...toWeekTables(search),
  ...withWeeks(toRankTables(search, today), toWeekTables(search)),
  isByJoining: search.sort === "newest",
  interests: search.sort === "best" ? search.interests : 0,
  wantInterests: search.wantInterests,
  youngest: search.age ?? FILTER_AGE_MIN,
  oldest: search.age ?? FILTER_AGE_MAX,
  heightMin: search.heightMin ?? 0,
  heightMax: search.heightMax ?? OLDEST,
  verifiedOnly: search.verifiedOnly,
  wantParts: search.wantParts,
});

/** All slots of the range are as near, and of the wanted age. */
function collectRange(found: Found, prepared: Prepared, from: number, to: number, nearness: number): void {
  const { columns, slots, ranks, marks, histogram } = found;
  const { traits, height, wantAgeMin, wantAgeMax, flags, interests, countedWeek } = columns;
  const day = prepared.isByJoining ? columns.joinedDay : columns.activeDay;
  const {
    byTraits,
    byDay,
    byParts,
    byCode,
    weekMax,
    interests: shared,
    wantInterests,
    youngest,
    oldest,
    heightMin,
    heightMax,
    verifiedOnly,
    wantParts,
  } = prepared;
  const { counts } = histogram;
  let { lowest } = histogram;
  for (let slot = from; slot < to; slot++) {
    const own = interests[slot] as number;
    let rank =
      nearness +
      (byTraits[traits[slot] as number] as number) +
      (byDay[day[slot] as number] as number) +
      4 * countBits(own & shared);
    // First, because it excludes most members, and before their weeks are read.
    if (rank < lowest) continue;
    if (weekMax !== 0 && (day[slot] as number) >= HAS_WEEK) {
      const week = countedWeek[slot] as number;
      // No more than one sport counts.
      rank +=
        (byParts[week & PARTS_MASK] as number) +
        ((byCode[(week >> FIRST_CODE) & CODE_MASK] as number) |
          (byCode[(week >> SECOND_CODE) & CODE_MASK] as number) |
          (byCode[(week >> THIRD_CODE) & CODE_MASK] as number)) -
        weekMax;
      if (rank < lowest) continue;
    }
    if ((wantAgeMin[slot] as number) > youngest) continue;
    const high = wantAgeMax[slot] as number;
    if (high < oldest && high < FILTER_AGE_MAX) continue;
    if (wantInterests !== 0 && (own & wantInterests) === 0) continue;
    if (wantParts !== 0 && ((countedWeek[slot] as number) & wantParts) === 0) continue;
    const flag = flags[slot] as number;
    if (verifiedOnly && (flag & VERIFIED) === 0) continue;
    const inches = height[slot] as number;
    if (inches !== 0 && (inches < heightMin || inches > heightMax)) continue;
    const marked = marks[slot] as number;
    if ((marked & LEFT_OUT) !== 0 || ((flag & UNLISTED) !== 0 && (marked & KNOWN) === 0)) continue;
    if ((marked & SHOWN) !== 0) rank -= NOT_SHOWN;
    if ((marked & CRUSHED) !== 0) rank -= WITHOUT_CRUSH;
    if (rank < lowest) continue;
    counts[rank] = (counts[rank] as number) + 1;
    slots[found.count] = slot;
    ranks[found.count] = rank;
    found.count++;
    if (++histogram.sinceRecompute >= RECOMPUTE_AFTER) {
      recompute(histogram);
      lowest = histogram.lowest;
    }
  }
}

/** @param enough stops soon after so many are found */
function collect(found: Found, search: Search, prepared: Prepared, enough: number): void {
  const { columns } = found;
  const { groups, age } = columns;
  const { gender, wantGender, wantAgeMin, wantAgeMax, wantAnyAge } = search;
  const ageEnd = wantAgeMax >= FILTER_AGE_MAX ? AGES : wantAgeMax + 1;
  for (const { from, to } of rangesOf(columns, search.areas)) {
    for (let cell = from; cell < to; cell++) {
      const nearness = scoreDistance(search, columns, cell);
      if (nearness === undefined) continue;
      for (let group = 0; group < GROUPS; group++) {
        const wanted = wantGenderOfGroup(group);
        if (wanted !== 0 && wanted !== gender) continue;
        if (wantGender !== 0 && genderOfGroup(group) !== wantGender) continue;
        let first = groups[cell * GROUPS + group] as number;
        let end = groups[cell * GROUPS + group + 1] as number;
        if (first === end) continue;
        if (!wantAnyAge) {
          end = lowerBound(age, first, end, ageEnd);
          first = lowerBound(age, first, end, wantAgeMin);
        }
        collectRange(found, prepared, first, end, WITHOUT_CRUSH + NOT_SHOWN + nearness);
        if (found.count >= enough) return;
      }
    }
  }
}

interface Candidate extends Hash64 {
  readonly columns: IndexColumns;
  readonly slot: number;
  readonly rank: number;
}

/** Ties are in an order per viewer and day that members cannot influence, as signed numbers of 64 bits. */
const compare = (a: Candidate, b: Candidate): number => b.rank - a.rank || a.high - b.high || a.low - b.low;

/** Candidates of which the best are kept: a city has a hundred thousand members who were all here this week. */
const SORTED_AT = 4 * RANKED_MAX;

/** @returns the last one of a full list */
function keepBest(candidates: Candidate[]): Candidate | undefined {
  candidates.sort(compare);
  candidates.length = Math.min(candidates.length, RANKED_MAX);
  return candidates[RANKED_MAX - 1];
}

function seedOf(viewerId: string, today: number): Hash64 {
  const words = new Uint32Array(WORDS_PER_UUID);
  writeUuid(viewerId, words, 0);
  return hashUuid(words, 0, { high: 0, low: today });
}

const emptyHistogram = (): Histogram => ({ counts: new Int32Array(RANKS), lowest: 0, sinceRecompute: 0 });

/** Regards the members whom the viewer knows. */
function collectPart(found: Found, search: Search, known: KnownMembers, prepared: Prepared, enough: number): Found {
  const marked = [
    ...mark(found, known.crushed, CRUSHED),
    ...mark(found, known.unlisted, KNOWN),
    ...mark(found, known.shown, SHOWN),
    ...mark(found, [...known.excluded, search.viewerId], LEFT_OUT),
  ];
  collect(found, search, prepared, enough);
  for (const slot of marked) found.marks[slot] = 0;
  return found;
}

/** @param parts with different members */
export function countIndex(
  parts: readonly Searchable[],
  search: Search,
  known: KnownMembers,
  today: number,
  limit: number,
): number {
  const prepared = prepare(search, today);
  let count = 0;
  for (const part of parts) {
    const found = { ...part, histogram: emptyHistogram(), count: 0 };
    count += collectPart(found, search, known, prepared, limit - count).count;
    if (count >= limit) return limit;
  }
  return count;
}

/** In the order of `rankMembers`. @param parts with different members @param today days since 1970, in UTC */
export function searchIndex(
  parts: readonly Searchable[],
  search: Search,
  known: KnownMembers,
  today: number,
): string[] {
  const histogram = emptyHistogram();
  const prepared = prepare(search, today);
  const all = parts.map((part) =>
    collectPart({ ...part, histogram, count: 0 }, search, known, prepared, Number.POSITIVE_INFINITY),
  );
  recompute(histogram);
  const seed = seedOf(search.viewerId, today);
  const candidates: Candidate[] = [];
  let last: Candidate | undefined;
  for (const { columns, slots, ranks, count } of all) {
    for (let k = 0; k < count; k++) {
      const rank = ranks[k] ?? 0;
      if (rank < histogram.lowest) continue;
      const slot = slots[k] ?? 0;
      const candidate = { columns, slot, rank, ...hashUuid(columns.ids, WORDS_PER_UUID * slot, seed) };
      if (last && compare(candidate, last) > 0) continue;
      candidates.push(candidate);
      if (candidates.length === SORTED_AT) last = keepBest(candidates);
    }
  }
  keepBest(candidates);
  return candidates.map(({ columns, slot }) => readUuid(columns.ids, WORDS_PER_UUID * slot));
}

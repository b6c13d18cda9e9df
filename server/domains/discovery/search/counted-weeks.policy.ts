import type { Reason, SharedWeek } from "#contract/discovery/discovery.ts";
import { LEVEL_LABELS, LEVEL_MAX } from "#contract/members/catalog.ts";
import { SPORT_TEXTS, SPORTS, type Sport } from "#contract/training/sports.ts";
import type { LeveledSport } from "#contract/training/training-form.ts";
import { COARSE_PARTS, type CoarsePart, coarsePartsOf } from "#contract/training/training-week.ts";

/**
 * As one number: the coarse parts in the lowest six bits, then seven bits for each of up to three sports with its
 * level. Everything that search, cards and profiles show of another's week derives from two of these, so weeks that
 * count the same cannot be told apart.
 */
export type CountedWeek = number;

const PART_BITS = COARSE_PARTS.length;
export const PARTS_MASK = (1 << PART_BITS) - 1;
export const CODE_SHIFTS = [PART_BITS, PART_BITS + 7, PART_BITS + 14] as const;
/** Codes are below this. 0 is no sport. */
export const CODES = 128;
const CODE_MASK = CODES - 1;

// Stored codes depend on the order of `SPORTS`: append only. There is room for 25.
const codeOf = ({ sport, level }: LeveledSport): number => SPORTS.indexOf(sport) * LEVEL_MAX + level;

const decode = (code: number): LeveledSport => ({
  sport: SPORTS[Math.floor((code - 1) / LEVEL_MAX)] as Sport,
  level: ((code - 1) % LEVEL_MAX) + 1,
});

/** @param counted as training has it; null if nothing counts */
export function packWeek(counted: { coarse: number; sports: readonly LeveledSport[] } | null): CountedWeek {
  if (counted === null) return 0;
  // In one order, so that the order in which somebody chose their sports shows nowhere.
  const codes = counted.sports.map(codeOf).sort((a, b) => a - b);
  return CODE_SHIFTS.reduce((packed, shift, i) => packed | ((codes[i] ?? 0) << shift), counted.coarse & PARTS_MASK);
}

export const partsOf = (week: CountedWeek): number => week & PARTS_MASK;

const codesOf = (week: CountedWeek): number[] =>
  CODE_SHIFTS.map((shift) => (week >> shift) & CODE_MASK).filter((code) => code > 0);

const sportsOf = (week: CountedWeek): LeveledSport[] => codesOf(week).map(decode);

/** Levels that are at most one away fit. */
export const fittingCodes = (week: CountedWeek): number[] =>
  sportsOf(week).flatMap(({ sport, level }) =>
    [level - 1, level, level + 1]
      .filter((one) => one >= 1 && one <= LEVEL_MAX)
      .map((one) => codeOf({ sport, level: one })),
  );

/** Times and sports are shown only to a viewer who shares theirs. Null for nothing. */
export function shareWeek(viewer: CountedWeek, member: CountedWeek): SharedWeek | null {
  const parts = partsOf(viewer) === 0 ? [] : coarsePartsOf(partsOf(member));
  const sports = codesOf(viewer).length === 0 ? [] : sportsOf(member);
  return parts.length + sports.length === 0 ? null : { parts, sports };
}

const PART_REASONS: Readonly<Record<CoarsePart, string>> = {
  weekday_early: "You both train early",
  weekday_day: "You both train by day",
  weekday_evening: "You both train after work",
  weekend_early: "You both train weekend mornings",
  weekend_day: "You both train weekend days",
  weekend_evening: "You both train weekend evenings",
};

/** The first time that both train; undefined if there is none. */
export function timeReason(viewer: CountedWeek, member: CountedWeek): Reason | undefined {
  const [part] = coarsePartsOf(partsOf(viewer & member));
  return part && { kind: "time", text: PART_REASONS[part] };
}

/** Sports whose levels are paces. */
const PACED: ReadonlySet<Sport> = new Set<Sport>(["run", "ride", "swim", "hike", "row"]);

function levelText({ sport, level }: LeveledSport, isSame: boolean): string {
  const noun = SPORT_TEXTS[sport].label.toLowerCase();
  const measure = PACED.has(sport) ? "pace" : "level";
  if (!isSame) return `Close in ${measure}: ${noun}`;
  return level === 1
    ? `Both just starting: ${noun}`
    : `Same ${LEVEL_LABELS[level - 1]?.toLowerCase()} ${measure}: ${noun}`;
}

/** A sport that both do at levels at most one apart, the same level before others; undefined if they share none. */
export function levelReason(viewer: CountedWeek, member: CountedWeek): Reason | undefined {
  const own = sportsOf(viewer);
  const shared = sportsOf(member).flatMap((theirs) => {
    const mine = own.find(({ sport }) => sport === theirs.sport);
    const apart = mine && Math.abs(mine.level - theirs.level);
    return apart === undefined || apart > 1 ? [] : [{ theirs, isSame: apart === 0 }];
  });
  const best = shared.find(({ isSame }) => isSame) ?? shared[0];
  return best && { kind: "level", text: levelText(best.theirs, best.isSame) };
}

import { LEVEL_LABELS } from "#contract/members/catalog.ts";
import { SPORT_TEXTS, type Sport } from "#contract/training/sports.ts";
import { type CoarsePart, coarsePartsOf, DAY_PARTS, WEEKDAYS } from "#contract/training/training-week.ts";

/** Within a sentence: "Trains weekday mornings". */
export const COARSE_PART_TEXTS: Readonly<Record<CoarsePart, string>> = {
  weekday_early: "weekday mornings",
  weekday_day: "weekday daytime",
  weekday_evening: "weekday evenings",
  weekend_early: "weekend mornings",
  weekend_day: "weekend daytime",
  weekend_evening: "weekend evenings",
};

/** "weekday mornings", "weekend daytime". @param bits see `coarseBits` */
export const coarseTexts = (bits: number): string[] => coarsePartsOf(bits).map((part) => COARSE_PART_TEXTS[part]);

/** "Monday, 5:00–7:00". @param part a part of the week */
export function partText(part: number): string {
  const day = WEEKDAYS[Math.floor(part / DAY_PARTS.length)];
  const hours = DAY_PARTS[part % DAY_PARTS.length];
  return hours ? `${day}, ${hours.from}:00–${hours.to}:00` : "";
}

/** "Run: steady". */
export const leveledSportText = ({ sport, level }: { readonly sport: Sport; readonly level: number }): string =>
  `${SPORT_TEXTS[sport].label}: ${(LEVEL_LABELS[level - 1] ?? "").toLowerCase()}`;

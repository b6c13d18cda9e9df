import type { LeveledSport } from "#contract/training/training-form.ts";
import { coarseTexts, leveledSportText } from "#contract/training/training-texts.ts";
import { coarseBits, countedBits, DAY_PARTS, WEEKDAYS } from "#contract/training/training-week.ts";

const shortDay = (day: number): string => (WEEKDAYS[day] ?? "").slice(0, 3);

/** "Mon–Thu", "Sat and Sun", "Mon, Wed–Fri" */
function describeDays(days: readonly number[]): string {
  if (days.length === WEEKDAYS.length) return "Every day";
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const texts = runs.flatMap((run) =>
    run.length > 2 ? [`${shortDay(run[0] ?? 0)}–${shortDay(run.at(-1) ?? 0)}`] : run.map(shortDay),
  );
  return joinTexts(texts);
}

/** "a, b and c" */
const joinTexts = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

/** "Mon–Thu early · Sat morning and midday". Empty for none. */
export function describeWeek(parts: readonly number[]): string {
  const labelsByDays = new Map<string, string[]>();
  for (const [index, { label }] of DAY_PARTS.entries()) {
    const days = WEEKDAYS.flatMap((_, day) => (parts.includes(day * DAY_PARTS.length + index) ? [day] : []));
    if (days.length === 0) continue;
    const text = describeDays(days);
    labelsByDays.set(text, [...(labelsByDays.get(text) ?? []), label.toLowerCase()]);
  }
  return [...labelsByDays]
    .map(([days, labels]) => `${days} ${labels.length === DAY_PARTS.length ? "all day" : joinTexts(labels)}`)
    .join(" · ");
}

export const isTooWide = (parts: readonly number[]): boolean => {
  const bits = coarseBits(parts);
  return countedBits(bits) !== bits;
};

/** Before a match. */
export function describeShared(parts: readonly number[], sports: readonly LeveledSport[]): string {
  const times = coarseTexts(countedBits(coarseBits(parts))).join(", ");
  const levels = sports.map(leveledSportText).join(", ");
  return `Others see: ${[times, levels].filter((text) => text !== "").join(" · ") || "nothing yet"}`;
}

const clockHour = (hour: number): number => hour % 12 || 12;

/** "10–2". */
export const formatHours = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `${clockHour(from)}–${clockHour(to)}`;

const spokenHour = (hour: number): string => `${clockHour(hour)} ${hour < 12 ? "AM" : "PM"}`;

/** "Early, 5 AM to 7 AM" */
export const speakPart = ({ label, from, to }: (typeof DAY_PARTS)[number]): string =>
  `${label}, ${spokenHour(from)} to ${spokenHour(to)}`;

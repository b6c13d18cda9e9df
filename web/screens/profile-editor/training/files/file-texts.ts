import { FILE_BYTES_MAX, FILES_MAX } from "#contract/limits.ts";
import { LEVEL_LABELS } from "#contract/members/catalog.ts";
import { SPORT_TEXTS } from "#contract/training/sports.ts";
import { DAY_PARTS, WEEKDAYS } from "#contract/training/training-week.ts";
import { counted } from "#contract/words.ts";
import { formatDate, formatMonthDay } from "#web/lib/format-date.ts";
import type { Units } from "#web/lib/units.ts";
import type { SuggestedLevel } from "#web/screens/profile-editor/training/files/level-of-workouts.ts";
import type { SuggestedWeek } from "#web/screens/profile-editor/training/files/week-of-workouts.ts";
import type { FileProblem } from "#web/screens/profile-editor/training/files/workout.ts";

const MEGABYTE = 1024 * 1024;

/** Stands after the file's name, with advice. */
export const PROBLEM_TEXTS: Readonly<Record<FileProblem, string>> = {
  archive: "unpack it first, then choose the files inside",
  damaged: "this file is damaged",
  empty: "this file is empty",
  foreign: "not a FIT, GPX or TCX file",
  idle: "no workout in it",
  large: `more than ${FILE_BYTES_MAX / MEGABYTE} MB`,
  slow: "reading it took too long",
  unreadable: "your device could not open it",
  untimed: "no times in it, as in a planned route",
};

export const describeCount = ({ count: workouts }: SuggestedWeek): string =>
  `${counted(workouts, "workout", "workouts")} found`;

export const describeUnread = (files: number): string => `${counted(files, "file", "files")} could not be read`;

export function describeSpan({ from, to, isOld }: SuggestedWeek): string {
  const [first, last] = [from, to].map((time) => new Date(time).toISOString()) as [string, string];
  if (isOld) return `All of them are older than eight weeks. These are the eight weeks up to ${formatDate(last)}.`;
  const [firstDay, lastDay] = [formatMonthDay(first), formatMonthDay(last)];
  return firstDay === lastDay
    ? `From ${firstDay}. We look at the last eight weeks.`
    : `From ${firstDay} to ${lastDay}. We look at the last eight weeks.`;
}

/** "Tuesday after work, Sunday morning" */
export const describeParts = (parts: readonly number[]): string =>
  parts
    .map((part) => {
      const weekday = WEEKDAYS[Math.floor(part / DAY_PARTS.length)] ?? "";
      return `${weekday} ${DAY_PARTS[part % DAY_PARTS.length]?.label.toLowerCase() ?? ""}`;
    })
    .join(", ");

const KM_PER_MILE = 1.609_344;

/** "Run: Steady, about 5:50 a km", "Ride: Easy, about 14 mph" */
export function describeSuggestedLevel({ sport, level, speed }: SuggestedLevel, units: Units): string {
  const local = units === "us" ? speed / KM_PER_MILE : speed;
  const text = sport === "run" ? formatPace(local, units) : `${Math.round(local)} ${units === "us" ? "mph" : "km/h"}`;
  return `${SPORT_TEXTS[sport].label}: ${LEVEL_LABELS[level - 1] ?? ""}, about ${text}`;
}

/** @param speed in kilometers or miles an hour */
function formatPace(speed: number, units: Units): string {
  const seconds = Math.round(3600 / speed / 5) * 5;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} a ${units === "us" ? "mile" : "km"}`;
}

/** Undefined if all files are read. */
export const describeLeftOut = (files: number): string | undefined =>
  files > FILES_MAX ? `We read the ${FILES_MAX} newest of your ${files} files.` : undefined;

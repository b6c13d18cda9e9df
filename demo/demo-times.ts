import { DAY_PARTS, WEEKDAYS } from "#contract/training/training-week.ts";

/** Saturday morning, for somebody without a week. */
const USUAL_PARTS = [5 * DAY_PARTS.length + 1];

const solarHours = (lng: number): number => lng / 15;

/**
 * The time zone at a place, from those of its country: the one whose clocks in January are nearest to the sun. Good enough
 * for a demo member; undefined for an unknown country.
 */
export function findTimeZone(country: string, lng: number, now: Date): string | undefined {
  const zones = new Intl.Locale("und", { region: country }).getTimeZones() ?? [];
  const january = Temporal.PlainDate.from({ year: now.getUTCFullYear(), month: 1, day: 15 });
  const distanceOf = (timeZone: string): number =>
    Math.abs(january.toZonedDateTime(timeZone).offsetNanoseconds / 3.6e12 - solarHours(lng));
  return zones.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
}

/** An hour into the parts. @param parts of a week; empty for somebody without one */
export function findTrainingTimes(parts: readonly number[], timeZone: string, now: Date, count: number): string[] {
  const week = parts.length > 0 ? parts : USUAL_PARTS;
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  // Not tomorrow: an answer may take a day.
  const days = Array.from({ length: 2 * WEEKDAYS.length }, (_, i) => today.add({ days: i + 2 }));
  const times = days.flatMap((day) =>
    DAY_PARTS.flatMap(({ from }, part) => {
      if (!week.includes((day.dayOfWeek - 1) * DAY_PARTS.length + part)) return [];
      const start = day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(from + 1) });
      return new Date(start.epochMilliseconds).toISOString();
    }),
  );
  return times.slice(0, count);
}

export function addDay(time: string, timeZone: string): string {
  const later = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).add({ days: 1 });
  return new Date(later.epochMilliseconds).toISOString();
}

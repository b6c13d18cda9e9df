import type { QuietHours } from "#contract/notifications/quiet-hours.ts";

/** Null outside of quiet hours. Days with a change of the clocks included. */
export function findQuietEnd(quiet: QuietHours | null, now: Date): Date | null {
  if (!quiet) return null;
  const { from, until, timeZone } = quiet;
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const isBeforeEnd = local.hour < until;
  const isAfterStart = local.hour >= from;
  const isQuiet = from < until ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd;
  if (!isQuiet) return null;
  const day = isBeforeEnd ? local.toPlainDate() : local.toPlainDate().add({ days: 1 });
  const end = day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(until) });
  return new Date(end.epochMilliseconds);
}

import { DAY_MS } from "#contract/durations.ts";
import { formatDate, formatTimeOfDay } from "#web/lib/format-date.ts";

/** Formats a time as 'today at 3:04 PM', 'yesterday at 3:04 PM' or 'on November 3, 2026', in the device's time zone. */
export function formatDayAndTime(iso: string, now: number): string {
  if (formatDate(iso) === formatDate(new Date(now).toISOString())) return `today at ${formatTimeOfDay(new Date(iso))}`;
  if (formatDate(iso) === formatDate(new Date(now - DAY_MS).toISOString()))
    return `yesterday at ${formatTimeOfDay(new Date(iso))}`;
  return `on ${formatDate(iso)}`;
}

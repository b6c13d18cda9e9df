import { formatDate } from "#web/lib/format-date.ts";
import { onFirstUse } from "#web/lib/on-first-use.ts";

const timeFormat = onFirstUse(() => new Intl.DateTimeFormat("en-US", { timeStyle: "short" }));

const DAY_MS = 24 * 60 * 60_000;

/** Formats a time as 'today at 3:04 PM', 'yesterday at 3:04 PM' or 'on November 3, 2026', in the device's time zone. */
export function formatDayAndTime(iso: string, now: number): string {
  if (formatDate(iso) === formatDate(new Date(now).toISOString()))
    return `today at ${timeFormat().format(new Date(iso))}`;
  if (formatDate(iso) === formatDate(new Date(now - DAY_MS).toISOString()))
    return `yesterday at ${timeFormat().format(new Date(iso))}`;
  return `on ${formatDate(iso)}`;
}

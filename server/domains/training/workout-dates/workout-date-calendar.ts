import type { DateState } from "#contract/training/date-rules.ts";
import { EFFORT_LABELS, type Effort, SPORT_TEXTS, type Sport } from "#contract/training/sports.ts";
import type { DateRow } from "#server/domains/training/workout-dates/workout-dates.repo.ts";
import { withoutAddresses } from "#server/platform/email/quoted-words.ts";
import { type CalendarEntry, writeCalendarFile } from "#server/platform/lib/calendar-file.ts";

const ALARM_MINUTES = 120;

export interface CalendarDate {
  readonly message_id: string;
  readonly state: DateState;
  readonly calendar_sequence: number;
  readonly changed_at: Date;
  readonly starts_at: Date;
  readonly minutes: number;
  readonly time_zone: string;
  /** Null if the date is gone with an account: its calendar entry is only cancelled. */
  readonly details: { readonly sport: Sport; readonly place: string; readonly effort: Effort | null } | null;
}

/** Undefined if the date was never agreed. */
export function calendarDateOf(date: Omit<DateRow, "sender_id" | "receiver_id">): CalendarDate | undefined {
  if (!date.starts_at) return undefined;
  const { sport, place, effort, minutes } = date.earlier ?? date;
  const { message_id, state, calendar_sequence, changed_at, starts_at, time_zone } = date;
  const details = { sport, place, effort };
  return { message_id, state, calendar_sequence, changed_at, starts_at, minutes, time_zone, details };
}

const STATUSES: Readonly<Partial<Record<DateState, CalendarEntry["status"]>>> = {
  agreed: "CONFIRMED",
  // The agreement holds until the change is accepted.
  changed: "TENTATIVE",
};

/** The title names nobody: calendars are shown to colleagues and families. */
function titleOf({ details }: CalendarDate): string {
  if (!details) return "Workout";
  const { label } = SPORT_TEXTS[details.sport];
  return details.effort ? `${label}, ${EFFORT_LABELS[details.effort].toLowerCase()}` : label;
}

/** The date must have been agreed. @param site the base URL of the app */
export const calendarFileOf = (date: CalendarDate, site: string): string =>
  writeCalendarFile({
    uid: `${date.message_id}@${new URL(site).hostname}`,
    sequence: date.calendar_sequence,
    status: STATUSES[date.state] ?? "CANCELLED",
    changedAt: date.changed_at,
    startsAt: date.starts_at,
    minutes: date.minutes,
    timeZone: date.time_zone,
    title: titleOf(date),
    place: withoutAddresses(date.details?.place ?? ""),
    description: "Planned on Spotter. Changes are in your messages.",
    url: `${site}/messages`,
    alarmMinutes: ALARM_MINUTES,
  });

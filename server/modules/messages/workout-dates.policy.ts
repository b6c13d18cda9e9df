import { DATE_DAYS_AHEAD, DATE_MINUTES_AHEAD, type DateState, ON_MY_WAY_HOURS } from "#contract/date-rules.ts";
import { EFFORT_LABELS, type Effort, SPORT_TEXTS } from "#contract/sports.ts";
import type { DateDetails } from "#contract/workout-date.ts";
import type { MessageSide } from "#server/db/schema/relationships.ts";

/** What a member can do to a workout date, besides being on the way. */
export type DateAct = "agree" | "counter" | "change" | "keep" | "decline" | "call-off";

const WAITING: readonly DateState[] = ["proposed", "countered", "changed"];

/** The facts on which an act depends. */
export interface DateFacts {
  readonly state: DateState;
  readonly turn: MessageSide | null;
  readonly starts_at: Date | null;
  readonly minutes: number;
}

/**
 * The state after an act of one side; undefined if the act does not fit the state, or if it is the other side's turn.
 * What was agreed holds while a change waits for an answer: either side can keep it. Declining the change calls it off.
 */
export function nextState({ state, turn }: DateFacts, act: DateAct, by: MessageSide): DateState | undefined {
  const isWaiting = WAITING.includes(state);
  const isMyTurn = isWaiting && turn === by;
  switch (act) {
    case "agree":
      return isMyTurn ? "agreed" : undefined;
    case "counter":
      return isMyTurn ? (state === "changed" ? "changed" : "countered") : undefined;
    case "decline":
      return isMyTurn ? (state === "changed" ? "called_off" : "declined") : undefined;
    case "change":
      return state === "agreed" ? "changed" : undefined;
    case "keep":
      return state === "changed" ? "agreed" : undefined;
    case "call-off":
      return isWaiting || state === "agreed" ? "called_off" : undefined;
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A date as it was agreed, while a change may wait for an answer. */
export const agreedFacts = <
  T extends { readonly minutes: number; readonly earlier: { readonly minutes: number } | null },
>(
  date: T,
): T => ({ ...date, minutes: date.earlier?.minutes ?? date.minutes });

/** Whether what was agreed has begun: its time has come, or one of the two is on the way. */
export const hasBegun = (
  date: Pick<DateFacts, "starts_at"> & { readonly sender_on_way_at: unknown; readonly receiver_on_way_at: unknown },
  now: Date,
): boolean =>
  date.starts_at !== null &&
  (date.starts_at <= now || date.sender_on_way_at !== null || date.receiver_on_way_at !== null);

/** Whether an agreed date has ended. */
export const hasEnded = ({ starts_at, minutes }: DateFacts, now: Date): boolean =>
  starts_at !== null && starts_at.getTime() + minutes * MINUTE_MS <= now.getTime();

/** Whether a member can say to be on the way. */
export function isTimeToLeave({ starts_at, minutes }: DateFacts, now: Date): boolean {
  if (!starts_at) return false;
  const from = starts_at.getTime() - ON_MY_WAY_HOURS * 60 * MINUTE_MS;
  return now.getTime() >= from && now.getTime() < starts_at.getTime() + minutes * MINUTE_MS;
}

/** What is wrong with proposed times. @returns a sentence for the member */
export function findTimesError(times: readonly Date[], now: Date): string | undefined {
  const earliest = now.getTime() + DATE_MINUTES_AHEAD * MINUTE_MS;
  if (times.some((time) => time.getTime() < earliest)) {
    return `Choose times that are at least ${DATE_MINUTES_AHEAD} minutes ahead`;
  }
  const latest = now.getTime() + DATE_DAYS_AHEAD * DAY_MS;
  return times.some((time) => time.getTime() > latest)
    ? `Choose times within the next ${DATE_DAYS_AHEAD} days`
    : undefined;
}

/** The hour of the place at which the evening before begins. */
const REMINDER_HOUR = 18;

/** When to remind of a date: the evening before, where it takes place. Null if that has passed. */
export function findReminderTime(startsAt: Date, timeZone: string, now: Date): Date | null {
  const start = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(timeZone);
  const evening = start
    .toPlainDate()
    .subtract({ days: 1 })
    .toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(REMINDER_HOUR) });
  const at = new Date(evening.epochMilliseconds);
  return at > now ? at : null;
}

/** A time as its place's clocks show it, such as 'Sat, Nov 28, 9:00 AM'. */
export function formatLocalTime(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });
  // Newer versions put a narrow no-break space before AM and PM.
  return format.format(time).replaceAll("\u202f", " ");
}

type Summarized = Pick<DateDetails, "sport" | "minutes" | "place" | "timeZone"> & {
  readonly times: readonly Date[];
  readonly effort: Effort | null;
};

/** A workout date in one line: the content of its message, for lists, search, reports and the data export. */
export function summarize({ sport, times, minutes, place, effort, timeZone }: Summarized): string {
  const when = times.map((time) => formatLocalTime(time, timeZone)).join(" or ");
  const how = effort ? `, ${EFFORT_LABELS[effort].toLowerCase()}` : "";
  return `${SPORT_TEXTS[sport].label}: ${when}, ${place}. ${minutes} min${how}.`;
}

const ENDED: Readonly<Partial<Record<DateState, string>>> = { declined: "Not this time", called_off: "Called off" };

/** The text of the card's message, which lists and devices without cards show. @param summary by `summarize` */
export function contentOf(state: DateState, summary: string): string {
  const ended = ENDED[state];
  return ended === undefined ? summary : `${ended}: ${summary}`;
}

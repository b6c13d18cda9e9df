import { DAY_MS, MINUTE_MS } from "#contract/durations.ts";
import { createTimeFormat } from "#contract/format.ts";
import {
  DATE_DAYS_AHEAD,
  DATE_MINUTES_AHEAD,
  type DateAct,
  type DateFacts,
  type DateState,
  hasBegun,
  hasEnded,
  isWaitingState,
} from "#contract/training/date-rules.ts";
import { EFFORT_LABELS, type Effort, SPORT_TEXTS } from "#contract/training/sports.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import type { MessageRow } from "#server/domains/chat/messages/messages.queries.ts";
import { AppError } from "#server/errors.ts";
import type { MessageSide } from "#server/platform/db/schema/relationships.ts";

interface Turn {
  readonly state: DateState;
  readonly turn: MessageSide | null;
}

/**
 * Undefined if the act does not fit the state, or if it is the other side's turn. The agreement holds while a change
 * waits for an answer: either side can keep it. Declining the change calls it off.
 */
export function nextState({ state, turn }: Turn, act: DateAct, by: MessageSide): DateState | undefined {
  const isWaiting = isWaitingState(state);
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
    case "call_off":
      return isWaiting || state === "agreed" ? "called_off" : undefined;
  }
}

interface StoredDate {
  readonly state: DateState;
  readonly times: readonly (Date | string)[];
  readonly minutes: number;
  readonly earlier: { readonly minutes: number } | null;
  readonly starts_at: Date | string | null;
  readonly sender_on_way_at: unknown;
  readonly receiver_on_way_at: unknown;
}

const iso = (time: Date | string): string => new Date(time).toISOString();

export const factsOf = ({ state, times, minutes, earlier, starts_at, ...date }: StoredDate) =>
  ({
    state,
    times: times.map(iso),
    minutes,
    earlier: earlier && starts_at !== null ? { minutes: earlier.minutes, times: [iso(starts_at)] } : null,
    onMyWay: (["sender", "receiver"] as const).filter((side) => date[`${side}_on_way_at`] !== null),
  }) satisfies DateFacts;

/** @returns a sentence for the member */
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

/** In the place's time zone. */
const REMINDER_HOUR = 18;

/** In the place's time zone. Null if that has passed. */
export function findReminderTime(startsAt: Date, timeZone: string, now: Date): Date | null {
  const start = Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(timeZone);
  const evening = start
    .toPlainDate()
    .subtract({ days: 1 })
    .toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(REMINDER_HOUR) });
  const at = new Date(evening.epochMilliseconds);
  return at > now ? at : null;
}

/** Such as 'Sat, Nov 28, 9:00 AM'. */
export function formatLocalTime(time: Date, timeZone: string): string {
  const format = createTimeFormat({
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

/** One line: the content of the message, for lists, search, reports and the data export. */
export function summarize({ sport, times, minutes, place, effort, timeZone }: Summarized): string {
  const when = times.map((time) => formatLocalTime(time, timeZone)).join(" or ");
  const how = effort ? `, ${EFFORT_LABELS[effort].toLowerCase()}` : "";
  return `${SPORT_TEXTS[sport].label}: ${when}, ${place}. ${minutes} min${how}.`;
}

const ENDED: Readonly<Partial<Record<DateState, string>>> = { declined: "Not this time", called_off: "Called off" };

/** For lists, and devices without cards. @param summary by `summarize` */
export function contentOf(state: DateState, summary: string): string {
  const ended = ENDED[state];
  return ended === undefined ? summary : `${ended}: ${summary}`;
}

/**
 * An agreed date that is still to come is called off first, so that nobody waits in vain. One that was called off when
 * it had begun, or somebody was on the way, stays until its end: plans of trusted contacts depend on it.
 * @throws AppError date_agreed, date_started
 */
export function assertDeletable({ date }: Pick<MessageRow, "date">, now: Date): void {
  if (!date || date.starts_at === null) return;
  const facts = factsOf(date);
  if (hasEnded(facts, now.getTime())) return;
  if (date.state !== "called_off") throw new AppError("date_agreed");
  if (hasBegun(facts, Date.parse(date.changed_at)))
    throw new AppError("date_started", "You can delete this card once the time of the date has passed.");
}

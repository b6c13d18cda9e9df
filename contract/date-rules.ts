import type { WorkoutDate } from "#contract/workout-date.ts";

/** Times that a proposal can offer: "any of these". */
export const DATE_TIMES_MAX = 3;
export const DATE_MINUTES_MIN = 15;
export const DATE_MINUTES_MAX = 240;
/** Characters of the place. */
export const DATE_PLACE_MAX = 120;
/** How far ahead a date begins, at least and at most. */
export const DATE_MINUTES_AHEAD = 15;
export const DATE_DAYS_AHEAD = 60;
/** Dates of two members that wait for an answer or are still to come. */
export const OPEN_DATES_MAX = 3;
/** Changes of one date. Calling it off is always possible. */
export const DATE_VERSIONS_MAX = 40;
/** Hours before the start from which one can say to be on the way. */
export const ON_MY_WAY_HOURS = 3;
/** Days after its end for which members can say how a date went. */
export const OUTCOME_DAYS = 30;
/** Parts of the week that a comparison of weeks shows at most. */
export const SHARED_PARTS_MAX = 5;
/** Days for which an answer stays as it is, and before which there is no other. */
export const COMPARISON_DAYS = 7;

/**
 * - `proposed`: waits for the first answer.
 * - `countered`: another time, place or workout was proposed instead.
 * - `agreed`
 * - `changed`: was agreed, and has to be agreed again.
 * - `declined`: not this time.
 * - `called_off`: by one of the two, or because their contact has ended.
 */
export const DATE_STATES = ["proposed", "countered", "agreed", "changed", "declined", "called_off"] as const;
export type DateState = (typeof DATE_STATES)[number];
const WAITING_STATES: readonly DateState[] = ["proposed", "countered", "changed"];

const MINUTE_MS = 60_000;

/** When the last of its times begins and ends, in milliseconds. */
export function lastTimeOf({ times, minutes }: Pick<WorkoutDate, "times" | "minutes">): {
  from: number;
  until: number;
} {
  const from = Math.max(...times.map((one) => Date.parse(one)));
  return { from, until: from + minutes * MINUTE_MS };
}

/** Whether a date waits for an answer that can still be given. */
export const isWaiting = (date: WorkoutDate, now: number): boolean =>
  WAITING_STATES.includes(date.state) && lastTimeOf(date).from > now;

/** Whether a date has taken place, as far as we know. */
export const isOver = (date: WorkoutDate, now: number): boolean =>
  date.state === "agreed" && lastTimeOf(date).until <= now;

/** Whether a date was never agreed, and all its times have passed. */
export const isExpired = (date: WorkoutDate, now: number): boolean =>
  WAITING_STATES.includes(date.state) && lastTimeOf(date).from <= now;

/** Whether an agreed date has begun: its time has come, or one of the two is on the way. It can be called off only. */
export const hasBegun = (date: WorkoutDate, now: number): boolean =>
  date.onMyWay.length > 0 || lastTimeOf(date).from <= now;

/** A date as it holds at a moment: a change that nobody has agreed to when the date begins is void. */
export function dateInForce(date: WorkoutDate, now: number): WorkoutDate {
  if (date.state !== "changed" || !date.earlier) return date;
  const agreed: WorkoutDate = { ...date, ...date.earlier, earlier: null, state: "agreed", turn: null };
  return hasBegun(agreed, now) ? agreed : date;
}

/** Whether one can say to be on the way. What was agreed holds while a change waits for an answer. */
export function allowsOnMyWay(date: WorkoutDate, now: number): boolean {
  const { from, until } = lastTimeOf(date.earlier ?? date);
  return (
    (date.state === "agreed" || date.state === "changed") &&
    now >= from - ON_MY_WAY_HOURS * 60 * MINUTE_MS &&
    now < until
  );
}

/** Whether one can say how a date went. */
export function allowsOutcome(date: WorkoutDate, now: number): boolean {
  return isOver(date, now) && now < lastTimeOf(date).until + OUTCOME_DAYS * 24 * 60 * MINUTE_MS;
}

/** The steps of a date in words, for those who read a report. */
export const DATE_STEP_WORDS: Readonly<Record<string, string>> = {
  propose: "proposed",
  agree: "agreed to",
  counter: "suggested instead",
  change: "asked to change it to",
  keep: "kept",
  decline: "declined",
  "call-off": "called off",
  ended: "called off",
};

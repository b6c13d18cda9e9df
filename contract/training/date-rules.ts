import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";

/** A proposal offers "any of these". */
export const DATE_TIMES_MAX = 3;
export const DATE_MINUTES_MIN = 15;
export const DATE_MINUTES_MAX = 240;
/** Characters of the place. */
export const DATE_PLACE_MAX = 120;
/** Minutes and days ahead. */
export const DATE_MINUTES_AHEAD = 15;
export const DATE_DAYS_AHEAD = 60;
/** That wait for an answer or are still to come. */
export const OPEN_DATES_MAX = 3;
/** Per date. Calling it off is always possible. */
export const DATE_VERSIONS_MAX = 40;
/** Before the start. */
export const ON_MY_WAY_HOURS = 3;
/** After the end of a date. */
export const OUTCOME_DAYS = 30;
/** Per comparison of weeks. */
export const SHARED_PARTS_MAX = 5;
/** An answer stays as it is, and there is no other before. */
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
/** The agreement holds while a change waits for an answer. */
const HOLDING_STATES: readonly DateState[] = ["agreed", "changed"];

export type DateAct = "agree" | "counter" | "change" | "keep" | "decline" | "call_off";

type Plan = Pick<WorkoutDate, "times" | "minutes">;

/** `earlier` is the agreement before a change was asked for. */
export interface DateFacts extends Plan {
  readonly state: DateState;
  readonly earlier: Plan | null;
  /** One entry per member on the way. */
  readonly onMyWay: readonly string[];
}

/** Milliseconds. */
export function lastTimeOf({ times, minutes }: Plan): { from: number; until: number } {
  const from = Math.max(...times.map((one) => Date.parse(one)));
  return { from, until: from + minutes * MINUTE_MS };
}

/** Milliseconds. */
const agreedTimeOf = (date: DateFacts) => lastTimeOf(date.earlier ?? date);

export const isWaitingState = (state: DateState): boolean => WAITING_STATES.includes(state);

/** The answer can still be given. */
export const isWaiting = (date: DateFacts, now: number): boolean =>
  isWaitingState(date.state) && lastTimeOf(date).from > now;

/** Never agreed, and all times have passed. */
export const isExpired = (date: DateFacts, now: number): boolean =>
  isWaitingState(date.state) && lastTimeOf(date).from <= now;

/** Its time has come, or a member is on the way. It can be called off only. */
export const hasBegun = (date: DateFacts, now: number): boolean =>
  date.onMyWay.length > 0 || agreedTimeOf(date).from <= now;

export const hasEnded = (date: DateFacts, now: number): boolean => agreedTimeOf(date).until <= now;

export const isOver = (date: DateFacts, now: number): boolean => date.state === "agreed" && hasEnded(date, now);

/** A change that nobody has agreed to when the date begins is void. */
export function dateInForce(date: WorkoutDate, now: number): WorkoutDate {
  if (date.state !== "changed" || !date.earlier || !hasBegun(date, now)) return date;
  return { ...date, ...date.earlier, earlier: null, state: "agreed", turn: null };
}

export function allowsOnMyWay(date: DateFacts, now: number): boolean {
  const { from, until } = agreedTimeOf(date);
  return HOLDING_STATES.includes(date.state) && now >= from - ON_MY_WAY_HOURS * HOUR_MS && now < until;
}

export const allowsOutcome = (date: DateFacts, now: number): boolean =>
  HOLDING_STATES.includes(date.state) && hasEnded(date, now) && !hasEnded(date, now - OUTCOME_DAYS * DAY_MS);

export const DATE_STEP_WORDS: Readonly<Record<string, string>> = {
  propose: "proposed",
  agree: "agreed to",
  counter: "suggested instead",
  change: "asked to change it to",
  keep: "kept",
  decline: "declined",
  call_off: "called off",
  ended: "called off",
};

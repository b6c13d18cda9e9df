import { HOUR_MS } from "#contract/durations.ts";
import { allowsOnMyWay, hasBegun, isExpired, isOver, isWaiting, lastTimeOf } from "#contract/training/date-rules.ts";
import { SPORT_TEXTS } from "#contract/training/sports.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { formatClock, formatDateDay } from "#web/domains/training/date-times.ts";

/**
 * `open` waits for an answer, `agreed` is to come, `trained` took place as both say, `closed` has nothing left to do.
 */
export type DateTone = "open" | "agreed" | "trained" | "closed";

export interface DateView {
  readonly tone: DateTone;
  readonly status: string;
  /** If it is the member's turn. */
  readonly choices: readonly string[];
  /** Undefined once the date has begun or ended. */
  readonly ending: "decline" | "take_back" | "call_off" | undefined;
  readonly canChange: boolean;
  readonly canSetOnMyWay: boolean;
  /** Its times are struck out: it does not take place. */
  readonly isOff: boolean;
}

interface Reader {
  readonly me: string;
  readonly username: string;
}

const NOTHING = { choices: [], ending: undefined, canChange: false, canSetOnMyWay: false, isOff: false } as const;

function describeWaiting({ state, changedBy, turn }: WorkoutDate, { me, username }: Reader): string {
  if (turn !== me) {
    if (state === "changed") return `${username} has to agree to the change`;
    return `Waiting for ${username}’s answer`;
  }
  if (state === "changed") return `${username} would like to change it`;
  return state === "countered" && changedBy !== me ? `${username} suggests this instead` : `${username} asks you`;
}

function describeEnd({ state, changedBy, calendarUrl }: WorkoutDate, { me, username }: Reader): string {
  const isMine = changedBy === me;
  if (state === "declined") return isMine ? "You said not this time" : `${username} cannot make it this time`;
  // Only an agreed date is in a calendar.
  const act = calendarUrl === null ? "took it back" : "called it off";
  return changedBy === null ? "Called off" : `${isMine ? "You" : username} ${act}`;
}

/** As in force at a moment, for one of the two members. */
export function viewDate(date: WorkoutDate, reader: Reader, now: number): DateView {
  if (isExpired(date, now))
    return { ...NOTHING, tone: "closed", status: "Its time passed without an answer", isOff: true };
  if (date.trainedTogether) return { ...NOTHING, tone: "trained", status: "You trained together" };
  if (isOver(date, now)) return { ...NOTHING, tone: "closed", status: "This date is over" };
  const canSetOnMyWay = allowsOnMyWay(date, now) && !date.onMyWay.includes(reader.me);
  if (isWaiting(date, now)) {
    const isMyTurn = date.turn === reader.me;
    const wasAgreed = date.state === "changed";
    return {
      ...NOTHING,
      tone: "open",
      status: describeWaiting(date, reader),
      choices: isMyTurn ? date.times.filter((time) => Date.parse(time) > now) : [],
      ending: wasAgreed ? "call_off" : isMyTurn ? "decline" : "take_back",
      canSetOnMyWay,
    };
  }
  if (date.state !== "agreed") return { ...NOTHING, tone: "closed", status: describeEnd(date, reader), isOff: true };
  const isAhead = lastTimeOf(date).from > now;
  return {
    ...NOTHING,
    tone: "agreed",
    status: "It’s a date",
    ending: isAhead ? "call_off" : undefined,
    canChange: !hasBegun(date, now),
    canSetOnMyWay,
  };
}

/** After its end a date's page stays for that long, and one can say to be back. */
const SHARED_HOURS = 24;
const SHARED_STATES: readonly WorkoutDate["state"][] = ["agreed", "changed", "called_off"];

/** Agreed, and not over. */
export const canShareDate = (date: WorkoutDate, now: number): boolean =>
  date.state === "agreed" && lastTimeOf(date).until > now;

export const mayBeShared = (date: WorkoutDate, now: number): boolean =>
  SHARED_STATES.includes(date.state) && lastTimeOf(date).until + SHARED_HOURS * HOUR_MS > now;

/** 'Keep 9:00 AM', with the day if the change is to another one. */
export function describeKeep({ state, earlier, times, timeZone }: WorkoutDate, now: number): string | undefined {
  const agreed = state === "changed" ? earlier?.times[0] : undefined;
  if (agreed === undefined) return undefined;
  if (times.includes(agreed)) return "Keep it as agreed";
  const at = Date.parse(agreed);
  const [day, ...days] = [agreed, ...times].map((time) => formatDateDay(Date.parse(time), timeZone, now, true));
  const clock = formatClock(at, timeZone);
  return days.every((one) => one === day) ? `Keep ${clock}` : `Keep ${day}, ${clock}`;
}

/** Either member may have wished the change. */
export function describeKept({ kept, changedBy, times, timeZone }: WorkoutDate, reader: Reader): string | undefined {
  if (!kept || changedBy === reader.me) return undefined;
  return `${reader.username} would like to keep ${formatClock(Date.parse(times[0] ?? ""), timeZone)}`;
}

/** 'You are on your way.' */
export function describeOnMyWay(onMyWay: readonly string[], { me, username }: Reader): string | undefined {
  if (onMyWay.length === 0) return undefined;
  if (onMyWay.length > 1) return "You are both on your way.";
  return onMyWay.includes(me) ? "You are on your way." : `${username} is on the way.`;
}

/** 'Run, Saturday, November 28, 9:00 AM', with the number of its other times; 'Sat, Nov 28' if `short`. */
export function summarizeDate({ sport, times, timeZone }: WorkoutDate, now: number, short = false): string {
  const first = Math.min(...times.map((time) => Date.parse(time)));
  const more = times.length > 1 ? ` or ${times.length - 1} more` : "";
  const day = formatDateDay(first, timeZone, now, short);
  return `${SPORT_TEXTS[sport].label}, ${day}, ${formatClock(first, timeZone)}${more}`;
}

export const describeChange = (date: WorkoutDate, reader: Reader, now: number): string =>
  `${describeKept(date, reader) ?? viewDate(date, reader, now).status}: ${summarizeDate(date, now)}`;

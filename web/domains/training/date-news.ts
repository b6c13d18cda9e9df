import type { DateState } from "#contract/training/date-rules.ts";
import type { WorkoutDate } from "#contract/training/workout-date.ts";
import { describeKept, summarizeDate } from "#web/domains/training/date-state.ts";

const ACTS: Readonly<Record<DateState, string>> = {
  proposed: "asks you",
  countered: "suggests",
  changed: "would like to change it",
  agreed: "agreed",
  declined: "cannot make it",
  called_off: "called it off",
};

/** 'Kim agreed: Run, Sat, Nov 28, 9:00 AM'. @param by the other member */
export function describeNews(
  date: WorkoutDate,
  { _id: by, username }: { _id: string; username: string },
  now: number,
): string {
  const kept = describeKept(date, { me: "", username });
  // Agreeing again starts it anew.
  const isOnWay = date.state === "agreed" && date.onMyWay.includes(by);
  if (kept && !isOnWay) return `${kept}: ${summarizeDate(date, now, true)}`;
  return `${username} ${isOnWay ? "is on the way" : ACTS[date.state]}: ${summarizeDate(date, now, true)}`;
}

import { useSyncExternalStore } from "react";
import { onFirstUse } from "#web/lib/on-first-use.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const thisYear = onFirstUse(() => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" }));
const otherYear = onFirstUse(
  () => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" }),
);

/** 'Just now', '5m ago', '3h ago', '2d ago', and from a week on the date: 'Nov 9', 'Nov 9, 2024'. */
export function relativeTime(iso: string, now: number): string {
  const then = new Date(iso);
  const passed = now - then.getTime();
  if (passed < MINUTE) return "Just now";
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)}m ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)}h ago`;
  if (passed < 7 * DAY) return `${Math.floor(passed / DAY)}d ago`;
  return (then.getFullYear() === new Date(now).getFullYear() ? thisYear : otherYear)().format(then);
}

const exactFormat = onFirstUse(
  () =>
    new Intl.DateTimeFormat("en-US", {
      weekday: "short",
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
);

/** 'Tue 24 Nov, 18:31', with the year if it is another one. */
export function exactTime(iso: string, now: number): string {
  const then = new Date(iso);
  const parts = new Map(
    exactFormat()
      .formatToParts(then)
      .map(({ type, value }) => [type, value]),
  );
  const year = then.getFullYear() === new Date(now).getFullYear() ? "" : ` ${parts.get("year")}`;
  const day = `${parts.get("weekday")} ${parts.get("day")} ${parts.get("month")}${year}`;
  return `${day}, ${parts.get("hour")}:${parts.get("minute")}`;
}

const TICK = 15_000;
const listeners = new Set<() => void>();
let clock = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  clock = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  const current = Date.now();
  if (current - clock >= TICK) clock = current;
  return clock;
}

/** The time, at most 15 seconds old. All components share one timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, read, () => 0);

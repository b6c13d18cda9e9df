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

const EXACT = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
const exactThisYear = onFirstUse(() => new Intl.DateTimeFormat("en-US", EXACT));
const exactOtherYear = onFirstUse(() => new Intl.DateTimeFormat("en-US", { ...EXACT, year: "numeric" }));

/** 'Thu, Nov 26, 3:35 PM', with the year if it is another one: 'Mon, Sep 1, 2025, 9:05 AM'. */
export function exactTime(iso: string, now: number): string {
  const then = new Date(iso);
  return (then.getFullYear() === new Date(now).getFullYear() ? exactThisYear : exactOtherYear)().format(then);
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

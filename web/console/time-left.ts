import { DAY_MS, HOUR_MS, MINUTE_MS } from "#contract/durations.ts";

export function timeLeft(dueAt: string, now: number): string {
  const left = new Date(dueAt).getTime() - now;
  const size = Math.abs(left);
  const text =
    size >= DAY_MS
      ? `${Math.floor(size / DAY_MS)}d ${Math.floor((size % DAY_MS) / HOUR_MS)}h`
      : size >= HOUR_MS
        ? `${Math.floor(size / HOUR_MS)}h ${Math.floor((size % HOUR_MS) / MINUTE_MS)}m`
        : `${Math.floor(size / MINUTE_MS)}m`;
  return left < 0 ? `${text} late` : text;
}

/** Whether little time is left: an hour. */
export const isUrgent = (dueAt: string, now: number): boolean => new Date(dueAt).getTime() - now < HOUR_MS;

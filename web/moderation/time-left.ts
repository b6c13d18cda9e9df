const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How much time is left: '2d 3h', '3h 20m', '12m', '40m late'. */
export function timeLeft(dueAt: string, now: number): string {
  const left = new Date(dueAt).getTime() - now;
  const size = Math.abs(left);
  const text =
    size >= DAY
      ? `${Math.floor(size / DAY)}d ${Math.floor((size % DAY) / HOUR)}h`
      : size >= HOUR
        ? `${Math.floor(size / HOUR)}h ${Math.floor((size % HOUR) / MINUTE)}m`
        : `${Math.floor(size / MINUTE)}m`;
  return left < 0 ? `${text} late` : text;
}

/** Whether little time is left: an hour. */
export const isUrgent = (dueAt: string, now: number): boolean => new Date(dueAt).getTime() - now < HOUR;

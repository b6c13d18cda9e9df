import { formatDate, formatMonthDay } from "#web/lib/format-date.ts";

const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const DAY_MS = 24 * 60 * 60_000;

/** A time to come, as it is here: '3:04 PM', '3:04 PM tomorrow', 'November 3', or 'November 3, 2027'. */
export function formatFutureTime(at: number, now: number): string {
  const iso = new Date(at).toISOString();
  const isOn = (time: number): boolean => formatDate(iso) === formatDate(new Date(time).toISOString());
  if (isOn(now)) return clock.format(at);
  if (isOn(now + DAY_MS)) return `${clock.format(at)} tomorrow`;
  return at - now < 180 * DAY_MS ? formatMonthDay(iso) : formatDate(iso);
}

/** What follows the words of a refusal that lasts: when it goes on. */
const AFTER: Readonly<Record<string, (time: string) => string>> = {
  daily_crush_limit: (time) => `More from ${time}.`,
  daily_profile_limit: (time) => `More from ${time}.`,
  daily_browse_limit: (time) => `More from ${time}.`,
  unanswered_limit: (time) => `You can write again then, or from ${time}.`,
  gender_change_limit: (time) => `It can change again from ${time}.`,
  age_change_limit: (time) => `It can change again from ${time}.`,
};

/** The words of a refusal, with the time from which it goes on where that is worth a word. @param seconds of `Retry-After` */
export function appendRetryTime(message: string, code: string | undefined, seconds: number, now = Date.now()): string {
  const after = code === undefined ? undefined : AFTER[code];
  return after && seconds > 0 ? `${message} ${after(formatFutureTime(now + seconds * 1000, now))}` : message;
}

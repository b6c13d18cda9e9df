import { DAY_MS } from "#contract/durations.ts";
import { formatDate, formatMonthDay, formatTimeOfDay } from "#web/lib/format-date.ts";

/** '3:04 PM', '3:04 PM tomorrow', 'November 3' or 'November 3, 2027', in the device's time zone */
export function formatFutureTime(at: number, now: number): string {
  const iso = new Date(at).toISOString();
  const isOn = (time: number): boolean => formatDate(iso) === formatDate(new Date(time).toISOString());
  if (isOn(now)) return formatTimeOfDay(at);
  if (isOn(now + DAY_MS)) return `${formatTimeOfDay(at)} tomorrow`;
  return at - now < 180 * DAY_MS ? formatMonthDay(iso) : formatDate(iso);
}

/** Sentences by error code, for limits that last for hours or longer. */
const RETRY_SENTENCES: Readonly<Record<string, (time: string) => string>> = {
  daily_crush_limit: (time) => `More from ${time}.`,
  daily_profile_limit: (time) => `More from ${time}.`,
  daily_browse_limit: (time) => `More from ${time}.`,
  unanswered_limit: (time) => `You can write again then, or from ${time}.`,
  gender_change_limit: (time) => `It can change again from ${time}.`,
  age_change_limit: (time) => `It can change again from ${time}.`,
};

/** Appends the time of the next attempt to the message of a lasting limit. @param seconds of `Retry-After` */
export function appendRetryTime(message: string, code: string | undefined, seconds: number, now = Date.now()): string {
  const sentence = code === undefined ? undefined : RETRY_SENTENCES[code];
  return sentence && seconds > 0 ? `${message} ${sentence(formatFutureTime(now + seconds * 1000, now))}` : message;
}

import { nameOfZone } from "#contract/format.ts";

/** Writes iCalendar files (RFC 5545) with one entry. */

export interface CalendarEntry {
  /** The same for each version of the entry. */
  readonly uid: string;
  /** Raised by each version. */
  readonly sequence: number;
  readonly status: "CONFIRMED" | "TENTATIVE" | "CANCELLED";
  readonly changedAt: Date;
  readonly startsAt: Date;
  readonly minutes: number;
  /** IANA name of the zone in which the entry is kept, also if its rules change. */
  readonly timeZone: string;
  readonly title: string;
  readonly place: string;
  readonly description: string;
  readonly url: string;
  /** Minutes before the start. A cancelled entry has no alarm. */
  readonly alarmMinutes: number;
}

const pad = (number: number, length = 2): string => String(number).padStart(length, "0");

const utcTime = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

const localTime = ({ year, month, day, hour, minute, second }: Temporal.PlainDateTime): string =>
  `${pad(year, 4)}${pad(month)}${pad(day)}T${pad(hour)}${pad(minute)}${pad(second)}`;

/** '+0100'; with seconds if a zone has them. */
function offsetText(nanoseconds: number): string {
  const seconds = Math.abs(Math.round(nanoseconds / 1e9));
  const rest = seconds % 60;
  const text = `${pad(Math.floor(seconds / 3600))}${pad(Math.floor(seconds / 60) % 60)}${rest ? pad(rest) : ""}`;
  return `${nanoseconds < 0 ? "-" : "+"}${text}`;
}

/** Escapes a text value (section 3.3.11). Control characters are left out. */
const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\n/g, "\\n");

const LINE_OCTETS = 75;

/** Folds a line after 75 octets (section 3.1), and never within a character. */
function fold(line: string): string {
  const folded: string[] = [];
  let current = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded.push(current);
      // The space that marks a continuation counts, too.
      [current, octets] = [" ", 1];
    }
    current += character;
    octets += size;
  }
  return [...folded, current].join("\r\n");
}

function observance(onset: Temporal.ZonedDateTime): string[] {
  const before = onset.subtract({ nanoseconds: 1 }).offsetNanoseconds;
  const after = onset.offsetNanoseconds;
  const kind = after > before ? "DAYLIGHT" : "STANDARD";
  return [
    `BEGIN:${kind}`,
    // The onset, as clocks show it that are not yet changed.
    `DTSTART:${localTime(onset.toPlainDateTime().subtract({ nanoseconds: after - before }))}`,
    `TZOFFSETFROM:${offsetText(before)}`,
    `TZOFFSETTO:${offsetText(after)}`,
    `TZNAME:${escapeText(nameOfZone(onset.timeZoneId, "short", onset.epochMilliseconds))}`,
    `END:${kind}`,
  ];
}

/** The period in which the entry begins, and the one after it. */
function zone(start: Temporal.ZonedDateTime): string[] {
  const last = start.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  const next = start.getTimeZoneTransition("next");
  const fixed = [
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    `TZOFFSETFROM:${offsetText(start.offsetNanoseconds)}`,
    `TZOFFSETTO:${offsetText(start.offsetNanoseconds)}`,
    `TZNAME:${escapeText(nameOfZone(start.timeZoneId, "short", start.epochMilliseconds))}`,
    "END:STANDARD",
  ];
  const observances = [...(last ? observance(last) : fixed), ...(next ? observance(next) : [])];
  return ["BEGIN:VTIMEZONE", `TZID:${start.timeZoneId}`, ...observances, "END:VTIMEZONE"];
}

/** Whether a local time means one moment: in the hour that is repeated in autumn, programs differ. */
function isUnambiguous(time: Temporal.ZonedDateTime): boolean {
  const local = time.toPlainDateTime();
  const read = (disambiguation: "earlier" | "later") => local.toZonedDateTime(time.timeZoneId, { disambiguation });
  return read("earlier").equals(read("later"));
}

const timeProperty = (name: string, time: Temporal.ZonedDateTime): string =>
  time.timeZoneId !== "UTC" && isUnambiguous(time)
    ? `${name};TZID=${time.timeZoneId}:${localTime(time.toPlainDateTime())}`
    : `${name}:${utcTime(new Date(time.epochMilliseconds))}`;

/** No METHOD and no organizer: an entry of one's own calendar, not an invitation. @returns lines with CRLF, in UTF-8 */
export function writeCalendarFile(entry: CalendarEntry): string {
  const start = Temporal.Instant.fromEpochMilliseconds(entry.startsAt.getTime()).toZonedDateTimeISO(entry.timeZone);
  const times = [timeProperty("DTSTART", start), timeProperty("DTEND", start.add({ minutes: entry.minutes }))];
  const alarm = [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(entry.title)}`,
    `TRIGGER:-PT${entry.alarmMinutes}M`,
    "END:VALARM",
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Spotter//Workout dates//EN",
    "CALSCALE:GREGORIAN",
    ...(times.some((time) => time.includes(";TZID=")) ? zone(start) : []),
    "BEGIN:VEVENT",
    `UID:${escapeText(entry.uid)}`,
    `DTSTAMP:${utcTime(entry.changedAt)}`,
    `LAST-MODIFIED:${utcTime(entry.changedAt)}`,
    `SEQUENCE:${entry.sequence}`,
    `STATUS:${entry.status}`,
    ...times,
    `SUMMARY:${escapeText(entry.title)}`,
    ...(entry.place ? [`LOCATION:${escapeText(entry.place)}`] : []),
    `DESCRIPTION:${escapeText(entry.description)}`,
    `URL:${entry.url}`,
    "CLASS:PRIVATE",
    ...(entry.status === "CANCELLED" ? [] : alarm),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(fold).join("\r\n")}\r\n`;
}

import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { type CalendarEntry, writeCalendarFile } from "#server/platform/lib/calendar-file.ts";

const entry = (changed: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: "0192@spotter.test",
  sequence: 0,
  status: "CONFIRMED",
  changedAt: new Date("2026-10-01T12:00:00Z"),
  startsAt: new Date("2026-10-24T07:00:00Z"),
  minutes: 60,
  timeZone: "Europe/Berlin",
  title: "Run, chatty",
  place: "Park",
  description: "Planned on Spotter.",
  url: "https://spotter.test/messages",
  alarmMinutes: 120,
  ...changed,
});

/** As calendar apps do, with the zone that the file itself defines. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const zone = calendar.getFirstSubcomponent("vtimezone");
  if (zone) ICAL.TimezoneService.register(zone);
  const component = calendar.getFirstSubcomponent("vevent");
  if (!component) throw new Error("no entry");
  const event = new ICAL.Event(component);
  const alarm = component.getFirstSubcomponent("valarm");
  return {
    calendar,
    zone,
    component,
    event,
    alarm,
    starts: event.startDate.toJSDate(),
    ends: event.endDate.toJSDate(),
  };
}

function checkLines(file: string): string[] {
  expect(file.endsWith("\r\n")).toBe(true);
  const lines = file.slice(0, -2).split("\r\n");
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).toMatch(/^( |[A-Z-]+(;[A-Z]+=[^:;]+)*:)/);
    expect(line).not.toMatch(/[\r\n]/);
  }
  return lines;
}

const propertiesOf = (file: string): string[] =>
  file
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .map((line) => line.split(/[:;]/)[0] ?? "");

/** Zones with rules of each kind, and the days around their changes of the clocks. */
const STARTS: readonly (readonly [zone: string, at: string])[] = [
  // Clocks go back in the night to October 25, 2026, and forward to March 28, 2027.
  ["Europe/Berlin", "2026-10-24T07:00:00Z"],
  ["Europe/Berlin", "2026-10-25T00:30:00Z"],
  ["Europe/Berlin", "2026-10-25T01:30:00Z"],
  ["Europe/Berlin", "2026-10-25T08:00:00Z"],
  ["Europe/Berlin", "2027-03-28T00:59:00Z"],
  ["Europe/Berlin", "2027-03-28T01:00:00Z"],
  ["America/New_York", "2026-10-31T13:00:00Z"],
  ["America/New_York", "2026-11-01T05:30:00Z"],
  ["America/New_York", "2026-11-01T06:30:00Z"],
  ["America/New_York", "2027-03-14T07:30:00Z"],
  ["Europe/Dublin", "2026-12-01T09:00:00Z"],
  ["Australia/Lord_Howe", "2027-04-03T15:10:00Z"],
  ["Africa/Casablanca", "2027-02-10T09:00:00Z"],
  ["Asia/Kolkata", "2026-12-01T09:00:00Z"],
  ["Asia/Tokyo", "2026-12-01T09:00:00Z"],
  ["America/Phoenix", "2026-12-01T09:00:00Z"],
  ["UTC", "2026-12-01T09:00:00Z"],
];

describe("a calendar file", () => {
  test.each(STARTS)("means the same moment to another program: %s, %s", (timeZone, at) => {
    const file = writeCalendarFile(entry({ timeZone, startsAt: new Date(at), minutes: 90 }));
    checkLines(file);
    const { starts, ends } = read(file);
    expect(starts.toISOString()).toBe(new Date(at).toISOString());
    expect(ends.getTime() - starts.getTime()).toBe(90 * 60_000);
  });

  test("keeps the local time of its place, with the zone's rules before and after it", () => {
    const file = writeCalendarFile(entry());
    expect(file).toContain("DTSTART;TZID=Europe/Berlin:20261024T090000\r\n");
    const { zone } = read(file);
    const periods = zone
      ?.getAllSubcomponents()
      .map((part) => [
        part.name,
        String(part.getFirstPropertyValue("dtstart")),
        String(part.getFirstPropertyValue("tzoffsetfrom")),
        String(part.getFirstPropertyValue("tzoffsetto")),
      ]);
    expect(periods).toEqual([
      ["daylight", "2026-03-29T02:00:00", "+01:00", "+02:00"],
      ["standard", "2026-10-25T03:00:00", "+02:00", "+01:00"],
    ]);
  });

  test("has each property once, and the required ones", () => {
    const names = propertiesOf(writeCalendarFile(entry()));
    const event = names.slice(names.lastIndexOf("UID"), names.indexOf("END", names.lastIndexOf("UID")));
    for (const name of ["UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "SEQUENCE", "STATUS", "LOCATION"])
      expect(names.filter((one) => one === name && name !== "DTSTART").length, name).toBeLessThanOrEqual(1);
    expect(event).toEqual(expect.arrayContaining(["UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "STATUS"]));
    expect(names).not.toContain("METHOD");
    expect(names).not.toContain("ORGANIZER");
    expect(names).not.toContain("ATTENDEE");
  });

  test("rings two hours before, unless it is cancelled", () => {
    const { alarm } = read(writeCalendarFile(entry()));
    expect(alarm?.getFirstPropertyValue("action")).toBe("DISPLAY");
    expect(String(alarm?.getFirstPropertyValue("trigger"))).toBe("-PT120M");
    const cancelled = read(writeCalendarFile(entry({ status: "CANCELLED", sequence: 3 })));
    expect(cancelled.alarm).toBeNull();
    expect(cancelled.component.getFirstPropertyValue("status")).toBe("CANCELLED");
    expect(cancelled.event.sequence).toBe(3);
  });

  test.each([
    ["a line that would end the entry", "Park\r\nEND:VEVENT\r\nBEGIN:VEVENT"],
    ["separators", 'Gate 3; east, by the \\ fence: "North"'],
    [
      "letters of several bytes, where lines are folded",
      "🏋️‍♀️ Volkspark Schönholzer Heide, Eingang Straße ".repeat(3).trim(),
    ],
    ["control characters", "Park\u0000\u0007\u001b"],
  ])("keeps %s a text", (_, place) => {
    const file = writeCalendarFile(entry({ place, title: place }));
    checkLines(file);
    const { event, calendar } = read(file);
    expect(calendar.getAllSubcomponents("vevent")).toHaveLength(1);
    const expected = place.replace(/\r\n/g, "\n").replace(/[^\P{Cc}\n]/gu, " ");
    expect([event.location, event.summary]).toEqual([expected, expected]);
  });
});

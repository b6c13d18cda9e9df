import { describe, expect, test } from "vitest";
import { LEVEL_MAX } from "#contract/members/catalog.ts";
import { SPORTS } from "#contract/training/sports.ts";
import { DAY_PARTS, WEEK_PARTS } from "#contract/training/training-week.ts";
import { describeLevel } from "#web/screens/profile-editor/training/levels-field.tsx";
import {
  describeShared,
  describeWeek,
  formatHours,
  isTooWide,
  speakPart,
} from "#web/screens/profile-editor/training/week-texts.ts";

const EVERYTHING = Array.from({ length: WEEK_PARTS }, (_, part) => part);
const at = (day: number, part: number): number => day * DAY_PARTS.length + part;

describe("a week in words", () => {
  test.each([
    ["nothing", [], ""],
    ["four days in a row", [at(0, 0), at(1, 0), at(2, 0), at(3, 0)], "Mon–Thu early"],
    ["two parts of the same days", [at(5, 1), at(5, 2), at(6, 1), at(6, 2)], "Sat and Sun morning and midday"],
    ["single days and a run", [at(0, 4), at(2, 4), at(3, 4), at(4, 4)], "Mon and Wed–Fri after work"],
    ["different days", [at(0, 0), at(5, 1)], "Mon early · Sat morning"],
    ["every part", EVERYTHING, "Every day all day"],
  ])("is short for %s", (_, parts, text) => {
    expect(describeWeek(parts)).toBe(text);
  });
});

describe("what others see", () => {
  test("is coarse, with the levels", () => {
    expect(describeShared([at(1, 0), at(6, 3)], [{ sport: "run", level: 2 }])).toBe(
      "Others see: weekday mornings, weekend daytime · Run: easy",
    );
  });

  test("is no time of a week that is too wide", () => {
    expect(isTooWide(EVERYTHING)).toBe(true);
    expect(isTooWide([at(0, 0), at(0, 2), at(0, 4), at(6, 0)])).toBe(false);
    expect(describeShared(EVERYTHING, [])).toBe("Others see: nothing yet");
  });
});

test("hours are those of a clock", () => {
  expect(DAY_PARTS.map(formatHours)).toEqual(["5–7", "7–10", "10–2", "2–5", "5–8", "8–11"]);
  expect(speakPart(DAY_PARTS[2])).toBe("Midday, 10 AM to 2 PM");
});

test("each level of each sport has its own help", () => {
  for (const sport of SPORTS) {
    const texts = Array.from({ length: LEVEL_MAX }, (_, i) => describeLevel(sport, i + 1));
    expect(texts.every((text) => text.length > 5)).toBe(true);
    expect(new Set(texts).size).toBe(LEVEL_MAX);
  }
});

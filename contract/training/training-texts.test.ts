import { expect, test } from "vitest";
import { coarseTexts, leveledSportText, partText } from "#contract/training/training-texts.ts";
import { coarseBits, countedBits, WEEK_PARTS } from "#contract/training/training-week.ts";

test("names the parts of a week by their day and hours", () => {
  expect(partText(0)).toBe("Monday, 5:00–7:00");
  expect(partText(WEEK_PARTS - 1)).toBe("Sunday, 20:00–23:00");
});

test("names the coarse parts once each, weekdays first", () => {
  // Saturday at midday, and Monday and Friday early.
  expect(coarseTexts(coarseBits([32, 0, 25]))).toEqual(["weekday mornings", "weekend daytime"]);
});

test("counts nothing of a week with more than four coarse parts", () => {
  const four = coarseBits([0, 2, 4, 30]);
  expect(countedBits(four)).toBe(four);
  expect(countedBits(coarseBits([0, 2, 4, 30, 32]))).toBe(0);
});

test("names a sport with its level", () => {
  expect(leveledSportText({ sport: "run", level: 3 })).toBe("Run: steady");
});

import { expect, test } from "vitest";
import { trainingUpdate } from "#contract/training/training-form.ts";
import { coarseBits, countedBits } from "#contract/training/training-week.ts";
import { CAST, DEMO_LOGIN } from "#demo/members/members.ts";
import { trainingOf } from "#demo/members/training.ts";

const weeks = CAST.map(trainingOf);
const known = weeks.filter((week) => week !== undefined);

test("the weeks of demo members are valid", () => {
  for (const week of known) {
    expect(trainingUpdate.safeParse({ ...week, isShared: true, consentVersion: 1 }).success).toBe(true);
  }
});

test("differ, and some members have none, or one that counts for nothing", () => {
  expect(trainingOf(DEMO_LOGIN)).toBeDefined();
  expect(known.length).toBeGreaterThan(40);
  expect(known.length).toBeLessThan(CAST.length);
  expect(new Set(known.map(({ parts }) => parts.join())).size).toBeGreaterThanOrEqual(9);
  expect(new Set(known.flatMap(({ sports }) => sports.map(({ level }) => level))).size).toBe(5);
  const counted = known.map(({ parts }) => countedBits(coarseBits(parts)));
  expect(counted.filter((bits) => bits === 0).length).toBeGreaterThan(0);
  expect(counted.filter((bits) => bits > 0).length).toBeGreaterThan(30);
});

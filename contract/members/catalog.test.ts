import { describe, expect, test } from "vitest";
import { PACKAGES, SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import {
  BODY_TYPES,
  GENDER_TABLE,
  GENDERS,
  GOAL_TABLE,
  HEIGHTS,
  heightLabel,
  heightText,
  INTERESTS,
  LOOKING_FOR,
  PROMPTS,
  SHOW_ME,
} from "#contract/members/catalog.ts";

describe("the fixed lists", () => {
  // @spec 9.show-me-men 9.looking-body-types
  test.each([
    ["Show Me", SHOW_ME, "Men, Women"],
    ["genders", GENDERS, "Man, Woman"],
    [
      "looking for",
      LOOKING_FOR,
      "Long-term relationship, Workout partner, Something casual, Not sure yet, New gym buddies",
    ],
    ["body types", BODY_TYPES, "Slim, Athletic, Muscular, Fit, Toned, Average, Curvy, Full Figured, Prefer not to say"],
    [
      "interests",
      INTERESTS,
      "Weightlifting, CrossFit, Running, Cycling, Swimming, Yoga, Pilates, Boxing, MMA, Rock Climbing, Hiking, Dance, \
Bodybuilding, Powerlifting, Olympic Lifting, Calisthenics, HIIT, Spin Classes, Martial Arts, Tennis, Basketball, Soccer, \
Volleyball, Nutrition, Meal Prep, Meditation, Outdoor Activities, Adventure Sports, Functional Fitness, Group Classes, \
Personal Training",
    ],
  ])("%s are these, in this order", (_name, list: readonly string[], expected) => {
    expect(list).toEqual(expected.split(", "));
  });

  test("codes of genders and goals never change, and each belongs to one choice", () => {
    expect(GENDER_TABLE.map(({ value, code, showMe }) => [value, code, showMe])).toEqual([
      ["Man", 1, "Men"],
      ["Woman", 2, "Women"],
    ]);
    expect(GOAL_TABLE.map(({ value, code }) => [value, code])).toEqual([
      ["Long-term relationship", 1],
      ["Workout partner", 2],
      ["Something casual", 3],
      ["Not sure yet", 4],
      ["New gym buddies", 5],
    ]);
    for (const table of [GENDER_TABLE, GOAL_TABLE])
      expect(new Set(table.map(({ code }) => code)).size).toBe(table.length);
  });

  // @spec 9.looking-body-types
  test("prompts are these, in this order", () => {
    expect(PROMPTS).toEqual([
      "My ideal workout partner would...",
      "My fitness goals are...",
      "After the gym, you'll find me...",
      "My favorite way to stay active is...",
      "I'm looking for someone who...",
      "My rest day looks like...",
      "The best thing about fitness is...",
      "My gym pet peeve is...",
      "My proudest fitness achievement is...",
      "My pre-workout ritual includes...",
    ]);
  });

  // @spec 9.heights-from-4
  test("heights run from 4 ft 0 in to 7 ft 0 in by the inch", () => {
    expect(HEIGHTS).toHaveLength(37);
    expect(HEIGHTS[0]).toBe(`4'0"`);
    expect(HEIGHTS.at(-1)).toBe(`7'0"`);
    expect(heightText(70)).toBe(`5'10"`);
    expect(heightLabel(`5'10"`)).toBe("5 ft 10 in");
  });
});

// @spec 3.packages 9.packages-membership-names
test("packages and the subscription have the listed prices", () => {
  expect(
    PACKAGES.map(({ id, name, crushes, priceCents, note, popular }) => [id, name, crushes, priceCents, note, popular]),
  ).toEqual([
    ["starter", "Starter Pack", 5, 499, undefined, undefined],
    ["power", "Power Pack", 15, 999, "33% off", true],
    ["athlete", "Athlete Bundle", 30, 1499, "50% off", undefined],
    ["champion", "Champion Bundle", 60, 2499, "58% off", undefined],
  ]);
  expect(SUBSCRIPTION_PRICE_CENTS).toBe(2999);
});

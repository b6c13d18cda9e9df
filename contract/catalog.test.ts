import { describe, expect, test } from "vitest";
import {
  BODY_TYPES,
  GENDERS,
  HEIGHTS,
  heightLabel,
  heightText,
  INTERESTS,
  LOOKING_FOR,
  PACKAGES,
  PROMPTS,
  SUBSCRIPTION_PRICE_CENTS,
} from "#contract/catalog.ts";

describe("the fixed lists", () => {
  // @spec 9.show-me-men 9.looking-body-types
  test.each([
    ["genders", GENDERS, 2],
    ["looking for", LOOKING_FOR, 5],
    ["body types", BODY_TYPES, 9],
    ["interests", INTERESTS, 31],
    ["prompts", PROMPTS, 10],
    ["heights", HEIGHTS, 37],
  ])("%s are all there, once", (_name, list: readonly string[], count) => {
    expect(list).toHaveLength(count);
    expect(new Set(list).size).toBe(count);
  });

  // @spec 9.heights-from-4
  test("heights run from 4 ft 0 in to 7 ft 0 in by the inch", () => {
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

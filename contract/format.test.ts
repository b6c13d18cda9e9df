import { expect, test } from "vitest";
import { PACKAGES } from "#contract/billing/prices.ts";
import {
  formatAlternatives,
  formatChange,
  formatCount,
  formatList,
  formatPrice,
  nameOfZone,
  timeFormat,
} from "#contract/format.ts";

test("groups thousands", () => {
  expect([0, 8, 999, 3000, 1_234_567].map(formatCount)).toEqual(["0", "8", "999", "3,000", "1,234,567"]);
});

// @spec 2.crush-wallet.history-lists-items
test("shows the sign of a change", () => {
  expect([5, 0, -1, 3000, -3000].map(formatChange)).toEqual(["+5", "0", "−1", "+3,000", "−3,000"]);
});

test("formats cents with two decimals", () => {
  expect([0, 499, 2999, 123_456].map(formatPrice)).toEqual(["$0.00", "$4.99", "$29.99", "$1,234.56"]);
});

// @spec 9.packages-membership-names
test("rounds each package's price per crush to the cent", () => {
  expect(PACKAGES.map(({ priceCents, crushes }) => formatPrice(priceCents / crushes))).toEqual([
    "$1.00",
    "$0.67",
    "$0.50",
    "$0.42",
  ]);
});

test("joins alternatives", () => {
  expect(
    [
      ["Man", "Woman"],
      ["Men", "Women", "Others"],
    ].map(formatAlternatives),
  ).toEqual(["Man or Woman", "Men, Women, or Others"]);
});

test("joins names", () => {
  expect([["Sam"], ["Sam", "Kim"], ["Sam", "Kim", "Lee"]].map(formatList)).toEqual([
    "Sam",
    "Sam and Kim",
    "Sam, Kim, and Lee",
  ]);
});

test("writes times and zones as clocks in the time zone show them", () => {
  const at = Date.parse("2026-11-28T15:00:00Z");
  const day = timeFormat({ dateStyle: "long", timeZone: "Asia/Tokyo" });
  expect([day(at), day(new Date(at))]).toEqual(["November 29, 2026", "November 29, 2026"]);
  expect(nameOfZone("America/Chicago", "short", at)).toBe("CST");
  expect(nameOfZone("America/Chicago", "longGeneric", at)).toBe("Central Time");
});

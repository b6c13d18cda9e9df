import { expect, test } from "vitest";
import { DISTANCE_MAX, DISTANCE_MIN } from "#contract/limits.ts";
import { HEIGHTS } from "#contract/members/catalog.ts";
import { BAND_ENDS, bandText } from "#contract/members/distance-bands.ts";
import { formatBand, formatDistance, formatHeight } from "#web/lib/format-units.ts";
import { unitsOf } from "#web/lib/units.ts";

test.each([
  ["en-US", "us"],
  ["en", "us"],
  ["en-GB", "us"],
  ["en-CA", "metric"],
  ["de", "metric"],
  ["pt-BR", "metric"],
  ["en-US@posix", "us"],
  ["", "us"],
])("the language %s has the units %s", (language, units) => {
  expect(unitsOf(language)).toBe(units);
});

const BANDS = [...BAND_ENDS.keys(), BAND_ENDS.length].map((index) => bandText(index));

test("shows the same distance bands in kilometers", () => {
  expect(BANDS.map((band) => formatBand(band, "us"))).toEqual(BANDS);
  expect(BANDS.map((band) => formatBand(band, "metric"))).toEqual([
    "Under 8 km",
    "8 to 16 km",
    "16 to 40 km",
    "40 to 80 km",
    "80 to 160 km",
    "Over 160 km",
  ]);
  expect(formatBand("Nearby", "metric")).toBe("Nearby");
});

test("shows distances and heights in either units", () => {
  expect([DISTANCE_MIN, 50, DISTANCE_MAX].map((miles) => formatDistance(miles, "us"))).toEqual([
    "5 miles",
    "50 miles",
    "200 miles",
  ]);
  expect([DISTANCE_MIN, 50, DISTANCE_MAX].map((miles) => formatDistance(miles, "metric"))).toEqual([
    "8 km",
    "80 km",
    "320 km",
  ]);
  expect(formatHeight(`5'10"`, "us")).toBe("5 ft 10 in");
  expect(formatHeight(`5'10"`, "metric")).toBe("178 cm");
  expect(formatHeight("", "metric")).toBe("");
});

test("each height has a label of its own in centimeters", () => {
  expect(new Set(HEIGHTS.map((height) => formatHeight(height, "metric"))).size).toBe(HEIGHTS.length);
});

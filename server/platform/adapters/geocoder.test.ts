import { describe, expect, test } from "vitest";
import { createOfflineGeocoder } from "#server/platform/adapters/geocoder.ts";
import { ALIASES } from "#server/platform/adapters/place-aliases.ts";

const places = createOfflineGeocoder();

describe("finding a place", () => {
  test.each([
    ["Austin, TX", 30.27, -97.74],
    ["austin", 30.27, -97.74],
    ["Austin, MN", 43.67, -92.97],
    ["New York", 40.71, -74.01],
    ["NYC", 40.71, -74.01],
    ["Munich, Germany", 48.14, 11.58],
    ["Paris", 48.85, 2.35],
    ["Paris, TX, USA", 33.66, -95.56],
    ["São Paulo", -23.55, -46.64],
    ["sao paulo", -23.55, -46.64],
    ["München", 48.14, 11.58],
    ["Köln", 50.93, 6.95],
    ["København", 55.68, 12.57],
    ["Austin, Texas", 30.27, -97.74],
    ["Portland, Maine", 43.66, -70.26],
    ["Austin TX", 30.27, -97.74],
    ["los angeles california", 34.05, -118.24],
    ["paris france", 48.85, 2.35],
    ["80301", 40.05, -105.2],
    ["80301-1234", 40.05, -105.2],
  ])("%s", (text, lat, lng) => {
    const found = places.find(text);
    expect(found?.lat).toBeCloseTo(lat, 0);
    expect(found?.lng).toBeCloseTo(lng, 0);
  });

  test.each(["", "Xyzzyville", "Austin, ZZ", "Austin ZZ", "in the middle of nowhere", ",", "\u{1F600}"])(
    "not %j",
    (text) => {
      expect(places.find(text)).toBeUndefined();
    },
  );
});

describe("an ambiguous name", () => {
  test("offers a choice, the largest first", () => {
    const names = places.choices("Springfield").map((choice) => choice.name);
    expect(names.length).toBeGreaterThan(2);
    expect(names).toContain("Springfield, MO");
    expect(places.choices("Portland").map((choice) => choice.name)).toEqual(expect.arrayContaining(["Portland, OR"]));
  });

  test.each(["Austin, TX", "New York", "Munich"])("%s is clear", (text) =>
    expect(places.choices(text)).toHaveLength(1),
  );
  test.each(["80301", "Xyzzyville"])("%s has none", (text) => expect(places.choices(text)).toEqual([]));
});

test("every alias is found", () => {
  for (const [alias, town] of Object.entries(ALIASES)) expect(places.find(town), `${alias}: ${town}`).toBeDefined();
});

describe("naming a place", () => {
  test.each([
    [30.26, -97.74, "Austin, TX"],
    [48.14, 11.57, "Munich, Germany"],
  ])("%f, %f is %s", (lat, lng, name) => expect(places.nameOf({ lat, lng })).toBe(name));

  test("finds no name for the open sea", () => expect(places.nameOf({ lat: 0, lng: -140 })).toBeUndefined());
});

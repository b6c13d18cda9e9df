import { expect, test } from "vitest";
import { DEFAULT_FILTERS } from "#contract/default-filters.ts";
import {
  formatAgeRange,
  formatSpokenAge,
  listActiveFilters,
  widenFilters,
} from "#web/features/preferences/filter-labels.ts";

const narrow = {
  ageMin: 24,
  ageMax: 52,
  distance: 50,
  gender: ["Women"],
  lookingFor: ["Workout partner"],
  heightMin: `5'4"`,
  heightMax: null,
  interests: ["Yoga", "Hiking"],
};

test("formats the maximum age as that age and over", () => {
  expect(formatAgeRange({ ageMin: 18, ageMax: 99 })).toBe("18 to 99+");
  expect(formatAgeRange({ ageMin: 24, ageMax: 52 })).toBe("24 to 52");
  expect(formatSpokenAge(98)).toBe("98 years");
  expect(formatSpokenAge(99)).toBe("99 years and over");
});

test("lists active filters and counts several values of one filter", () => {
  expect(listActiveFilters(DEFAULT_FILTERS, "us")).toEqual(["Within 50 miles"]);
  expect(listActiveFilters({ ...DEFAULT_FILTERS, gender: ["Everyone"] }, "us")).toEqual(["Within 50 miles"]);
  expect(listActiveFilters(narrow, "us")).toEqual([
    "Women",
    "24 to 52",
    "Within 50 miles",
    "Workout partner",
    "From 5 ft 4 in",
    "2 interests",
  ]);
  expect(
    listActiveFilters({ ...DEFAULT_FILTERS, heightMax: `6'0"`, lookingFor: ["Not sure yet", "Workout partner"] }, "us"),
  ).toEqual(["Within 50 miles", "2 goals", "Up to 6 ft 0 in"]);
  expect(listActiveFilters({ ...DEFAULT_FILTERS, heightMin: `5'0"`, heightMax: `6'0"` }, "us")).toContain(
    "5 ft 0 in to 6 ft 0 in",
  );
});

test("lists and widens filters in metric units", () => {
  expect(listActiveFilters({ ...DEFAULT_FILTERS, heightMin: `5'4"` }, "metric")).toEqual([
    "Within 80 km",
    "From 163 cm",
  ]);
  expect(widenFilters(DEFAULT_FILTERS, "metric")?.changes).toEqual(["within 320 km"]);
});

test("widens all filters but Show Me and lists the changes", () => {
  const wider = widenFilters(narrow, "us");
  expect(wider?.label).toBe("Widen your search");
  expect(wider?.filters).toEqual({ ...DEFAULT_FILTERS, distance: 200, gender: ["Women"] });
  expect(wider?.changes).toEqual([
    "ages 18 to 99+",
    "within 200 miles",
    "looking for anything",
    "any height",
    "any interests",
  ]);
  expect(widenFilters(DEFAULT_FILTERS, "us")?.changes).toEqual(["within 200 miles"]);
});

test("widens Show Me when no other filter is active, and nothing after that", () => {
  const open = { ...DEFAULT_FILTERS, distance: 200 };
  expect(widenFilters({ ...open, gender: ["Men"] }, "us")).toEqual({
    label: "Show everyone",
    filters: { ...open, gender: ["Everyone"] },
    changes: ["everyone"],
  });
  expect(widenFilters(open, "us")).toBeUndefined();
  expect(widenFilters({ ...open, gender: ["Everyone"] }, "us")).toBeUndefined();
});

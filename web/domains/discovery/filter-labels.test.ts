import { expect, test } from "vitest";
import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { Filters } from "#contract/discovery/filter-form.ts";
import {
  formatAgeRange,
  formatPeople,
  formatSpokenAge,
  listActiveFilters,
} from "#web/domains/discovery/filter-labels.ts";
import { formatFit, listWider, widenSlightly } from "#web/screens/browse/filters/wider-filters.ts";

const narrow: Filters = {
  ageMin: 24,
  ageMax: 52,
  distance: 50,
  gender: ["Women"],
  lookingFor: ["Workout partner"],
  heightMin: `5'4"`,
  heightMax: null,
  interests: ["Yoga", "Hiking"],
  verifiedOnly: true,
  sharedTimesOnly: true,
  sort: "nearest",
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
    "Trains when I do",
    "Verified only",
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
  expect(widenSlightly({ ...DEFAULT_FILTERS, distance: 100 }, true, "metric")?.text).toBe("within 320 km");
});

test("widens one filter by a step: distance, ages, then each of the others but Show Me and Verified only", () => {
  expect(widenSlightly({ ...narrow, distance: 5 }, true, "us")?.label).toBe("Look within 10 miles");
  expect(widenSlightly(narrow, true, "us")).toEqual({
    label: "Look within 100 miles",
    text: "within 100 miles",
    change: { distance: 100 },
    undo: { distance: narrow.distance },
  });
  const far = { ...narrow, distance: 200 };
  expect(widenSlightly(far, true, "us")).toEqual({
    label: "Include ages 19 to 57",
    text: "ages 19 to 57",
    change: { ageMin: 19, ageMax: 57 },
    undo: { ageMin: far.ageMin, ageMax: far.ageMax },
  });
  expect(widenSlightly({ ...far, ageMin: 20, ageMax: 97 }, true, "us")?.label).toBe("Include ages 18 to 99+");

  const start: Filters = { ...far, ageMin: 18, ageMax: 99 };
  let filters = start;
  let back: Partial<Filters> = {};
  const texts: string[] = [];
  for (let wider = widenSlightly(filters, true, "us"); wider; wider = widenSlightly(filters, true, "us")) {
    texts.push(wider.text);
    filters = { ...filters, ...wider.change };
    back = { ...wider.undo, ...back };
  }
  expect(texts).toEqual(["any height", "any interests", "training at any time", "looking for anything"]);
  expect({ ...filters, ...back }).toEqual(start);
  expect(filters).toEqual({
    ...DEFAULT_FILTERS,
    distance: 200,
    gender: ["Women"],
    verifiedOnly: true,
    sort: "nearest",
  });
});

test("does not offer a wider distance to a member without a place", () => {
  expect(widenSlightly(narrow, false, "us")?.label).toBe("Include ages 19 to 57");
  expect(widenSlightly(DEFAULT_FILTERS, false, "us")).toBeUndefined();
});

test("lists a wider distance and wider ages, of what can be wider", () => {
  const labels = (filters: Filters, hasPlace = true) => listWider(filters, hasPlace, "us").map(({ label }) => label);
  expect(labels(narrow)).toEqual(["Look within 100 miles", "Include ages 19 to 57"]);
  expect(labels(narrow, false)).toEqual(["Include ages 19 to 57"]);
  expect(labels({ ...narrow, distance: 200, ageMin: 18, ageMax: 99 })).toEqual([]);
});

test("says how many people fit, and where", () => {
  expect(formatFit(7, narrow, true, "us")).toBe("7 people within 50 miles fit your preferences.");
  expect(formatFit(1, narrow, false, "us")).toBe("1 person fits your preferences.");
  expect(formatFit(0, narrow, true, "us")).toBe("Nobody within 50 miles fits your preferences yet.");
  expect(formatFit(0, narrow, true, "us", "Austin, TX")).toBe(
    "Nobody within 50 miles fits your preferences yet. The nearest place with 10 or more is Austin, TX.",
  );
});

test("formats the number of people up to the counted maximum", () => {
  expect([0, 1, 2, 99, 100].map(formatPeople)).toEqual(["0 people", "1 person", "2 people", "99 people", "99+ people"]);
});

import { expect, test } from "vitest";
import { isAdviceDue, isOutdoorsAtNight, readsLikeHome } from "#web/screens/messages/dates/form/date-advice.ts";

test.each([
  "my place",
  "At my apartment, then coffee",
  "Your garage",
  "home",
  "Home gym",
  "at home",
  "Flat 3, top bell",
  "Apt 4B",
  "the hotel room",
  "12 Main Street",
  "221b Baker St",
  "4410 North Lamar Blvd",
  "Hauptstraße 12",
])("reads like a home: %s", (place) => {
  expect(readsLikeHome(place)).toBe(true);
});

test.each([
  "Zilker Park, by the big rock",
  "The flat loop around the lake",
  "Iron Temple Gym, 12 Main Street",
  "24 Hour Fitness",
  "Home Depot parking lot, then the trail",
  "Barton Springs Pool",
  "Homestead trailhead",
  "Court 3",
  "5th Street Boxing, 12 West 5th Street",
  "the 10k start",
  "",
])("does not read like a home: %s", (place) => {
  expect(readsLikeHome(place)).toBe(false);
});

test("night is from eight in the evening until six, and matters outdoors", () => {
  expect(isOutdoorsAtNight("run", [5])).toBe(true);
  expect(isOutdoorsAtNight("run", [6])).toBe(false);
  expect(isOutdoorsAtNight("run", [19])).toBe(false);
  expect(isOutdoorsAtNight("hike", [20])).toBe(true);
  expect(isOutdoorsAtNight("hike", [9, 21])).toBe(true);
  expect(isOutdoorsAtNight("swim", [22])).toBe(false);
});

test("a plan without a sport or a time gets advice by its place alone", () => {
  expect(isAdviceDue({ sport: undefined, place: "my flat", hours: [] })).toBe(true);
  expect(isAdviceDue({ sport: undefined, place: "the track", hours: [23] })).toBe(false);
  expect(isAdviceDue({ sport: "run", place: "the track", hours: [] })).toBe(false);
  expect(isAdviceDue({ sport: "run", place: "the track", hours: [23] })).toBe(true);
});

import { expect, test } from "vitest";
import { partAfterKey, partsBetween } from "#web/screens/profile-editor/training/use-week-selection.ts";

test("a drag covers the rectangle between its ends, in any direction", () => {
  expect(partsBetween(7, 7)).toEqual([7]);
  // Monday early to Wednesday morning.
  expect(partsBetween(0, 13)).toEqual([0, 1, 6, 7, 12, 13]);
  expect(partsBetween(13, 0)).toEqual(partsBetween(0, 13));
  // From the upper right to the lower left.
  expect(partsBetween(5, 10)).toEqual([4, 5, 10, 11]);
});

test("keys move within the grid and stop at its edges", () => {
  expect(partAfterKey(0, "ArrowDown", false)).toBe(6);
  expect(partAfterKey(0, "ArrowRight", false)).toBe(1);
  expect(partAfterKey(0, "ArrowUp", false)).toBe(0);
  expect(partAfterKey(5, "ArrowRight", false)).toBe(5);
  expect(partAfterKey(41, "ArrowDown", false)).toBe(41);
  expect([partAfterKey(8, "Home", false), partAfterKey(8, "End", false)]).toEqual([6, 11]);
  expect([partAfterKey(8, "Home", true), partAfterKey(8, "End", true)]).toEqual([0, 41]);
  expect(partAfterKey(8, "a", false)).toBeUndefined();
});

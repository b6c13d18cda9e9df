import { expect, test } from "vitest";
import { findBoxAt, moveItem, splitProgress } from "#web/screens/profile-editor/photos/photo-order.ts";

test("moves an item and closes the gap", () => {
  expect(moveItem(["a", "b", "c", "d"], "d", 0)).toEqual(["d", "a", "b", "c"]);
  expect(moveItem(["a", "b", "c", "d"], "a", 2)).toEqual(["b", "c", "a", "d"]);
  expect(moveItem(["a", "b"], "b", 1)).toEqual(["a", "b"]);
});

test("finds the box that contains a point, if any", () => {
  const boxes = [
    { left: 0, top: 0, width: 200, height: 250 },
    { left: 208, top: 0, width: 96, height: 120 },
  ];
  expect(findBoxAt(boxes, 199, 10)).toBe(0);
  expect(findBoxAt(boxes, 208, 119)).toBe(1);
  expect(findBoxAt(boxes, 204, 10)).toBe(-1);
});

test("splits the progress of an upload into files in sequence", () => {
  expect(splitProgress([100, 300], 0)).toEqual([0, 0]);
  expect(splitProgress([100, 300], 0.125)).toEqual([0.5, 0]);
  expect(splitProgress([100, 300], 0.625)).toEqual([1, 0.5]);
  expect(splitProgress([100, 300], 1)).toEqual([1, 1]);
  expect(splitProgress([], 1)).toEqual([]);
});

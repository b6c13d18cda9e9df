import { expect, test } from "vitest";
import { dragFocus, getSlack } from "#web/screens/profile-editor/photos/photo-crop.ts";

test.each([
  ["a landscape photo moves sideways", 1500, 1000, { x: 0.875, y: 0 }],
  ["a tall photo moves up and down", 900, 1600, { x: 0, y: 0.422 }],
  ["a photo of the card's shape moves in the avatar only", 800, 1000, { x: 0, y: 0.25 }],
  ["a square moves in the card", 1000, 1000, { x: 0.25, y: 0 }],
  ["a photo between the two moves in both", 900, 1000, { x: 0.125, y: 0.111 }],
])("%s", (_what, width, height, { x, y }) => {
  const slack = getSlack({ width, height });
  expect(slack.x).toBeCloseTo(x, 3);
  expect(slack.y).toBeCloseTo(y, 3);
});

test("a dragged photo follows the pointer to its edges", () => {
  const from = { focusX: 50, focusY: 50 };
  const slack = { x: 0.5, y: 0 };
  expect(dragFocus(from, { x: 0.1, y: 0.4 }, slack)).toEqual({ focusX: 30, focusY: 50 });
  expect(dragFocus(from, { x: -2, y: 0 }, slack)).toEqual({ focusX: 100, focusY: 50 });
  expect(dragFocus(from, { x: 2, y: 0 }, slack)).toEqual({ focusX: 0, focusY: 50 });
});

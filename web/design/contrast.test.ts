import { expect, test } from "vitest";
import { contrast } from "#web/design/contrast.ts";

test.each([
  ["#000", "#ffffff", 21],
  ["#ffffff", "#000000", 21],
  ["#abcdef", "#abcdef", 1],
  // As WebAIM's and the browser's own tools say.
  ["#767676", "#fff", 4.54],
  ["#d81e46", "#ffffff", 4.97],
])("%s and %s differ by %d", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 1);
});

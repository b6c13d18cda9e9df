import { expect, test } from "vitest";
import { change, count } from "#web/lib/count.ts";

test("thousands are set apart", () => {
  expect([0, 8, 999, 3000, 1_234_567].map(count)).toEqual(["0", "8", "999", "3,000", "1,234,567"]);
});

test("what came or went has its sign", () => {
  expect([5, 0, -1, 3000, -3000].map(change)).toEqual(["+5", "0", "−1", "+3,000", "−3,000"]);
});

import { expect, test } from "vitest";
import { formatChange, formatCount } from "#web/lib/format-count.ts";

test("groups thousands", () => {
  expect([0, 8, 999, 3000, 1_234_567].map(formatCount)).toEqual(["0", "8", "999", "3,000", "1,234,567"]);
});

// @spec 2.crush-wallet.history-lists-items
test("shows the sign of a change", () => {
  expect([5, 0, -1, 3000, -3000].map(formatChange)).toEqual(["+5", "0", "−1", "+3,000", "−3,000"]);
});

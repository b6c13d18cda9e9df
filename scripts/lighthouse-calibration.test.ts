import { expect, test } from "vitest";
import { calibrateSlowdown, dropDisturbed } from "./lighthouse-calibration.ts";

test.each([
  ["a fast desktop", 1500, 4],
  ["a slow desktop", 1499, 2],
  ["a fast phone", 800, 2],
  ["a mid-tier phone", 799, 1],
])("slows down to a mid-tier phone, as Lighthouse's table says: %s", (_what, benchmarkIndex, slowdown) => {
  expect(calibrateSlowdown(benchmarkIndex)).toBe(slowdown);
});

test("drops runs whose index is below 90% of the best one", () => {
  const runs = [900, 1000, 899].map((benchmarkIndex) => ({ benchmarkIndex }));
  expect(dropDisturbed(runs)).toEqual([{ benchmarkIndex: 900 }, { benchmarkIndex: 1000 }]);
});

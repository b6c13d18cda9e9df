import { expect, test } from "vitest";
import { AT_END, heightBetween, spanBetween, spanOf } from "#web/features/messages/log-window.ts";

const keys = Array.from({ length: 100 }, (_, i) => `m${i}`);
const heights = new Map(keys.map((key, i) => [key, i < 50 ? 10 : 20]));

test("what lies between two distances from the end is drawn, whole bubbles of it", () => {
  expect(spanBetween(heights, keys, -500, 100)).toEqual({ from: 95, to: 100 });
  expect(spanBetween(heights, keys, 990, 1021)).toEqual({ from: 47, to: 51 });
  expect(spanBetween(heights, keys, 1400, 9000)).toEqual({ from: 0, to: 10 });
});

test("there is always a bubble, however far one has scrolled", () => {
  expect(spanBetween(heights, keys, 5000, 6000)).toEqual({ from: 0, to: 1 });
  expect(spanBetween(heights, [], 0, 600)).toEqual({ from: 0, to: 0 });
});

test("at the end it goes along with what is new; further above it stays with what is read", () => {
  expect(spanOf(AT_END, keys)).toEqual({ from: 60, to: 100 });
  expect(spanOf(AT_END, [...keys, "new"])).toEqual({ from: 61, to: 101 });
  const view = { anchor: "m50", at: 50, before: 10, after: 20 };
  expect(spanOf(view, [...keys, "new"])).toEqual({ from: 40, to: 70 });
  expect(spanOf(view, ["older", ...keys])).toEqual({ from: 41, to: 71 });
});

test("a deleted anchor leaves its place", () => {
  const view = { anchor: "m50", at: 50, before: 10, after: 20 };
  expect(
    spanOf(
      view,
      keys.filter((key) => key !== "m50"),
    ),
  ).toEqual({ from: 40, to: 70 });
});

test("what was never drawn is guessed", () => {
  expect(heightBetween(heights, keys, { from: 49, to: 51 })).toBe(30);
  expect(heightBetween(new Map(), keys, { from: 0, to: 2 })).toBeGreaterThan(0);
});

import { expect, test } from "vitest";
import {
  findNextView,
  findRangeBetween,
  getRange,
  getViewAround,
  INITIAL_VIEW,
  sumHeights,
} from "#web/screens/messages/log/virtual-window.ts";

const keys = Array.from({ length: 100 }, (_, i) => `m${i}`);
const heights = new Map(keys.map((key, i) => [key, i < 50 ? 10 : 20]));

test("finds the whole messages between two distances from the end", () => {
  expect(findRangeBetween(heights, keys, -500, 100)).toEqual({ from: 95, to: 100 });
  expect(findRangeBetween(heights, keys, 990, 1021)).toEqual({ from: 47, to: 51 });
  expect(findRangeBetween(heights, keys, 1400, 9000)).toEqual({ from: 0, to: 10 });
});

test("returns at least one message at any scroll offset", () => {
  expect(findRangeBetween(heights, keys, 5000, 6000)).toEqual({ from: 0, to: 1 });
  expect(findRangeBetween(heights, [], 0, 600)).toEqual({ from: 0, to: 0 });
});

test("follows new messages at the end and keeps the anchor further above", () => {
  expect(getRange(INITIAL_VIEW, keys)).toEqual({ from: 60, to: 100 });
  expect(getRange(INITIAL_VIEW, [...keys, "new"])).toEqual({ from: 61, to: 101 });
  const view = { anchor: "m50", at: 50, before: 10, after: 20 };
  expect(getRange(view, [...keys, "new"])).toEqual({ from: 40, to: 70 });
  expect(getRange(view, ["older", ...keys])).toEqual({ from: 41, to: 71 });
});

test("keeps the position of a deleted anchor", () => {
  const view = { anchor: "m50", at: 50, before: 10, after: 20 };
  expect(
    getRange(
      view,
      keys.filter((key) => key !== "m50"),
    ),
  ).toEqual({ from: 40, to: 70 });
});

test("estimates the height of messages that were never rendered", () => {
  expect(sumHeights(heights, keys, { from: 49, to: 51 })).toBe(30);
  expect(sumHeights(new Map(), keys, { from: 0, to: 2 })).toBeGreaterThan(0);
});

test("renders other messages once what is rendered is too little or too much", () => {
  const find = (view: typeof INITIAL_VIEW, offset: number, anchor: string | undefined) =>
    findNextView(view, heights, keys, { offset, screen: 200, anchor });
  expect(find(INITIAL_VIEW, 0, undefined)).toBeUndefined();
  const next = find(INITIAL_VIEW, 600, "m69");
  expect(next && getRange(next, keys)).toEqual({ from: 30, to: 90 });
  expect(next && find(next, 600, "m69")).toBeUndefined();
  expect(find(getViewAround("m50"), 0, undefined)).toMatchObject({ anchor: undefined });
});

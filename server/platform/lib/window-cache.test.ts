import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWindowCache } from "#server/platform/lib/window-cache.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "Date"] }));
afterEach(() => void vi.useRealTimers());

const createCounter = (max: number) => {
  const counterOf = createWindowCache(max, () => ({ uses: 0 }));
  return (key: string, windowMs = 1_000) => ++counterOf(key, windowMs).uses;
};

test("keeps a value for a window that begins with the first use", () => {
  const use = createCounter(10);
  expect([use("a"), use("a"), use("b")]).toEqual([1, 2, 1]);
  vi.advanceTimersByTime(999);
  expect(use("a")).toBe(3);
  vi.advanceTimersByTime(1);
  expect(use("a")).toBe(1);
});

test("does not depend on the clock of the machine", () => {
  const use = createCounter(10);
  use("a");
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(use("a")).toBe(2);
});

test("forgets the least recently used value above its size", () => {
  const use = createCounter(2);
  for (const key of ["a", "b", "a", "c"]) use(key);
  expect([use("a"), use("b")]).toEqual([3, 1]);
});

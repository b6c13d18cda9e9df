import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isFirstVisit, startFirstVisit } from "#web/lib/first-visit.ts";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.useFakeTimers({ now: new Date(2026, 10, 28, 23, 0) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the first visit ends with its day, and starts again with an account", () => {
  expect(isFirstVisit()).toBe(true);
  vi.setSystemTime(new Date(2026, 10, 28, 23, 59));
  expect(isFirstVisit()).toBe(true);
  vi.setSystemTime(new Date(2026, 10, 29, 0, 1));
  expect(isFirstVisit()).toBe(false);
  startFirstVisit();
  expect(isFirstVisit()).toBe(true);
});

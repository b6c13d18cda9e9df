import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newsSaid, sayNews } from "#web/features/notifications/news-said.ts";

const told: string[] = [];
let stop = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  stop = newsSaid.subscribe(() => told.push(newsSaid.read()));
});
afterEach(() => {
  vi.runAllTimers();
  stop();
  vi.useRealTimers();
});

test("the same words are said once for several in a row, and again after a silence", () => {
  sayNews("New message from Sam");
  vi.advanceTimersByTime(4000);
  sayNews("New message from Sam");
  vi.advanceTimersByTime(4000);
  expect(new Set(told)).toEqual(new Set(["New message from Sam"]));
  vi.advanceTimersByTime(1000);
  expect(newsSaid.read()).toBe("");
  sayNews("New message from Sam");
  expect(newsSaid.read()).toBe("New message from Sam");
});

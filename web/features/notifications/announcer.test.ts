import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, announcer } from "#web/features/notifications/announcer.tsx";

const told: string[] = [];
let stop = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  stop = announcer.subscribe(() => told.push(announcer.read()));
});
afterEach(() => {
  vi.runAllTimers();
  stop();
  vi.useRealTimers();
});

test("the same words are said once for several in a row, and again after a silence", () => {
  announce("New message from Sam");
  vi.advanceTimersByTime(4000);
  announce("New message from Sam");
  vi.advanceTimersByTime(4000);
  expect(new Set(told)).toEqual(new Set(["New message from Sam"]));
  vi.advanceTimersByTime(1000);
  expect(announcer.read()).toBe("");
  announce("New message from Sam");
  expect(announcer.read()).toBe("New message from Sam");
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, announcer } from "#web/ui/announcer.ts";

const announcements: string[] = [];
let unsubscribe = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  announcements.length = 0;
  unsubscribe = announcer.subscribe(() => announcements.push(announcer.read()));
});
afterEach(() => {
  vi.runAllTimers();
  unsubscribe();
  vi.useRealTimers();
});

test("announces the same text again only after a pause", () => {
  announce("New message from Sam");
  vi.advanceTimersByTime(4000);
  announce("New message from Sam");
  vi.advanceTimersByTime(4000);
  expect(new Set(announcements)).toEqual(new Set(["New message from Sam"]));
  vi.advanceTimersByTime(1000);
  expect(announcer.read()).toBe("");
  announce("New message from Sam");
  expect(announcer.read()).toBe("New message from Sam");
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { celebrateMatch, dismissMatch, isMatchRecent } from "#web/domains/crushes/match-store.ts";
import { session } from "#web/lib/session.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(session, "read").mockReturnValue({ token: "token", user: { _id: "me", username: "me" } });
  vi.stubGlobal("document", { activeElement: null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a match is recent while it is celebrated, and for a minute after", () => {
  expect(isMatchRecent()).toBe(false);
  const profile = { age: 30, location: "Austin, TX", photos: [], photoCount: 0 };
  celebrateMatch({ _id: "ada", username: "ada", isDemo: false, isVerified: false, profile });
  vi.advanceTimersByTime(300_000);
  expect(isMatchRecent()).toBe(true);
  dismissMatch();
  vi.advanceTimersByTime(59_000);
  expect(isMatchRecent()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(isMatchRecent()).toBe(false);
});

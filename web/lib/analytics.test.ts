import { afterEach, expect, test, vi } from "vitest";
import { setTagListener, track } from "#web/lib/analytics.ts";

afterEach(() => vi.unstubAllGlobals());

// @spec 4.profile-updated
test("an event makes the data layer where there is none, and joins one that is there", () => {
  vi.stubGlobal("window", {});
  track("profile_updated", { completion: 83 });
  expect(window.dataLayer).toEqual([{ event: "profile_updated", completion: 83 }]);
  track("purchase", { value: 9.99, currency: "USD", crushes: 15 });
  expect(window.dataLayer).toEqual([
    { event: "profile_updated", completion: 83 },
    { event: "purchase", value: 9.99, currency: "USD", crushes: 15 },
  ]);
});

test("a tag that was agreed to is told what is noted from then on", () => {
  vi.stubGlobal("window", {});
  const told: unknown[] = [];
  track("profile_updated", { completion: 67 });
  setTagListener((...args) => told.push(args));
  track("profile_updated", { completion: 83 });
  expect(told).toEqual([["profile_updated", { completion: 83 }]]);
});

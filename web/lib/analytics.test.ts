import { afterEach, expect, test, vi } from "vitest";
import { tellTag, track } from "#web/lib/analytics.ts";

afterEach(() => vi.unstubAllGlobals());

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
  tellTag((...args) => told.push(args));
  track("profile_updated", { completion: 83 });
  expect(told).toEqual([["profile_updated", { completion: 83 }]]);
});

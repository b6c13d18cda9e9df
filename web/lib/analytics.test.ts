import { afterEach, expect, test, vi } from "vitest";
import { setTagListener, track } from "#web/lib/analytics.ts";

afterEach(() => vi.unstubAllGlobals());

// @spec 4.profile-updated
test("creates the data layer on the first event and appends later ones", () => {
  vi.stubGlobal("window", {});
  track("profile_updated", { completion: 83 });
  expect(window.dataLayer).toEqual([{ event: "profile_updated", completion: 83 }]);
  track("purchase", { value: 9.99, currency: "USD", crushes: 15 });
  expect(window.dataLayer).toEqual([
    { event: "profile_updated", completion: 83 },
    { event: "purchase", value: 9.99, currency: "USD", crushes: 15 },
  ]);
});

test("forwards only later events to a tag set after consent", () => {
  vi.stubGlobal("window", {});
  const received: unknown[] = [];
  track("profile_updated", { completion: 67 });
  setTagListener((...args) => received.push(args));
  track("profile_updated", { completion: 83 });
  expect(received).toEqual([["profile_updated", { completion: 83 }]]);
});

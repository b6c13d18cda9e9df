import { expect, test } from "vitest";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { findNextProfile } from "#web/screens/profile-view/next-profile.ts";

const profiles = ["a", "b", "c"].map((id) => ({ id }) as BrowseProfile);

test.each([
  ["a", [], "b"],
  ["a", ["b"], "c"],
  ["a", ["b", "c"], undefined],
  ["c", [], undefined],
  ["not in the list", [], undefined],
])("after %s, without %s, comes %s", (id, closed, next) => {
  expect(findNextProfile(profiles, id, (profile) => !closed.includes(profile.id))?.id).toBe(next);
});

import { expect, test } from "vitest";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { type BrowsePages, keepFirstPage, listUniqueProfiles } from "#web/domains/discovery/browse-pages.ts";

const profile = (id: string, crushSent = false): BrowseProfile => ({
  id,
  username: id,
  isDemo: false,
  isVerified: false,
  age: null,
  location: "",
  photos: [],
  photoCount: 0,
  crushSent,
  crushedOnMe: false,
  distance: null,
  recency: null,
  isMatch: false,
  reasons: [],
});
const pages = (...lists: BrowseProfile[][]): BrowsePages => ({
  pages: lists.map((profiles) => ({ success: true, profiles, nextCursor: null })),
  pageParams: lists.map(() => undefined),
});

test("lists a member who is on two pages once, at the first position", () => {
  const data = pages([profile("ada"), profile("ben")], [profile("ada"), profile("cat")]);
  expect(listUniqueProfiles(data).map(({ id }) => id)).toEqual(["ada", "ben", "cat"]);
});

test("keeps only the first page for a new search", () => {
  const data = pages([profile("ada")], [profile("ben")]);
  expect(listUniqueProfiles(keepFirstPage(data)).map(({ id }) => id)).toEqual(["ada"]);
  expect(keepFirstPage(data).pageParams).toHaveLength(1);
});

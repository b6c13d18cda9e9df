import { expect, test } from "vitest";
import type { BrowseProfile } from "#contract/discovery.ts";
import { type BrowsePages, keepFirstPage, listUniqueProfiles } from "#web/features/browse/browse-pages.ts";

const profile = (id: string, crushSent = false): BrowseProfile => ({
  id,
  username: id,
  isDemo: false,
  age: null,
  location: "",
  photos: [],
  crushSent,
  distance: null,
  reasons: [],
});
const pages = (...lists: BrowseProfile[][]): BrowsePages => ({
  pages: lists.map((profiles) => ({ success: true, profiles, nextCursor: null })),
  pageParams: lists.map(() => undefined),
});

test("a member who comes up twice is shown once, where they came first", () => {
  const data = pages([profile("ada"), profile("ben")], [profile("ada"), profile("cat")]);
  expect(listUniqueProfiles(data).map(({ id }) => id)).toEqual(["ada", "ben", "cat"]);
});

test("a new search begins with one page", () => {
  const data = pages([profile("ada")], [profile("ben")]);
  expect(listUniqueProfiles(keepFirstPage(data)).map(({ id }) => id)).toEqual(["ada"]);
  expect(keepFirstPage(data).pageParams).toHaveLength(1);
});

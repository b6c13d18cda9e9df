import type { InfiniteData } from "@tanstack/react-query";
import type { BrowseProfile, browse } from "#contract/discovery.ts";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { MemberSummary } from "#contract/schemas.ts";

/** What the cache holds of the browse page. */
export type BrowsePages = InfiniteData<ResponseOf<typeof browse>, string | undefined>;

/** All cards so far, in order. Someone who came up again on a later page, because the order moved meanwhile, is shown once. */
export function listUniqueProfiles({ pages }: BrowsePages): BrowseProfile[] {
  const seen = new Map<string, BrowseProfile>();
  for (const page of pages)
    for (const profile of page.profiles) if (!seen.has(profile.id)) seen.set(profile.id, profile);
  return [...seen.values()];
}

/** The first page only. */
export const keepFirstPage = ({ pages, pageParams }: BrowsePages): BrowsePages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});

/** All pages without somebody. */
export const withoutProfile = (all: BrowsePages, id: string): BrowsePages => ({
  ...all,
  pages: all.pages.map((page) => ({ ...page, profiles: page.profiles.filter((profile) => profile.id !== id) })),
});

/** A card's member as the other screens know members. */
export const toMemberSummary = ({ id, username, isDemo, age, location, photos }: BrowseProfile): MemberSummary => ({
  _id: id,
  username,
  isDemo,
  profile: { age, location, photos },
});

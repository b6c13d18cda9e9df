import type { InfiniteData } from "@tanstack/react-query";
import type { BrowseProfile } from "#contract/discovery.ts";
import type { ResponseOf } from "#contract/endpoint.ts";
import type { Endpoints } from "#contract/endpoints.ts";
import type { MemberSummary } from "#contract/schemas.ts";

/** Cached data under `browseKey`. */
export type BrowsePages = InfiniteData<ResponseOf<Endpoints["GET /api/profile/all"]>, string | undefined>;

/**
 * Lists all cards in order. A member can be on two pages when the ranking changes between the requests; only the first
 * counts.
 */
export function listUniqueProfiles({ pages }: BrowsePages): BrowseProfile[] {
  const seen = new Map<string, BrowseProfile>();
  for (const page of pages)
    for (const profile of page.profiles) if (!seen.has(profile.id)) seen.set(profile.id, profile);
  return [...seen.values()];
}

export const keepFirstPage = ({ pages, pageParams }: BrowsePages): BrowsePages => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});

export const withoutProfile = (all: BrowsePages, id: string): BrowsePages => ({
  ...all,
  pages: all.pages.map((page) => ({ ...page, profiles: page.profiles.filter((profile) => profile.id !== id) })),
});

/** Converts a card to the summary that other screens use. */
export const toMemberSummary = ({ id, username, isDemo, age, location, photos }: BrowseProfile): MemberSummary => ({
  _id: id,
  username,
  isDemo,
  profile: { age, location, photos },
});

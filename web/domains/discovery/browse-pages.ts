import type { InfiniteData } from "@tanstack/react-query";
import type { BrowseProfile } from "#contract/discovery/discovery.ts";
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

/** Changes a card. */
export const withProfile = (all: BrowsePages, id: string, change: Partial<BrowseProfile>): BrowsePages => ({
  ...all,
  pages: all.pages.map((page) => ({
    ...page,
    profiles: page.profiles.map((profile) => (profile.id === id ? { ...profile, ...change } : profile)),
  })),
});

/** A card and its place. */
export interface CardPlace {
  readonly profile: BrowseProfile;
  readonly page: number;
  readonly index: number;
}

export function findCard({ pages }: BrowsePages, id: string): CardPlace | undefined {
  for (const [page, { profiles }] of pages.entries()) {
    const index = profiles.findIndex((profile) => profile.id === id);
    const profile = profiles[index];
    if (profile) return { profile, page, index };
  }
  return undefined;
}

/** Puts a removed card back at its place. */
export function withCard(all: BrowsePages, { profile, page: nth, index }: CardPlace): BrowsePages {
  if (findCard(all, profile.id)) return all;
  const pages = all.pages.map((page, i) =>
    i === Math.min(nth, all.pages.length - 1)
      ? { ...page, profiles: page.profiles.toSpliced(index, 0, profile) }
      : page,
  );
  return { ...all, pages };
}

/** Converts a card to the summary that other screens use. */
export const toMemberSummary = ({
  id,
  username,
  isDemo,
  isVerified,
  age,
  location,
  photos,
  photoCount,
}: BrowseProfile): MemberSummary => ({
  _id: id,
  username,
  isDemo,
  isVerified,
  profile: { age, location, photos, photoCount },
});

import type { Context } from "#server/context.ts";
import { searchOf, withoutDistance, withoutFilters } from "#server/domains/discovery/search/discovery.policy.ts";
import { countFound, findRankedIds, type Search } from "#server/domains/discovery/search/discovery.queries.ts";
import { presentSearchPreferences } from "#server/domains/discovery/search/search-preferences.service.ts";
import { findListed, type ListedMember } from "#server/domains/discovery/search/search-results.queries.ts";
import {
  findKnown,
  findSearcher,
  type KnownMembers,
  type Searcher,
} from "#server/domains/discovery/search/searcher.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import { rankings } from "#server/platform/observability/metrics.ts";

export const storedSearch = (viewerId: string, { viewer, preferences }: Searcher): Search =>
  searchOf(viewerId, viewer, presentSearchPreferences(preferences, viewer.effective_age));

/** More members than anybody needs of the best matches: some of them may have changed since they were ranked. */
const BEST_MATCHES = 20;

/** Whatever order the viewer browses in. The caller counts the ranking. */
export async function findBestMatches(
  ctx: Context,
  viewerId: string,
  { viewer, preferences }: Searcher,
  known: KnownMembers,
  withoutIds: readonly string[],
): Promise<readonly ListedMember[]> {
  const search = searchOf(viewerId, viewer, {
    ...presentSearchPreferences(preferences, viewer.effective_age),
    sort: "best",
  });
  const excluded = [...known.excluded, ...known.crushed, ...withoutIds];
  const undecided = { crushed: [], unlisted: known.unlisted, shown: [], excluded };
  const proposed = await ctx.discoveryIndex.rank(search, undecided);
  rankings.inc({ by: proposed ? "memory" : "database" });
  const ids = proposed ?? (await ctx.laggingReads((db) => findRankedIds(db, search, undecided)));
  return findListed(ctx.db, search, ids.slice(0, BEST_MATCHES));
}

/** Whatever the viewer's own filters have become. */
export const findStillShown = (
  ctx: Context,
  viewerId: string,
  searcher: Searcher,
  ids: readonly string[],
): Promise<readonly ListedMember[]> => findListed(ctx.db, withoutFilters(storedSearch(viewerId, searcher)), ids);

export const findFitting = (
  ctx: Context,
  viewerId: string,
  searcher: Searcher,
  ids: readonly string[],
): Promise<readonly ListedMember[]> => findListed(ctx.db, storedSearch(viewerId, searcher), ids);

/** However far away they are. */
export async function findAnywhere(db: Db, viewerId: string, ids: readonly string[]): Promise<readonly string[]> {
  const search = storedSearch(viewerId, await findSearcher(db, viewerId));
  return (await findListed(db, withoutDistance(search), ids)).map(({ id }) => id);
}

export async function countSearch(ctx: Context, viewerId: string, searcher: Searcher, max: number): Promise<number> {
  const search = storedSearch(viewerId, searcher);
  const known = await findKnown(ctx.db, viewerId);
  const counted = await ctx.discoveryIndex.count(search, known, max);
  return counted ?? ctx.laggingReads((db) => countFound(db, search, known, max));
}

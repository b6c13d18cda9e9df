import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { CountedFilters } from "#contract/discovery/filter-form.ts";
import { NEAREST_PLACE_MIN, PEOPLE_COUNT_MAX } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { searchOf, withoutDistance } from "#server/domains/discovery/search/discovery.policy.ts";
import {
  countFound,
  findPopulatedArea,
  listAreas,
  type Search,
} from "#server/domains/discovery/search/discovery.queries.ts";
import { findKnown, findSearcher, type KnownMembers } from "#server/domains/discovery/search/searcher.queries.ts";
import { consumeLimitAlone } from "#server/domains/members/member-limits/member-limits.service.ts";
import type { LaggingReads } from "#server/platform/db/replica.ts";
import { centreOf, directionOf } from "#server/platform/geo/geo-cells.ts";

const NEAREST_AREAS = 20;

/**
 * Ignores the distance. It is the town at the centre of an area of 1,800 km², and so many fit there that it says
 * nothing of any of them.
 */
async function findNearestPlace(ctx: Context, search: Search, known: KnownMembers, reads: LaggingReads) {
  const { at } = search;
  if (!at) return null;
  const all = await reads(listAreas);
  const areas = all
    .map((area) => ({ area, ...directionOf(area) }))
    .map(({ area, x, y, z }) => ({ area, cosine: x * at.x + y * at.y + z * at.z }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, NEAREST_AREAS)
    .map(({ area }) => area);
  const found = await reads((db) =>
    findPopulatedArea(db, withoutDistance(search), known, { areas, min: NEAREST_PLACE_MIN }),
  );
  return (found && ctx.geocoder.nameOf(centreOf(found))) ?? null;
}

/**
 * At most `PEOPLE_COUNT_MAX`; if the search finds nobody, also the nearest place with people.
 * @throws AppError browse_rate_limit
 */
export async function countPeople(
  ctx: Context,
  viewerId: string,
  filters: CountedFilters,
  reads: LaggingReads,
): Promise<{ count: number; nearest: string | null }> {
  const [{ viewer }, known] = await Promise.all([findSearcher(ctx.db, viewerId), findKnown(ctx.db, viewerId)]);
  await consumeLimitAlone(ctx, "counts", viewerId);
  const search = searchOf(viewerId, viewer, { ...filters, sort: DEFAULT_FILTERS.sort });
  const counted = await ctx.discoveryIndex.count(search, known, PEOPLE_COUNT_MAX);
  const count = counted ?? (await reads((db) => countFound(db, search, known, PEOPLE_COUNT_MAX)));
  return { count, nearest: count === 0 ? await findNearestPlace(ctx, search, known, reads) : null };
}

import { DEFAULT_FILTERS } from "#contract/discovery/default-filters.ts";
import type { BrowseProfile, MemberView } from "#contract/discovery/discovery.ts";
import type { CountedFilters } from "#contract/discovery/filter-form.ts";
import { NEAREST_PLACE_MIN, PAGE_SIZE, PEOPLE_COUNT_MAX } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { findPassedIds, findPassedUntil } from "#server/domains/discovery/passes/passes.queries.ts";
import { packWeek, shareWeek } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import {
  distanceBand,
  interestsOf,
  lastReason,
  parseCursor,
  reasonsFor,
  searchOf,
  withoutDistance,
  withoutFilters,
} from "#server/domains/discovery/search/discovery.policy.ts";
import {
  type Cursor,
  countFound,
  findListed,
  findPopulatedArea,
  findRankedIds,
  findRecency,
  findResultPage,
  findSearcher,
  findViewer,
  type KnownMembers,
  type ListedMember,
  type ListedWithoutCard,
  listAreas,
  rankMembers,
  type Search,
  type Searcher,
  type Viewer,
} from "#server/domains/discovery/search/discovery.queries.ts";
import { saveResult, touchResult } from "#server/domains/discovery/search/discovery.statements.ts";
import { presentSearchPreferences } from "#server/domains/discovery/search/search-preferences.service.ts";
import { admitPeople, consumeLimit } from "#server/domains/members/member-limits/member-limits.service.ts";
import { presentProfile, presentSummary, type ViewerContext } from "#server/domains/members/members.present.ts";
import { findCards, findPage } from "#server/domains/members/members.queries.ts";
import { viewerContext } from "#server/domains/members/members.service.ts";
import { blockError, isAcquainted } from "#server/domains/members/relationships/relationships.policy.ts";
import { findUnseen, findView } from "#server/domains/members/relationships/relationships.queries.ts";
import { updateCrushOpened } from "#server/domains/members/relationships/relationships.statements.ts";
import { findCounted } from "#server/domains/training/weeks/training.queries.ts";
import { AppError } from "#server/errors.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { LaggingReads } from "#server/platform/db/replica.ts";
import { centreOf, cosineBetween, directionOf } from "#server/platform/geo/geo-cells.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { rankings } from "#server/platform/observability/metrics.ts";

interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Positions per query after the first one, if members of the page are no longer eligible. */
const STRIDE = 200;

/**
 * The page has decided who is listed; cards may be some seconds old, and a new member may be missing on the replica.
 */
async function addCards(
  ctx: Context,
  listed: readonly ListedWithoutCard[],
  reads: LaggingReads,
): Promise<readonly ListedMember[]> {
  const cards = new Map(listed.map(({ id, card }) => [id, card]));
  const missing = () => listed.map(({ id }) => id).filter((id) => !cards.get(id));
  if (missing().length > 0) for (const card of await reads((db) => findCards(db, missing()))) cards.set(card.id, card);
  for (const card of await findCards(ctx.db, missing())) cards.set(card.id, card);
  return listed.flatMap((member) => {
    const card = cards.get(member.id);
    return card ? [{ ...member, card }] : [];
  });
}

/** @param resultId as of `findResultPage` @returns up to `limit` eligible members and the cursor after them */
async function readResult(
  ctx: Context,
  search: Search,
  known: KnownMembers,
  { resultId, offset }: Cursor,
  limit: number,
) {
  const listed: ListedWithoutCard[] = [];
  // Without a replica one statement reads all.
  const hasCards = ctx.replica === undefined;
  let [id, from] = [resultId, offset];
  for (;;) {
    const count = from === offset ? limit : STRIDE;
    const page = await findResultPage(ctx.db, search, known, { resultId: id, offset: from, count, hasCards });
    if (!page) return undefined;
    id = page.resultId;
    if (page.isIdle) await ctx.transactStatement((tx) => touchResult(tx, page.resultId));
    const taken = page.shown.slice(0, limit - listed.length);
    listed.push(...taken);
    const end = taken.length < page.shown.length ? (taken.at(-1)?.position ?? from) : from + count;
    if (end >= page.total) return { listed, next: null };
    if (listed.length === limit) return { listed, next: `${id}.${end}` };
    from = end;
  }
}

/**
 * Each page checks who of the result may still be shown, so the ranking may be some seconds old.
 * @returns the result's id
 */
async function createResult(ctx: Context, search: Search, known: KnownMembers, reads: LaggingReads): Promise<string> {
  const resultId = newId();
  await ctx.transact((tx) => consumeLimit(ctx, tx, "rankings", search.viewerId));
  const proposed = await ctx.discoveryIndex.rank(search, known);
  rankings.inc({ by: proposed ? "memory" : "database" });
  // Without a replica one statement ranks and stores.
  const ranked = proposed ?? (ctx.replica ? await reads((db) => findRankedIds(db, search, known)) : undefined);
  await ctx.transactStatement((tx) => saveResult(tx, resultId, search, ranked ?? rankMembers(search, known)));
  return resultId;
}

/**
 * If the result is deleted, a new one begins, because its members are unknown: clients detect duplicates by id, and no
 * one is left out.
 */
async function readPage(
  ctx: Context,
  search: Search,
  known: KnownMembers,
  { cursor, limit = PAGE_SIZE }: Page,
  reads: LaggingReads,
) {
  const at = cursor === undefined ? undefined : parseCursor(cursor);
  if (at === null) throw AppError.field("invalid", "cursor", "That cursor is not one of ours");
  const kept =
    (at && (await readResult(ctx, search, known, at, limit))) ??
    (await readResult(ctx, search, known, { resultId: "recent", offset: 0 }, limit));
  if (kept) return kept;
  const resultId = await createResult(ctx, search, known, reads);
  return readResult(ctx, search, known, { resultId, offset: 0 }, limit);
}

function presentCard(
  { id, card, shared, hasSameGoal, contact, cosine, recency, countedWeek }: ListedMember,
  { looking_for, counted_week, location }: Viewer,
  crushSent: boolean,
  viewer: ViewerContext,
): BrowseProfile {
  const { username, isDemo, isVerified, profile } = presentSummary(card, viewer);
  const weeks = { viewer: packWeek(counted_week), member: countedWeek };
  const shownReasons = reasonsFor(interestsOf(shared), hasSameGoal ? looking_for : null, weeks);
  const reasons = shownReasons.length > 0 ? shownReasons : [lastReason(location, profile.location, cosine, recency)];
  const distance = distanceBand(cosine);
  const [crushedOnMe, isMatch] = [contact === "crush", contact === "match"];
  const about = { crushSent: crushSent || isMatch, crushedOnMe, isMatch, distance, recency, reasons };
  return { id, username, isDemo, isVerified, ...profile, ...about };
}

/**
 * The first page stores a ranked result for the next ones, so that changes cause no duplicates or gaps; each page
 * checks eligibility again. A page that reaches the daily limit is the last one.
 * @throws AppError invalid for a malformed cursor; browse_rate_limit; daily_browse_limit if no more members may be
 * listed
 */
export async function browse(ctx: Context, viewerId: string, page: Page, reads: LaggingReads) {
  const { viewer, preferences, known } = await findSearcher(ctx.db, viewerId);
  const search = storedSearch(viewerId, { viewer, preferences });
  const found = await readPage(ctx, search, known, page, reads);
  if (!found) return { profiles: [], nextCursor: null };
  const listed = await addCards(ctx, found.listed, reads);
  const { profiles, cards, newPeople } = await admitCards(ctx, viewerId, viewer, listed, known.crushed);
  return { profiles, nextCursor: profiles.length < listed.length ? null : found.next, cards, newPeople };
}

/**
 * Also the rest of the daily limits if it is low.
 * @param crushedIds members to whom the viewer has sent a crush
 * @throws AppError daily_browse_limit if no card may be shown
 */
export async function admitCards(
  ctx: Context,
  viewerId: string,
  viewer: Viewer,
  listed: readonly ListedMember[],
  crushedIds: readonly string[] = [],
) {
  const listedIds = listed.map(({ id }) => id);
  const { ids, left: cards, newPeople } = await admitPeople(ctx, "cards", viewerId, listedIds);
  const [admitted, crushed, context] = [new Set(ids), new Set(crushedIds), viewerContext(ctx, viewerId)];
  const profiles = listed
    .filter(({ id }) => admitted.has(id))
    .map((member) => presentCard(member, viewer, crushed.has(member.id), context));
  return { profiles, cards, newPeople };
}

/** More members than anybody needs of the best matches: some of them may have changed since they were ranked. */
const BEST_MATCHES = 20;

/** Whatever order the viewer browses in. The caller counts the ranking. */
export async function findBestMatches(
  ctx: Context,
  viewerId: string,
  { viewer, preferences, known }: Searcher,
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
  return findListed(ctx.db, search, undecided, ids.slice(0, BEST_MATCHES));
}

const storedSearch = (viewerId: string, { viewer, preferences }: Pick<Searcher, "viewer" | "preferences">): Search =>
  searchOf(viewerId, viewer, presentSearchPreferences(preferences, viewer.effective_age));

/** Whatever the viewer's own filters have become. */
export const findStillShown = (
  ctx: Context,
  viewerId: string,
  { viewer, preferences, known }: Searcher,
  ids: readonly string[],
): Promise<readonly ListedMember[]> =>
  findListed(ctx.db, withoutFilters(storedSearch(viewerId, { viewer, preferences })), known, ids);

export const findFitting = (
  ctx: Context,
  viewerId: string,
  { viewer, preferences, known }: Searcher,
  ids: readonly string[],
): Promise<readonly ListedMember[]> => findListed(ctx.db, storedSearch(viewerId, { viewer, preferences }), known, ids);

/** However far away they are. */
export async function findAnywhere(db: Db, viewerId: string, ids: readonly string[]): Promise<readonly string[]> {
  const { viewer, preferences, known } = await findSearcher(db, viewerId);
  const search = storedSearch(viewerId, { viewer, preferences });
  return (await findListed(db, withoutDistance(search), known, ids)).map(({ id }) => id);
}

export async function countSearch(
  ctx: Context,
  viewerId: string,
  { viewer, preferences, known }: Searcher,
  max: number,
): Promise<number> {
  const search = storedSearch(viewerId, { viewer, preferences });
  const counted = await ctx.discoveryIndex.count(search, known, max);
  return counted ?? ctx.laggingReads((db) => countFound(db, search, known, max));
}

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
  const { viewer, known } = await findSearcher(ctx.db, viewerId);
  await ctx.transact((tx) => consumeLimit(ctx, tx, "counts", viewerId));
  const search = searchOf(viewerId, viewer, { ...filters, sort: DEFAULT_FILTERS.sort });
  const counted = await ctx.discoveryIndex.count(search, known, PEOPLE_COUNT_MAX);
  const count = counted ?? (await reads((db) => countFound(db, search, known, PEOPLE_COUNT_MAX)));
  return { count, nearest: count === 0 ? await findNearestPlace(ctx, search, known, reads) : null };
}

/** Members whose page the viewer cannot open any more, and those on whom the viewer has passed. */
export async function findUnavailable(ctx: Context, viewerId: string, ids: readonly string[]) {
  const [unseen, passed] = await Promise.all([findUnseen(ctx.db, viewerId, ids), findPassedIds(ctx.db, viewerId, ids)]);
  return { gone: ids.filter((id) => unseen.has(id) || passed.has(id)) };
}

/**
 * The page may be some seconds old; the decision whether the viewer may see it is not.
 * @throws AppError blocked; profile_not_found for any reason why they cannot be seen; daily_profile_limit
 */
export async function viewMember(
  ctx: Context,
  viewerId: string,
  id: string,
  reads: LaggingReads,
): Promise<Omit<MemberView, "success">> {
  const isSelf = viewerId === id;
  const [{ side, isVisible }, viewer, lagging, passedUntil, recency, counted] = await Promise.all([
    findView(ctx.db, viewerId, id),
    findViewer(ctx.db, viewerId),
    isSelf ? undefined : reads((db) => findPage(db, id)),
    findPassedUntil(ctx.db, viewerId, id),
    findRecency(ctx.db, id),
    // Not of the search index, which has no row of a profile that is not complete enough.
    findCounted(ctx.db, [id]),
  ]);
  const error = blockError(side);
  if (error) throw new AppError(error);
  if (!(isSelf || isVisible)) throw new AppError("profile_not_found");
  // A new member may be missing on the replica, and members see their own page as it is.
  const page = lagging ?? (await findPage(ctx.db, id));
  if (!page) throw new AppError("profile_not_found");
  if (side && side.they_crushed_at !== null && side.i_crushed_at === null) {
    await ctx.transactStatement((tx) => updateCrushOpened(tx, viewerId, id));
  }
  const isKnown = isSelf || isAcquainted(side);
  const { left: profiles, newPeople } = isKnown
    ? { left: undefined, newPeople: undefined }
    : await admitPeople(ctx, "profiles", viewerId, [id]);
  return {
    user: {
      _id: page.id,
      username: page.username,
      isDemo: page.is_demo,
      isVerified: page.is_verified,
      profile: presentProfile(page, viewerContext(ctx, viewerId)),
    },
    crushSent: (side?.i_crushed_at ?? null) !== null,
    crushedOnMe: (side?.they_crushed_at ?? null) !== null,
    ...(side?.their_crush_about && { crushAbout: side.their_crush_about }),
    passedUntil: passedUntil?.toISOString() ?? null,
    isMatch: side?.is_matched ?? false,
    distance: distanceBand(cosineBetween(viewer.h3_cell, page.h3_cell)),
    // Members who still see a hidden member would learn from a missing mark that they hide.
    recency: isKnown ? null : recency,
    week: shareWeek(packWeek(viewer.counted_week), packWeek(counted.get(id) ?? null)),
    newPeople,
    profiles,
  };
}

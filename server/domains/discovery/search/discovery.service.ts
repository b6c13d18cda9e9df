import type { BrowseProfile } from "#contract/discovery/discovery.ts";
import { PAGE_SIZE } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { packWeek } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import {
  distanceBand,
  interestsOf,
  lastReason,
  parseCursor,
  reasonsFor,
} from "#server/domains/discovery/search/discovery.policy.ts";
import { findRankedIds, rankMembers, type Search } from "#server/domains/discovery/search/discovery.queries.ts";
import { saveResult, touchResult } from "#server/domains/discovery/search/discovery.statements.ts";
import {
  type Cursor,
  findListed,
  findResultPage,
  type ListedMember,
  type ListedWithoutCard,
} from "#server/domains/discovery/search/search-results.queries.ts";
import { findKnown, findSearcher, type Viewer } from "#server/domains/discovery/search/searcher.queries.ts";
import { storedSearch } from "#server/domains/discovery/search/stored-search.service.ts";
import {
  admitPeople,
  consumeLimitAlone,
  readUsage,
} from "#server/domains/members/member-limits/member-limits.service.ts";
import type { Usage } from "#server/domains/members/member-limits/member-limits.statements.ts";
import { presentSummary, type ViewerContext } from "#server/domains/members/members.present.ts";
import { findCards } from "#server/domains/members/members.queries.ts";
import { viewerContext } from "#server/domains/members/members.service.ts";
import { AppError } from "#server/errors.ts";
import type { LaggingReads } from "#server/platform/db/replica.ts";
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
async function readResult(ctx: Context, search: Search, { resultId, offset }: Cursor, limit: number) {
  const listed: ListedWithoutCard[] = [];
  // Without a replica one statement reads all.
  const hasCards = ctx.replica === undefined;
  let [id, from] = [resultId, offset];
  for (;;) {
    const count = from === offset ? limit : STRIDE;
    const page = await findResultPage(ctx.db, search, { resultId: id, offset: from, count, hasCards });
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
 * @returns the first page of a new result
 */
async function createResult(ctx: Context, search: Search, limit: number, reads: LaggingReads) {
  const resultId = newId();
  const [known] = await Promise.all([
    findKnown(ctx.db, search.viewerId),
    consumeLimitAlone(ctx, "rankings", search.viewerId),
  ]);
  const proposed = await ctx.discoveryIndex.rank(search, known);
  rankings.inc({ by: proposed ? "memory" : "database" });
  // Without a replica one statement ranks and stores.
  const ranked = proposed ?? (ctx.replica ? await reads((db) => findRankedIds(db, search, known)) : undefined);
  const saved = ctx.transactStatement((tx) => saveResult(tx, resultId, search, ranked ?? rankMembers(search, known)));
  if (ranked && !ctx.replica) {
    // The first ones are known already, so their cards are read while the result is stored for the next page.
    const first = ranked.slice(0, limit);
    const [listed] = await Promise.all([findListed(ctx.db, search, first), saved]);
    if (listed.length === first.length) return { listed, next: ranked.length > limit ? `${resultId}.${limit}` : null };
  }
  await saved;
  return readResult(ctx, search, { resultId, offset: 0 }, limit);
}

/**
 * If the result is deleted, a new one begins, because its members are unknown: clients detect duplicates by id, and no
 * one is left out.
 */
async function readPage(ctx: Context, search: Search, { cursor, limit = PAGE_SIZE }: Page, reads: LaggingReads) {
  const at = cursor === undefined ? undefined : parseCursor(cursor);
  if (at === null) throw AppError.field("invalid", "cursor", "That cursor is not one of ours");
  const kept =
    (at && (await readResult(ctx, search, at, limit))) ??
    (await readResult(ctx, search, { resultId: "recent", offset: 0 }, limit));
  if (kept) return kept;
  return createResult(ctx, search, limit, reads);
}

function presentCard(
  { id, card, shared, hasSameGoal, contact, crushSent, cosine, recency, countedWeek }: ListedMember,
  { looking_for, counted_week, location }: Viewer,
  viewer: ViewerContext,
): BrowseProfile {
  const { username, isDemo, isVerified, profile } = presentSummary(card, viewer);
  const weeks = { viewer: packWeek(counted_week), member: countedWeek };
  const shownReasons = reasonsFor(interestsOf(shared), hasSameGoal ? looking_for : null, weeks);
  const reasons = shownReasons.length > 0 ? shownReasons : [lastReason(location, profile.location, cosine, recency)];
  const distance = distanceBand(cosine);
  const [crushedOnMe, isMatch] = [contact === "crush", contact === "match"];
  const about = { crushSent, crushedOnMe, isMatch, distance, recency, reasons };
  return { id, username, isDemo, isVerified, ...profile, ...about };
}

/**
 * The first page stores a ranked result for the next ones, so that changes cause no duplicates or gaps; each page
 * checks eligibility again. A page that reaches the daily limit is the last one.
 * @throws AppError invalid for a malformed cursor; browse_rate_limit; daily_browse_limit if no more members may be
 * listed
 */
export async function browse(ctx: Context, viewerId: string, page: Page, reads: LaggingReads) {
  const [{ viewer, preferences }, usage] = await Promise.all([
    findSearcher(ctx.db, viewerId),
    readUsage(ctx, "cards", viewerId),
  ]);
  const search = storedSearch(viewerId, { viewer, preferences });
  const found = await readPage(ctx, search, page, reads);
  if (!found) return { profiles: [], nextCursor: null };
  const listed = await addCards(ctx, found.listed, reads);
  const { profiles, cards, newPeople } = await admitCards(ctx, viewerId, viewer, listed, usage);
  return { profiles, nextCursor: profiles.length < listed.length ? null : found.next, cards, newPeople };
}

/**
 * Also the rest of the daily limits if it is low.
 * @param usage as `readUsage` found it
 * @throws AppError daily_browse_limit if no card may be shown
 */
export async function admitCards(
  ctx: Context,
  viewerId: string,
  viewer: Viewer,
  listed: readonly ListedMember[],
  usage?: Usage,
) {
  const listedIds = listed.map(({ id }) => id);
  const { ids, left: cards, newPeople } = await admitPeople(ctx, "cards", viewerId, listedIds, usage);
  const [admitted, context] = [new Set(ids), viewerContext(ctx, viewerId)];
  const profiles = listed.filter(({ id }) => admitted.has(id)).map((member) => presentCard(member, viewer, context));
  return { profiles, cards, newPeople };
}

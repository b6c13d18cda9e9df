import type { BrowseProfile, MemberView } from "#contract/discovery.ts";
import { PAGE_SIZE } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/lib/ids.ts";
import { distanceBand, parseCursor, reasonsFor, searchOf } from "#server/modules/discovery/discovery.policy.ts";
import {
  type Cursor,
  findCompared,
  findDiscoverableIds,
  findKnownMembers,
  findRecentResult,
  findResultPage,
  findViewer,
  type KnownMembers,
  type Search,
  type Viewer,
} from "#server/modules/discovery/discovery.queries.ts";
import { saveResult, touchResult } from "#server/modules/discovery/discovery.repo.ts";
import { getSearchPreferences } from "#server/modules/discovery/search-preferences.service.ts";
import { admitPeople, consumeLimit } from "#server/modules/member-limits/member-limits.service.ts";
import { presentProfile } from "#server/modules/members/members.present.ts";
import { findPage } from "#server/modules/members/members.queries.ts";
import { presentSummaries, viewerContext } from "#server/modules/members/members.service.ts";
import { blockError, isAcquainted } from "#server/modules/relationships/relationships.policy.ts";
import { findView } from "#server/modules/relationships/relationships.queries.ts";

interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Positions per query after the first one, if members of the page are no longer eligible. */
const STRIDE = 200;

/** Reads up to `limit` members of a result who are still eligible, from a position on, and the cursor after them. */
async function readResult(
  ctx: Context,
  search: Search,
  known: KnownMembers,
  { resultId, offset }: Cursor,
  limit: number,
) {
  const ids: string[] = [];
  let from = offset;
  for (;;) {
    const count = from === offset ? limit : STRIDE;
    const page = await findResultPage(ctx.db, search, known, { resultId, offset: from, count });
    if (!page) return undefined;
    if (page.isIdle) await ctx.transact((tx) => touchResult(tx, resultId));
    const taken = page.shown.slice(0, limit - ids.length);
    ids.push(...taken.map(({ id }) => id));
    const end = taken.length < page.shown.length ? (taken.at(-1)?.position ?? from) : from + count;
    if (end >= page.total) return { ids, next: null };
    if (ids.length === limit) return { ids, next: `${resultId}.${end}` };
    from = end;
  }
}

/**
 * A page of the result that the cursor names. If the result is deleted, a new one begins, because its members are
 * unknown: clients detect duplicates by id, and no one is left out.
 */
async function readPage(ctx: Context, search: Search, known: KnownMembers, { cursor, limit = PAGE_SIZE }: Page) {
  const at = cursor === undefined ? undefined : parseCursor(cursor);
  if (at === null) throw AppError.field("invalid", "cursor", "That cursor is not one of ours");
  const kept = at && (await readResult(ctx, search, known, at, limit));
  if (kept) return kept;
  const recent = await findRecentResult(ctx.db, search);
  const resultId = recent ?? newId();
  if (!recent) {
    await ctx.transact(async (tx) => {
      await consumeLimit(ctx, tx, "rankings", search.viewerId);
      await saveResult(tx, resultId, search, known);
    });
  }
  return readResult(ctx, search, known, { resultId, offset: 0 }, limit);
}

async function presentCards(
  ctx: Context,
  viewerId: string,
  viewer: Viewer,
  ids: readonly string[],
  crushed: readonly string[],
) {
  const [cards, shown] = await Promise.all([
    presentSummaries(ctx.db, ids, viewerContext(ctx, viewerId)),
    findCompared(ctx.db, ids).then((rows) => new Map(rows.map((row) => [row.member_id, row]))),
  ]);
  const sent = new Set(crushed);
  return cards.flatMap(({ _id, username, isDemo, profile }): BrowseProfile[] => {
    const row = shown.get(_id);
    if (!row) return [];
    const reasons = reasonsFor(
      { interests: viewer.interests, lookingFor: viewer.looking_for },
      { interests: row.interests, lookingFor: row.looking_for },
    );
    const distance = distanceBand(viewer.h3_cell, row.h3_cell);
    return [{ id: _id, username, isDemo, ...profile, crushSent: sent.has(_id), distance, reasons }];
  });
}

/**
 * A page of members to discover. The first page stores a ranked result for the next ones, so that changes cause no
 * duplicates or gaps; each page checks eligibility again. A page that reaches the daily limit is the last one.
 * @throws AppError invalid for a malformed cursor; browse_rate_limit; daily_browse_limit if no more members may be
 *   listed
 */
export async function browse(ctx: Context, viewerId: string, page: Page) {
  const [viewer, filters, known] = await Promise.all([
    findViewer(ctx.db, viewerId),
    getSearchPreferences(ctx.db, viewerId),
    findKnownMembers(ctx.db, viewerId),
  ]);
  const found = await readPage(ctx, searchOf(viewerId, viewer, filters), known, page);
  if (!found) return { profiles: [], nextCursor: null };
  const { ids, left: cards, newPeople } = await admitPeople(ctx, "cards", viewerId, found.ids);
  const profiles = await presentCards(ctx, viewerId, viewer, ids, known.crushed);
  return { profiles, nextCursor: ids.length < found.ids.length ? null : found.next, cards, newPeople };
}

/**
 * The members of a list whom a viewer can no longer discover: deleted, hidden and suspended ones, and those without
 * open contact.
 */
export async function findUnavailable(ctx: Context, viewerId: string, ids: readonly string[]) {
  const [discoverable, { ended }] = await Promise.all([
    findDiscoverableIds(ctx.db, ids),
    findKnownMembers(ctx.db, viewerId),
  ]);
  const available = new Set(discoverable).difference(new Set(ended));
  return { gone: ids.filter((id) => !available.has(id)) };
}

/**
 * Another member's page.
 * @throws AppError blocked; profile_not_found for any reason why they cannot be seen; daily_profile_limit
 */
export async function viewMember(ctx: Context, viewerId: string, id: string): Promise<Omit<MemberView, "success">> {
  const isSelf = viewerId === id;
  const [{ side, isVisible }, viewer, page] = await Promise.all([
    findView(ctx.db, viewerId, id),
    findViewer(ctx.db, viewerId),
    findPage(ctx.db, id),
  ]);
  const error = blockError(side);
  if (error) throw new AppError(error);
  if (!page || !(isSelf || isVisible)) throw new AppError("profile_not_found");
  const { left: profiles, newPeople } =
    isSelf || isAcquainted(side)
      ? { left: undefined, newPeople: undefined }
      : await admitPeople(ctx, "profiles", viewerId, [id]);
  return {
    user: {
      _id: page.id,
      username: page.username,
      isDemo: page.is_demo,
      profile: presentProfile(page, viewerContext(ctx, viewerId)),
    },
    crushSent: (side?.i_crushed_at ?? null) !== null,
    isMatch: side?.is_matched ?? false,
    distance: distanceBand(viewer.h3_cell, page.h3_cell),
    newPeople,
    profiles,
  };
}

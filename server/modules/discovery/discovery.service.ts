import type { BrowseProfile, MemberView } from "#contract/discovery.ts";
import { PAGE_SIZE } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/lib/ids.ts";
import { distanceBand, reasonsFor } from "#server/modules/discovery/discovery.policy.ts";
import {
  findDiscoverableOf,
  findPairedWith,
  findShown,
  findViewer,
  type Viewer,
} from "#server/modules/discovery/discovery.repo.ts";
import { readFilters } from "#server/modules/discovery/filters.service.ts";
import {
  type Bookmark,
  findFresh,
  findNext,
  keepRanking,
  type Paired,
  type Search,
  touchRanking,
} from "#server/modules/discovery/ranking.repo.ts";
import { parseCursor, searchOf } from "#server/modules/discovery/search.policy.ts";
import { admitPeople, consumeLimit } from "#server/modules/member-limits/member-limits.service.ts";
import { presentProfile } from "#server/modules/members/members.present.ts";
import { findMemberPage, summaries, viewingOf } from "#server/modules/members/members.service.ts";
import {
  blockRefusal,
  isAcquainted,
  isMatched,
  isVisible,
  sideOf,
} from "#server/modules/relationships/relationships.policy.ts";
import { pairOf } from "#server/modules/relationships/relationships.service.ts";

interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Where many of a list have gone, so many are looked through at a time. */
const STRIDE = 200;

/** Up to `limit` of those who may still be shown from a place in a kept list on, and the place after them. */
async function readOn(ctx: Context, search: Search, paired: Paired, { listId, offset }: Bookmark, limit: number) {
  const ids: string[] = [];
  let from = offset;
  for (;;) {
    const count = from === offset ? limit : STRIDE;
    const part = await findNext(ctx.db, search, paired, { listId, offset: from, count });
    if (!part) return undefined;
    if (part.idle) await ctx.transact((tx) => touchRanking(tx, listId));
    const taken = part.shown.slice(0, limit - ids.length);
    ids.push(...taken.map(({ id }) => id));
    const end = taken.length < part.shown.length ? (taken.at(-1)?.place ?? from) : from + count;
    if (end >= part.total) return { ids, next: null };
    if (ids.length === limit) return { ids, next: `${listId}.${end}` };
    from = end;
  }
}

/**
 * A page of the list that the cursor names while it is kept. When that is gone, what it held is not known any more, so one
 * begins anew: whoever is listed twice by that can be told by the id, and nobody is left out.
 */
async function pageOf(ctx: Context, search: Search, paired: Paired, { cursor, limit = PAGE_SIZE }: Page) {
  const at = cursor === undefined ? undefined : parseCursor(cursor);
  if (at === null) throw AppError.field("invalid", "cursor", "That cursor is not one of ours");
  const kept = at && (await readOn(ctx, search, paired, at, limit));
  if (kept) return kept;
  const fresh = await findFresh(ctx.db, search);
  const listId = fresh ?? newId();
  if (!fresh) {
    await ctx.transact(async (tx) => {
      await consumeLimit(ctx, tx, "rankings", search.viewerId);
      await keepRanking(tx, listId, search, paired);
    });
  }
  return readOn(ctx, search, paired, { listId, offset: 0 }, limit);
}

/** A card for each of those shown. */
async function cardsFor(
  ctx: Context,
  viewerId: string,
  viewer: Viewer,
  ids: readonly string[],
  crushed: readonly string[],
) {
  const [cards, shown] = await Promise.all([
    summaries(ctx.db, ids, viewingOf(ctx, viewerId)),
    findShown(ctx.db, ids).then((rows) => new Map(rows.map((row) => [row.member_id, row]))),
  ]);
  const sent = new Set(crushed);
  return cards.flatMap(({ _id, username, isDemo, profile }): BrowseProfile[] => {
    const row = shown.get(_id);
    if (!row) return [];
    const reasons = reasonsFor(
      { interests: viewer.interests, lookingFor: viewer.looking_for },
      { interests: row.interests, lookingFor: row.looking_for },
    );
    const distance = distanceBand(viewer.cell, row.cell);
    return [{ id: _id, username, isDemo, ...profile, crushSent: sent.has(_id), distance, reasons }];
  });
}

/**
 * A page of members to discover: a ranked list is made for the first page and kept for the next ones, so that nobody is
 * shown twice or skipped while others come and go; who may be shown is asked again for each page. A page on which the limit of a
 * day is met is the last one.
 * @throws AppError invalid for a cursor that is none; browse_rate_limit; daily_browse_limit, where nobody may be shown any more
 */
export async function browse(ctx: Context, viewerId: string, page: Page) {
  const [viewer, filters, paired] = await Promise.all([
    findViewer(ctx.db, viewerId),
    readFilters(ctx.db, viewerId),
    findPairedWith(ctx.db, viewerId),
  ]);
  const found = await pageOf(ctx, searchOf(viewerId, viewer, filters), paired, page);
  if (!found) return { profiles: [], nextCursor: null };
  const { ids, left: cards, newPeople } = await admitPeople(ctx, "cards", viewerId, found.ids);
  const profiles = await cardsFor(ctx, viewerId, viewer, ids, paired.crushed);
  return { profiles, nextCursor: ids.length < found.ids.length ? null : found.next, cards, newPeople };
}

/** Those of some members who are not to be discovered any more by a viewer: they have gone, hide, or one has ended contact. */
export async function whoHasGone(ctx: Context, viewerId: string, ids: readonly string[]) {
  const [discoverable, { ended }] = await Promise.all([
    findDiscoverableOf(ctx.db, ids),
    findPairedWith(ctx.db, viewerId),
  ]);
  const there = new Set(discoverable).difference(new Set(ended));
  return { gone: ids.filter((id) => !there.has(id)) };
}

/**
 * Another member's page.
 * @throws AppError blocked; profile_not_found, whatever the reason that they are not there; daily_profile_limit
 */
export async function viewMember(ctx: Context, viewerId: string, id: string): Promise<Omit<MemberView, "success">> {
  const pair = await pairOf(ctx.db, viewerId, id);
  const refusal = blockRefusal(pair, viewerId);
  if (refusal) throw new AppError(refusal);
  const [viewer, page] = await Promise.all([findViewer(ctx.db, viewerId), findMemberPage(ctx.db, id)]);
  if (!page || (viewerId !== id && !isVisible(pair, page.standing))) throw new AppError("profile_not_found");
  const side = pair && sideOf(pair, viewerId);
  const knows = viewerId === id || isAcquainted(pair);
  const { left: profiles, newPeople } = knows
    ? { left: undefined, newPeople: undefined }
    : await admitPeople(ctx, "profiles", viewerId, [id]);
  return {
    user: {
      _id: page.id,
      username: page.username,
      isDemo: page.is_demo,
      profile: presentProfile(page, viewingOf(ctx, viewerId)),
    },
    crushSent: side?.iCrushed ?? false,
    isMatch: isMatched(pair),
    distance: distanceBand(viewer.cell, page.cell),
    newPeople,
    profiles,
  };
}

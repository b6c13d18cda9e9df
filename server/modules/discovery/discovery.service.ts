import type { BrowseProfile, MemberView } from "#contract/discovery.ts";
import { PAGE_SIZE } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { newId } from "#server/ids.ts";
import { findResult, keepResult, rank, type Search, stillEligible } from "#server/modules/discovery/browse.repo.ts";
import { distanceBand, reasonsFor } from "#server/modules/discovery/discovery.policy.ts";
import { findPairedWith, findShown, findViewer, type Viewer } from "#server/modules/discovery/discovery.repo.ts";
import { readFilters } from "#server/modules/discovery/filters.service.ts";
import { parseCursor, searchOf } from "#server/modules/discovery/search.policy.ts";
import { presentProfile } from "#server/modules/members/members.present.ts";
import { readVisiblePage, summaries, viewingOf } from "#server/modules/members/members.service.ts";
import { isMatched, sideOf } from "#server/modules/pairs/pairs.policy.ts";
import { pairOf } from "#server/modules/pairs/pairs.service.ts";

/** A ranked list is this long at most; whoever has seen all of it starts anew. */
const RANKED_MAX = 600;

interface Page {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** The list that a page is cut from: the one the cursor names while it is kept, else a new one. */
async function listFor(ctx: Context, search: Search, paired: Paired, cursor: string | undefined) {
  const at = cursor === undefined ? undefined : parseCursor(cursor);
  if (at === null) throw AppError.field("invalid", "cursor", "That cursor is not one of ours");
  const kept = at && (await findResult(ctx.db, at.result, search.viewerId));
  if (at && kept) return { id: at.result, ids: kept, offset: at.offset };
  const ids = await rank(ctx.db, search, { excluded: paired.ended, last: paired.crushed, limit: RANKED_MAX });
  const id = newId();
  await ctx.transact((tx) => keepResult(tx, id, search.viewerId, ids));
  // A cursor whose list is gone goes on at its place in the new one.
  return { id, ids, offset: at?.offset ?? 0 };
}

type Paired = Awaited<ReturnType<typeof findPairedWith>>;

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
 * shown twice or skipped while others come and go; who may be shown is asked again for each page.
 * @throws AppError invalid for a cursor that is none
 */
export async function browse(ctx: Context, viewerId: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const [viewer, filters, paired] = await Promise.all([
    findViewer(ctx.db, viewerId),
    readFilters(ctx.db, viewerId),
    findPairedWith(ctx.db, viewerId),
  ]);
  const search = searchOf(viewerId, viewer, filters);
  const { id, ids, offset } = await listFor(ctx, search, paired, page.cursor);
  const shown: string[] = [];
  let next = offset;
  while (shown.length < limit && next < ids.length) {
    const slice = ids.slice(next, next + limit - shown.length);
    shown.push(...(await stillEligible(ctx.db, search, slice, paired.ended)));
    next += slice.length;
  }
  const profiles = await cardsFor(ctx, viewerId, viewer, shown, paired.crushed);
  return { profiles, nextCursor: next < ids.length ? `${id}.${next}` : null };
}

/** Another member's page. @throws AppError profile_not_found, whatever the reason that they are not there */
export async function viewMember(ctx: Context, viewerId: string, id: string): Promise<Omit<MemberView, "success">> {
  const pair = await pairOf(ctx.db, viewerId, id);
  const side = pair && sideOf(pair, viewerId);
  const [viewer, page] = await Promise.all([
    findViewer(ctx.db, viewerId),
    readVisiblePage(ctx.db, id, side !== undefined && (side.iCrushed || side.theyCrushed)),
  ]);
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
  };
}

import type { MemberView } from "#contract/discovery/discovery.ts";
import type { Context } from "#server/context.ts";
import { findPassedIds, findPassedUntil } from "#server/domains/discovery/passes/passes.queries.ts";
import { packWeek, shareWeek } from "#server/domains/discovery/search/counted-weeks.policy.ts";
import { distanceBand } from "#server/domains/discovery/search/discovery.policy.ts";
import { findRecency } from "#server/domains/discovery/search/discovery.queries.ts";
import { findViewer } from "#server/domains/discovery/search/searcher.queries.ts";
import { admitPeople } from "#server/domains/members/member-limits/member-limits.service.ts";
import { presentProfile } from "#server/domains/members/members.present.ts";
import { findPage } from "#server/domains/members/members.queries.ts";
import { viewerContext } from "#server/domains/members/members.service.ts";
import { blockError, isAcquainted } from "#server/domains/members/relationships/relationships.policy.ts";
import { findAsked, findView } from "#server/domains/members/relationships/relationships.queries.ts";
import { updateCrushOpened } from "#server/domains/members/relationships/relationships.statements.ts";
import { findCounted } from "#server/domains/training/weeks/training.queries.ts";
import { AppError } from "#server/errors.ts";
import type { LaggingReads } from "#server/platform/db/replica.ts";
import { cosineBetween } from "#server/platform/geo/geo-cells.ts";

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

/**
 * Members whose page the viewer cannot open any more, and those on whom the viewer has passed. Of the others, those to
 * whom the viewer has sent a crush, and their matches.
 */
export async function findUnavailable(ctx: Context, viewerId: string, ids: readonly string[]) {
  const [asked, passed] = await Promise.all([findAsked(ctx.db, viewerId, ids), findPassedIds(ctx.db, viewerId, ids)]);
  const shown = asked.filter(({ id, isVisible }) => isVisible && !passed.has(id));
  const known = new Set(shown.map(({ id }) => id));
  return {
    gone: ids.filter((id) => !known.has(id)),
    crushSent: shown.filter(({ crushSent }) => crushSent).map(({ id }) => id),
    matches: shown.filter(({ isMatch }) => isMatch).map(({ id }) => id),
  };
}

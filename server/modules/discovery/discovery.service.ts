import type { BrowseProfile, MemberView } from "#contract/discovery.ts";
import { PAGE_SIZE } from "#contract/limits.ts";
import type { Page } from "#contract/shapes.ts";
import type { Context } from "#server/context.ts";
import { distanceBand, reasonsFor } from "#server/modules/discovery/discovery.policy.ts";
import { findBrowsable, findViewer } from "#server/modules/discovery/discovery.repo.ts";
import { presentProfile } from "#server/modules/members/members.present.ts";
import { readVisiblePage, summaries, viewingOf } from "#server/modules/members/members.service.ts";
import { isMatched, sideOf } from "#server/modules/pairs/pairs.policy.ts";
import { pairOf } from "#server/modules/pairs/pairs.service.ts";

/** A page of members to discover. The cursor is the last one's id, which tells nothing that the page does not. */
export async function browse(ctx: Context, viewerId: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const viewer = await findViewer(ctx.db, viewerId);
  const found = await findBrowsable(ctx.db, viewerId, limit + 1, page.cursor);
  const rows = new Map(found.slice(0, limit).map((row) => [row.id, row]));
  const cards = await summaries(ctx.db, [...rows.keys()], viewingOf(ctx, viewerId));
  const profiles = cards.flatMap(({ _id, username, isDemo, profile }): BrowseProfile[] => {
    const row = rows.get(_id);
    if (!row) return [];
    return [
      {
        id: _id,
        username,
        isDemo,
        ...profile,
        crushSent: row.crush_sent,
        distance: distanceBand(viewer.cell, row.cell),
        reasons: reasonsFor(
          { interests: viewer.interests, lookingFor: viewer.looking_for },
          { interests: row.interests, lookingFor: row.looking_for },
        ),
      },
    ];
  });
  return { profiles, nextCursor: found.length > limit ? ([...rows.keys()].at(-1) ?? null) : null };
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

import { PAGE_SIZE } from "#contract/limits.ts";
import type { PositionPage } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import { findPassedUntil, findPasses } from "#server/domains/discovery/passes/passes.queries.ts";
import { deletePass, upsertPass } from "#server/domains/discovery/passes/passes.statements.ts";
import { lockMembersShared } from "#server/domains/members/members.service.ts";
import { blockError } from "#server/domains/members/relationships/relationships.policy.ts";
import { findView } from "#server/domains/members/relationships/relationships.queries.ts";
import { updateCrushOpened } from "#server/domains/members/relationships/relationships.statements.ts";
import { AppError } from "#server/errors.ts";
import { cutPage, readPosition, writePosition } from "#server/platform/lib/page.ts";

/**
 * Stores that a member does not want to be shown another one for `PASS_DAYS` days. Only their own devices are informed.
 * @throws AppError profile_not_found, blocked; already_sent for a member to whom they have sent a crush
 */
export async function passMember(ctx: Context, me: string, userId: string): Promise<{ until: string }> {
  if (me === userId) throw new AppError("profile_not_found");
  return ctx.transact(async (tx) => {
    await lockMembersShared(tx, me, userId);
    const { side, isVisible } = await findView(tx, me, userId);
    const error = blockError(side);
    if (error) throw new AppError(error);
    if (!isVisible) throw new AppError("profile_not_found");
    if (side && side.i_crushed_at !== null) throw new AppError("already_sent");
    await updateCrushOpened(tx, me, userId);
    await upsertPass(tx, me, userId);
    const until = await findPassedUntil(tx, me, userId);
    if (!until) throw new Error("a pass that was just stored is missing");
    tx.emit(me, "pass_changed", { userId, isPassed: true });
    return { until: until.toISOString() };
  });
}

/** Deletes a pass. The response is the same for every id. */
export const undoPass = (ctx: Context, me: string, userId: string): Promise<Record<never, never>> =>
  ctx.transact(async (tx) => {
    await deletePass(tx, me, userId);
    tx.emit(me, "pass_changed", { userId, isPassed: false });
    return {};
  });

/** The members whom a member has passed on, the latest first. */
export async function listPasses(ctx: Context, me: string, page: PositionPage) {
  const limit = page.limit ?? PAGE_SIZE;
  const found = await findPasses(ctx.db, me, limit + 1, readPosition(page.cursor));
  const { rows, nextCursor } = cutPage(found, limit, writePosition);
  const passes = rows.map(({ id: _id, username, until }) => ({ _id, username, until: until.toISOString() }));
  return { passes, nextCursor };
}

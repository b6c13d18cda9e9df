import { PAGE_SIZE } from "#contract/limits.ts";
import type { Page } from "#contract/shapes.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { holdKnown, requireThere } from "#server/modules/members/members.service.ts";
import { block, blockedBy, endMatch, unblock } from "#server/modules/pairs/pairs.service.ts";

interface Said {
  readonly message: string;
}

/** Ends a match, for both and for good. @throws AppError profile_not_found, not_matched, blocked */
export async function unmatch(ctx: Context, me: string, userId: string): Promise<Said> {
  await ctx.transact(async (tx) => {
    await requireThere(tx, userId);
    await endMatch(tx, me, userId);
  });
  return { message: "You are no longer matched." };
}

/** Blocks somebody, whatever there is between the two; it ends. @throws AppError own_profile, profile_not_found */
export async function blockMember(ctx: Context, me: string, userId: string): Promise<Said> {
  if (me === userId) throw new AppError("own_profile");
  const { username } = await ctx.transact(async (tx) => {
    const known = await holdKnown(tx, me, userId);
    await block(tx, me, userId);
    return known;
  });
  return { message: `You have blocked ${username}.` };
}

/** @throws AppError profile_not_found */
export async function unblockMember(ctx: Context, me: string, userId: string): Promise<Said> {
  const { username } = await ctx.transact(async (tx) => {
    const known = await holdKnown(tx, me, userId);
    await unblock(tx, me, userId);
    tx.emit(me, "settings_changed", { what: "blocks" });
    return known;
  });
  return { message: `You have unblocked ${username}.` };
}

/** Those whom a member has blocked, the latest first. */
export async function readBlocked(ctx: Context, me: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const found = await blockedBy(ctx.db, me, limit + 1, page.cursor);
  const rows = found.slice(0, limit);
  const blocked = rows.map(({ other_id: _id, username, blocked_at }) => ({
    _id,
    username,
    blockedAt: blocked_at.toISOString(),
  }));
  return { blocked, nextCursor: found.length > limit ? (rows.at(-1)?.pair_id ?? null) : null };
}

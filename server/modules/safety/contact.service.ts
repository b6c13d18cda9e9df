import { PAGE_SIZE } from "#contract/limits.ts";
import type { Page } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { findMember, holdMembers, requireThere } from "#server/modules/members/members.service.ts";
import { isAcquainted, isVisible } from "#server/modules/relationships/relationships.policy.ts";
import { block, blockedBy, endMatch, pairOf, unblock } from "#server/modules/relationships/relationships.service.ts";

interface Said {
  readonly message: string;
}

/** Ends a match, for both and for good. @throws AppError profile_not_found, not_matched, blocked */
export async function unmatch(ctx: Context, me: string, userId: string): Promise<Said> {
  await ctx.transact(async (tx) => {
    await requireThere(tx, userId, isAcquainted(await pairOf(tx, me, userId)));
    await endMatch(tx, me, userId);
  });
  return { message: "You are no longer matched." };
}

/**
 * Blocks somebody within a transaction. An id that is not visible to me is blocked all the same, and nothing that I can ask
 * afterwards tells it from one that nobody has, for which nothing is stored.
 * @returns their name, if they were visible to me
 */
export async function blockIn(tx: Tx, me: string, userId: string): Promise<string | undefined> {
  await holdMembers(tx, me, userId);
  const [pair, member] = [await pairOf(tx, me, userId), await findMember(tx, userId)];
  const visible = member && isVisible(pair, member.standing) ? member : undefined;
  // What is left of contact with a deleted account takes a block, too: the list of past contacts shows it.
  if (member || pair) await block(tx, me, userId, visible !== undefined);
  else tx.emit(me, "relationship_ended", { userId });
  return visible?.username;
}

/** Blocks somebody, whatever there is between the two; it ends. @throws AppError cannot_crush_self */
export async function blockMember(ctx: Context, me: string, userId: string): Promise<Said> {
  if (me === userId) throw new AppError("cannot_crush_self");
  const username = await ctx.transact((tx) => blockIn(tx, me, userId));
  return { message: `You have blocked ${username ?? "this member"}.` };
}

/** Takes a block back. Where there is none that I am shown, the answer is the same for every id. */
export async function unblockMember(ctx: Context, me: string, userId: string): Promise<Said> {
  const username = await ctx.transact(async (tx) => {
    await holdMembers(tx, me, userId);
    const wasListed = await unblock(tx, me, userId);
    tx.emit(me, "settings_changed", { what: "blocks" });
    return wasListed ? (await findMember(tx, userId))?.username : undefined;
  });
  return { message: username === undefined ? "Unblocked" : `You have unblocked ${username}.` };
}

/** Those whom a member has blocked and is shown, the latest first. */
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

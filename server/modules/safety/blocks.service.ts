import { PAGE_SIZE } from "#contract/limits.ts";
import type { Page } from "#contract/schemas.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { AppError } from "#server/errors.ts";
import { findCard } from "#server/modules/members/members.queries.ts";
import { assertAvailable, lockMembersShared } from "#server/modules/members/members.service.ts";
import { isAcquainted } from "#server/modules/relationships/relationships.policy.ts";
import {
  findBlockedMembers,
  findRelationship,
  isVisible,
} from "#server/modules/relationships/relationships.queries.ts";
import { block, unblock, unmatch } from "#server/modules/relationships/relationships.service.ts";

interface Confirmation {
  readonly message: string;
}

/** Ends a match for both members. @throws AppError profile_not_found, not_matched, blocked */
export async function unmatchMember(ctx: Context, me: string, userId: string): Promise<Confirmation> {
  await ctx.transact(async (tx) => {
    await assertAvailable(tx, userId, isAcquainted(await findRelationship(tx, me, userId)));
    await unmatch(tx, me, userId);
  });
  return { message: "You are no longer matched." };
}

/**
 * Blocks a member within a transaction. A member who is not visible is blocked all the same; no later response
 * distinguishes them from an unknown id, for which nothing is stored.
 * @returns their name, if they were visible
 */
export async function blockInTransaction(tx: Tx, me: string, userId: string): Promise<string | undefined> {
  await lockMembersShared(tx, me, userId);
  const [side, member] = [await findRelationship(tx, me, userId), await findCard(tx, userId)];
  const visible = member && (await isVisible(tx, me, userId)) ? member : undefined;
  // A deleted member with whom there was contact can be blocked, too: the list of past contacts shows it.
  if (member || side) await block(tx, me, userId, visible !== undefined);
  else tx.emit(me, "relationship_ended", { userId });
  return visible?.username;
}

/** Blocks a member and ends contact with them. @throws AppError cannot_crush_self */
export async function blockMember(ctx: Context, me: string, userId: string): Promise<Confirmation> {
  if (me === userId) throw new AppError("cannot_crush_self");
  const username = await ctx.transact((tx) => blockInTransaction(tx, me, userId));
  return { message: `You have blocked ${username ?? "this member"}.` };
}

/** Deletes a block. Without a listed block the response is the same for every id. */
export async function unblockMember(ctx: Context, me: string, userId: string): Promise<Confirmation> {
  const username = await ctx.transact(async (tx) => {
    await lockMembersShared(tx, me, userId);
    const wasListed = await unblock(tx, me, userId);
    tx.emit(me, "settings_changed", { what: "blocks" });
    return wasListed ? (await findCard(tx, userId))?.username : undefined;
  });
  return { message: username === undefined ? "Unblocked" : `You have unblocked ${username}.` };
}

/** The members in one's list of blocks, the latest first. */
export async function listBlocked(ctx: Context, me: string, page: Page) {
  const limit = page.limit ?? PAGE_SIZE;
  const found = await findBlockedMembers(ctx.db, me, limit + 1, page.cursor);
  const rows = found.slice(0, limit);
  const blocked = rows.map(({ other_id: _id, username, blocked_at }) => ({
    _id,
    username,
    blockedAt: blocked_at.toISOString(),
  }));
  return { blocked, nextCursor: found.length > limit ? (rows.at(-1)?.relationship_id ?? null) : null };
}

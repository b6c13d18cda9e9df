import type { Context } from "#server/context.ts";
import { FORMER_MONTHS } from "#server/domains/accounts/identities/identities.policy.ts";
import { findSiblings } from "#server/domains/accounts/identities/identities.queries.ts";
import { lockExisting, lockExistingShared } from "#server/domains/members/members.service.ts";
import {
  blockError,
  isMatched,
  isOrphaned,
  type MessageRun,
  runOf,
  unansweredLeft,
} from "#server/domains/members/relationships/relationships.policy.ts";
import {
  type BlockRow,
  findBlocksAround,
  findView,
  type View,
} from "#server/domains/members/relationships/relationships.queries.ts";
import {
  deleteBlock,
  deleteInheritedBlocks,
  deleteRetainedBlock,
  endRelationshipsOfDeleted,
  findRemaining,
  insertRetainedBlock,
  retainBlocks,
  updateEnded,
  upsertBlock,
  upsertInheritedBlock,
} from "#server/domains/members/relationships/relationships.repo.ts";
import {
  lockRelationship,
  lockRelationshipsOf,
} from "#server/domains/members/relationships/relationships.statements.ts";
import { recordStatusEvent } from "#server/domains/members/status-events/status-events.statements.ts";
import { AppError } from "#server/errors.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { RelationshipSide } from "#server/platform/db/schema/relationships.ts";

/** Why a crush was not inserted: blocked; already_sent; profile_not_found for any other member who cannot be reached. */
export async function explainRefusedCrush(db: Db, senderId: string, recipientId: string): Promise<AppError> {
  const { side, isVisible } = await findView(db, senderId, recipientId);
  const wasSent = isVisible && side !== undefined && side.i_crushed_at !== null;
  return new AppError(blockError(side) ?? (wasSent ? "already_sent" : "profile_not_found"));
}

/** A call names a member, or a message, which may be there no more once contact has ended. */
type Named = "profile_not_found" | "not_found";

/**
 * The viewer's side of a match whose members may write to each other.
 * @param unknown the error for an unknown id of what the call names
 * @throws AppError not_matched for other members whom the viewer can see; blocked for one whom the viewer has blocked;
 *   member_deleted for a match who has deleted their account; `unknown` for everyone else: an unknown id, and whoever has
 *   unmatched or blocked the viewer, hides or is suspended
 */
export function matchOf(
  { side, isVisible, isBeingErased }: View,
  unknown: Named = "profile_not_found",
): RelationshipSide {
  if (isBeingErased || isOrphaned(side)) throw new AppError("member_deleted");
  if (isMatched(side) && isVisible) return side;
  const error = blockError(side) ?? (isVisible ? "not_matched" : "profile_not_found");
  throw new AppError(error === "profile_not_found" ? unknown : error);
}

/**
 * The viewer's side of a conversation that can be read: of a match, also of one who has deleted their account.
 * @throws AppError as `matchOf`; member_deleted only until the other member's messages are erased
 */
export const readableOf = (view: View, unknown?: Named): RelationshipSide =>
  isOrphaned(view.side) ? view.side : matchOf(view, unknown);

/** Locks the relationship of two members, if there is one. The second statement sees what was committed meanwhile. */
async function lockView(tx: Tx, me: string, otherId: string): Promise<View> {
  await lockRelationship(tx, me, otherId);
  return findView(tx, me, otherId);
}

/** Locks a conversation that can be read. @throws AppError as `readableOf` */
export const lockReadable = async (tx: Tx, me: string, otherId: string, unknown?: Named): Promise<RelationshipSide> =>
  readableOf(await lockView(tx, me, otherId), unknown);

/** Locks the relationship of two matched members. @throws AppError as `matchOf` */
export const lockMatch = async (tx: Tx, me: string, otherId: string, unknown?: Named): Promise<RelationshipSide> =>
  matchOf(await lockView(tx, me, otherId), unknown);

function emitEnded(tx: Tx, me: string, otherId: string, toBoth: boolean): void {
  tx.emit(me, "relationship_ended", { userId: otherId });
  if (toBoth) tx.emit(otherId, "relationship_ended", { userId: me });
}

/** Ends a match for both members. @throws AppError as `matchOf` */
export async function unmatch(tx: Tx, me: string, otherId: string): Promise<void> {
  const { relationship_id } = await lockMatch(tx, me, otherId);
  await endContact(tx, me, otherId, relationship_id);
}

/** Ends contact for good, which both learn. Needs the relationship's lock. */
async function endContact(tx: Tx, me: string, otherId: string, relationshipId: string): Promise<void> {
  await updateEnded(tx, relationshipId);
  await recordStatusEvent(tx, { event: "ended", memberId: me, otherId });
  emitEnded(tx, me, otherId, true);
}

/** Ends contact that a restore has brought back. Idempotent. @returns whether there was any */
export async function endContactAgain(tx: Tx, me: string, otherId: string): Promise<boolean> {
  const { side } = await lockView(tx, me, otherId);
  if (!side || side.ended_at !== null) return false;
  await endContact(tx, me, otherId, side.relationship_id);
  return true;
}

/**
 * Blocks a member and ends contact with them. Idempotent. Other accounts of the same person inherit the block. Needs both
 * members' locks.
 * @param isListed whether the block is in my list: the member was visible to me
 */
export async function block(tx: Tx, me: string, otherId: string, isListed: boolean): Promise<void> {
  const siblings = [...(await lockExistingShared(tx, await findSiblings(tx, otherId)))].filter((id) => id !== me);
  const { id, has_contact } = await upsertBlock(tx, me, otherId, isListed);
  await recordStatusEvent(tx, { event: "blocked", memberId: me, otherId });
  // Without contact the other member gets no event: it would reveal the block.
  if (has_contact) await endContact(tx, me, otherId, id);
  else emitEnded(tx, me, otherId, false);
  for (const sibling of siblings) await inheritBlock(tx, me, sibling);
}

/** Blocks a member because of another account of theirs. Both learn only that contact has ended. */
async function inheritBlock(tx: Tx, me: string, otherId: string): Promise<void> {
  const { id, has_contact } = await upsertInheritedBlock(tx, me, otherId);
  if (has_contact) await endContact(tx, me, otherId, id);
}

/**
 * Deletes a block, and what other accounts of the same person inherited from it. Contact that it ended stays ended.
 * @returns whether the block was in my list
 */
export async function unblock(tx: Tx, me: string, otherId: string): Promise<boolean> {
  const listed = await deleteBlock(tx, me, otherId);
  const wasRetained = await deleteRetainedBlock(tx, me, otherId);
  if (listed !== undefined || wasRetained) await recordStatusEvent(tx, { event: "unblocked", memberId: me, otherId });
  const wasListed = listed === true;
  const siblings = (await findSiblings(tx, otherId)).filter((id) => id !== me);
  if (siblings.length === 0) return wasListed;
  const blocks = await findBlocksAround(tx, siblings);
  const isStillBlocked = blocks.some((one) => one.blocker_id === me && !one.inherited);
  if (!isStillBlocked) await deleteInheritedBlocks(tx, me, siblings);
  return wasListed;
}

/** Applies the blocks against some accounts, including deleted ones, to another one that may be of the same person. */
export async function copyBlocksAgainst(tx: Tx, ids: readonly string[], memberId: string): Promise<void> {
  const blocks = await findBlocksAround(tx, ids);
  const blockers = new Set(blocks.filter((one) => ids.includes(one.blocked_id)).map((one) => one.blocker_id));
  const presentIds = await lockExistingShared(tx, [...blockers]);
  for (const id of presentIds) if (id !== memberId) await inheritBlock(tx, id, memberId);
}

/**
 * Applies the blocks around each of several accounts of one person to the others. Locks the accounts, so that no block or
 * deletion of one of them happens at the same time.
 * @param ids the accounts, including deleted ones
 * @param own whether to share the blocks that they have made, too: for accounts that are proven to be one person's
 */
export async function shareBlocks(tx: Tx, ids: readonly string[], own: boolean): Promise<void> {
  const presentIds = await lockExisting(tx, ids);
  const blocks = await findBlocksAround(tx, ids);
  const against = blocks.filter((one) => ids.includes(one.blocked_id) && !ids.includes(one.blocker_id));
  const made = own ? blocks.filter((one) => ids.includes(one.blocker_id) && !ids.includes(one.blocked_id)) : [];
  const others = new Set([...against.map((one) => one.blocker_id), ...made.map((one) => one.blocked_id)]);
  const presentOthers = await lockExistingShared(tx, [...others]);
  for (const id of presentIds) {
    for (const { blocker_id, blocked_id } of against) {
      if (blocked_id === id) continue;
      if (presentOthers.has(blocker_id)) await inheritBlock(tx, blocker_id, id);
      else await insertRetainedBlock(tx, { blocker_id, blocked_id: id, inherited: true, listed: false }, FORMER_MONTHS);
    }
    for (const one of made) {
      if (one.blocker_id !== id) await copyBlock(tx, id, one, presentOthers.has(one.blocked_id));
    }
    if (made.some(({ blocker_id, inherited }) => blocker_id !== id && !inherited))
      tx.emit(id, "settings_changed", { what: "blocks" });
  }
}

/** Copies a block from another account of the same person. @param isPresent whether the blocked member still has an account */
async function copyBlock(tx: Tx, me: string, source: BlockRow, isPresent: boolean): Promise<void> {
  if (!isPresent) await insertRetainedBlock(tx, { ...source, blocker_id: me }, FORMER_MONTHS);
  else if (source.inherited) await inheritBlock(tx, me, source.blocked_id);
  else await block(tx, me, source.blocked_id, source.listed);
}

/** Some relationships of a member who has deleted their account, as they are afterwards. */
export interface EndedRelationships {
  readonly ids: readonly string[];
  /** Members with whom there was a crush or a match until now. */
  readonly contactIds: readonly string[];
  /** Crushes on the member that were never answered. */
  readonly unanswered: readonly { readonly relationshipId: string; readonly senderId: string }[];
  /** Relationships whose other member can still report this one: their messages are kept for that. */
  readonly reportableIds: readonly string[];
  /** Relationships whose other member is deleted, too: no one can read or report them. */
  readonly abandonedIds: readonly string[];
}

/** Locks some relationships of a deleted member. @returns whose messages have to be retained, or are of nobody any more */
export async function lockToErase(
  tx: Tx,
  memberId: string,
  ids: readonly string[],
): Promise<Pick<EndedRelationships, "ids" | "reportableIds" | "abandonedIds">> {
  await lockRelationshipsOf(tx, memberId, ids);
  return { ids, ...(await remainingOf(tx, memberId, ids)) };
}

async function remainingOf(tx: Tx, memberId: string, ids: readonly string[]) {
  const remaining = await findRemaining(tx, memberId, ids);
  return {
    reportableIds: remaining.filter((row) => row.is_reportable).map(({ id }) => id),
    abandonedIds: remaining.filter((row) => row.is_other_deleted).map(({ id }) => id),
  };
}

/**
 * Ends some relationships of a member who has deleted their account, and keeps them locked until the end of the
 * transaction. Repeating it is harmless: contacts are those with whom contact ends now.
 */
export async function endForDeleted(tx: Tx, memberId: string, ids: readonly string[]): Promise<EndedRelationships> {
  const before = await lockRelationshipsOf(tx, memberId, ids);
  await retainBlocks(tx, memberId, ids, FORMER_MONTHS);
  await endRelationshipsOfDeleted(tx, memberId, ids);
  const remaining = await remainingOf(tx, memberId, ids);
  const abandoned = new Set(remaining.abandonedIds);
  return {
    ids,
    ...remaining,
    contactIds: before.filter((side) => side.ended_at === null && side.has_crush).map(({ other_id }) => other_id),
    unanswered: before
      .filter(
        (side) => side.they_crushed_at !== null && side.matched_at === null && !abandoned.has(side.relationship_id),
      )
      .map(({ relationship_id, other_id }) => ({ relationshipId: relationship_id, senderId: other_id })),
  };
}

/** @throws AppError unanswered_limit if the other member must answer first */
export function assertAnswered(ctx: Context, side: RelationshipSide): void {
  const left = unansweredFor(ctx, runOf(side, ctx.now()));
  if (left?.left !== 0) return;
  throw AppError.wait((Date.parse(left.until) - ctx.now().getTime()) / 1000, undefined, "unanswered_limit");
}

/** Messages left before the other member must answer, if few are left and limits apply. */
export const unansweredFor = (ctx: Context, run: MessageRun | undefined) =>
  ctx.config.rateLimits ? unansweredLeft(run) : undefined;

import type { Context } from "#server/context.ts";
import type { Db, Tx } from "#server/db/client.ts";
import type { Pair } from "#server/db/schema/tables.ts";
import { AppError } from "#server/errors.ts";
import { FORMER_MONTHS } from "#server/modules/identities/identities.policy.ts";
import { siblingsOf } from "#server/modules/identities/identities.service.ts";
import { lockPresent, sharePresent } from "#server/modules/members/members.service.ts";
import {
  blockRefusal,
  hasCrush,
  isLeftBehind,
  isMatched,
  runOf,
  sideOf,
  unansweredLeft,
} from "#server/modules/relationships/relationships.policy.ts";
import {
  type BlockRow,
  clearInheritedBlocks,
  deleteOldRetainedBlocks,
  deleteRetainedBlock,
  deleteSilent,
  findBlocked,
  findBlocksAround,
  findLeft,
  findPair,
  insertCrush,
  insertRetainedBlock,
  lockPair,
  lockPairsOf,
  openForSent,
  placesForRated,
  raiseRevs,
  retainBlocks,
  setBlocked,
  setEnded,
  setGone,
  setInheritedBlock,
  setRead,
  setUnblocked,
  takeNextRev,
  takeNextSeq,
} from "#server/modules/relationships/relationships.repo.ts";

/** What there is between two members so far, or undefined. */
export const pairOf = (db: Db, a: string, b: string): Promise<Pair | undefined> => findPair(db, a, b);

/** Whether two members have a match that stands. */
export const areMatched = async (db: Db, a: string, b: string): Promise<boolean> => isMatched(await findPair(db, a, b));

/**
 * Notes one member's crush on another, and decides in the same lock whether it is a match: of two crushes that cross,
 * the second one sees the first.
 * @throws AppError already_sent on a second crush; profile_not_found where contact has ended; blocked, profile_not_found where
 * one has blocked the other
 */
export async function addCrush(
  tx: Tx,
  senderId: string,
  recipientId: string,
): Promise<{ pair: Pair; isMatch: boolean }> {
  const pair = await insertCrush(tx, senderId, recipientId);
  if (!pair) {
    const before = await findPair(tx, senderId, recipientId);
    // With whom contact has ended is not visible any more.
    const isOver = before?.ended_at ? "profile_not_found" : "already_sent";
    throw new AppError(blockRefusal(before, senderId) ?? isOver);
  }
  return { pair, isMatch: sideOf(pair, senderId).theyCrushed };
}

/** @throws AppError not_matched; blocked, profile_not_found where one has blocked the other; member_deleted */
export function requireMatch(pair: Pair | undefined, me: string): asserts pair is Pair {
  if (isLeftBehind(pair)) throw new AppError("member_deleted");
  if (!isMatched(pair)) throw new AppError(blockRefusal(pair, me) ?? "not_matched");
}

/**
 * The row of two whose conversation can be read, held until the end of the transaction: a match that stands, or stood until
 * the other one went.
 * @throws AppError as `lockMatch`
 */
export async function lockReadable(tx: Tx, me: string, otherId: string): Promise<Pair> {
  const pair = await lockPair(tx, me, otherId);
  if (!isLeftBehind(pair)) requireMatch(pair, me);
  return pair;
}

/**
 * The row of a match, held until the end of the transaction, so that what follows has its place in the conversation.
 * @throws AppError not_matched where there is none that stands; blocked, profile_not_found
 */
export async function lockMatch(tx: Tx, me: string, otherId: string): Promise<Pair> {
  const pair = await lockPair(tx, me, otherId);
  requireMatch(pair, me);
  return pair;
}

/** Tells those concerned that contact is over, once it is. */
function tellEnded(tx: Tx, me: string, otherId: string, both: boolean): void {
  tx.emit(me, "relationship_ended", { userId: otherId });
  if (both) tx.emit(otherId, "relationship_ended", { userId: me });
}

/** Ends a match for both. @throws AppError as `lockMatch` */
export async function endMatch(tx: Tx, me: string, otherId: string): Promise<void> {
  const pair = await lockMatch(tx, me, otherId);
  await setEnded(tx, pair.id);
  tellEnded(tx, me, otherId, true);
}

/**
 * Blocks somebody, and ends what there is between the two; again is no harm. Other accounts of the same person are kept away,
 * too. Needs the hold on both members.
 * @param listed whether I am shown the block: they were visible to me
 */
export async function block(tx: Tx, me: string, otherId: string, listed: boolean): Promise<void> {
  const siblings = [...(await sharePresent(tx, await siblingsOf(tx, otherId)))].filter((id) => id !== me);
  const pair = await setBlocked(tx, me, otherId, listed);
  const ends = pair.ended_at === null && hasCrush(pair);
  if (ends) await setEnded(tx, pair.id);
  // Whom nothing ever bound hears nothing: any word at that moment would tell them.
  tellEnded(tx, me, otherId, ends);
  for (const id of siblings) await inheritBlock(tx, me, id);
}

/** Keeps two apart because of other accounts of theirs. Of that they hear only that what there was is over. */
async function inheritBlock(tx: Tx, me: string, otherId: string): Promise<void> {
  const pair = await setInheritedBlock(tx, me, otherId);
  if (pair.ended_at !== null || !hasCrush(pair)) return;
  await setEnded(tx, pair.id);
  tellEnded(tx, me, otherId, true);
}

/**
 * Takes a block back, and what it has caused to other accounts of the same person. What it ended stays ended.
 * @returns whether there was one that I was shown
 */
export async function unblock(tx: Tx, me: string, otherId: string): Promise<boolean> {
  const wasListed = await setUnblocked(tx, me, otherId);
  await deleteRetainedBlock(tx, me, otherId);
  const siblings = (await siblingsOf(tx, otherId)).filter((id) => id !== me);
  if (siblings.length === 0) return wasListed;
  const blocks = await findBlocksAround(tx, siblings);
  const isStillBlocked = blocks.some((one) => one.blocker_id === me && !one.inherited);
  if (!isStillBlocked) await clearInheritedBlocks(tx, me, siblings);
  return wasListed;
}

/**
 * Applies the blocks around each of several accounts of one person to all others that are there. Nobody blocks any of these,
 * nor does any of them go, at the same time: it comes before, and counts, or after.
 * @param ids the accounts, with those that have ended
 * @param own whether the blocks that they have made are shared, too: for accounts that are proven to be one person's
 */
export async function shareBlocks(tx: Tx, ids: readonly string[], own: boolean): Promise<void> {
  const there = await lockPresent(tx, ids);
  const blocks = await findBlocksAround(tx, ids);
  const against = blocks.filter((one) => ids.includes(one.blocked_id) && !ids.includes(one.blocker_id));
  const made = own ? blocks.filter((one) => ids.includes(one.blocker_id) && !ids.includes(one.blocked_id)) : [];
  const others = new Set([...against.map((one) => one.blocker_id), ...made.map((one) => one.blocked_id)]);
  const othersThere = await sharePresent(tx, [...others]);
  for (const id of there) {
    for (const { blocker_id, blocked_id } of against) {
      if (blocked_id === id) continue;
      if (othersThere.has(blocker_id)) await inheritBlock(tx, blocker_id, id);
      else await insertRetainedBlock(tx, { blocker_id, blocked_id: id, inherited: true, listed: false }, FORMER_MONTHS);
    }
    for (const one of made) if (one.blocker_id !== id) await takeOver(tx, id, one, othersThere.has(one.blocked_id));
    if (made.some(({ blocker_id, inherited }) => blocker_id !== id && !inherited))
      tx.emit(id, "settings_changed", { what: "blocks" });
  }
}

/** Makes a block of another account of one's own one's own. @param isThere whether whom it is against has not gone */
async function takeOver(tx: Tx, me: string, before: BlockRow, isThere: boolean): Promise<void> {
  if (!isThere) await insertRetainedBlock(tx, { ...before, blocker_id: me }, FORMER_MONTHS);
  else if (before.inherited) await inheritBlock(tx, me, before.blocked_id);
  else await block(tx, me, before.blocked_id, before.listed);
}

/** What a member who goes leaves between themselves and others. */
export interface LeftPairs {
  /** Those with whom there was a crush or a match until now. */
  readonly others: readonly string[];
  /** Crushes on the member that were never answered. */
  readonly unanswered: readonly { readonly pairId: string; readonly senderId: string }[];
  /** Contact that the other member can still report: what was said in it is kept for that. */
  readonly reportable: readonly string[];
  /** Pairs whose other member has gone before: nobody is left to read or to report. */
  readonly abandoned: readonly string[];
  /** Blocks by or against the member are kept, for their next account. */
  readonly hasBlocks: boolean;
}

/** Ends all that there is between a member and others, for good. All of it is held until the end of the transaction. */
export async function endAllPairs(tx: Tx, memberId: string): Promise<LeftPairs> {
  const pairs = (await lockPairsOf(tx, memberId)).map((pair) => ({ pair, side: sideOf(pair, memberId) }));
  const hasBlocks = await retainBlocks(tx, memberId, FORMER_MONTHS);
  await setGone(tx, memberId);
  const left = await findLeft(tx, memberId);
  const abandoned = new Set(left.filter((pair) => pair.other_gone).map(({ id }) => id));
  return {
    hasBlocks,
    others: pairs.filter(({ pair }) => pair.ended_at === null && hasCrush(pair)).map(({ side }) => side.otherId),
    unanswered: pairs
      .filter(({ pair, side }) => side.theyCrushed && pair.matched_at === null && !abandoned.has(pair.id))
      .map(({ pair, side }) => ({ pairId: pair.id, senderId: side.otherId })),
    reportable: left.filter((pair) => pair.reportable).map(({ id }) => id),
    abandoned: [...abandoned],
  };
}

/**
 * Deletes a member's pairs in which no messages are left, but for those that can still be reported. Needs their locks.
 * @param keptIds those, none once the time for reports is over
 */
export const forgetSilentPairs = (tx: Tx, memberId: string, keptIds: readonly string[]): Promise<void> =>
  deleteSilent(tx, memberId, keptIds);

/** Holds all pairs of a member until the end of the transaction. */
export async function holdPairsOf(tx: Tx, memberId: string): Promise<void> {
  await lockPairsOf(tx, memberId);
}

/** Revisions for many changes of many conversations. Needs their locks. @returns the revisions before */
export const raise = (tx: Tx, raises: Parameters<typeof raiseRevs>[1]) => raiseRevs(tx, raises);

/** Those whom one has blocked and is shown, the latest first. @param limit null for all */
export const blockedBy = (db: Db, me: string, limit: number | null, after: string | undefined) =>
  findBlocked(db, me, limit, after);

/** For a statement that stores many messages at once: see there. */
export const opening = openForSent;
export const placing = placesForRated;

/** The row with the place of one more message, and the conversation's new revision. Needs the pair's lock. */
export const nextPlace = (tx: Tx, pair: Pair, senderId: string) => takeNextSeq(tx, pair, senderId);

/**
 * Makes sure that one may write once more without an answer.
 * @throws AppError unanswered_limit
 */
export function requireAnswered(ctx: Context, pair: Pair, me: string): void {
  if (!ctx.config.rateLimits) return;
  const left = unansweredLeft(runOf(pair, me, ctx.now()));
  if (left?.left !== 0) return;
  throw AppError.wait((Date.parse(left.until) - ctx.now().getTime()) / 1000, undefined, "unanswered_limit");
}

/** How many more messages one may send before the other answers, where few are left. */
export const unansweredOf = (ctx: Context, pair: Pair, me: string) =>
  ctx.config.rateLimits ? unansweredLeft(runOf(pair, me, ctx.now())) : undefined;

/** The conversation's new revision, for a change that is no new message. Needs the pair's lock. */
export const nextRev = (tx: Tx, pairId: string): Promise<number> => takeNextRev(tx, pairId);

/** Notes that a member has read all there is, and whether the other is told. Needs the pair's lock. @returns the revision, new if told, and the time */
export const markPairRead = (tx: Tx, pair: Pair, readerId: string, told: boolean) => setRead(tx, pair, readerId, told);

/** Throws away blocks that are kept no more of members who have gone. For the hourly sweep. */
export const sweepRetainedBlocks = (tx: Tx): Promise<void> => deleteOldRetainedBlocks(tx);

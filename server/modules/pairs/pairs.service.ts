import type { Db, Tx } from "#server/db/client.ts";
import type { Pair } from "#server/db/tables.ts";
import { AppError } from "#server/errors.ts";
import { blockRefusal, hasCrush, isLeftBehind, isMatched, sideOf } from "#server/modules/pairs/pairs.policy.ts";
import {
  deleteSilent,
  findBlocked,
  findPair,
  insertCrush,
  lockPair,
  lockPairsOf,
  placesForSent,
  raiseRevs,
  setBlocked,
  setEnded,
  setGone,
  setRead,
  takeNextRev,
  takeNextSeq,
} from "#server/modules/pairs/pairs.repo.ts";

/** What there is between two members so far, or undefined. */
export const pairOf = (db: Db, a: string, b: string): Promise<Pair | undefined> => findPair(db, a, b);

/** Whether two members have a match that stands. */
export const areMatched = async (db: Db, a: string, b: string): Promise<boolean> => isMatched(await findPair(db, a, b));

/**
 * Notes one member's crush on another, and decides in the same lock whether it is a match: of two crushes that cross,
 * the second one sees the first.
 * @throws AppError already_sent on a second crush, or where either side has ended the match; blocked, profile_not_found
 * where one has blocked the other
 */
export async function addCrush(
  tx: Tx,
  senderId: string,
  recipientId: string,
): Promise<{ pair: Pair; isMatch: boolean }> {
  const pair = await insertCrush(tx, senderId, recipientId);
  if (!pair) throw new AppError(blockRefusal(await findPair(tx, senderId, recipientId), senderId) ?? "already_sent");
  return { pair, isMatch: sideOf(pair, senderId).theyCrushed };
}

/** @throws AppError not_matched; blocked, profile_not_found where one has blocked the other; member_gone */
export function requireMatch(pair: Pair | undefined, me: string): asserts pair is Pair {
  if (isLeftBehind(pair)) throw new AppError("member_gone");
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
  tx.emit(me, "contact_ended", { userId: otherId });
  if (both) tx.emit(otherId, "contact_ended", { userId: me });
}

/** Ends a match for both. @throws AppError as `lockMatch` */
export async function endMatch(tx: Tx, me: string, otherId: string): Promise<void> {
  const pair = await lockMatch(tx, me, otherId);
  await setEnded(tx, pair.id);
  tellEnded(tx, me, otherId, true);
}

/** Blocks somebody, and ends what there is between the two. Again is no harm. */
export async function block(tx: Tx, me: string, otherId: string): Promise<void> {
  const pair = await setBlocked(tx, me, otherId, true);
  const ends = pair.ended_at === null && hasCrush(pair);
  if (ends) await setEnded(tx, pair.id);
  // Whom nothing ever bound hears nothing: any word at that moment would tell them.
  tellEnded(tx, me, otherId, ends);
}

/** Takes a block back. What it ended stays ended. */
export async function unblock(tx: Tx, me: string, otherId: string): Promise<void> {
  if (await findPair(tx, me, otherId)) await setBlocked(tx, me, otherId, false);
}

/** What a member who goes leaves between themselves and others. */
export interface LeftPairs {
  /** Those with whom there was a crush or a match until now. */
  readonly others: readonly string[];
  /** Crushes on the member that were never answered. */
  readonly unanswered: readonly { readonly pairId: string; readonly senderId: string }[];
  /** Conversations whose other member has gone before. */
  readonly abandoned: readonly string[];
}

/** Ends all that there is between a member and others, for good. All of it is held until the end of the transaction. */
export async function endAllPairs(tx: Tx, memberId: string): Promise<LeftPairs> {
  const pairs = (await lockPairsOf(tx, memberId)).map((pair) => ({ pair, side: sideOf(pair, memberId) }));
  await setGone(tx, memberId);
  return {
    others: pairs.filter(({ pair }) => pair.ended_at === null && hasCrush(pair)).map(({ side }) => side.otherId),
    unanswered: pairs
      .filter(({ pair, side }) => side.theyCrushed && pair.matched_at === null)
      .map(({ pair, side }) => ({ pairId: pair.id, senderId: side.otherId })),
    abandoned: pairs.filter(({ pair }) => isLeftBehind(pair)).map(({ pair }) => pair.id),
  };
}

/** Takes away what a member who goes has with others to whom nothing was ever written. After `endAllPairs`. */
export const forgetSilentPairs = (tx: Tx, memberId: string): Promise<void> => deleteSilent(tx, memberId);

/** Revisions for many changes of many conversations. Needs their locks. @returns the revisions before */
export const raise = (tx: Tx, raises: Parameters<typeof raiseRevs>[1]) => raiseRevs(tx, raises);

/** Those whom one has blocked, the latest first. */
export const blockedBy = (db: Db, me: string, limit: number, after: string | undefined) =>
  findBlocked(db, me, limit, after);

/** For a statement that stores many messages at once: see there. */
export const placing = placesForSent;

/** A message's place in its conversation, and the conversation's new revision. Needs the pair's lock. */
export const nextPlace = (tx: Tx, pairId: string) => takeNextSeq(tx, pairId);

/** The conversation's new revision, for a change that is no new message. Needs the pair's lock. */
export const nextRev = (tx: Tx, pairId: string): Promise<number> => takeNextRev(tx, pairId);

/** Notes that a member has read all there is, and whether the other is told. Needs the pair's lock. @returns the revision, new if told, and the time */
export const markPairRead = (tx: Tx, pair: Pair, readerId: string, told: boolean) => setRead(tx, pair, readerId, told);

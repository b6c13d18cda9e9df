import type { Db, Tx } from "#server/db/client.ts";
import type { Pair } from "#server/db/tables.ts";
import { AppError } from "#server/errors.ts";
import { blockRefusal, hasCrush, isMatched, sideOf } from "#server/modules/pairs/pairs.policy.ts";
import {
  findBlocked,
  findPair,
  insertCrush,
  lockPair,
  placesForSent,
  setBlocked,
  setEnded,
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

/** @throws AppError not_matched; blocked, profile_not_found where one has blocked the other */
export function requireMatch(pair: Pair | undefined, me: string): asserts pair is Pair {
  if (!isMatched(pair)) throw new AppError(blockRefusal(pair, me) ?? "not_matched");
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
  // Whom nothing ever bound hears nothing.
  tellEnded(tx, me, otherId, ends);
}

/** Takes a block back. What it ended stays ended. */
export async function unblock(tx: Tx, me: string, otherId: string): Promise<void> {
  if (await findPair(tx, me, otherId)) await setBlocked(tx, me, otherId, false);
}

/** Those whom one has blocked, the latest first. */
export const blockedBy = (db: Db, me: string, limit: number, after: string | undefined) =>
  findBlocked(db, me, limit, after);

/** For a statement that stores many messages at once: see there. */
export const placing = placesForSent;

/** A message's place in its conversation, and the conversation's new revision. Needs the pair's lock. */
export const nextPlace = (tx: Tx, pairId: string) => takeNextSeq(tx, pairId);

/** The conversation's new revision, for a change that is no new message. Needs the pair's lock. */
export const nextRev = (tx: Tx, pairId: string): Promise<number> => takeNextRev(tx, pairId);

/** Notes that a member has read all there is. Needs the pair's lock. @returns the new revision and the time */
export const markPairRead = (tx: Tx, pair: Pair, readerId: string) => setRead(tx, pair, readerId);

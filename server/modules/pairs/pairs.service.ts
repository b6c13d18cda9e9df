import type { Db, Tx } from "#server/db/client.ts";
import type { Pair } from "#server/db/tables.ts";
import { AppError } from "#server/errors.ts";
import { isMatched, sideOf } from "#server/modules/pairs/pairs.policy.ts";
import {
  findPair,
  insertCrush,
  lockPair,
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
 * @throws AppError already_sent on a second crush, or where either side has ended the match
 */
export async function addCrush(
  tx: Tx,
  senderId: string,
  recipientId: string,
): Promise<{ pair: Pair; isMatch: boolean }> {
  const pair = await insertCrush(tx, senderId, recipientId);
  if (!pair) throw new AppError("already_sent");
  return { pair, isMatch: sideOf(pair, senderId).theyCrushed };
}

/**
 * The row of a match, held until the end of the transaction, so that what follows has its place in the conversation.
 * @throws AppError not_matched where there is none that stands
 */
export async function lockMatch(tx: Tx, a: string, b: string): Promise<Pair> {
  const pair = await lockPair(tx, a, b);
  if (!isMatched(pair)) throw new AppError("not_matched");
  return pair;
}

/** A message's place in its conversation, and the conversation's new revision. Needs the pair's lock. */
export const nextPlace = (tx: Tx, pairId: string) => takeNextSeq(tx, pairId);

/** The conversation's new revision, for a change that is no new message. Needs the pair's lock. */
export const nextRev = (tx: Tx, pairId: string): Promise<number> => takeNextRev(tx, pairId);

/** Notes that a member has read all there is. Needs the pair's lock. @returns the new revision and the time */
export const markPairRead = (tx: Tx, pair: Pair, readerId: string) => setRead(tx, pair, readerId);

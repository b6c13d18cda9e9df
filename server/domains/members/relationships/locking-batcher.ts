import type { LockWait } from "#server/domains/members/relationships/relationships.statements.ts";
import { isDatabaseUnavailable, isLockTimeout } from "#server/platform/db/client.ts";
import { type BatchPace, createBatcher } from "#server/platform/lib/batcher.ts";

const BATCH_MAX = 200;
/** Milliseconds that a batch waits for the locks of another process's batch, which are held for a few. */
const BRIEF_LOCK_WAIT_MS = 250;

/**
 * Batches calls that each lock something. The first batch skips what is locked, so that one slow conversation or member
 * does not delay the others; what was skipped goes through a second batch, which waits briefly.
 * @param work returns a result for each item in order, undefined for one that is locked or has none
 * @returns a function whose result is undefined for an item that had none in both batches
 */
export function createLockingBatcher<Item, Result>(
  work: (items: readonly Item[], wait: LockWait) => Promise<readonly (Result | undefined)[]>,
  pace?: BatchPace,
): (item: Item) => Promise<Result | undefined> {
  const createWith = (wait: LockWait) =>
    createBatcher(
      (items: readonly Item[]) => work(items, wait),
      BATCH_MAX,
      (error) => !isDatabaseUnavailable(error) && !isLockTimeout(error),
      pace,
    );
  const [unlocked, afterLock] = [createWith("skip"), createWith(BRIEF_LOCK_WAIT_MS)];
  return async (item) =>
    (await unlocked(item)) ??
    afterLock(item).catch((error: unknown) => {
      if (isLockTimeout(error)) return undefined;
      throw error;
    });
}

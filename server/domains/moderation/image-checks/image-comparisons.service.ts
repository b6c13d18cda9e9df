import type { Context } from "#server/context.ts";
import {
  insertComparison,
  renewComparison,
} from "#server/domains/moderation/image-checks/image-comparisons.statements.ts";
import { lockName, lockNameShared } from "#server/platform/db/advisory-locks.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/lib/ids.ts";

const UNWANTED = "unwanted images";

/**
 * Orders a check and the hashes that are added at the same time: the check sees them, or is committed before them, so
 * that their comparison sees its image. Call it right before the image is compared.
 */
export const waitForNewHashes = (tx: Tx): Promise<void> => lockNameShared(tx, UNWANTED);

/**
 * Adds hashes and requests their comparison with the images that are stored.
 * @param insert inserts hashes with the id of the comparison @returns how many were new
 */
export async function addCompared(
  ctx: Context,
  tx: Tx,
  source: string,
  insert: (comparisonId: string) => Promise<number>,
): Promise<number> {
  await lockName(tx, UNWANTED);
  const id = newId();
  const added = await insert(id);
  if (added === 0) return 0;
  await insertComparison(tx, id, source, added);
  await ctx.jobs.send(tx, "compare-images", {});
  return added;
}

/** Requests the comparison of all hashes of some lists, from the first image on. */
export async function restartComparisons(ctx: Context, tx: Tx, sources: readonly string[]): Promise<void> {
  await lockName(tx, UNWANTED);
  for (const source of sources) await renewComparison(tx, source);
  await ctx.jobs.send(tx, "compare-images", {});
}

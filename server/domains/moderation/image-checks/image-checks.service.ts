import type { Context } from "#server/context.ts";
import type { HeldCopies } from "#server/domains/moderation/image-checks/image-checks.policy.ts";
import { REMOVED_SOURCE } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import {
  deleteShownMatch,
  deleteUnwantedImagesOf,
  deleteUnwantedSource,
  findMatch,
  insertUnwantedHashes,
  insertUnwantedImage,
  updateShownMatch,
  upsertDecided,
} from "#server/domains/moderation/image-checks/image-checks.repo.ts";
import {
  beginImageChecks,
  deleteChecks,
  insertChecks,
  lockCheck,
  type Match,
  sendChecks,
} from "#server/domains/moderation/image-checks/image-checks.statements.ts";
import { addCompared, waitForNewHashes } from "#server/domains/moderation/image-checks/image-comparisons.service.ts";
import { deleteUnfinishedComparisons } from "#server/domains/moderation/image-checks/image-comparisons.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { CheckState } from "#server/platform/db/schema/image-checks.ts";
import { PDQ_QUALITY_MIN, type PdqHash } from "#server/platform/lib/pdq.ts";

/**
 * Requests the check of an image again that a decision removed before it was checked, after that was undone. Needs the
 * lock of its place.
 * @returns as `beginImageChecks`
 */
export async function restartImageCheck(
  ctx: Context,
  tx: Tx,
  key: string,
  decisionId: string,
): Promise<CheckState | null> {
  await deleteUnwantedImagesOf(tx, decisionId);
  await deleteChecks(tx, [key]);
  return beginImageChecks(ctx, tx, [key]);
}

/** Requests the checks of images that others see meanwhile. */
export async function beginLateChecks(ctx: Context, tx: Tx, keys: readonly string[]): Promise<void> {
  await insertChecks(tx, keys, "clear");
  await sendChecks(ctx, tx, keys);
}

/** The unwanted image of which this one is a copy. Hashes that are added later find the image themselves. */
export async function matchUnwanted(tx: Tx, { hash, quality }: PdqHash, storedAt: Date): Promise<Match | undefined> {
  if (quality < PDQ_QUALITY_MIN) return undefined;
  await waitForNewHashes(tx);
  return findMatch(tx, hash, storedAt);
}

/** Adds the hash of a removed image to the unwanted ones, and compares it with stored images. */
export async function addRemovedHash(
  ctx: Context,
  tx: Tx,
  key: string,
  decisionId: string | null,
  copies: "all" | "newer",
): Promise<void> {
  const removed = { source: REMOVED_SOURCE, decisionId, copies, qualityMin: PDQ_QUALITY_MIN };
  await addCompared(ctx, tx, REMOVED_SOURCE, (comparisonId) =>
    insertUnwantedImage(tx, key, { ...removed, comparisonId }),
  );
}

const INSERT_BATCH = 10_000;

/** Adds hashes to a list, and compares those that are new with stored images. @returns how many were new */
export const addToList = (
  ctx: Context,
  tx: Tx,
  { source, reason }: { readonly source: string; readonly reason: string },
  hashes: readonly string[],
): Promise<number> =>
  addCompared(ctx, tx, source, async (comparisonId) => {
    let added = 0;
    for (let i = 0; i < hashes.length; i += INSERT_BATCH)
      added += await insertUnwantedHashes(tx, { source, comparisonId, reason }, hashes.slice(i, i + INSERT_BATCH));
    return added;
  });

/** Removes a list. @returns how many hashes it had */
export async function removeList(tx: Tx, source: string): Promise<number> {
  await deleteUnfinishedComparisons(tx, source);
  return deleteUnwantedSource(tx, source);
}

/** How an image is removed. */
export interface Removal {
  /** Null if a restore has lost the decision. */
  readonly decisionId: string | null;
  readonly copies: HeldCopies;
  /** When the image was stored; undefined if its owner has deleted it. */
  readonly storedAt: Date | undefined;
}

/** Marks an image as removed by a decision, so that copies of it are held. An unchecked one is hashed by a job. */
export async function markRemoved(
  ctx: Context,
  tx: Tx,
  key: string,
  { decisionId, copies, storedAt }: Removal,
): Promise<void> {
  const check = await lockCheck(tx, key);
  await upsertDecided(tx, key, "removed", decisionId, storedAt);
  if (copies === "none") return;
  if (check?.pdq) await addRemovedHash(ctx, tx, key, decisionId, copies);
  else await sendChecks(ctx, tx, [key]);
}

/** Marks an image as one that others may see, after a decision. */
export async function markClear(tx: Tx, key: string): Promise<void> {
  await upsertDecided(tx, key, "clear", null);
  await updateShownMatch(tx, key);
}

/** Marks an image as one that waits for a person, after a decision was undone. */
export async function markHeld(tx: Tx, key: string): Promise<void> {
  await upsertDecided(tx, key, "held", null);
  await deleteShownMatch(tx, key);
}

/** Undoes `markRemoved`. */
export async function unmarkRemoved(tx: Tx, key: string, decisionId: string, state: "clear" | "held"): Promise<void> {
  await deleteUnwantedImagesOf(tx, decisionId);
  await (state === "clear" ? markClear : markHeld)(tx, key);
}

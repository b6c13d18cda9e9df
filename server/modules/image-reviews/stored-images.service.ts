import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "#server/context.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { derivedId, newId } from "#server/lib/ids.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/modules/accounts/account-email.service.ts";
import { lockCheck } from "#server/modules/image-checks/image-checks.service.ts";
import {
  type ClaimedComparison,
  claimComparison,
  compareBatch,
  findComparedMatch,
  releaseComparisons,
  updateMatch,
  updateProgress,
} from "#server/modules/image-checks/image-comparisons.service.ts";
import { photoHeldEmail } from "#server/modules/image-reviews/image-reviews.emails.ts";
import {
  holdImage,
  isCopyHeld,
  lockImagePlace,
  openCaseBeside,
} from "#server/modules/image-reviews/image-reviews.service.ts";

/** Compares hashes of unwanted images with the images that were stored before them. One process does at a time. */

/** A run ends after so long and is continued by a job, so that a process that shuts down does not wait for it. */
const RUN_MS = 10_000;
/** A run that was killed is continued after so long: more than a batch takes. */
const CLAIM_S = 45;
/** Pairs of hashes in a batch: about 0.3 s. */
const PAIRS_MAX = 2_000_000;
const IMAGES = { min: 20, max: 50_000 };
/** Each copy is held in a transaction of its own. */
const COPIES_MAX = 100;

export const storedImageJobs = (ctx: Context): Pick<JobHandlers, "compare-images" | "email-photo-held"> => ({
  "compare-images": () => compareStoredImages(ctx),
  async "email-photo-held"({ memberId }, id) {
    const to = await findEmailRecipient(ctx.db, memberId);
    if (!to) return;
    await sendAccountEmail(ctx, { to: to.mailbox, cause: "account-status", id }, () =>
      photoHeldEmail(to.name, ctx.site()),
    );
  },
});

/**
 * Compares until all comparisons have finished, or the time of a run is over. It pauses after each batch for as long as
 * that took. A batch that was interrupted is done again; copies that it has held stay held.
 */
async function compareStoredImages(ctx: Context): Promise<void> {
  if (ctx.config.imageChecks === "off") return;
  const runId = newId();
  const end = performance.now() + RUN_MS;
  const claim = () => ctx.transact((tx) => claimComparison(tx, runId, CLAIM_S));
  let claimed = await claim();
  try {
    while (claimed && performance.now() < end) {
      const begun = performance.now();
      await compareNext(ctx, runId, claimed);
      await pause(performance.now() - begun);
      claimed = await claim();
    }
  } catch (error) {
    // The next scheduled run begins with this batch again.
    await ctx.transact((tx) => releaseComparisons(tx, runId)).catch(() => undefined);
    throw error;
  }
  await ctx.transact(async (tx) => {
    await releaseComparisons(tx, runId);
    if (claimed) await ctx.jobs.send(tx, "compare-images", {});
  });
}

async function compareNext(ctx: Context, runId: string, comparison: ClaimedComparison): Promise<void> {
  const { id, source, hashes } = comparison;
  const imagesMax = Math.min(IMAGES.max, Math.max(IMAGES.min, Math.floor(PAIRS_MAX / hashes)));
  const { last, images, copies } = await compareBatch(ctx.db, comparison, { imagesMax, copiesMax: COPIES_MAX });
  let held = 0;
  for (const key of copies) if (await holdCopy(ctx, key, id)) held++;
  await ctx.transact((tx) => updateProgress(tx, runId, id, { last, images, held }));
  if (held > 0) ctx.log.info({ source, held }, "image comparison: copies held for review");
}

/**
 * Holds a stored image that is a copy of an unwanted one, and emails its owner if others saw their photo. One that is in
 * review already gets the reason in its case.
 * @returns false if it was deleted, removed or held meanwhile, the hash was deleted, or others go on seeing it
 */
const holdCopy = (ctx: Context, key: string, comparisonId: string): Promise<boolean> =>
  ctx.transact(async (tx) => {
    const place = await lockImagePlace(tx, key);
    const check = await lockCheck(tx, key);
    if (!place || !check) return false;
    const isOpen = check.state === "clear" || (check.state === "held" && check.match === null);
    const found = { key, storedAt: place.storedAt, comparisonId };
    const match = isOpen ? await findComparedMatch(tx, found) : undefined;
    if (match === undefined) return false;
    // The check may have been an item of its own, of a case that is decided.
    const sourceId = `${key}:${comparisonId}`;
    if (check.state === "clear" && !(await isCopyHeld(tx, place, match))) {
      if (check.match !== match.source) await openCaseBeside(ctx, tx, key, place, sourceId);
      await updateMatch(tx, key, match.source, "clear");
      return false;
    }
    await updateMatch(tx, key, match.source, "held");
    await holdImage(ctx, tx, key, place, { reason: "known", sourceId });
    if (check.state === "clear" && place.kind === "photo")
      await ctx.jobs.send(tx, "email-photo-held", { memberId: place.ownerId }, { id: derivedId(comparisonId, key) });
    return true;
  });

import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "#server/context.ts";
import { findEmailRecipient, sendAccountEmail } from "#server/domains/accounts/email/account-email.service.ts";
import { findStatus, isInGoodStanding } from "#server/domains/members/members.queries.ts";
import { lockCheck } from "#server/domains/moderation/image-checks/image-checks.statements.ts";
import {
  type ClaimedComparison,
  claimComparison,
  compareBatch,
  findComparedMatch,
  findUnfinishedComparison,
  releaseComparisons,
  updateMatch,
  updateProgress,
} from "#server/domains/moderation/image-checks/image-comparisons.statements.ts";
import { photoHeldEmail } from "#server/domains/moderation/image-checks/image-reviews.emails.ts";
import {
  holdImage,
  isCopyHeld,
  lockImagePlace,
  openCaseBeside,
} from "#server/domains/moderation/image-checks/image-reviews.service.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { throwFailures } from "#server/platform/lib/batcher.ts";
import { derivedId, newId } from "#server/platform/lib/ids.ts";

/** One process compares at a time. */

/** Milliseconds. A job continues the comparison, so that a process that shuts down does not wait for it. */
const RUN_MS = 10_000;
/** Seconds after which a killed run is continued: more than a batch takes. */
const CLAIM_S = 45;
/** Pairs of hashes in a batch: about 0.3 s. */
const PAIRS_MAX = 2_000_000;
const IMAGES = { min: 20, max: 50_000 };
/** Each copy is held in a transaction of its own. */
const COPIES_MAX = 100;

export const compareImagesJob: Job<"compare-images"> = {
  name: "compare-images",
  schedule: "* * * * *",
  handle: (ctx) => compareStoredImages(ctx),
};

/** For a copy that a comparison failed to hold. */
export const holdCopyJob: Job<"hold-copy", { key: string; comparisonId: string }> = {
  name: "hold-copy",
  handle: (ctx, { key, comparisonId }) => holdCopy(ctx, key, comparisonId),
};

export const emailPhotoHeldJob: Job<"email-photo-held", { memberId: string }> = {
  name: "email-photo-held",
  async handle(ctx, { memberId }, id) {
    // Nobody sees a suspended member's photos, and they cannot look at them.
    if (!isInGoodStanding(await findStatus(ctx.db, memberId))) return;
    const to = await findEmailRecipient(ctx.db, memberId);
    if (!to) return;
    await sendAccountEmail(ctx, { to: to.mailbox, cause: "account-status", id }, () =>
      photoHeldEmail(to.name, ctx.site()),
    );
  },
};

/**
 * Pauses after each batch for as long as that took. An interrupted batch is done again; copies that it has held stay
 * held. A comparison that fails is left to the next run, so that it does not stop the others.
 * @throws as `throwFailures`
 */
async function compareStoredImages(ctx: Context): Promise<void> {
  if (ctx.config.imageChecks === "off") return;
  const runId = newId();
  const end = performance.now() + RUN_MS;
  const failures: unknown[] = [];
  const failed: string[] = [];
  let isInterrupted = false;
  for (;;) {
    const next = await findUnfinishedComparison(ctx.db, failed);
    const begun = performance.now();
    isInterrupted = next !== undefined && begun >= end;
    if (!next || isInterrupted) break;
    try {
      const claimed = await ctx.transact((tx) => claimComparison(tx, runId, next.id, CLAIM_S));
      if (!claimed) break;
      failures.push(...(await compareNext(ctx, runId, claimed)));
    } catch (error) {
      failed.push(next.id);
      failures.push(error);
    }
    await pause(performance.now() - begun);
  }
  await ctx.transact(async (tx) => {
    await releaseComparisons(tx, runId, failed);
    if (isInterrupted) await ctx.jobs.send(tx, "compare-images", {});
  });
  throwFailures(failures);
}

/** A copy that cannot be held gets a job of its own, so that the comparison goes on. @returns the failures */
async function compareNext(ctx: Context, runId: string, comparison: ClaimedComparison): Promise<unknown[]> {
  const { id, source, hashes } = comparison;
  const imagesMax = Math.min(IMAGES.max, Math.max(IMAGES.min, Math.floor(PAIRS_MAX / hashes)));
  const { last, images, copies } = await compareBatch(ctx.db, comparison, { imagesMax, copiesMax: COPIES_MAX });
  let held = 0;
  const failed: string[] = [];
  const failures: unknown[] = [];
  for (const key of copies) {
    try {
      if (await holdCopy(ctx, key, id)) held++;
    } catch (error) {
      failed.push(key);
      failures.push(error);
    }
  }
  await ctx.transact(async (tx) => {
    await updateProgress(tx, runId, id, { last, images, held });
    await ctx.jobs.sendAll(
      tx,
      "hold-copy",
      failed.map((key) => ({ key, comparisonId: id })),
    );
  });
  if (held > 0) ctx.log.info({ source, held }, "image comparison: copies held for review");
  return failures;
}

/**
 * Emails the owner if others saw the photo. An image in review already gets the reason in its case.
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

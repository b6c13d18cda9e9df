import { UNOPENED_CRUSH_DAYS } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { transactLong } from "#server/db/client.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { firstTimeId } from "#server/lib/ids.ts";
import { lockReturnCursor, moveReturnCursor } from "#server/modules/crushes/crushes.repo.ts";
import { lockUnopenedCrushes } from "#server/modules/relationships/relationships.service.ts";
import { returnUnopenedCrushes } from "#server/modules/wallet/adjustments.service.ts";
import { findPaidCrushes } from "#server/modules/wallet/wallet.queries.ts";

/** Crushes of one transaction, which keeps their relationships and the wallets of their senders locked. */
const BATCH = 500;
const DAY_MS = 24 * 3600 * 1000;

/**
 * Looks at the next paid crushes that are old enough, and gives those back that were never opened. Each crush is looked
 * at once: the cursor moves in the same transaction.
 * @returns whether there may be more
 */
const returnBatch = (ctx: Context, before: string): Promise<boolean> =>
  transactLong(ctx, async (tx) => {
    const after = await lockReturnCursor(tx);
    if (after >= before) return false;
    const crushes = await findPaidCrushes(tx, { after, before, limit: BATCH });
    if (crushes.length > 0) await returnUnopenedCrushes(tx, await lockUnopenedCrushes(tx, crushes));
    const isLast = crushes.length < BATCH;
    await moveReturnCursor(tx, isLast ? before : (crushes.at(-1)?.entryId ?? before));
    return !isLast;
  });

/**
 * Gives crushes back that were sent `UNOPENED_CRUSH_DAYS` days ago and never opened. It runs once a day, so that the time
 * of an entry tells the sender nothing about the recipient.
 */
async function returnUnopened(ctx: Context): Promise<void> {
  const before = firstTimeId(new Date(ctx.now().getTime() - UNOPENED_CRUSH_DAYS * DAY_MS));
  while (await returnBatch(ctx, before));
}

export const unopenedCrushJobs = (ctx: Context): Pick<JobHandlers, "return-unopened-crushes"> => ({
  "return-unopened-crushes": () => returnUnopened(ctx),
});

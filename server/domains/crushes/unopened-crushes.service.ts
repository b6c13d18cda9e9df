import { DAY_MS } from "#contract/durations.ts";
import { UNOPENED_CRUSH_DAYS } from "#contract/limits.ts";
import type { Context } from "#server/context.ts";
import { returnUnopenedCrushes } from "#server/domains/billing/wallet/adjustments.service.ts";
import { findPaidCrushes, type PaidCrush } from "#server/domains/billing/wallet/wallet.queries.ts";
import { lockReturnCursor, moveReturnCursor } from "#server/domains/crushes/crushes.repo.ts";
import { lockUnopenedCrushes } from "#server/domains/members/relationships/relationships.statements.ts";
import { type Tx, transactLong } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { throwFailures } from "#server/platform/lib/batcher.ts";
import { firstTimeId } from "#server/platform/lib/ids.ts";

/** Crushes of one transaction, which keeps their relationships and their senders' wallets from new crushes meanwhile. */
const BATCH = 50;

type Handle = (tx: Tx, crushes: readonly PaidCrush[]) => Promise<unknown>;

/** Each crush is handled once: the cursor moves in the same transaction. @returns whether there may be more */
const handleBatch = (ctx: Context, before: string, handle: Handle): Promise<boolean> =>
  transactLong(ctx, async (tx) => {
    const after = await lockReturnCursor(tx);
    if (after >= before) return false;
    const crushes = await findPaidCrushes(tx, { after, before, limit: BATCH });
    if (crushes.length > 0) await handle(tx, crushes);
    const isLast = crushes.length < BATCH;
    await moveReturnCursor(tx, isLast ? before : (crushes.at(-1)?.entryId ?? before));
    return !isLast;
  });

const returnCrushes: Handle = async (tx, crushes) => returnUnopenedCrushes(tx, await lockUnopenedCrushes(tx, crushes));

/**
 * Once a day, so that the time of an entry tells the sender nothing about the recipient. Each crush of a failing batch
 * gets a job of its own, so that one which always fails keeps no others from theirs.
 * @throws as `throwFailures`
 */
async function returnUnopened(ctx: Context): Promise<void> {
  const before = firstTimeId(new Date(ctx.now().getTime() - UNOPENED_CRUSH_DAYS * DAY_MS));
  const sendJobs: Handle = (tx, crushes) => ctx.jobs.sendAll(tx, "return-unopened-crush", crushes);
  const failures: unknown[] = [];
  const returnBatch = () =>
    handleBatch(ctx, before, returnCrushes).catch((failure: unknown) => {
      failures.push(failure);
      return handleBatch(ctx, before, sendJobs);
    });
  while (await returnBatch());
  throwFailures(failures);
}

export const returnUnopenedCrushesJob: Job<"return-unopened-crushes"> = {
  name: "return-unopened-crushes",
  schedule: "23 9 * * *",
  handle: (ctx) => returnUnopened(ctx),
};

export const returnUnopenedCrushJob: Job<"return-unopened-crush", PaidCrush> = {
  name: "return-unopened-crush",
  handle: (ctx, crush) => transactLong(ctx, (tx) => returnCrushes(tx, [crush])),
};

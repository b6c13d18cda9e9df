import type { Context } from "#server/context.ts";
import { analyzeMessages } from "#server/domains/chat/messages/messages.statements.ts";
import { eraseEndedAccounts } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { resumeErasures } from "#server/domains/member-data/account-deletion/erasing.service.ts";
import { ALL_TABLES, MEMBER_DATA } from "#server/domains/member-data/export/all-member-data.ts";
import { deleteByBatches, deleteByPages, deleteSomeWhere } from "#server/domains/members/member-data/member-data.ts";
import { transactLong } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { deleteFinishedJobs } from "#server/platform/jobs/job-rows.ts";
import { tryEach } from "#server/platform/lib/batcher.ts";

const EXPIRING = Object.keys(ALL_TABLES).filter((table) => ALL_TABLES[table]?.expires);

/** In transactions of a bounded size. */
export async function deleteExpired(ctx: Context, table: string): Promise<void> {
  const expires = ALL_TABLES[table]?.expires;
  if (expires === undefined) return;
  if (typeof expires === "function") return deleteByBatches(ctx, (tx) => expires(tx, ctx));
  if ("byPages" in expires) return deleteByPages(ctx, table, expires.byPages);
  await deleteByBatches(ctx, (tx) => deleteSomeWhere(tx, table, expires));
}

export const cleanupJob: Job<"cleanup"> = {
  name: "cleanup",
  schedule: "17 * * * *",
  async handle(ctx) {
    // Each has its own transaction, so that it does not hold locks while the next one runs.
    const work: readonly (() => Promise<unknown>)[] = [
      ...EXPIRING.map((table) => () => deleteExpired(ctx, table)),
      () => transactLong(ctx, deleteFinishedJobs),
      () => transactLong(ctx, analyzeMessages),
      () => eraseEndedAccounts(ctx),
      () => resumeErasures(ctx),
      ...Object.values(MEMBER_DATA).flatMap(({ expire = [] }) => expire.map((task) => () => task(ctx))),
    ];
    // One failing task does not keep the others from running.
    await tryEach(work, (one) => one());
  },
};

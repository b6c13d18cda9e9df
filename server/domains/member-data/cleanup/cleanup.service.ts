import type { Context } from "#server/context.ts";
import { analyzeMessages } from "#server/domains/chat/messages/messages.statements.ts";
import { eraseEndedAccounts } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { ALL_TABLES, MEMBER_DATA } from "#server/domains/member-data/export/all-member-data.ts";
import { deleteWhere } from "#server/domains/members/member-data/member-data.ts";
import { type Tx, transactLong } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { deleteFinishedJobs } from "#server/platform/jobs/job-rows.ts";
import { tryEach } from "#server/platform/lib/batcher.ts";

const EXPIRING = Object.keys(ALL_TABLES).filter((table) => ALL_TABLES[table]?.expires);

export async function deleteExpired(ctx: Context, tx: Tx, table: string): Promise<void> {
  const expires = ALL_TABLES[table]?.expires;
  if (typeof expires === "function") await expires(tx, ctx);
  else if (expires) await deleteWhere(tx, table, expires);
}

export const cleanupJob: Job<"cleanup"> = {
  name: "cleanup",
  schedule: "17 * * * *",
  async handle(ctx) {
    // Each has its own transaction, so that it does not hold locks while the next one runs.
    const tasks: readonly ((tx: Tx) => Promise<unknown>)[] = [
      ...EXPIRING.map((table) => (tx: Tx) => deleteExpired(ctx, tx, table)),
      deleteFinishedJobs,
      analyzeMessages,
    ];
    const work: readonly (() => Promise<unknown>)[] = [
      ...tasks.map((task) => () => transactLong(ctx, task)),
      () => eraseEndedAccounts(ctx),
      ...Object.values(MEMBER_DATA).flatMap(({ expire = [] }) => expire.map((task) => () => task(ctx))),
    ];
    // One failing task does not keep the others from running.
    await tryEach(work, (one) => one());
  },
};

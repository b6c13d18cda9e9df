import { type RawBuilder, sql } from "kysely";
import type { Context } from "#server/context.ts";
import { analyzeMessages } from "#server/domains/chat/messages/messages.statements.ts";
import { eraseEndedAccounts } from "#server/domains/member-data/account-deletion/account-deletion.service.ts";
import { resumeErasures } from "#server/domains/member-data/account-deletion/erasing.service.ts";
import { ALL_TABLES, MEMBER_DATA } from "#server/domains/member-data/export/all-member-data.ts";
import { deleteSomeWhere, deleteWhere, SWEPT_AT_ONCE } from "#server/domains/members/member-data/member-data.ts";
import { transactLong } from "#server/platform/db/client.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { deleteFinishedJobs } from "#server/platform/jobs/job-rows.ts";
import { tryEach } from "#server/platform/lib/batcher.ts";

const EXPIRING = Object.keys(ALL_TABLES).filter((table) => ALL_TABLES[table]?.expires);

/** Transactions per table and run. What is left goes with the next run. */
const BATCHES_MAX = 200;
/** Pages of 8 kB that a transaction looks at. */
const PAGES_AT_ONCE = 2000;

/** Reads a whole table, as no index finds its rows: a part in each transaction. */
async function deleteByPages(ctx: Context, table: string, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::int as pages`.execute(ctx.db);
  const pages = rows[0]?.pages ?? 0;
  for (let first = 0; first < pages; first += PAGES_AT_ONCE) {
    const [from, to] = [`(${first},0)`, `(${first + PAGES_AT_ONCE},0)`];
    await ctx.transact((tx) =>
      deleteWhere(tx, table, sql`${condition} and ctid >= ${from}::tid and ctid < ${to}::tid`),
    );
  }
}

/** In transactions of a bounded size. */
export async function deleteExpired(ctx: Context, table: string): Promise<void> {
  const expires = ALL_TABLES[table]?.expires;
  if (expires === undefined) return;
  if (typeof expires === "function") {
    await transactLong(ctx, (tx) => expires(tx, ctx));
    return;
  }
  if ("byPages" in expires) return deleteByPages(ctx, table, expires.byPages);
  let deleted = SWEPT_AT_ONCE;
  for (let nth = 0; nth < BATCHES_MAX && deleted === SWEPT_AT_ONCE; nth++)
    deleted = await transactLong(ctx, (tx) => deleteSomeWhere(tx, table, sql`(${expires})`));
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

import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { NAMES } from "#server/jobs/job-definitions.ts";
import { withoutAddresses } from "#server/jobs/job-queue.ts";
import { countFailedJobs, countJobs, findFailedJobs, holdFailedJobs } from "#server/jobs/job-rows.ts";
import { type Act, note } from "#server/modules/admin/audit.service.ts";
import { Refusal } from "#server/modules/admin/refusal.ts";

const WHY_MAX = 200;

/** What a job said when it failed, in a line: our own words, an error's, or pg-boss's where its process had gone. */
function whyOf(output: unknown): string {
  const { why, message, value } = (output ?? {}) as { why?: unknown; message?: unknown; value?: unknown };
  const inner = (value as { message?: unknown } | undefined)?.message ?? value;
  const said = [why, message, inner, output].find((one) => typeof one === "string");
  return withoutAddresses(said ?? "unknown").slice(0, WHY_MAX);
}

/**
 * Jobs that failed for good, the latest first, and how many of each kind wait or have failed. What they carry, which may be
 * about members, is not told.
 */
export const readJobs = (ctx: Context, by: Act, limit: number) =>
  ctx.transact(async (tx) => {
    const [counts, lost, rows] = [await countJobs(tx), await countFailedJobs(tx), await findFailedJobs(tx, limit)];
    const lostOf = new Map(lost.map(({ kind, many }) => [kind, many]));
    const kinds = counts
      .map(({ kind, waiting, lateSeconds }) => ({ kind, waiting, lateSeconds, failed: lostOf.get(kind) ?? 0 }))
      .filter(({ waiting, failed }) => waiting > 0 || failed > 0);
    const failed = rows.map(({ output, ...job }) => ({ ...job, why: whyOf(output) }));
    await note(tx, by, { act: "list jobs", details: { many: failed.length } });
    return { kinds, failed };
  });

/**
 * Has jobs that failed for good tried once more: the one with an id, or all of a kind.
 * @throws Refusal where there is none
 */
export const retryJobs = (ctx: Context, by: Act, which: { readonly id: string } | { readonly kind: string }) =>
  ctx.transact(async (tx) => {
    const isOne = "id" in which;
    if (isOne && !validate(which.id)) throw new Refusal(`There is no job ${which.id}`);
    if (!isOne && !NAMES.some((name) => name === which.kind))
      throw new Refusal(`There is no kind ${which.kind}: it is one of ${NAMES.join(", ")}`);
    const jobs = await holdFailedJobs(tx, which);
    if (jobs.length === 0)
      throw new Refusal(
        isOne ? `No job ${which.id} failed for good` : `No job of the kind ${which.kind} failed for good`,
      );
    for (const [kind, own] of Map.groupBy(jobs, (job) => job.kind))
      await ctx.jobs.retry(
        tx,
        kind,
        own.map(({ id }) => id),
      );
    const [first] = jobs;
    const details = { kind: first?.kind ?? "", many: jobs.length };
    await note(tx, by, { act: "retry jobs", ...(isOne && { target: which.id }), details });
    return details;
  });

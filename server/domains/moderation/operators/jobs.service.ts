import { validate } from "uuid";
import type { Context } from "#server/context.ts";
import { type OperatorAction, recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { CommandError } from "#server/errors.ts";
import { withoutAddresses } from "#server/platform/jobs/job-queue.ts";
import { countFailedJobs, countJobs, findFailedJobs, lockFailedJobs } from "#server/platform/jobs/job-rows.ts";

const REASON_MAX = 200;

/** The output is our own for a failed handler, and pg-boss's for a timeout or a killed process. */
function failureReason(output: unknown): string {
  const { reason, message, value } = (output ?? {}) as { reason?: unknown; message?: unknown; value?: unknown };
  const inner = (value as { message?: unknown } | undefined)?.message ?? value;
  const text = [reason, message, inner, output].find((one) => typeof one === "string");
  return withoutAddresses(text ?? "unknown").slice(0, REASON_MAX);
}

export const listJobs = (ctx: Context, by: OperatorAction, limit: number) =>
  ctx.transact(async (tx) => {
    const [counts, lost, rows] = [await countJobs(tx), await countFailedJobs(tx), await findFailedJobs(tx, limit)];
    const lostOf = new Map(lost.map(({ kind, many }) => [kind, many]));
    const kinds = counts
      .map(({ kind, waiting, lateSeconds }) => ({ kind, waiting, lateSeconds, failed: lostOf.get(kind) ?? 0 }))
      .filter(({ waiting, failed }) => waiting > 0 || failed > 0);
    const failed = rows.map(({ output, ...job }) => ({ ...job, reason: failureReason(output) }));
    await recordAction(tx, by, { action: "list jobs", details: { count: failed.length } });
    return { kinds, failed };
  });

/** @throws CommandError if there is none */
export const retryJobs = (
  ctx: Context,
  by: OperatorAction,
  which: { readonly id: string } | { readonly kind: string },
) =>
  ctx.transact(async (tx) => {
    const isOne = "id" in which;
    if (isOne && !validate(which.id)) throw new CommandError(`Job ${which.id} was not found.`);
    if (!isOne && !ctx.jobs.names.some((name) => name === which.kind))
      throw new CommandError(`Unknown kind ${which.kind}. It must be one of ${ctx.jobs.names.join(", ")}.`);
    const jobs = await lockFailedJobs(tx, which);
    if (jobs.length === 0)
      throw new CommandError(
        isOne ? `Job ${which.id} has not failed permanently.` : `No ${which.kind} job has failed permanently.`,
      );
    for (const [kind, own] of Map.groupBy(jobs, (job) => job.kind))
      await ctx.jobs.retry(
        tx,
        kind,
        own.map(({ id }) => id),
      );
    const [first] = jobs;
    const details = { kind: first?.kind ?? "", count: jobs.length };
    await recordAction(tx, by, { action: "retry jobs", ...(isOne && { target: which.id }), details });
    return details;
  });

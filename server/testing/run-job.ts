import type { Context } from "#server/context.ts";
import { JOBS, type JobData, type JobName } from "#server/jobs.ts";
import type { Job } from "#server/platform/jobs/job.ts";

/** Runs a job at once, without the queue. @throws as the job */
export async function runJob<N extends JobName>(ctx: Context, name: N, data: JobData[N], id = "a job"): Promise<void> {
  const definitions: readonly Job[] = JOBS;
  await definitions.find((job) => job.name === name)?.handle(ctx, data, id);
}

/** Erases what a job erases of the accounts that were deleted. @throws as the job */
export async function eraseDeleted({ ctx }: { readonly ctx: Context }): Promise<void> {
  const found = await ctx.db.selectFrom("erasures").select("member_id").orderBy("member_id").execute();
  for (const { member_id: memberId } of found) await runJob(ctx, "erase-account", { memberId });
}

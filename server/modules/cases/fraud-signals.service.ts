import type { Context } from "#server/context.ts";
import type { JobHandlers } from "#server/jobs/job-queue.ts";
import { dueAt } from "#server/modules/cases/cases.policy.ts";
import { attachToCase } from "#server/modules/cases/cases.service.ts";
import { isDeletedMember } from "#server/modules/members/members.queries.ts";

/**
 * Signs of fraud are found by modules that know nothing of cases, such as `payments`, so they arrive as jobs. They open a
 * case and decide nothing: people lend each other cards, and banks make mistakes.
 */
/** A device is shared more often than a card. */
const weightOf = (source: string): number => (source.startsWith("device:") ? 0.5 : 1);

export const caseJobs = (ctx: Context): Pick<JobHandlers, "attach-fraud-signal"> => ({
  async "attach-fraud-signal"({ memberId, source }) {
    await ctx.transact(async (tx) => {
      if (await isDeletedMember(tx, memberId)) return;
      await attachToCase(ctx, tx, {
        kind: "fraud",
        sourceId: source,
        subject: { kind: "member", memberId },
        weight: weightOf(source),
        dueAt: dueAt(ctx.now(), "other"),
      });
    });
  },
});

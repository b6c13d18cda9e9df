import { isDeletedMember } from "#server/domains/members/members.queries.ts";
import { dueAt } from "#server/domains/moderation/cases/cases.policy.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import type { Job } from "#server/platform/jobs/job.ts";

/**
 * Modules that know nothing of cases, such as `payments`, find signs of fraud, so they arrive as jobs. A sign opens a
 * case and decides nothing: people lend each other cards, and banks make mistakes.
 */
/** A device is shared more often than a card. */
const weightOf = (source: string): number => (source.startsWith("device:") ? 0.5 : 1);

/**
 * `source` is `dispute:<payment>`, or `linked:<member>:<other>` for a payment card that a suspended account has used,
 * or `device:<member>:<other>` for a device of one.
 */
export const attachFraudSignalJob: Job<"attach-fraud-signal", { memberId: string; source: string }> = {
  name: "attach-fraud-signal",
  async handle(ctx, { memberId, source }) {
    await ctx.transact(async (tx) => {
      if (await isDeletedMember(tx, memberId)) return;
      await attachToCase(tx, {
        kind: "fraud",
        sourceId: source,
        subject: { kind: "member", memberId },
        weight: weightOf(source),
        dueAt: dueAt(ctx.now(), "other"),
      });
    });
  },
};

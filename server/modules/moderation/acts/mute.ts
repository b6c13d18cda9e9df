import { DAY_MS } from "#contract/durations.ts";
import { formatUtcTime } from "#server/email/email-layout.ts";
import { recordAction } from "#server/modules/audit/audit.service.ts";
import type { Act } from "#server/modules/moderation/acts/act.ts";
import { insertRestriction, liftRestrictions } from "#server/modules/restrictions/restrictions.service.ts";

export const mute: Act<"mute", { readonly restrictionId: string; readonly until: string }> = {
  name: "mute",
  resolution: "restricted",
  async apply({ ctx, tx, by, memberId, decisionId }, { days }) {
    const until = new Date(ctx.now().getTime() + days * DAY_MS);
    const restrictionId = await insertRestriction(tx, { act: "mute", memberId, kind: "messaging", decisionId, until });
    await recordAction(tx, by, { action: "restrict", target: memberId, details: { act: "mute", days, decisionId } });
    return { restrictionId, until: until.toISOString() };
  },
  async undo({ tx }, { restrictionId }) {
    await liftRestrictions(tx, { id: restrictionId });
  },
  describe: (_choice, { until }) =>
    `You cannot send messages, pictures and crushes until ${formatUtcTime(new Date(until))}. You can still read and receive them.`,
};

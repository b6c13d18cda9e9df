import { DAY_MS } from "#contract/durations.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { Act } from "#server/domains/moderation/decisions/acts/act.ts";
import {
  insertRestriction,
  liftRestrictions,
} from "#server/domains/moderation/restrictions/restrictions.statements.ts";
import { formatTimeIn } from "#server/platform/email/email-layout.ts";

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
  describe: (_choice, { until }, timeZone) =>
    `You cannot send messages, pictures and crushes until ${formatTimeIn(new Date(until), timeZone)}. You can still read and receive them.`,
};

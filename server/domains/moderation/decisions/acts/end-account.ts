import { hasEndedSince } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import type { Act } from "#server/domains/moderation/decisions/acts/act.ts";
import { applySuspension, type Suspended, undoSuspension } from "#server/domains/moderation/decisions/acts/suspend.ts";
import { findDecision } from "#server/domains/moderation/decisions/decisions.queries.ts";

/**
 * Without an end, so that it can be undone, and reversed by an appeal, as long as these are possible. A membership ends
 * with it for good.
 */
export const endForGood: Act<"end_account", Suspended> = {
  name: "end_account",
  resolution: "suspended",
  apply: (at) => applySuspension(at, null),
  async undo(at) {
    await undoSuspension(at);
    const decision = await findDecision(at.tx, at.decisionId);
    const isMissed = decision && (await hasEndedSince(at.tx, at.memberId, decision.decided_at));
    return isMissed ? "membership_ended" : undefined;
  },
  describe: () =>
    "We ended your account for good. You cannot log in, nobody sees your profile, and you may not open another account.",
};

import { refundEntry } from "#server/domains/billing/wallet/adjustments.service.ts";
import { findCrushEntries } from "#server/domains/billing/wallet/wallet.queries.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import { type Act, nothing } from "#server/domains/moderation/decisions/acts/act.ts";

/** Undoing the decision does not take the credits back: the reporters may have spent them. */
export const refundCrushes: Act<"refund_crushes", { readonly refunded: number }> = {
  name: "refund_crushes",
  resolution: "none",
  async apply({ tx, by, memberId, decisionId, reporterIds }) {
    let refunded = 0;
    for (const { id, senderId } of await findCrushEntries(tx, reporterIds, memberId)) {
      const result = await refundEntry(tx, id);
      if (!("refunded" in result)) continue;
      refunded += result.refunded;
      const details = { entry: id, crushes: result.refunded, decisionId };
      await recordAction(tx, by, { action: "refund", target: senderId, details });
    }
    return { refunded };
  },
  undo: nothing,
  describe: () => undefined,
};

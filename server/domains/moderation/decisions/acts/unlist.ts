import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { Act } from "#server/domains/moderation/decisions/acts/act.ts";
import {
  insertRestriction,
  liftRestrictions,
} from "#server/domains/moderation/restrictions/restrictions.statements.ts";

export const unlist: Act<"unlist", { readonly restrictionId: string }> = {
  name: "unlist",
  resolution: "restricted",
  async apply({ tx, by, memberId, decisionId }) {
    const restrictionId = await insertRestriction(tx, {
      act: "unlist",
      memberId,
      kind: "unlisted",
      decisionId,
      until: null,
    });
    await reindexMember(tx, memberId);
    await recordAction(tx, by, { action: "restrict", target: memberId, details: { act: "unlist", decisionId } });
    return { restrictionId };
  },
  async undo({ tx }, { restrictionId }) {
    for (const { member_id } of await liftRestrictions(tx, { id: restrictionId })) await reindexMember(tx, member_id);
  },
  describe: () =>
    "You are not shown in Browse and in daily sets any more, until we lift that. Your matches and crushes stay, and can still see you and write to you.",
};

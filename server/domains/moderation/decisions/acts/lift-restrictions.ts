import { reindexMember } from "#server/domains/discovery/search/search-index.statements.ts";
import { recordAction } from "#server/domains/moderation/audit/audit.service.ts";
import type { Act } from "#server/domains/moderation/decisions/acts/act.ts";
import {
  liftRestrictions as liftAll,
  restoreRestrictions,
} from "#server/domains/moderation/restrictions/restrictions.statements.ts";

export const liftRestrictions: Act<"lift_restrictions", { readonly restrictionIds: readonly string[] }> = {
  name: "lift_restrictions",
  resolution: "none",
  async apply({ tx, by, memberId, decisionId }) {
    const restrictionIds = (await liftAll(tx, { memberId })).map(({ id }) => id);
    await reindexMember(tx, memberId);
    const details = { count: restrictionIds.length, decisionId };
    await recordAction(tx, by, { action: "lift restrictions", target: memberId, details });
    return { restrictionIds };
  },
  async undo({ tx, memberId }, { restrictionIds }) {
    await restoreRestrictions(tx, restrictionIds);
    await reindexMember(tx, memberId);
  },
  describe: () => "We lifted the restrictions of your account.",
};

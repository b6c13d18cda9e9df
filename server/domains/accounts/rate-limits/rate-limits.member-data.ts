import { deleteEnded } from "#server/domains/accounts/rate-limits/rate-limits.repo.ts";
import { type MemberData, NOT_PERSONAL, SECRET } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    rate_limits: {
      withheld: { [SECRET]: "key", [NOT_PERSONAL]: "count ends_at" },
      kept: "counts by hashes, for a day at most",
      expires: deleteEnded,
    },
  },
};

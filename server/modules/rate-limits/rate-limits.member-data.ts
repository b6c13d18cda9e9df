import { type MemberData, NOT_PERSONAL, SECRET } from "#server/member-data/member-data.ts";
import { deleteEnded } from "#server/modules/rate-limits/rate-limits.repo.ts";

export const memberData: MemberData = {
  tables: {
    rate_limits: {
      withheld: { [SECRET]: "key", [NOT_PERSONAL]: "count ends_at" },
      kept: "counts by hashes, for a day at most",
      expires: deleteEnded,
    },
  },
};

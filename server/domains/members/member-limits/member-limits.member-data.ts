import { LIMIT, type MemberData } from "#server/domains/members/member-data/member-data.ts";
import { deleteEnded } from "#server/domains/members/member-limits/member-limits.statements.ts";

export const memberData: MemberData = {
  tables: {
    member_usage: {
      withheld: { [LIMIT]: "member_id kind count people ends_at" },
      erased: "member_id",
      expires: deleteEnded,
    },
  },
};

import { DELETED, type MemberData } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    erasures: {
      withheld: { [DELETED]: "member_id active_at relationships_through" },
      kept: "until the job has erased the rest of the account",
    },
  },
};

import { FOR_OPERATORS, ID, type MemberData, ownRows } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: { restrictions: { withheld: { [ID]: "id member_id decision_id copied_from" }, kept: FOR_OPERATORS } },
  export: {
    "decisions.json": {
      restrictions: ownRows("restrictions", "kind starts_at:since ends_at:until lifted_at", "starts_at, id"),
    },
  },
};

import { type MemberData, OPERATORS } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    audit_log: {
      withheld: {
        [OPERATORS]: "id occurred_at actor acting_as action target reason details idempotency_key staff_id",
      },
      kept: OPERATORS,
    },
  },
};

import { DELETED, ID, type MemberData } from "#server/domains/members/member-data/member-data.ts";
import { deleteSuspension, markMemberDeleted } from "#server/domains/members/members.statements.ts";

export const memberData: MemberData = {
  tables: {
    members: {
      withheld: { [ID]: "id", "false for every real person": "is_demo", [DELETED]: "deleted_at" },
      kept: "an id and a time, to which the ledger and the conversations of others refer",
    },
    suspensions: {
      withheld: {
        "suspended members are emailed, and cannot log in":
          "member_id previous_status starts_at ends_at member_message",
      },
      erased: { phase: "member" },
    },
  },
  close: {
    async member({ tx, id }) {
      await deleteSuspension(tx, id, false);
      await markMemberDeleted(tx, id);
    },
  },
};

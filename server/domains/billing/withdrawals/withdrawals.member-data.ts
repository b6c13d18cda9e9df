import { ID, type MemberData, ORDER } from "#server/domains/members/member-data/member-data.ts";

/** `purchases.json` shows them with the purchases. */
export const memberData: MemberData = {
  tables: {
    withdrawals: {
      withheld: {
        [ID]: "id checkout_id",
        [ORDER]: "refund_attempt",
        "when the payment provider was last asked": "refund_attempted_at",
      },
      kept: "part of the books, without a name",
    },
  },
};

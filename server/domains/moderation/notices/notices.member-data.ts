import { type MemberData, OPERATORS } from "#server/domains/members/member-data/member-data.ts";
import { purgeOldNotices } from "#server/domains/moderation/notices/notices.service.ts";

const BY_ANYONE = "sent without an account, about others; the sender is told by email";

export const memberData: MemberData = {
  tables: {
    notices: {
      withheld: {
        [BY_ANYONE]: `id client_id number kind place username details name email member_id is_honeypot_hit created_at
          renewed_at receipt_mailed_at decided_at is_upheld is_noted is_unexamined outcome_mailed_at alert_at`,
      },
      kept: "sent by anyone, for two years",
      expires: purgeOldNotices,
    },
    fraud_warnings: { withheld: { [OPERATORS]: "decision_id warned_at" }, kept: OPERATORS },
  },
};

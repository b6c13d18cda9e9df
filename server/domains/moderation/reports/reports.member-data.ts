import { sql } from "kysely";
import { DELETED_MEMBER } from "#contract/chat/conversations.ts";
import {
  FOR_OPERATORS,
  fields,
  ID,
  type MemberData,
  OPERATORS,
  rows,
  THEIRS,
} from "#server/domains/members/member-data/member-data.ts";
import { purgeOldReports, purgeRetained } from "#server/domains/moderation/reports/reports.service.ts";

export const memberData: MemberData = {
  tables: {
    reports: {
      withheld: {
        [ID]: "id reporter_id message_id",
        [THEIRS]: "evidence",
        [OPERATORS]: "resolved_at resolution neutral_outcome outcome_emailed_at",
      },
      kept: FOR_OPERATORS,
      expires: (tx, ctx) => purgeOldReports(ctx, tx),
    },
    objections: {
      withheld: { [ID]: "id report_id notice_id", [OPERATORS]: "decided_at is_upheld" },
      kept: FOR_OPERATORS,
    },
    report_images: { withheld: { [ID]: "report_id", [THEIRS]: "key caption" }, kept: FOR_OPERATORS },
  },
  export: {
    "reports.json": rows(
      {
        about: { of: "reports.reported_id", sql: sql`coalesce(profiles.username, ${DELETED_MEMBER})` },
        ...fields("reports", "code:number reason details created_at:at"),
        ...fields("objections", "words:objection created_at:objectedAt"),
      },
      (me) => sql`reports left join profiles on profiles.member_id = reported_id
        left join objections on objections.report_id = reports.id
        where reporter_id = ${me} order by reports.created_at`,
    ),
  },
  expire: [purgeRetained],
};

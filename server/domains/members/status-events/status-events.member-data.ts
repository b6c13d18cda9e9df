import { sql } from "kysely";
import { type MemberData, OPERATORS } from "#server/domains/members/member-data/member-data.ts";
import { STATUS_DAYS } from "#server/domains/members/status-events/status-events.policy.ts";

export const memberData: MemberData = {
  tables: {
    status_events: {
      withheld: { [OPERATORS]: "id occurred_at event member_id other_id detail until" },
      kept: "repeated after a restore of a backup, for as long as there are backups",
      expires: sql`occurred_at < now() - make_interval(days => ${STATUS_DAYS})`,
    },
  },
};

import { sql } from "kysely";
import { ID, type MemberData, ownRows, SECRET } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    data_exports: {
      withheld: { [SECRET]: "token_hash", [ID]: "member_id" },
      erased: "member_id",
      expires: sql`created_at < now() - interval '24 hours'`,
    },
  },
  export: {
    "sessions.json": {
      downloads: ownRows("data_exports", "created_at:askedAt started_at:begunAt finished_at:endedAt", "created_at"),
    },
  },
};

import { sql } from "kysely";
import { EXPORT_LINK_HOURS } from "#contract/limits.ts";
import { ID, type MemberData, ownRows, SECRET } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    data_exports: {
      withheld: { [SECRET]: "token_hash", [ID]: "member_id link_id" },
      erased: "member_id",
      expires: sql`created_at < now() - interval '24 hours'`,
    },
    export_links: {
      withheld: { [SECRET]: "token_hash", [ID]: "id member_id" },
      erased: "member_id",
      expires: sql`created_at < now() - ${EXPORT_LINK_HOURS} * interval '1 hour'`,
    },
  },
  export: {
    "sessions.json": {
      downloads: ownRows("data_exports", "created_at:askedAt started_at:begunAt finished_at:endedAt", "created_at"),
      emailedLinks: ownRows("export_links", "created_at:sentAt revoked_at:replacedAt downloads", "created_at"),
    },
  },
};

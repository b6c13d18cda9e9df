import { sql } from "kysely";
import { EXPORT_LINK_HOURS } from "#contract/limits.ts";
import { isExpired } from "#server/domains/member-data/export/data-copies.repo.ts";
import { deleteDataCopy, purgeDataCopyFiles } from "#server/domains/member-data/export/data-copy-files.service.ts";
import { ID, type MemberData, ownRows, SECRET } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    data_exports: {
      withheld: { [SECRET]: "token_hash", [ID]: "member_id link_id copy_id" },
      erased: "member_id",
      expires: sql`created_at < now() - interval '24 hours'`,
    },
    data_copies: {
      withheld: {
        [ID]: "id member_id attempt",
        "of the copy that is being prepared": "percent parts bytes active_at asked_at ready_at",
      },
      erased: { phase: "rows" },
      expires: isExpired,
    },
    export_links: {
      withheld: { [SECRET]: "token_hash", [ID]: "id member_id" },
      erased: "member_id",
      expires: sql`created_at < now() - ${EXPORT_LINK_HOURS} * interval '1 hour'`,
    },
  },
  close: { rows: ({ ctx, tx, id }) => deleteDataCopy(ctx, tx, id) },
  expire: [purgeDataCopyFiles],
  export: {
    "sessions.json": {
      downloads: ownRows("data_exports", "created_at:askedAt started_at:begunAt finished_at:endedAt", "created_at"),
      emailedLinks: ownRows("export_links", "created_at:sentAt revoked_at:replacedAt downloads", "created_at"),
    },
  },
};

import {
  DEDUPLICATION,
  ID,
  type MemberData,
  NOT_PERSONAL,
  value,
} from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    crushes_last_seen: { withheld: { [ID]: "member_id", [DEDUPLICATION]: "matches_seen_at" }, erased: "member_id" },
    crush_return_cursor: { withheld: { [NOT_PERSONAL]: "is_only entry_id moved_at" }, kept: NOT_PERSONAL },
  },
  export: { "crushes.json": { lastLookedAt: value("crushes_last_seen", "seen_at") } },
};

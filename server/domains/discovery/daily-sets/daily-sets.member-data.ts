import { sql } from "kysely";
import { deleteDailySetsOf, deleteOldDailySets } from "#server/domains/discovery/daily-sets/daily-sets.repo.ts";
import { fields, ID, type MemberData, rows } from "#server/domains/members/member-data/member-data.ts";
import { canSee } from "#server/domains/members/relationships/relationships.queries.ts";

/** Members whom the member could still see. */
const members = sql`coalesce((
  select json_agg(username order by nth)
  from unnest(member_ids) with ordinality as listed (id, nth)
  join members other on other.id = listed.id
  join profiles on profiles.member_id = listed.id
  left join relationship_sides side on side.member_id = daily_sets.member_id and side.other_id = listed.id
  where ${canSee("side", "other")}), '[]')`;

export const memberData: MemberData = {
  tables: { daily_sets: { withheld: { [ID]: "member_id" }, erased: { phase: "sweep" }, expires: deleteOldDailySets } },
  export: {
    "daily-sets.json": rows(
      {
        ...fields("daily_sets", "day size created_at:madeAt completed_at"),
        members: { of: "daily_sets.member_ids", sql: members },
      },
      (me) => sql`daily_sets where member_id = ${me} order by day`,
    ),
  },
  sweep: [deleteDailySetsOf],
};

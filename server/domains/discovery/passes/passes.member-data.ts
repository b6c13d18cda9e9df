import { sql } from "kysely";
import { PASS_DAYS } from "#contract/limits.ts";
import { findPasses } from "#server/domains/discovery/passes/passes.queries.ts";
import { ID, type MemberData, shown, within } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    passes: {
      withheld: {
        [ID]: "member_id",
        "whether the crush was there at that time follows from crushes.json": "declines_crush",
      },
      erased: { later: ["member_id", "passed_id"] },
      expires: sql`passed_at <= now() - make_interval(days => ${sql.lit(PASS_DAYS)})`,
    },
  },
  export: {
    "passes.json": {
      shows: within("*", shown("passes", "passed_id:username passed_at:at")),
      read: async ({ db }, me) =>
        (await findPasses(db, me, null, undefined)).map(({ username, passed_at: at, until }) => ({
          username,
          at,
          until,
        })),
    },
  },
};

import { sql } from "kysely";
import { partText } from "#contract/training/training-texts.ts";
import { ID, type MemberData, rows } from "#server/domains/members/member-data/member-data.ts";
import { canSee } from "#server/domains/members/relationships/relationships.queries.ts";
import { deleteComparisonsIn } from "#server/domains/training/week-comparisons/week-comparisons.repo.ts";

const askedAt = sql`case when side.member_id < side.other_id then a_asked_at else b_asked_at end`;

const comparisons = rows<{ times: readonly number[] | null }>(
  {
    with: sql`username`,
    askedAt: { of: ["week_comparisons.a_asked_at", "week_comparisons.b_asked_at"], sql: askedAt },
    until: { of: "week_comparisons.frozen_until", sql: sql`case when parts is not null then frozen_until end` },
    times: "week_comparisons.parts",
  },
  (me) => sql`week_comparisons join relationship_sides as side using (relationship_id)
    join members as other on other.id = side.other_id and ${canSee("side", "other")}
    join profiles on profiles.member_id = side.other_id
    where side.member_id = ${me} and side.is_matched and (parts is not null or ${askedAt} is not null)
    order by "askedAt", username`,
);

export const memberData: MemberData = {
  tables: {
    week_comparisons: {
      withheld: { [ID]: "relationship_id" },
      erased: { phase: "dates" },
      // Also those of matches that have ended.
      expires: sql`frozen_until < now() or exists (
        select from relationship_sides as side
        where side.relationship_id = week_comparisons.relationship_id and not side.is_matched)`,
    },
  },
  export: {
    "week-comparisons.json": {
      shows: comparisons.shows,
      read: async (ctx, me) =>
        (await comparisons.read(ctx, me)).map(({ times, ...rest }) => ({
          ...rest,
          times: times?.map(partText) ?? null,
        })),
    },
  },
  erase: { dates: ({ tx, ids }) => deleteComparisonsIn(tx, ids) },
};

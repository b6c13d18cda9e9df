import { sql } from "kysely";
import { ID, type MemberData, rows } from "#server/domains/members/member-data/member-data.ts";
import { deleteOutcomesOf } from "#server/domains/training/date-outcomes/date-outcomes.repo.ts";

export const memberData: MemberData = {
  tables: { date_outcomes: { withheld: { [ID]: "message_id side" }, erased: { phase: "dates" } } },
  export: {
    "date-outcomes.json": rows(
      { with: sql`username`, outcome: "date_outcomes.outcome", at: "date_outcomes.at" },
      (me) => sql`date_outcomes
        join messages on messages.id = message_id
        join relationship_sides as mine on mine.relationship_id = messages.relationship_id and mine.member_id = ${me}
        left join profiles on profiles.member_id = mine.other_id
        where (side = 'sender') = (messages.sender_id = ${me}) order by date_outcomes.at`,
    ),
  },
  erase: { dates: ({ tx, id, ids }) => deleteOutcomesOf(tx, id, ids) },
};

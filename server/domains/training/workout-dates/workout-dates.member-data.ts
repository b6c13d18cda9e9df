import { DEDUPLICATION, DERIVED, ID, type MemberData, ORDER } from "#server/domains/members/member-data/member-data.ts";
import { callOffDatesOf } from "#server/domains/training/workout-dates/workout-date-jobs.service.ts";

/** The download has a date with its message. */
export const memberData: MemberData = {
  tables: {
    workout_dates: {
      withheld: {
        [ID]: "message_id relationship_id",
        [DERIVED]: "turn remind_at",
        [ORDER]: "version calendar_sequence",
        "exported with the changes": "changed_by last_act",
        [DEDUPLICATION]: "reminded_at",
        "of the other member": "receiver_on_way_at",
      },
      erased: { phase: "messages" },
    },
  },
  erase: { dates: ({ ctx, tx, id, ids }) => callOffDatesOf(ctx, tx, id, ids) },
};

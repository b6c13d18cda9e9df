import { FOR_OPERATORS, type MemberData, OPERATORS } from "#server/domains/members/member-data/member-data.ts";

export const memberData: MemberData = {
  tables: {
    cases: {
      withheld: {
        [OPERATORS]: `id kind member_id image_key contact_thread_id state score due_at urgency claimed_by claimed_until version decided_version
          opened_at closed_at`,
      },
      kept: FOR_OPERATORS,
    },
    case_items: {
      withheld: { [OPERATORS]: "kind source_id case_id weight due_at urgency attached_at alert_at version done_at" },
      kept: FOR_OPERATORS,
    },
    case_events: { withheld: { [OPERATORS]: "id case_id occurred_at kind actor note details" }, kept: FOR_OPERATORS },
    member_notes: { withheld: { [OPERATORS]: "id member_id note actor created_at" }, kept: FOR_OPERATORS },
  },
};

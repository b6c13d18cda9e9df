/** One row per relationship in which a member has asked. */
export interface WeekComparisonsTable {
  relationship_id: string;
  /** When each side asked; `a` is the member with the lower id. */
  a_asked_at: Date | null;
  b_asked_at: Date | null;
  /** The shared parts of their weeks that both are shown. Null while one has not asked, and once it is forgotten. */
  parts: number[] | null;
  /** Until when no other answer is given. */
  frozen_until: Date | null;
}

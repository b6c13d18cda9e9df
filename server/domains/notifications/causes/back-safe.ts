import { sql } from "kysely";
import { type EventCause, findRelevanceBy } from "#server/domains/notifications/causes/cause.ts";

/** It is about no other member, so that no act of the other one, such as blocking, keeps a question away. */
export const backSafe: EventCause = {
  name: "back_safe",
  channels: ["push", "email"],
  isUrgent: true,
  findRelevance: (db, candidates) =>
    findRelevanceBy(
      db,
      candidates,
      sql`
        select max(asked_at) as since from date_shares
        where date_shares.member_id = candidate.member_id and tell_at is not null and withdrawn_at is null`,
    ),
  push: { urgency: "high", path: () => "/settings/privacy?from=push#trusted-contacts" },
  email: () => ({
    subject: "Back safe?",
    preview: "One tap, and your trusted contact need not wonder.",
    heading: "Back safe?",
    paragraphs: [
      "Your workout date is over. If you are back, please say so: one tap is enough.",
      "Without an answer within an hour we tell your trusted contact, as you asked us to.",
    ],
    label: "Answer",
    path: "/settings/privacy#trusted-contacts",
  }),
};

import { sql } from "kysely";
import { type EventCause, findRelevanceBy } from "#server/domains/notifications/causes/cause.ts";

/**
 * It names nobody and no place. A member who has been here since has seen the new one in Browse, so it is never shown
 * in the app.
 */
export const someoneNew: EventCause = {
  name: "someone_new",
  channels: ["push", "email"],
  findRelevance: (db, candidates) =>
    findRelevanceBy(
      db,
      candidates,
      sql`
        select coalesce(candidate.arose_at, clock_timestamp()) as since
        from members
        where members.id = candidate.member_id and (candidate.arose_at is null or last_active_at < candidate.arose_at)`,
    ),
  push: { urgency: "low", path: () => "/browse?from=push" },
  email: () => ({
    subject: "Someone new fits your preferences",
    preview: "Have a look when you like.",
    heading: "Someone new fits",
    paragraphs: [
      "Somebody new fits your preferences, and you fit theirs. Browse shows them to you.",
      "We mention this at most once a day, and only if you have not been here since.",
    ],
    label: "Open Browse",
    path: "/browse",
  }),
};

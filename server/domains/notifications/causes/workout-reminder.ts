import { sql } from "kysely";
import { type EventCause, findRelevanceBy, listNames } from "#server/domains/notifications/causes/cause.ts";

/** Relevant until the date begins or is called off. */
export const workoutReminder: EventCause = {
  name: "workout_reminder",
  channels: ["push", "email"],
  findRelevance: (db, candidates) =>
    findRelevanceBy(
      db,
      candidates,
      sql`
        select max(reminded_at) as since
        from relationship_sides as side
        join workout_dates on workout_dates.relationship_id = side.relationship_id
        where side.member_id = candidate.member_id and side.other_id = candidate.other_id and side.is_matched
          and state = 'agreed' and reminded_at is not null and starts_at > now()`,
    ),
  push: { urgency: "normal", path: (otherId) => `/messages/${otherId}?from=push` },
  email: (items) => {
    const [first] = items;
    const one = items.length === 1;
    return {
      subject: one ? "You train tomorrow" : "Your workouts tomorrow",
      preview: "Where and when is in your messages.",
      heading: one ? `You and ${first.username}, tomorrow` : "Tomorrow you train",
      paragraphs: [
        `You have planned to train with ${listNames(items)} tomorrow. Where and when is in your messages.`,
        "If something has come up, call it off or propose another time, so that nobody waits.",
      ],
      label: one ? "Open the card" : "Open your messages",
      path: one ? `/messages/${first.id}` : "/messages",
    };
  },
};

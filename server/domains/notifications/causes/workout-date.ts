import { sql } from "kysely";
import { type EventCause, findRelevanceBy, listNames } from "#server/domains/notifications/causes/cause.ts";

/** Not for muted conversations. An agreed date has an email with a calendar file. */
export const workoutDate: EventCause = {
  name: "workout_date",
  channels: ["app", "push", "email"],
  findRelevance: (db, candidates) =>
    findRelevanceBy(
      db,
      candidates,
      sql`
        select greatest(
            case when (changed_by = 'sender') = (messages.sender_id = side.other_id) then changed_at end,
            case when messages.sender_id = side.other_id then sender_on_way_at else receiver_on_way_at end
          ) as since, last_act = 'agree' or (state = 'called_off' and starts_at is not null) as "hasOwnEmail"
        from relationship_sides as side
        join workout_dates on workout_dates.relationship_id = side.relationship_id
        join messages on messages.id = message_id and messages.relationship_id = workout_dates.relationship_id
        where side.member_id = candidate.member_id and side.other_id = candidate.other_id and side.is_matched
          and not exists (
            select 1 from conversation_settings as settings
            where settings.member_id = side.member_id and settings.relationship_id = side.relationship_id and is_muted)
        order by since desc nulls last limit 1`,
    ),
  push: { urgency: "normal", path: (otherId) => `/messages/${otherId}?from=push` },
  email: (items) => {
    const [first] = items;
    const one = items.length === 1;
    return {
      subject: one ? "News about your workout date" : "News about your workout dates",
      preview: "It waits for you in your messages.",
      heading: one ? `${first.username} and you` : "Your workout dates",
      paragraphs: [
        `There is news about a workout date with ${listNames(items)}.`,
        "Agree, propose another time, or say ‘not this time’: the card is in your messages.",
      ],
      label: one ? "Open the card" : "Open your messages",
      path: one ? `/messages/${first.id}` : "/messages",
    };
  },
};

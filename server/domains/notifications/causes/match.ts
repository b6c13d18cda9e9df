import { sql } from "kysely";
import { type EventCause, findRelevanceBy, listNames } from "#server/domains/notifications/causes/cause.ts";

export const match: EventCause = {
  name: "match",
  channels: ["app", "push", "email"],
  findRelevance: (db, candidates) =>
    findRelevanceBy(
      db,
      candidates,
      sql`
        select matched_at as since from relationship_sides as side
        where side.member_id = candidate.member_id and side.other_id = candidate.other_id and ended_at is null`,
    ),
  push: { urgency: "normal", path: (otherId) => `/messages/${otherId}?from=push` },
  email: (items) => {
    const [first] = items;
    const one = items.length === 1;
    return {
      subject: one ? "You have a new match" : `You have ${items.length} new matches`,
      preview: "You can write to each other now.",
      heading: one ? `You and ${first.username}` : "It goes both ways",
      paragraphs: [
        `${listNames(items)} crushed back. You can write to each other now.`,
        "A first line about training is easier to answer than a hello.",
      ],
      label: one ? "Say hello" : "Open your matches",
      path: one ? `/messages/${first.id}` : "/messages",
    };
  },
};

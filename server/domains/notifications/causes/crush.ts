import { sql } from "kysely";
import { hasDeclinedSql } from "#server/domains/discovery/passes/passes.queries.ts";
import { type EventCause, findRelevanceBy, listNames } from "#server/domains/notifications/causes/cause.ts";

/** An answered crush is a match, which is another cause, and a declined one is none. */
export const crush: EventCause = {
  name: "crush",
  channels: ["app", "push", "email"],
  findRelevance: (db, candidates) =>
    findRelevanceBy(
      db,
      candidates,
      sql`
        select they_crushed_at as since from relationship_sides as side
        where side.member_id = candidate.member_id and side.other_id = candidate.other_id
          and matched_at is null and ended_at is null
          and not ${hasDeclinedSql(sql`candidate.member_id`, sql`candidate.other_id`)}
          and they_crushed_at > coalesce(
            (select seen_at from crushes_last_seen where crushes_last_seen.member_id = candidate.member_id), '-infinity')`,
    ),
  push: { urgency: "normal", path: () => "/crushes?from=push" },
  email: (items) => {
    const one = items.length === 1;
    return {
      subject: one ? "You have a new crush" : `You have ${items.length} new crushes`,
      preview: "See who it is, and whether you crush back.",
      heading: one ? "Somebody has a crush on you" : "You are getting noticed",
      paragraphs: [
        `${listNames(items)} ${one ? "sent you a crush" : "each sent you a crush"}. Crush back, and it is a match.`,
        "Take your time: they do not learn when you look.",
      ],
      label: one ? "See who it is" : "See who they are",
      path: "/crushes",
    };
  },
};

import { sql } from "kysely";
import { plural } from "#contract/words.ts";
import {
  type Candidate,
  type ConversationRelevance,
  type EventCause,
  listNames,
  type Relevance,
} from "#server/domains/notifications/causes/cause.ts";
import type { Db } from "#server/platform/db/client.ts";

/**
 * Not for muted conversations. A message is due once it is older than `dueBefore` and not handled yet. One email is
 * sent per conversation until it is read. If the message that an email was about is deleted, no other email is sent
 * that day, unless the member was present since: this prevents flooding by writing and deleting.
 */
async function findRelevance(db: Db, candidates: readonly Candidate[]): Promise<(Relevance | undefined)[]> {
  const isDue = sql`sequence > candidate.handled_through and created_at <= candidate.due_before`;
  const { rows } = await sql<ConversationRelevance & { nth: number; since: Date | null }>`
    select (candidate.nth - 1)::int as nth, unread.*, clock_timestamp() as "checkedAt",
      unread."firstSequence" <= candidate.emailed_through or exists (
        select 1 from messages
        where messages.relationship_id = side.relationship_id and sequence = candidate.emailed_through
          and sender_id = side.other_id and sequence > side.my_read_sequence and deleted_at > now() - interval '1 day'
          and not exists (
            select 1 from presence
            where presence.member_id = candidate.member_id and presence.expires_at >= messages.deleted_at)
      ) as "isEmailed"
    from unnest(
      ${candidates.map(({ memberId }) => memberId)}::uuid[],
      ${candidates.map(({ otherId }) => otherId)}::uuid[],
      ${candidates.map(({ handledThrough }) => handledThrough ?? 0)}::bigint[],
      ${candidates.map(({ emailedThrough }) => emailedThrough ?? 0)}::bigint[],
      ${candidates.map(({ dueBefore }) => dueBefore?.toISOString() ?? "infinity")}::timestamptz[]
    ) with ordinality as candidate (member_id, other_id, handled_through, emailed_through, due_before, nth)
    join relationship_sides as side on side.member_id = candidate.member_id
      and side.other_id = candidate.other_id and matched_at is not null and ended_at is null
      and not exists (
        select 1 from conversation_settings as settings
        where settings.member_id = candidate.member_id and settings.relationship_id = side.relationship_id and is_muted)
    cross join lateral (
      select count(*)::int as unread, min(created_at) as "firstAt", max(created_at) as "lastAt", min(sequence) as "firstSequence",
        max(sequence) as "lastSequence", max(created_at) filter (where ${isDue}) as since,
        max(sequence) filter (where ${isDue}) as "dueThrough",
        min(created_at) filter (where created_at > candidate.due_before) as "nextAt"
      from messages
      where messages.relationship_id = side.relationship_id and sender_id = side.other_id
        and sequence > side.my_read_sequence and deleted_at is null
    ) as unread
    where unread.unread > 0`.execute(db);
  const found = new Map(
    rows.map(({ nth, since, ...conversation }) => [nth, { since, conversation } satisfies Relevance]),
  );
  return candidates.map((_, nth) => found.get(nth));
}

/** One notification covers all unread messages of a conversation. */
export const message: EventCause = {
  name: "message",
  channels: ["app", "push", "email"],
  findRelevance,
  push: { urgency: "normal", path: (otherId) => `/messages/${otherId}?from=push` },
  email: (items) => {
    const [first] = items;
    const one = items.length === 1;
    const count = items.reduce((sum, { unread }) => sum + unread, 0);
    const messages = plural(count, "a new message", `${count} new messages`);
    return {
      subject: `You have ${messages}`,
      preview: one ? "From one of your matches." : "From several of your matches.",
      heading: one ? `${first.username} wrote to you` : "Your matches wrote to you",
      paragraphs: [
        `You have ${messages} from ${listNames(items)}.`,
        one
          ? "We write about this conversation again once you have read it."
          : "We write about these conversations again once you have read them.",
      ],
      label: one ? "Read and answer" : "Open your messages",
      path: one ? `/messages/${first.id}` : "/messages",
    };
  },
};

import { sql } from "kysely";
import type { MessageKind } from "#contract/chat/messages.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { MessageSide } from "#server/platform/db/schema/relationships.ts";

interface ConversationRow {
  readonly relationship_id: string;
  readonly other_id: string;
  readonly other_gone: boolean;
  readonly revision: number;
  readonly unread: number;
  readonly is_muted: boolean;
  readonly is_archived: boolean;
  readonly last_sender_id: string | null;
  readonly last_kind: MessageKind | null;
  readonly last_content: string | null;
  readonly last_at: Date | null;
  /** The side that has to answer a workout date. */
  readonly last_turn: MessageSide | null;
}

/** Conversations of a member, the latest first. @param after the relationship that the previous page ended with */
export async function findConversations(db: Db, me: string, limit: number, after: string | undefined) {
  const { rows } = await sql<ConversationRow>`
    with mine as (
      select relationship_id, other_id, orphaned_at is not null as other_gone, revision, matched_at,
        coalesce(is_muted, false) as is_muted, coalesce(archived_sequence >= last_sequence, false) as is_archived
      from relationship_sides left join conversation_settings as settings using (member_id, relationship_id)
      where member_id = ${me} and is_readable and last_sequence > 0
    ), conversations as (
      select mine.*, last.sender_id as last_sender_id, last.kind as last_kind, last.content as last_content,
        last.created_at as last_at, last.turn as last_turn, coalesce(last.created_at, mine.matched_at) as at
      from mine
      join members on members.id = mine.other_id and (${isInGoodStandingSql("members")} or mine.other_gone)
      left join lateral (
        select sender_id, kind, content, created_at,
          case when kind = 'date' then (select turn from workout_dates where message_id = messages.id) end as turn
        from messages
        where messages.relationship_id = mine.relationship_id and deleted_at is null order by sequence desc limit 1
      ) as last on true
    )
    select conversations.*, (
      select count(*) from messages
      where messages.relationship_id = conversations.relationship_id and sender_id = other_id and read_at is null and deleted_at is null
    ) as unread
    from conversations
    where ${after ?? null}::uuid is null
      or (at, relationship_id) < (select c.at, c.relationship_id from conversations c where c.relationship_id = ${after ?? null}::uuid)
    order by at desc, relationship_id desc
    limit ${limit}`.execute(db);
  return rows;
}

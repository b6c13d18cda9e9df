import { type RawBuilder, sql } from "kysely";
import type { MessageKind } from "#contract/chat/messages.ts";
import { ARCHIVED_COUNT_MAX } from "#contract/limits.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { MessageSide } from "#server/platform/db/schema/relationships.ts";
import { type ListPosition, microsecondsSql, timeSql } from "#server/platform/lib/page.ts";

interface ConversationRow extends ListPosition {
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

interface Part {
  /** Where the previous page ended. */
  readonly after?: ListPosition | undefined;
  /** Only the conversation with this member. */
  readonly otherId?: string | undefined;
  /** Only archived ones, in the order of their ids. */
  readonly isArchived?: boolean | undefined;
}

// PostgreSQL chooses the indexes of `active_at` for the order, and only if it expects many rows.

/** Only a few rows of the position's bin are before it. To ask for the rows after it counts as asking for a third. */
const isOlderSql = (position: ListPosition, at: RawBuilder<unknown>) => {
  const last = timeSql(position);
  return sql`active_at <= ${last} and not (active_at > ${last} - interval '5 minutes'
    and (${at} > ${last} or ${at} = ${last} and relationship_id <= ${position.id}::uuid))`;
};

/** Not by `active_at`, so that the index of pairs is used. */
const isWithSql = (otherId: string) => sql`last_sequence > 0 and other_id = ${otherId}`;

/**
 * SQL: the relationships whose conversations a member has archived, by the key of the settings. The settings are read to
 * their end, the relationships up to the limit: members archive by hand, and so have few settings.
 */
const archiveSql = (me: string, after?: ListPosition) => sql`(
    select relationship_id as archived_id, archived_sequence from conversation_settings
    where member_id = ${me} and archived_sequence is not null
      ${after ? sql`and relationship_id > ${after.id}::uuid` : sql``}
    order by relationship_id offset 0
  ) as archive cross join lateral (
    select * from relationship_sides
    where relationship_id = archived_id and member_id = ${me} and last_sequence between 1 and archived_sequence offset 0
  ) as mine`;

/** SQL condition: the contact has not ended, and the other member is not suspended. */
const isListedSql = sql`(ended_at is null or orphaned_at is not null)
  and (${isInGoodStandingSql("members")} or orphaned_at is not null)`;

/**
 * Conversations of a member, the one with the latest message first, also if that was deleted. Reads those that it returns,
 * by the indexes of `active_at`, within whose bins it sorts. A conversation whose contact has ended, or whose other member
 * is suspended, is not among them.
 */
export async function findConversations(db: Db, me: string, limit: number, { after, otherId, isArchived }: Part) {
  const at = sql`coalesce(run_last_at, matched_at)`;
  const from = isArchived
    ? archiveSql(me, after)
    : sql`(select * from relationship_sides where member_id = ${me}) as mine`;
  const order = isArchived ? sql`relationship_id` : sql`active_at desc, at desc, relationship_id`;
  const place = after ? isOlderSql(after, at) : sql`active_at is not null`;
  const part = isArchived
    ? sql`true order by archived_id`
    : otherId === undefined
      ? sql`${place} order by active_at desc, ${at} desc, relationship_id`
      : isWithSql(otherId);
  const { rows } = await sql<ConversationRow>`
    with page as (
      select relationship_id, member_id, other_id, orphaned_at is not null as other_gone, revision, last_sequence,
        my_read_sequence, active_at, ${at} as at
      from ${from} join members on members.id = other_id
      where ${isListedSql} and ${part}
      limit ${limit}
    )
    select page.relationship_id as id, ${microsecondsSql(sql`page.at`)} as at, other_id, other_gone, revision,
      coalesce(is_muted, false) as is_muted, coalesce(archived_sequence >= last_sequence, false) as is_archived,
      last.sender_id as last_sender_id, last.kind as last_kind, last.content as last_content, last.created_at as last_at,
      last.turn as last_turn, (
        select count(*) from messages
        where messages.relationship_id = page.relationship_id and sequence > my_read_sequence
          and sender_id = other_id and deleted_at is null
      ) as unread
    from page
    left join conversation_settings as settings using (member_id, relationship_id)
    left join lateral (
      select sender_id, kind, content, created_at,
        case when kind = 'date' then (select turn from workout_dates where message_id = messages.id) end as turn
      from messages
      where messages.relationship_id = page.relationship_id and deleted_at is null order by sequence desc limit 1
    ) as last on true
    order by ${order}`.execute(db);
  return rows;
}

/** The number of a member's archived conversations, up to `ARCHIVED_COUNT_MAX`. */
export async function countArchived(db: Db, me: string): Promise<number> {
  const { rows } = await sql<{ archived: number }>`
    select count(*) as archived from (
      select from ${archiveSql(me)} join members on members.id = other_id where ${isListedSql}
      limit ${sql.lit(ARCHIVED_COUNT_MAX)}
    ) as archived`.execute(db);
  return rows[0]?.archived ?? 0;
}

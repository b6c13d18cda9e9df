import { type RawBuilder, sql } from "kysely";
import { SEARCHED_AT_ONCE_MAX, SEARCHED_MESSAGES_MAX } from "#contract/limits.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isAfterSql, isNotBeforeSql, type ListPosition, microsecondsSql } from "#server/platform/lib/page.ts";

/** A message's place in a search: that of its conversation, which has moved since if there is a newer message, and its own. */
export interface SearchPosition {
  readonly conversation: ListPosition;
  readonly sequence: number;
}

interface SearchedRow extends ListPosition {
  readonly relationship_id: string;
  readonly sequence: number;
  readonly sender_id: string;
  readonly other_id: string;
  readonly other_gone: boolean;
  readonly content: string;
  readonly created_at: Date;
  /** The code points before the found text; null if this is the last message that was looked at, and no more. */
  readonly found_at: number | null;
}

const FOUND_MAX = 30;

/** SQL: conversations that a member can search, with the sequences between which messages are looked at. */
const conversationsSql = (me: string, at: RawBuilder<unknown>, before: number | null, condition: RawBuilder<boolean>) =>
  sql`select relationship_id, other_id, orphaned_at is not null as other_gone, active_at, ${at} as at,
      last_sequence - ${sql.lit(SEARCHED_MESSAGES_MAX)} as until, ${before}::bigint as before
    from relationship_sides join members on members.id = other_id
    where member_id = ${me} and active_at is not null and (ended_at is null or orphaned_at is not null)
      and (${isInGoodStandingSql("members")} or orphaned_at is not null) and ${condition}`;

/**
 * Texts of a member's conversations that contain another text, in any case: conversation by conversation from the latest
 * one on, the latest message first. Looks at a limited number of messages. A conversation that has moved to the top since
 * the page before is not looked at again, except for the rest of the one in which that page ended.
 * @param after where the page before ended
 * @returns what was found, and where the search goes on; undefined at the end
 */
export async function findTexts(
  db: Db,
  me: string,
  text: string,
  after: SearchPosition | undefined,
): Promise<{ found: (SearchedRow & { found_at: number })[]; last: SearchPosition | undefined }> {
  const at = sql`coalesce(run_last_at, matched_at)`;
  const id = sql`relationship_id`;
  const place = after?.conversation;
  const rest =
    after && sql`(${conversationsSql(me, at, after.sequence, sql`${id} = ${after.conversation.id}::uuid`)}) union all`;
  const isFurther = sql<boolean>`${isNotBeforeSql(place, sql`active_at`)} and ${isAfterSql(place, at, id)}
    ${after ? sql`and ${id} <> ${after.conversation.id}::uuid` : sql``}`;
  const { rows } = await sql<SearchedRow>`
    with mine as (
      ${rest ?? sql``}
      (${conversationsSql(me, at, null, isFurther)} order by active_at desc, ${at} desc, ${id} desc)
    ), searched as (
      select newest.*, row_number() over () as nth
      from (
        select newest.*, other_id, other_gone, at from mine
        cross join lateral (
          select id as message_id, relationship_id, sequence, sender_id, content, created_at from messages
          where messages.relationship_id = mine.relationship_id and deleted_at is null and sequence > until
            and (before is null or sequence < before)
          order by sequence desc
        ) as newest
        limit ${sql.lit(SEARCHED_AT_ONCE_MAX)}
      ) as newest
    ), found as (
      select searched.*, found.at - 1 as found_at
      from searched, strpos(lower(content), lower(${text})) as found (at)
      where found.at > 0 order by nth limit ${sql.lit(FOUND_MAX)}
    ), shown as (
      select * from found
      union all (
        select searched.*, null from searched
        where (select count(*) from found) < ${sql.lit(FOUND_MAX)} and nth = ${sql.lit(SEARCHED_AT_ONCE_MAX)}
      )
    )
    select message_id as id, relationship_id, sequence, sender_id, content, created_at, other_id, other_gone,
      ${microsecondsSql(sql`at`)} as at, found_at
    from shown order by nth`.execute(db);
  const found = rows.flatMap((row) => (row.found_at === null ? [] : [{ ...row, found_at: row.found_at }]));
  const isFull = found.length === FOUND_MAX || rows.length > found.length;
  const last = isFull ? rows.at(-1) : undefined;
  return {
    found,
    last: last && { conversation: { at: last.at, id: last.relationship_id }, sequence: last.sequence },
  };
}

import { sql } from "kysely";
import { SEARCHED_AT_ONCE_MAX, SEARCHED_MESSAGES_MAX } from "#contract/limits.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

interface SearchedRow {
  readonly id: string;
  readonly sender_id: string;
  readonly other_id: string;
  readonly other_gone: boolean;
  readonly content: string;
  readonly created_at: Date;
  /** The code points before the found text; null if this is the last message that was looked at, and no more. */
  readonly found_at: number | null;
}

const FOUND_MAX = 30;

/**
 * Texts of a member's conversations that contain another text, in any case: conversation by conversation from the latest
 * one on, the latest message first. Looks at a limited number of messages.
 * @param after the last message of the page before
 * @returns what was found, and the message after which the search goes on; undefined at the end
 */
export async function findTexts(
  db: Db,
  me: string,
  text: string,
  after: string | undefined,
): Promise<{ found: (SearchedRow & { found_at: number })[]; last: string | undefined }> {
  const at = sql`coalesce(run_last_at, matched_at)`;
  const { rows } = await sql<SearchedRow & { nth: number }>`
    with reached as (
      select side.active_at, coalesce(side.run_last_at, side.matched_at) as at, side.relationship_id, sequence
      from messages join relationship_sides as side using (relationship_id)
      where messages.id = ${after ?? null}::uuid and side.member_id = ${me}
    ), mine as (
      select relationship_id, other_id, orphaned_at is not null as other_gone, active_at, ${at} as at,
        last_sequence - ${sql.lit(SEARCHED_MESSAGES_MAX)} as until,
        (select sequence from reached where reached.relationship_id = relationship_sides.relationship_id) as before
      from relationship_sides join members on members.id = other_id
      where member_id = ${me} and active_at is not null and (ended_at is null or orphaned_at is not null)
        and (${isInGoodStandingSql("members")} or orphaned_at is not null)
        ${
          after === undefined
            ? sql``
            : sql`and (active_at, ${at}, relationship_id) <= (select active_at, at, relationship_id from reached)`
        }
      order by active_at desc, ${at} desc, relationship_id desc
    ), searched as (
      select newest.*, other_id, other_gone, row_number() over () as nth
      from (
        select newest.*, other_id, other_gone from mine
        cross join lateral (
          select id, sender_id, content, created_at from messages
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
    )
    select * from found
    union all (
      select searched.*, null from searched
      where (select count(*) from found) < ${sql.lit(FOUND_MAX)} and nth = ${sql.lit(SEARCHED_AT_ONCE_MAX)}
    )
    order by nth`.execute(db);
  const found = rows.flatMap((row) => (row.found_at === null ? [] : [{ ...row, found_at: row.found_at }]));
  const isFull = found.length === FOUND_MAX || rows.length > found.length;
  return { found, last: isFull ? rows.at(-1)?.id : undefined };
}

import { sql } from "kysely";
import { SEARCHED_IN_ALL_MAX, SEARCHED_MESSAGES_MAX } from "#contract/limits.ts";
import { isInGoodStandingSql } from "#server/domains/members/members.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

interface FoundRow {
  readonly id: string;
  readonly sender_id: string;
  readonly other_id: string;
  readonly other_gone: boolean;
  readonly content: string;
  readonly created_at: Date;
  /** The code points before the found text. */
  readonly found_at: number;
}

/**
 * Texts of a member's conversations that contain another text, in any case; the latest first. Reads a bounded number of
 * messages, from the latest conversations on.
 */
export async function findTexts(db: Db, me: string, text: string, limit: number): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    with mine as (
      select relationship_id, other_id, orphaned_at is not null as other_gone, run_last_at from relationship_sides
      where member_id = ${me} and is_readable and last_sequence > 0
    ), searched as (
      select newest.*, mine.other_id, mine.other_gone
      from (
        select mine.* from mine
        join members on members.id = mine.other_id and (${isInGoodStandingSql("members")} or mine.other_gone)
        order by run_last_at desc nulls last
      ) as mine
      cross join lateral (
        select id, sender_id, content, created_at from messages
        where messages.relationship_id = mine.relationship_id and deleted_at is null
        order by sequence desc limit ${SEARCHED_MESSAGES_MAX}
      ) as newest
      limit ${SEARCHED_IN_ALL_MAX}
    )
    select searched.*, found.at - 1 as found_at
    from searched, strpos(lower(content), lower(${text})) as found (at)
    where found.at > 0
    order by created_at desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}

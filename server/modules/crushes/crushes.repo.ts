import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";

/**
 * The members on the other side of one's pairs, with what stands between: newest crush or match first. `list` says which
 * of them are wanted.
 */
export async function findOthers(db: Db, me: string, list: keyof typeof LISTS, limit: number): Promise<string[]> {
  const { where, newest } = LISTS[list];
  const { rows } = await sql<{ id: string }>`
    select mine.other_id as id
    from (
      select high_id as other_id, low_crushed_at as i_crushed_at, high_crushed_at as they_crushed_at,
        matched_at, last_seq from pairs where low_id = ${me} and ended_at is null
      union all
      select low_id, high_crushed_at, low_crushed_at,
        matched_at, last_seq from pairs where high_id = ${me} and ended_at is null
    ) as mine
    join members on members.id = mine.other_id and members.standing in ('active', 'hidden')
    where ${where}
    order by ${newest} desc, mine.other_id
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

const LISTS = {
  received: { where: sql`they_crushed_at is not null`, newest: sql`they_crushed_at` },
  sent: { where: sql`i_crushed_at is not null and matched_at is null`, newest: sql`i_crushed_at` },
  matches: { where: sql`matched_at is not null`, newest: sql`matched_at` },
  active: { where: sql`matched_at is not null and last_seq > 0`, newest: sql`matched_at` },
} as const;

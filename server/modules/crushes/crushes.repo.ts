import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** One's pairs that stand, from one's own side, with members who are there. */
const minePairs = (me: string) => sql`
    (
      select id as pair_id, high_id as other_id, low_crushed_at as i_crushed_at, high_crushed_at as they_crushed_at,
        matched_at, last_seq from pairs where low_id = ${me} and ended_at is null
      union all
      select id, low_id, high_crushed_at, low_crushed_at,
        matched_at, last_seq from pairs where high_id = ${me} and ended_at is null
    ) as mine
    join members on members.id = mine.other_id and members.standing in ('active', 'hidden')`;

/**
 * The members on the other side of one's pairs, with what stands between: newest crush, match or message first. `list` says which
 * of them are wanted.
 */
export async function findOthers(db: Db, me: string, list: keyof typeof LISTS, limit: number): Promise<string[]> {
  const { where, newest } = LISTS[list];
  const { rows } = await sql<{ id: string }>`
    select mine.other_id as id
    from ${minePairs(me)}
    where ${where}
    order by ${newest} desc, mine.other_id
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** How many have crushed on one since one last looked. */
export async function countUnseen(db: Db, me: string): Promise<number> {
  const { rows } = await sql<{ unseen: number }>`
    select count(*)::int as unseen
    from ${minePairs(me)}
    where they_crushed_at > coalesce((select seen_at from crush_visits where member_id = ${me}), '-infinity')`.execute(
    db,
  );
  return rows[0]?.unseen ?? 0;
}

export async function noteVisit(tx: Tx, me: string): Promise<void> {
  await tx
    .insertInto("crush_visits")
    .values({ member_id: me, seen_at: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ seen_at: sql<Date>`clock_timestamp()` }))
    .execute();
}

export async function deleteVisit(tx: Tx, me: string): Promise<void> {
  await tx.deleteFrom("crush_visits").where("member_id", "=", me).execute();
}

const LISTS = {
  received: { where: sql`they_crushed_at is not null`, newest: sql`they_crushed_at` },
  sent: { where: sql`i_crushed_at is not null and matched_at is null`, newest: sql`i_crushed_at` },
  matches: { where: sql`matched_at is not null`, newest: sql`matched_at` },
  active: {
    where: sql`matched_at is not null and last_seq > 0`,
    newest: sql`(select max(created_at) from messages where messages.pair_id = mine.pair_id and seq = mine.last_seq)`,
  },
} as const;

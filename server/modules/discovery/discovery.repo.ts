import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";
import { notThere } from "#server/errors.ts";
import type { Paired } from "#server/modules/discovery/ranking.repo.ts";

const isOver = sql<boolean>`(ended_at is not null or low_blocked_at is not null or high_blocked_at is not null)`;

/** What is compared with others of the viewer: what counts of gender and age, which is not always what is shown. */
export const findViewer = (db: Db, id: string) =>
  db
    .selectFrom("profiles")
    .select(["cell", "counted_gender", "counted_age", "interests", "looking_for"])
    .where("member_id", "=", id)
    .executeTakeFirstOrThrow(notThere);

export type Viewer = Awaited<ReturnType<typeof findViewer>>;

/** What is compared with the viewer, of members who are shown. */
export const findShown = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("profiles")
        .select(["member_id", "cell", "interests", "looking_for"])
        .where("member_id", "in", [...ids])
        .execute();

/** Those of some members who can be discovered by anybody. */
export async function findDiscoverableOf(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("browse")
    .select("member_id")
    .where((where) => where("member_id", "=", where.fn.any(where.val([...ids]))))
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Those to whom a viewer has sent a crush, and those with whom it has ended or a block stands, whoever did that. */
export async function findPairedWith(db: Db, viewerId: string): Promise<Paired> {
  const { rows } = await sql<{ other_id: string; crushed: boolean; ended: boolean }>`
    select high_id as other_id, low_crushed_at is not null as crushed, ${isOver} as ended
      from pairs where low_id = ${viewerId} and (low_crushed_at is not null or ${isOver})
    union all
    select low_id, high_crushed_at is not null, ${isOver}
      from pairs where high_id = ${viewerId} and (high_crushed_at is not null or ${isOver})`.execute(db);
  return {
    crushed: rows.filter((row) => row.crushed).map((row) => row.other_id),
    ended: rows.filter((row) => row.ended).map((row) => row.other_id),
  };
}

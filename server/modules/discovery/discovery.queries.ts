import { sql } from "kysely";
import type { Db } from "#server/db/client.ts";
import { accountEndedError } from "#server/errors.ts";
import type { KnownMembers } from "#server/modules/discovery/search-results.queries.ts";

/** The viewer's data that is compared with others'. Gender and age are the effective ones, not always the shown ones. */
export const findViewer = (db: Db, id: string) =>
  db
    .selectFrom("profiles")
    .select(["h3_cell", "effective_gender", "effective_age", "interests", "looking_for"])
    .where("member_id", "=", id)
    .executeTakeFirstOrThrow(accountEndedError);

export type Viewer = Awaited<ReturnType<typeof findViewer>>;

/** The data of listed members that is compared with the viewer's. */
export const findCompared = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("profiles")
        .select(["member_id", "h3_cell", "interests", "looking_for"])
        .where("member_id", "in", [...ids])
        .execute();

/** Which of some members are in the search index. */
export async function findDiscoverableIds(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("search_index")
    .select("member_id")
    .where((where) => where("member_id", "=", where.fn.any(where.val([...ids]))))
    .execute();
  return rows.map(({ member_id }) => member_id);
}

/** Members whom a viewer has sent a crush, and members with whom contact has ended or a block exists, whoever did that. */
export async function findKnownMembers(db: Db, viewerId: string): Promise<KnownMembers> {
  const { rows } = await sql<{ other_id: string; crushed: boolean; ended: boolean }>`
    select other_id, i_crushed_at is not null as crushed, not is_open as ended
    from relationship_sides where member_id = ${viewerId} and (i_crushed_at is not null or not is_open)`.execute(db);
  return {
    crushed: rows.filter((row) => row.crushed).map((row) => row.other_id),
    ended: rows.filter((row) => row.ended).map((row) => row.other_id),
  };
}

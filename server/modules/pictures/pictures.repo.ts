import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** Names pictures that are about to be stored, or that nothing refers to any more (`doomed`). */
export async function insertUnclaimed(tx: Tx, keys: readonly string[], doomed: boolean): Promise<void> {
  if (keys.length === 0) return;
  await tx
    .insertInto("unclaimed_pictures")
    .values(keys.map((key) => ({ key, doomed })))
    .execute();
}

/** Gives pictures up that still wait to be claimed. @returns which */
export const doomWaiting = async (tx: Tx, keys: readonly string[]): Promise<string[]> =>
  (
    await tx
      .updateTable("unclaimed_pictures")
      .set({ doomed: true })
      .where("key", "in", [...keys])
      .where("doomed", "=", false)
      .returning("key")
      .execute()
  ).map(({ key }) => key);

/** Takes pictures off the list, unless they are given up already. @returns how many */
export async function deleteWaiting(tx: Tx, keys: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("unclaimed_pictures")
    .where("key", "in", [...keys])
    .where("doomed", "=", false)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Gives up what nobody has claimed in an hour. */
export async function doomForgotten(tx: Tx): Promise<void> {
  await sql`update unclaimed_pictures set doomed = true where since < now() - interval '1 hour' and not doomed`.execute(
    tx,
  );
}

/** Pictures that are given up, in the order of their keys, from behind one. */
export const findDoomed = async (db: Db, limit: number, after = ""): Promise<string[]> =>
  (
    await db
      .selectFrom("unclaimed_pictures")
      .select("key")
      .where("doomed", "=", true)
      .where("key", ">", after)
      .orderBy("key")
      .limit(limit)
      .execute()
  ).map(({ key }) => key);

export async function deleteDoomed(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("unclaimed_pictures")
    .where("key", "in", [...keys])
    .where("doomed", "=", true)
    .execute();
}

/**
 * Where a picture is shown, if this viewer may see it now: a member's photo while neither has blocked the other and the
 * member is there, or one of a conversation while its match stands.
 */
export async function findShowing(db: Db, key: string, viewerId: string): Promise<"profile" | "chat" | undefined> {
  const { rows } = await sql<{ place: "profile" | "chat" }>`
    select 'profile' as place from photos
      join members on members.id = photos.member_id and members.standing in ('active', 'hidden')
      where photos.key = ${key} and not exists (
        select 1 from pairs
        where low_id = least(photos.member_id, ${viewerId}::uuid) and high_id = greatest(photos.member_id, ${viewerId}::uuid)
          and (low_blocked_at is not null or high_blocked_at is not null))
    union all
    select 'chat' from messages
      join pairs on pairs.id = messages.pair_id and ended_at is null and ${viewerId}::uuid in (low_id, high_id)
      join members on members.id = case when low_id = ${viewerId}::uuid then high_id else low_id end
        and members.standing in ('active', 'hidden')
      where messages.picture_key = ${key}`.execute(db);
  return rows[0]?.place;
}

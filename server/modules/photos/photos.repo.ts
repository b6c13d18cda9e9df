import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import { FILES_HELD } from "#server/db/held-files.ts";

/** Names pictures that are about to be stored, or that nothing refers to any more (`doomed`). */
export async function insertUnclaimed(tx: Tx, keys: readonly string[], doomed: boolean): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into unclaimed_pictures (key, doomed) select unnest(${sql.val([...keys])}::text[]), ${doomed}`.execute(
    tx,
  );
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

/** Whether a backup copies files now, whose rows it saw before they were given up. */
export async function areFilesHeld(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${FILES_HELD}) as free`.execute(
    tx,
  );
  return rows[0]?.free !== true;
}

export async function deleteDoomed(tx: Tx, keys: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("unclaimed_pictures")
    .where("key", "in", [...keys])
    .where("doomed", "=", true)
    .execute();
}

/**
 * Where a picture is shown, if this viewer is there and may see it now: a member's photo while neither has blocked the other or
 * ended contact and the member is there (a hidden one for themselves and where there is a crush between the two), or one of a
 * conversation while its match stands, or stood until the other one went. What is retained for reports is shown nowhere.
 */
export async function findShowing(db: Db, key: string, viewerId: string): Promise<"profile" | "chat" | undefined> {
  const { rows } = await sql<{ place: "profile" | "chat" }>`
    with viewer as (select from members where id = ${viewerId} and standing in ('active', 'hidden'))
    select 'profile' as place from viewer, photos
      join members on members.id = photos.member_id
      left join pairs on low_id = least(photos.member_id, ${viewerId}::uuid)
        and high_id = greatest(photos.member_id, ${viewerId}::uuid)
      where photos.key = ${key} and low_blocked_at is null and high_blocked_at is null
        and pairs.ended_at is null and (
        standing = 'active' or standing = 'hidden' and (
          photos.member_id = ${viewerId}::uuid or low_crushed_at is not null or high_crushed_at is not null))
    union all
    select 'chat' from viewer, messages
      join pairs on pairs.id = messages.pair_id and (ended_at is null or pairs.gone_at is not null)
        and ${viewerId}::uuid in (low_id, high_id)
      join members on members.id = case when low_id = ${viewerId}::uuid then high_id else low_id end
        and (members.standing in ('active', 'hidden') or pairs.gone_at is not null)
      where messages.picture_key = ${key}`.execute(db);
  return rows[0]?.place;
}

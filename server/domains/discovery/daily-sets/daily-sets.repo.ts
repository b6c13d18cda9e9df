import { sql } from "kysely";
import { DAILY_SET_KEPT_DAYS } from "#contract/limits.ts";
import { SWEPT_AT_ONCE } from "#server/domains/members/member-data/member-data.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** Stores the set of a day, unless there is one or the member has turned sets off. */
export async function insertDailySet(
  tx: Tx,
  memberId: string,
  day: string,
  memberIds: readonly string[],
): Promise<void> {
  await sql`
    insert into daily_sets (member_id, day, member_ids, size)
    select id, ${day}::date, ${sql.val([...memberIds])}::uuid[], ${memberIds.length}::smallint
    from members where id = ${memberId} and daily_set
    on conflict do nothing`.execute(tx);
}

/** Deletes a set that has to be replaced, unless another request has replaced it. */
export async function deleteDailySet(
  tx: Tx,
  memberId: string,
  { day, memberIds }: { readonly day: string; readonly memberIds: readonly string[] },
): Promise<void> {
  await sql`
    delete from daily_sets
    where member_id = ${memberId} and day = ${day}::date and member_ids = ${sql.val([...memberIds])}::uuid[]
      and completed_at is null`.execute(tx);
}

export async function updateCompleted(tx: Tx, memberId: string, day: string): Promise<void> {
  await tx
    .updateTable("daily_sets")
    .set({ completed_at: sql`now()` })
    .where("member_id", "=", memberId)
    .where("day", "=", day)
    .where("completed_at", "is", null)
    .execute();
}

/**
 * Deletes a member's sets, and the member from a thousand sets of others. Locks them in one order first, because members
 * of each other's sets may leave together.
 * @returns a value while there may be more
 */
export async function deleteDailySetsOf(tx: Tx, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ member_id: string; day: string }>`
    select member_id, day from daily_sets where member_id = ${memberId} or member_ids @> array[${memberId}::uuid]
    order by member_id, day limit ${SWEPT_AT_ONCE} for update`.execute(tx);
  await tx.deleteFrom("daily_sets").where("member_id", "=", memberId).execute();
  await sql`
    update daily_sets set member_ids = array_remove(member_ids, ${memberId}::uuid)
    where (member_id, day) in (
      select * from unnest(${rows.map((row) => row.member_id)}::uuid[], ${rows.map((row) => row.day)}::date[]))`.execute(
    tx,
  );
  return rows.length < SWEPT_AT_ONCE ? undefined : "more";
}

/** Deletes some. @returns how many */
export async function deleteOldDailySets(tx: Tx): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from daily_sets where (member_id, day) in (
      select member_id, day from daily_sets
      where day < (now() at time zone 'UTC')::date - ${sql.lit(DAILY_SET_KEPT_DAYS)}
      order by day limit ${SWEPT_AT_ONCE} for update skip locked)`.execute(tx);
  return Number(numAffectedRows);
}

import type { Updateable } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { MatchFilters, Tables } from "#server/db/schema/tables.ts";

export const findFilters = (db: Db, memberId: string): Promise<MatchFilters | undefined> =>
  db.selectFrom("search_preferences").selectAll().where("member_id", "=", memberId).executeTakeFirst();

/** Stores what is given; the rest stays, or is the default. */
export async function upsertFilters(
  tx: Tx,
  memberId: string,
  values: Updateable<Tables["search_preferences"]>,
): Promise<MatchFilters> {
  const row = { ...values, member_id: memberId };
  return tx
    .insertInto("search_preferences")
    .values(row)
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteFilters(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("search_preferences").where("member_id", "=", memberId).execute();
}

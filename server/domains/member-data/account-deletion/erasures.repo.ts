import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/client.ts";

export const insertErasure = (tx: Tx, memberId: string) =>
  tx.insertInto("erasures").values({ member_id: memberId }).execute();

/** How far the job has come; undefined once everything is erased. */
export const findErasure = (db: Db, memberId: string) =>
  db
    .selectFrom("erasures")
    .select("relationships_through as through")
    .where("member_id", "=", memberId)
    .executeTakeFirst();

/** Stores that a job has come further. @param through all relationships up to this one are erased; absent: as before */
export async function updateErasure(tx: Tx, memberId: string, through?: string): Promise<void> {
  await tx
    .updateTable("erasures")
    .set({ active_at: sql<Date>`now()`, ...(through !== undefined && { relationships_through: through }) })
    .where("member_id", "=", memberId)
    .execute();
}

export async function deleteErasure(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("erasures").where("member_id", "=", memberId).execute();
}

/** Erasures that have not come further for an hour, oldest first. */
export async function findLateErasures(db: Db): Promise<string[]> {
  const found = await db
    .selectFrom("erasures")
    .select("member_id")
    .where("active_at", "<", sql<Date>`now() - interval '1 hour'`)
    .orderBy("active_at")
    .execute();
  return found.map(({ member_id }) => member_id);
}

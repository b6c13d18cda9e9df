import { type Selectable, sql } from "kysely";
import { DATA_COPY_HOURS } from "#contract/limits.ts";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { DataCopiesTable } from "#server/platform/db/schema/tables.ts";

export type DataCopyRow = Selectable<DataCopiesTable>;

/** SQL condition on `data_copies`. */
export const isExpired = sql<boolean>`(
  coalesce(ready_at, active_at) < now() - make_interval(hours => ${sql.lit(DATA_COPY_HOURS)}))`;

export const findCopyOf = (db: Db, memberId: string): Promise<DataCopyRow | undefined> =>
  db
    .selectFrom("data_copies")
    .selectAll()
    .where("member_id", "=", memberId)
    .where(sql<boolean>`not ${isExpired}`)
    .executeTakeFirst();

export const findCopy = (db: Db, id: string): Promise<DataCopyRow | undefined> =>
  db.selectFrom("data_copies").selectAll().where("id", "=", id).executeTakeFirst();

/** The copy replaces an earlier one. */
export async function insertCopy(tx: Tx, id: string, memberId: string): Promise<DataCopyRow> {
  await deleteCopyOf(tx, memberId);
  return tx.insertInto("data_copies").values({ id, member_id: memberId }).returningAll().executeTakeFirstOrThrow();
}

export async function deleteCopyOf(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("data_copies").where("member_id", "=", memberId).execute();
}

/** Begins to write a copy anew; an attempt before it finds no copy any more. @returns undefined if there is none to write */
export const beginAttempt = (tx: Tx, id: string, attempt: string): Promise<DataCopyRow | undefined> =>
  tx
    .updateTable("data_copies")
    .set({ attempt, percent: 0, active_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .returningAll()
    .executeTakeFirst();

/** @returns whether the attempt is still the one that writes the copy */
export async function updateAttempt(
  tx: Tx,
  attempt: string,
  change: { readonly percent: number } | { readonly parts: number; readonly bytes: number },
): Promise<boolean> {
  const isReady = "parts" in change;
  const { numUpdatedRows } = await tx
    .updateTable("data_copies")
    .set({ ...change, active_at: sql<Date>`now()`, ...(isReady && { percent: 100, ready_at: sql<Date>`now()` }) })
    .where("attempt", "=", attempt)
    .where("ready_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Those of some attempts whose files belong to a copy. */
export async function findCurrentAttempts(db: Db, attempts: readonly string[]): Promise<Set<string>> {
  const found = await db
    .selectFrom("data_copies")
    .select("attempt")
    .where("attempt", "=", sql<string>`any(${sql.val([...attempts])}::uuid[])`)
    .execute();
  return new Set(found.flatMap(({ attempt }) => attempt ?? []));
}

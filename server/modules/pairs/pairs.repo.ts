import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { Pair } from "#server/db/tables.ts";
import { newId } from "#server/ids.ts";

/** Which column is whose: two members are one row, the lower id first. */
export const sidesOf = (a: string, b: string) => (a < b ? { low: a, high: b } : { low: b, high: a });

const byMembers = (db: Db, a: string, b: string) => {
  const { low, high } = sidesOf(a, b);
  return db.selectFrom("pairs").selectAll().where("low_id", "=", low).where("high_id", "=", high);
};

export const findPair = (db: Db, a: string, b: string): Promise<Pair | undefined> =>
  byMembers(db, a, b).executeTakeFirst();

/** The row of two members, made if there is none, held until the end of the transaction. */
export async function lockOrCreatePair(tx: Tx, a: string, b: string): Promise<Pair> {
  const { low, high } = sidesOf(a, b);
  await tx
    .insertInto("pairs")
    .values({ id: newId(), low_id: low, high_id: high })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return byMembers(tx, a, b).forUpdate().executeTakeFirstOrThrow();
}

/** The row of two members, held until the end of the transaction. */
export const lockPair = (tx: Tx, a: string, b: string): Promise<Pair | undefined> =>
  byMembers(tx, a, b).forUpdate().executeTakeFirst();

/** Notes a crush of one side; `matched` if it answers the other's. */
export async function setCrushed(tx: Tx, pair: Pair, senderId: string, matched: boolean): Promise<void> {
  const column = senderId === pair.low_id ? "low_crushed_at" : "high_crushed_at";
  await tx
    .updateTable("pairs")
    .set({ [column]: sql`clock_timestamp()`, ...(matched && { matched_at: sql`clock_timestamp()` }) })
    .where("id", "=", pair.id)
    .execute();
}

/** Takes the next place and the next revision for a message. */
export const takeNextSeq = (tx: Tx, pairId: string) =>
  tx
    .updateTable("pairs")
    .set({ last_seq: sql`last_seq + 1`, rev: sql`rev + 1` })
    .where("id", "=", pairId)
    .returning(["last_seq", "rev"])
    .executeTakeFirstOrThrow();

export async function takeNextRev(tx: Tx, pairId: string): Promise<number> {
  const { rev } = await tx
    .updateTable("pairs")
    .set({ rev: sql`rev + 1` })
    .where("id", "=", pairId)
    .returning("rev")
    .executeTakeFirstOrThrow();
  return rev;
}

/** Notes that one side has read what there is. */
export async function setRead(tx: Tx, pair: Pair, readerId: string): Promise<{ rev: number; readAt: Date }> {
  const column = readerId === pair.low_id ? "low_read_at" : "high_read_at";
  const { rev, read_at } = await tx
    .updateTable("pairs")
    .set({ rev: sql`rev + 1`, [column]: sql`clock_timestamp()` })
    .where("id", "=", pair.id)
    .returning(["rev", sql<Date>`${sql.ref(column)}`.as("read_at")])
    .executeTakeFirstOrThrow();
  return { rev, readAt: read_at };
}

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

/** The row of two members, held until the end of the transaction. */
export const lockPair = (tx: Tx, a: string, b: string): Promise<Pair | undefined> =>
  byMembers(tx, a, b).forUpdate().executeTakeFirst();

/**
 * Notes a crush of one side on the row of two members, made if there is none, and held until the end of the transaction; it
 * is a match if it answers the other's. Undefined where that side's is in already, or it has ended.
 */
export async function insertCrush(tx: Tx, senderId: string, recipientId: string): Promise<Pair | undefined> {
  const { low, high } = sidesOf(senderId, recipientId);
  const [mine, theirs] =
    low === senderId ? ["low_crushed_at", "high_crushed_at"] : ["high_crushed_at", "low_crushed_at"];
  const { rows } = await sql<Pair>`
    insert into pairs (id, low_id, high_id, ${sql.ref(mine)}) values (${newId()}, ${low}, ${high}, clock_timestamp())
    on conflict (low_id, high_id) do update set
      ${sql.ref(mine)} = clock_timestamp(),
      matched_at = case when ${sql.ref(`pairs.${theirs}`)} is null then null else clock_timestamp() end
    where ${sql.ref(`pairs.${mine}`)} is null and pairs.ended_at is null
    returning *`.execute(tx);
  return rows[0];
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

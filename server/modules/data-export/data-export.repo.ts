import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** Lets a member's downloads be counted and begun one after the other. */
export async function lockDownloads(tx: Tx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`download ${memberId}`}, 0))`.execute(tx);
}

/** One that was begun and never ended counts as under way no longer than this: the process may have been killed. */
const isUnderWay = sql<boolean>`(started_at > now() - interval '1 hour' and finished_at is null)`;

/** How many downloads a member has asked for within 24 hours, in how many seconds the first of them is over, and whether one is under way. */
export async function countDownloads(db: Db, memberId: string) {
  const { rows } = await sql<{ many: number; seconds: number; is_under_way: boolean }>`
    select count(*)::int as many, coalesce(bool_or(${isUnderWay}), false) as is_under_way,
      coalesce(ceil(extract(epoch from min(created_at) + interval '24 hours' - now())), 0)::int as seconds
    from data_exports where member_id = ${memberId} and created_at > now() - interval '24 hours'`.execute(db);
  return rows[0] ?? { many: 0, seconds: 0, is_under_way: false };
}

export async function insertDownload(tx: Tx, tokenHash: Buffer, memberId: string): Promise<void> {
  await tx.insertInto("data_exports").values({ token_hash: tokenHash, member_id: memberId }).execute();
}

/** Whose a link is that was made within the last minute, and that nobody has used. */
export const findFreshDownload = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom("data_exports")
    .innerJoin("members", "members.id", "data_exports.member_id")
    .select("member_id")
    .where("token_hash", "=", tokenHash)
    .where("started_at", "is", null)
    .where("created_at", ">", sql<Date>`now() - interval '1 minute'`)
    .where("members.status", "in", ["active", "hidden"])
    .executeTakeFirst();

export async function setBegun(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.updateTable("data_exports").set({ started_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();
}

export async function setEnded(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.updateTable("data_exports").set({ finished_at: sql`now()` }).where("token_hash", "=", tokenHash).execute();
}

export async function deleteDownloads(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("data_exports").where("member_id", "=", memberId).execute();
}

/** Throws away what does not count any more. */
export async function deleteOldDownloads(tx: Tx): Promise<void> {
  await sql`delete from data_exports where created_at < now() - interval '24 hours'`.execute(tx);
}

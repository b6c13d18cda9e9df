import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** How often something has been counted in its current window, and how many seconds are left of it. */
export interface Count {
  readonly count: number;
  readonly resetSeconds: number;
}

/** Counts once more, at most to one above `limit`. Calls for the same key that come at the same time wait for each other. */
export async function increment(tx: Tx, key: Buffer, limit: number, windowSeconds: number): Promise<Count> {
  const { rows } = await sql<Count>`
    insert into rate_limits as known (key, count, ends_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when known.ends_at <= now() then 1 else least(known.count, ${limit}) + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning count, extract(epoch from ends_at - now())::float8 as "resetSeconds"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("a count that was just stored is missing");
  return row;
}

/** The count of a key, zero where its window has ended. */
export async function findCount(db: Db, key: Buffer): Promise<Count> {
  const row = await db
    .selectFrom("rate_limits")
    .select(["count", sql<number>`extract(epoch from ends_at - now())::float8`.as("resetSeconds")])
    .where("key", "=", key)
    .where("ends_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? { count: 0, resetSeconds: 0 };
}

/** Refunds one use, if its window has not ended. */
export async function decrement(tx: Tx, key: Buffer): Promise<void> {
  await tx
    .updateTable("rate_limits")
    .set({ count: sql`count - 1` })
    .where("key", "=", key)
    .where("count", ">", 0)
    .where("ends_at", ">", sql<Date>`now()`)
    .execute();
}

/** Deletes counts whose window has ended, but for those that are being used at this moment. */
export async function deleteEnded(tx: Tx): Promise<void> {
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits where ends_at < now() for update skip locked)`.execute(tx);
}

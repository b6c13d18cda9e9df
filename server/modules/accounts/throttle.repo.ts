import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** Failures that are older are forgotten. */
const WINDOW = sql`interval '1 hour'`;

/** How often a key has failed lately and how many seconds ago the last time was; held until the end of the transaction. */
export async function lockFailures(tx: Tx, key: Buffer): Promise<{ failures: number; passed: number }> {
  await tx
    .insertInto("login_failures")
    .values({ key, failures: 0, last_at: sql`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom("login_failures")
    .select([
      sql<number>`case when last_at < now() - ${WINDOW} then 0 else failures end`.as("failures"),
      sql<number>`extract(epoch from clock_timestamp() - last_at)::float8`.as("passed"),
    ])
    .where("key", "=", key)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function setFailures(tx: Tx, key: Buffer, failures: number): Promise<void> {
  await tx
    .updateTable("login_failures")
    .set({ failures, last_at: sql`clock_timestamp()` })
    .where("key", "=", key)
    .execute();
}

export async function forgetFailures(tx: Tx, key: Buffer): Promise<void> {
  await tx.deleteFrom("login_failures").where("key", "=", key).execute();
}

/** Forgets what counts no more: failures of long ago, and addresses that an owner has not used for a year. */
export async function deleteForgotten(tx: Tx): Promise<void> {
  await tx.deleteFrom("login_failures").where("last_at", "<", sql<Date>`now() - ${WINDOW}`).execute();
  await tx.deleteFrom("known_addresses").where("last_at", "<", sql<Date>`now() - interval '1 year'`).execute();
}

export const findKnownAddress = async (db: Db, key: Buffer): Promise<boolean> =>
  (await db.selectFrom("known_addresses").select("key").where("key", "=", key).executeTakeFirst()) !== undefined;

export async function keepKnownAddress(tx: Tx, key: Buffer): Promise<void> {
  await tx
    .insertInto("known_addresses")
    .values({ key })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ last_at: sql`now()` }))
    .execute();
}

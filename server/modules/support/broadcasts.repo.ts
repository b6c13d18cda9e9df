import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** Serializes the creation of broadcasts. */
export const lockBroadcasting = (tx: Tx) => sql`lock table broadcasts in share row exclusive mode`.execute(tx);

/** When the last broadcast of the past `days` was created. */
export async function findRecentBroadcast(db: Db, days: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom("broadcasts")
    .select("created_at")
    .where("created_at", ">", sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return row?.created_at;
}

interface NewBroadcast {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
}

export async function insertBroadcast(tx: Tx, broadcast: NewBroadcast): Promise<void> {
  await tx.insertInto("broadcasts").values(broadcast).execute();
}

export const findBroadcast = (db: Db, id: string) =>
  db.selectFrom("broadcasts").select(["subject", "body"]).where("id", "=", id).executeTakeFirst();

/** Locks the progress of a broadcast. Undefined if all its emails are enqueued. */
export const lockUnqueued = (tx: Tx, id: string) =>
  tx
    .selectFrom("broadcasts")
    .select(["members_queued_up_to", "subscribers_queued_up_to"])
    .where("id", "=", id)
    .where("queued_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export async function updateProgress(
  tx: Tx,
  id: string,
  column: "members_queued_up_to" | "subscribers_queued_up_to",
  upto: string,
) {
  await tx
    .updateTable("broadcasts")
    .set({ [column]: upto })
    .where("id", "=", id)
    .execute();
}

export async function markQueued(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("broadcasts").set({ queued_at: sql<Date>`now()` }).where("id", "=", id).execute();
}

interface Claim {
  readonly broadcast_id: string;
  readonly address_hash: Buffer;
  readonly job_id: string;
}

/** Claims an address for a job. @returns false if another job has claimed it */
export async function claimRecipient(tx: Tx, { broadcast_id, address_hash, job_id }: Claim): Promise<boolean> {
  // A no-op update, because `do nothing` would not return the existing row.
  const { rows } = await sql<{ job_id: string }>`
    insert into broadcast_recipients as known (broadcast_id, address_hash, job_id)
    values (${broadcast_id}, ${address_hash}, ${job_id})
    on conflict (broadcast_id, address_hash) do update set job_id = known.job_id
    returning job_id`.execute(tx);
  return rows[0]?.job_id === job_id;
}

/** @param days age of the broadcast */
export async function deleteOldRecipients(tx: Tx, days: number): Promise<void> {
  await sql`
    delete from broadcast_recipients using broadcasts
    where broadcasts.id = broadcast_id and created_at < now() - make_interval(days => ${days})`.execute(tx);
}

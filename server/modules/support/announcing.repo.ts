import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** Lets nobody else begin one before this transaction is over. */
export const holdAnnouncing = (tx: Tx) => sql`lock table announcements in share row exclusive mode`.execute(tx);

/** When the last one began, if that is no longer ago than so many days. */
export async function findRecent(db: Db, days: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom("announcements")
    .select("created_at")
    .where("created_at", ">", sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return row?.created_at;
}

interface NewAnnouncement {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
}

export async function insertAnnouncement(tx: Tx, announcement: NewAnnouncement): Promise<void> {
  await tx.insertInto("announcements").values(announcement).execute();
}

export const findAnnouncement = (db: Db, id: string) =>
  db.selectFrom("announcements").select(["subject", "body"]).where("id", "=", id).executeTakeFirst();

/** How far an announcement is, held; undefined where there are jobs for all. */
export const holdUnqueued = (tx: Tx, id: string) =>
  tx
    .selectFrom("announcements")
    .select(["members_upto", "subscribers_upto"])
    .where("id", "=", id)
    .where("queued_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export async function setUpto(tx: Tx, id: string, column: "members_upto" | "subscribers_upto", upto: string) {
  await tx
    .updateTable("announcements")
    .set({ [column]: upto })
    .where("id", "=", id)
    .execute();
}

export async function setQueued(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("announcements").set({ queued_at: sql<Date>`now()` }).where("id", "=", id).execute();
}

interface Claim {
  readonly announcement_id: string;
  readonly address_hash: Buffer;
  readonly job_id: string;
}

/** Takes an address for a job. @returns whether it is its own, now or since an earlier try */
export async function claimAddress(tx: Tx, { announcement_id, address_hash, job_id }: Claim): Promise<boolean> {
  // What changes nothing, so that the row that is there is told.
  const { rows } = await sql<{ job_id: string }>`
    insert into announcement_mails as known (announcement_id, address_hash, job_id)
    values (${announcement_id}, ${address_hash}, ${job_id})
    on conflict (announcement_id, address_hash) do update set job_id = known.job_id
    returning job_id`.execute(tx);
  return rows[0]?.job_id === job_id;
}

/** Forgets which addresses were written to by announcements that are older than so many days. */
export async function deleteOldClaims(tx: Tx, days: number): Promise<void> {
  await sql`
    delete from announcement_mails using announcements
    where announcements.id = announcement_id and created_at < now() - make_interval(days => ${days})`.execute(tx);
}

import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

export interface NewContactMessage {
  readonly id: string;
  readonly client_id: string | null;
  readonly member_id: string | null;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly is_trapped: boolean;
}

/** Stores a message. @returns false where one with its `client_id` is there already: nothing happens then */
export async function insertContactMessage(tx: Tx, message: NewContactMessage): Promise<boolean> {
  const inserted = await tx
    .insertInto("contact_messages")
    .values({ ...message, mailed_at: null, resolved_at: null })
    .onConflict((conflict) => conflict.column("client_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

const messages = (db: Db) =>
  db
    .selectFrom("contact_messages")
    .leftJoin("profiles", "profiles.member_id", "contact_messages.member_id")
    .select(["contact_messages.id", "contact_messages.member_id", "profiles.username", "contact_messages.name"])
    .select(["email", "subject", "message", "is_trapped", "created_at", "mailed_at", "resolved_at"]);

export type ContactMessage = NonNullable<Awaited<ReturnType<typeof findContactMessage>>>;

export const findContactMessage = (db: Db, id: string) =>
  messages(db).where("contact_messages.id", "=", id).executeTakeFirst();

/** The latest first, from before `before` on. */
export const selectContactMessages = (db: Db, limit: number, before: Date | undefined) =>
  messages(db)
    .where("created_at", "<", before ?? sql<Date>`'infinity'`)
    .orderBy("created_at", "desc")
    .orderBy("contact_messages.id", "desc")
    .limit(limit)
    .execute();

export const selectContactMessagesOf = (db: Db, memberId: string) =>
  messages(db).where("contact_messages.member_id", "=", memberId).orderBy("created_at").execute();

export async function setMailed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("contact_messages").set({ mailed_at: sql`now()` }).where("id", "=", id).execute();
}

/** The first time counts. @returns whether there is such a message */
export async function setResolved(tx: Tx, id: string): Promise<boolean> {
  const resolved = await tx
    .updateTable("contact_messages")
    .set({ resolved_at: sql`coalesce(resolved_at, now())` })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return resolved !== undefined;
}

/** Messages whose mail did not go out for so many hours; they count as queued anew. */
export async function takeUnmailed(tx: Tx, hours: number): Promise<string[]> {
  const rows = await tx
    .updateTable("contact_messages")
    .set({ queued_at: sql`now()` })
    .where("mailed_at", "is", null)
    .where("is_trapped", "=", false)
    .where("queued_at", "<", sql<Date>`now() - make_interval(hours => ${hours})`)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteOldContactMessages(tx: Tx, years: number): Promise<void> {
  await tx
    .deleteFrom("contact_messages")
    .where("created_at", "<", sql<Date>`now() - make_interval(years => ${years})`)
    .execute();
}

export async function deleteContactMessagesOf(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("contact_messages").where("member_id", "=", memberId).execute();
}

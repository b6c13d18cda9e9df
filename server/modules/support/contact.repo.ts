import { sql } from "kysely";
import type { Tx } from "#server/db/client.ts";

export interface NewContactMessage {
  readonly id: string;
  readonly client_id: string | null;
  readonly member_id: string | null;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly is_honeypot_hit: boolean;
}

/** @returns false if there is a message with its `client_id`; nothing is inserted then */
export async function insertContactMessage(tx: Tx, message: NewContactMessage): Promise<boolean> {
  const inserted = await tx
    .insertInto("contact_messages")
    .values({ ...message, mailed_at: null, resolved_at: null })
    .onConflict((conflict) => conflict.column("client_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function markMailed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("contact_messages").set({ mailed_at: sql`now()` }).where("id", "=", id).execute();
}

/** Keeps the time of the first call. @returns whether there is such a message */
export async function markResolved(tx: Tx, id: string): Promise<boolean> {
  const resolved = await tx
    .updateTable("contact_messages")
    .set({ resolved_at: sql`coalesce(resolved_at, now())` })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return resolved !== undefined;
}

/** Marks messages whose email has not been sent for some hours as enqueued again. @returns their ids */
export async function claimUnmailed(tx: Tx, hours: number): Promise<string[]> {
  const rows = await tx
    .updateTable("contact_messages")
    .set({ queued_at: sql`now()` })
    .where("mailed_at", "is", null)
    .where("is_honeypot_hit", "=", false)
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

import { type Insertable, sql } from "kysely";
import type { Reaction } from "#contract/chat/reactions.ts";
import type { MessagePlace } from "#server/domains/chat/messages/messages.queries.ts";
import { deleteDate } from "#server/domains/training/workout-dates/workout-dates.statements.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { MessagesTable } from "#server/platform/db/schema/relationships.ts";

export const updateMessage = (tx: Tx, { id, relationshipId }: MessagePlace) =>
  tx.updateTable("messages").where("id", "=", id).where("relationship_id", "=", relationshipId);

/** Stores the reaction of one side, or removes it. */
export async function updateReaction(
  tx: Tx,
  place: MessagePlace,
  { side, reaction, revision }: { side: "sender" | "receiver"; reaction: Reaction | null; revision: number },
): Promise<void> {
  await updateMessage(tx, place)
    .set({ [`${side}_reaction`]: reaction, revision })
    .execute();
}

type NewMessage = Insertable<Omit<MessagesTable, "created_at" | "last_read_at" | "last_receipt_at">>;

/** Its time is taken after its sequence, so that the two have the same order. Needs the relationship's lock. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<void> {
  const lastOfReceiver = (what: "read_at" | "receipt_at") => sql<Date>`(
    select ${sql.ref(`their_${what}`)} from relationship_sides
    where relationship_id = ${message.relationship_id} and member_id = ${message.sender_id})`;
  await tx
    .insertInto("messages")
    .values({
      ...message,
      created_at: sql`clock_timestamp()`,
      last_read_at: lastOfReceiver("read_at"),
      last_receipt_at: lastOfReceiver("receipt_at"),
    })
    .execute();
}

/** Deletes a message: its content goes at once, its sequence stays. */
export async function eraseMessage(tx: Tx, place: MessagePlace, revision: number): Promise<void> {
  await deleteDate(tx, place.id);
  await updateMessage(tx, place)
    .set({
      content: "",
      attachment_key: null,
      thumbhash: null,
      check_state: null,
      deleted_at: sql`clock_timestamp()`,
      revision,
    })
    .set({ sender_reaction: null, receiver_reaction: null, reply_to_sequence: null })
    .execute();
}

/**
 * Lets PostgreSQL know how the messages of all partitions are distributed, by which it plans joins, unless that was done
 * within a day.
 */
export async function analyzeMessages(tx: Tx): Promise<void> {
  await sql`select analyze_messages()`.execute(tx);
}

import { sql } from "kysely";
import type { DateOutcome } from "#contract/training/date-outcomes.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { MessageSide } from "#server/platform/db/schema/relationships.ts";

/** Stores a side's answer instead of an earlier one. Needs the relationship's lock. */
export async function upsertOutcome(
  tx: Tx,
  { messageId, side, outcome, at }: { messageId: string; side: MessageSide; outcome: DateOutcome; at: Date },
): Promise<void> {
  await tx
    .insertInto("date_outcomes")
    .values({ message_id: messageId, side, outcome, at })
    .onConflict((conflict) => conflict.columns(["message_id", "side"]).doUpdateSet({ outcome, at }))
    .execute();
}

/** Deletes all answers of a member. Needs the locks of their relationships. */
export async function deleteOutcomesOf(tx: Tx, memberId: string): Promise<void> {
  await sql`
    delete from date_outcomes using messages, relationship_sides as mine
    where messages.id = message_id and mine.relationship_id = messages.relationship_id
      and mine.member_id = ${memberId}
      and (side = 'sender') = (messages.sender_id = mine.member_id)`.execute(tx);
}

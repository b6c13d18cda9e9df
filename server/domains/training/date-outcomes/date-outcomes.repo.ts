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

/** Deletes the answers of a member to the dates of some relationships. Needs their locks. */
export async function deleteOutcomesOf(tx: Tx, memberId: string, relationshipIds: readonly string[]): Promise<void> {
  await sql`
    delete from date_outcomes using messages, workout_dates as date
    where date.relationship_id = any(${sql.val([...relationshipIds])}::uuid[]) and date.message_id = date_outcomes.message_id
      and messages.id = date.message_id and messages.relationship_id = date.relationship_id
      and (side = 'sender') = (messages.sender_id = ${memberId})`.execute(tx);
}

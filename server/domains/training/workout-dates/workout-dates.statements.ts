import { sql } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";

export async function deleteDate(tx: Tx, messageId: string): Promise<void> {
  await tx.deleteFrom("workout_dates").where("message_id", "=", messageId).execute();
}

/** Part of a statement, behind a CTE `sent (id)` with messages. */
export const deleteDatesSql = sql`delete from workout_dates using sent where message_id = sent.id`;

import { type RawBuilder, sql } from "kysely";
import type { DateOutcome } from "#contract/training/date-outcomes.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { MessageSide } from "#server/platform/db/schema/relationships.ts";

/** SQL condition: both members of a workout date have said that they trained together. @param messageId a column */
export const trainedTogetherSql = (messageId: string): RawBuilder<boolean> => sql`(
  select count(*) = 2 from date_outcomes
  where date_outcomes.message_id = ${sql.ref(messageId)} and outcome = 'trained')`;

/** The number of dates of which both members of a relationship have said that they trained together. */
export async function countTrainedTogether(db: Db, relationshipId: string): Promise<number> {
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from workout_dates
    where relationship_id = ${relationshipId} and ${trainedTogetherSql("workout_dates.message_id")}`.execute(db);
  return rows[0]?.many ?? 0;
}

/** The answers about a date, by side. Each is for the member of its side only. */
export async function findOutcomes(db: Db, messageId: string): Promise<ReadonlyMap<MessageSide, DateOutcome>> {
  const rows = await db
    .selectFrom("date_outcomes")
    .select(["side", "outcome"])
    .where("message_id", "=", messageId)
    .execute();
  return new Map(rows.map(({ side, outcome }) => [side, outcome]));
}

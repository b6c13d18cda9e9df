import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/client.ts";
import type { NewSecurityEvent } from "#server/platform/db/schema/limits.ts";
import { firstTimeId } from "#server/platform/lib/ids.ts";

/** Inserts an event, or adds its count to the row with the same `coalesce_key`. */
export async function upsertEvent(db: Db, event: NewSecurityEvent): Promise<void> {
  const { details, ...columns } = event;
  await db
    .insertInto("security_events")
    .values({ ...columns, details: sql`${details}::jsonb` })
    .onConflict((conflict) =>
      conflict.column("coalesce_key").doUpdateSet({
        count: sql`security_events.count + excluded.count`,
        last_occurred_at: sql`excluded.last_occurred_at`,
      }),
    )
    .execute();
}

/** Deletes events from before a time. Their ids sort by time, so the primary key finds them. */
export async function deleteBefore(tx: Tx, time: Date): Promise<void> {
  await tx.deleteFrom("security_events").where("id", "<", firstTimeId(time)).execute();
}

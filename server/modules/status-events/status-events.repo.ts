import { type Insertable, sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import type { StatusEventsTable } from "#server/db/schema/admin.ts";

export async function insertStatusEvents(tx: Tx, rows: readonly Insertable<StatusEventsTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto("status_events").values(rows).execute();
}

export async function deleteOldStatusEvents(tx: Tx, days: number): Promise<void> {
  await sql`delete from status_events where occurred_at < now() - make_interval(days => ${days})`.execute(tx);
}

import type { Insertable } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";
import type { StatusEventsTable } from "#server/platform/db/schema/admin.ts";

export async function insertStatusEvents(tx: Tx, rows: readonly Insertable<StatusEventsTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto("status_events").values(rows).execute();
}

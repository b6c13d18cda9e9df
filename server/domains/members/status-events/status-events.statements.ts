import type { Insertable } from "kysely";
import type { StatusEventName } from "#server/domains/members/status-events/status-events.policy.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { StatusEventsTable } from "#server/platform/db/schema/admin.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";

/** Ids only: the status log leaves the database. */
export interface StatusEvent {
  readonly event: StatusEventName;
  readonly memberId: string;
  readonly otherId?: string | undefined;
  readonly detail?: string | undefined;
  readonly until?: Date | null | undefined;
}

async function insertStatusEvents(tx: Tx, rows: readonly Insertable<StatusEventsTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto("status_events").values(rows).execute();
}

/** In the transaction of the changes. */
export const recordStatusEvents = (tx: Tx, events: readonly StatusEvent[]): Promise<void> =>
  insertStatusEvents(
    tx,
    events.map(({ event, memberId, otherId, detail, until }) => ({
      id: newTimeOrderedId(),
      event,
      member_id: memberId,
      other_id: otherId ?? null,
      detail: detail ?? null,
      until: until ?? null,
    })),
  );

export const recordStatusEvent = (tx: Tx, event: StatusEvent): Promise<void> => recordStatusEvents(tx, [event]);

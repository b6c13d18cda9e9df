import type { StatusEventName } from "#server/domains/members/status-events/status-events.policy.ts";
import { insertStatusEvents } from "#server/domains/members/status-events/status-events.repo.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { newTimeOrderedId } from "#server/platform/lib/ids.ts";

/** Ids only: the status log leaves the database. */
export interface StatusEvent {
  readonly event: StatusEventName;
  readonly memberId: string;
  readonly otherId?: string | undefined;
  readonly detail?: string | undefined;
  readonly until?: Date | null | undefined;
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

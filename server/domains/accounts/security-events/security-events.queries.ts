import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";

/** Conditions are combined with AND. */
export interface EventFilter {
  readonly memberId?: string | undefined;
  /** Events from the network that this event came from. */
  readonly networkOf?: string | undefined;
  readonly kind?: string | undefined;
  readonly outcome?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly limit: number;
}

/** Events, newest first. `network` is a keyed hash, equal for the same network. */
export const findSecurityEvents = (db: Db, { memberId, networkOf, kind, outcome, since, until, limit }: EventFilter) =>
  db
    .selectFrom("security_events")
    .select(["id", "occurred_at", "last_occurred_at", "count", "kind", "outcome", "member_id", "device"])
    .select(sql<Readonly<Record<string, unknown>>>`details`.as("details"))
    .select(sql<string | null>`left(encode(network_hash, 'hex'), 12)`.as("network"))
    .select(sql<string | null>`left(encode(subject_hash, 'hex'), 12)`.as("subject"))
    .$if(memberId !== undefined, (query) => query.where("member_id", "=", memberId as string))
    .$if(networkOf !== undefined, (query) =>
      query.where("network_hash", "=", (e) =>
        e
          .selectFrom("security_events as known")
          .select("known.network_hash")
          .where("known.id", "=", networkOf as string),
      ),
    )
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as string))
    .$if(outcome !== undefined, (query) => query.where("outcome", "=", outcome as string))
    .$if(since !== undefined, (query) => query.where("last_occurred_at", ">=", since as Date))
    .$if(until !== undefined, (query) => query.where("occurred_at", "<", until as Date))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

export type EventRow = Awaited<ReturnType<typeof findSecurityEvents>>[number];

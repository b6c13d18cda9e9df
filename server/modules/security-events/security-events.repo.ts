import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";
import type { NewSecurityEvent } from "#server/db/schema/tables.ts";
import { firstTimeId } from "#server/lib/ids.ts";

/** Inserts an event, or adds its count to the row with the same `coalesce_key`. */
export async function upsertEvent(db: Db, event: NewSecurityEvent): Promise<void> {
  const { details, ...columns } = event;
  await db
    .insertInto("security_events")
    .values({ ...columns, details: sql`${details}::jsonb` })
    .onConflict((conflict) =>
      conflict.column("coalesce_key").doUpdateSet({
        count: sql`security_events.count + excluded.count`,
        last_at: sql`excluded.last_at`,
      }),
    )
    .execute();
}

/** Which events to read; all conditions hold at once. */
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

/** Events, newest first. `network` stands for the network: equal where it is the same one. */
export const findEvents = (db: Db, { memberId, networkOf, kind, outcome, since, until, limit }: EventFilter) =>
  db
    .selectFrom("security_events")
    .select(["id", "at", "last_at", "count", "kind", "outcome", "member_id", "device"])
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
    .$if(since !== undefined, (query) => query.where("last_at", ">=", since as Date))
    .$if(until !== undefined, (query) => query.where("at", "<", until as Date))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

export type EventRow = Awaited<ReturnType<typeof findEvents>>[number];

/** Deletes events from before a time. Their ids sort by time, so the primary key finds them. */
export async function deleteBefore(tx: Tx, time: Date): Promise<void> {
  await tx.deleteFrom("security_events").where("id", "<", firstTimeId(time)).execute();
}

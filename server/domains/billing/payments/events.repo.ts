import { sql } from "kysely";
import type { EventSubject, ProviderEvent } from "#server/platform/adapters/payments.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** Stores an event, if it is new. One without a subject of ours is stored as handled. */
export async function insertEvent(tx: Tx, { id, type, subject }: ProviderEvent): Promise<void> {
  await tx
    .insertInto("payment_events")
    .values({ id, type, subject: JSON.stringify(subject ?? null), ...(!subject && { handled_at: sql<Date>`now()` }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Claims an event for processing. Undefined if it is handled, or was claimed within the last 30 seconds. */
export async function claimEvent(tx: Tx, id: string): Promise<EventSubject | undefined> {
  const { rows } = await sql<{ subject: EventSubject }>`
    update payment_events set claimed_at = now(), attempts = attempts + 1
    where id = ${id} and handled_at is null
      and (claimed_at is null or claimed_at < now() - interval '30 seconds')
    returning subject`.execute(tx);
  return rows[0]?.subject;
}

/** Ends the claim of an event whose processing failed. */
export async function releaseEvent(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("payment_events").set({ claimed_at: null }).where("id", "=", id).execute();
}

export async function updateEventHandled(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("payment_events").set({ handled_at: sql<Date>`now()` }).where("id", "=", id).execute();
}

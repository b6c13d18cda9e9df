import { sql } from "kysely";
import type { ProviderEvent, Subject } from "#server/adapters/payments.ts";
import type { Db, Tx } from "#server/db/client.ts";

/** Records an event; again is no harm. One about nothing of ours counts as handled. */
export async function insertEvent(tx: Tx, { id, type, subject }: ProviderEvent): Promise<void> {
  await tx
    .insertInto("provider_events")
    .values({ id, type, subject: JSON.stringify(subject ?? null), ...(!subject && { handled_at: sql<Date>`now()` }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes an event to act on. False where it is done, or somebody took it within the last half minute. */
export async function claimEvent(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update provider_events set claimed_at = now()
    where id = ${id} and handled_at is null
      and (claimed_at is null or claimed_at < now() - interval '30 seconds')
    returning id`.execute(tx);
  return rows.length > 0;
}

export async function setHandled(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("provider_events").set({ handled_at: sql<Date>`now()` }).where("id", "=", id).execute();
}

/** Events that were recorded a minute ago or more and not acted on. */
export async function findOpenEvents(db: Db, limit: number): Promise<{ id: string; subject: Subject }[]> {
  const { rows } = await sql<{ id: string; subject: Subject }>`
    select id, subject from provider_events
    where handled_at is null and received_at < now() - interval '1 minute'
    order by received_at limit ${limit}`.execute(db);
  return rows;
}

/** What a job should look at again: sessions that may have been paid unheard, and memberships whose period is over. */
export const findOpenSessions = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom("checkouts")
      .select("session_id")
      .where("state", "=", "open")
      .where("session_id", "is not", null)
      .where("created_at", "<", sql<Date>`now() - interval '2 minutes'`)
      .orderBy("created_at")
      .limit(limit)
      .execute()
  ).flatMap(({ session_id }) => session_id ?? []);

export const findDueMemberships = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom("memberships")
      .select("provider_id")
      .where("is_active", "=", true)
      .where("period_end", "<", sql<Date>`now()`)
      .limit(limit)
      .execute()
  ).map(({ provider_id }) => provider_id);

/** Checkouts at which nobody can pay any more, and which the provider never heard of. */
export async function expireForgotten(tx: Tx): Promise<void> {
  await sql`
    update checkouts set state = 'expired'
    where state = 'open' and session_id is null and created_at < now() - interval '25 hours'`.execute(tx);
}

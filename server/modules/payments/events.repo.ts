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

/** Gives back an event that could not be acted on. */
export async function releaseEvent(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("provider_events").set({ claimed_at: null }).where("id", "=", id).execute();
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

/** Sessions that may have been paid unheard, those first that were not looked at for longest; they count as looked at. */
export async function takeOpenSessions(tx: Tx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    update checkouts set looked_at = now()
    where id in (
      select id from checkouts
      where state = 'open' and session_id is not null and created_at < now() - interval '2 minutes'
      order by looked_at nulls first, created_at
      limit ${limit})
    returning session_id`.execute(tx);
  return rows.map((row) => row.session_id);
}

/** Memberships whose period is over, of which nothing was heard for a day, or about which a question went unanswered. */
export const findDueMemberships = async (db: Db, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom("memberships")
      .select("provider_id")
      .where((e) =>
        e.or([
          e.and([
            e("is_active", "=", true),
            e.or([e("period_end", "<", sql<Date>`now()`), e("heard_at", "<", sql<Date>`now() - interval '1 day'`)]),
          ]),
          e.and([e("heard", "<", e.ref("asked")), e("heard_at", "<", sql<Date>`now() - interval '1 minute'`)]),
        ]),
      )
      .orderBy("heard_at")
      .limit(limit)
      .execute()
  ).map(({ provider_id }) => provider_id);

/** Checkouts at which nobody can pay any more, and which the provider never heard of. */
export async function expireForgotten(tx: Tx): Promise<void> {
  await sql`
    update checkouts set state = 'expired'
    where state = 'open' and session_id is null and created_at < now() - interval '25 hours'`.execute(tx);
}

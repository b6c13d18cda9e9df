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

/** Takes an event to act on. Undefined where it is done, or somebody took it within the last half minute. */
export async function claimEvent(tx: Tx, id: string): Promise<Subject | undefined> {
  const { rows } = await sql<{ subject: Subject }>`
    update provider_events set claimed_at = now(), attempts = attempts + 1
    where id = ${id} and handled_at is null
      and (claimed_at is null or claimed_at < now() - interval '30 seconds')
    returning subject`.execute(tx);
  return rows[0]?.subject;
}

/** Gives back an event that could not be acted on. */
export async function releaseEvent(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("provider_events").set({ claimed_at: null }).where("id", "=", id).execute();
}

export async function setHandled(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("provider_events").set({ handled_at: sql<Date>`now()` }).where("id", "=", id).execute();
}

/** Whether anything is still expected of what is so old: the provider tells of nothing later than this. */
const isRecent = (column: string) => sql<boolean>`${sql.ref(column)} > now() - interval '30 days'`;

/** Events that were not acted on, a minute after they were recorded, two, four …; those first that were tried least. */
export async function findOpenEvents(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from provider_events
    where handled_at is null and received_at < now() - interval '1 minute' * (1 << least(attempts, 16))
      and ${isRecent("received_at")}
    order by attempts, received_at limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Checkouts whose sessions may have been paid unheard; those first that were not looked at for longest. The older one is,
 * the less often.
 */
export async function findUnheardSessions(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from checkouts
    where state = 'open' and session_id is not null and created_at < now() - interval '2 minutes'
      and ${isRecent("created_at")}
      and (looked_at is null or looked_at < now() - (now() - created_at) / 4)
    order by coalesce(looked_at, created_at) limit ${limit}`.execute(db);
  return rows.map((row) => row.session_id);
}

/**
 * Payments that may have been paid back or disputed unheard: a buyer's bank has months, and each is asked about once a day;
 * one that is disputed until that is over.
 */
export async function findPaymentsToLookAt(db: Db, limit: number): Promise<string[]> {
  const isWatched = (paidAt: string) => sql`(${sql.ref(paidAt)} > now() - interval '180 days'
    or payment_id in (select payment_id from disputes where disputes.state = 'open'))
    and coalesce(looked_at, ${sql.ref(paidAt)}) < now() - interval '1 day'`;
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id, coalesce(looked_at, granted_at) as seen from checkouts
      where checkouts.state = 'granted' and kind = 'pack' and payment_id is not null and ${isWatched("granted_at")}
    union all
    select payment_id, coalesce(looked_at, since) from membership_payments where ${isWatched("since")}
    order by seen limit ${limit}`.execute(db);
  return rows.map((row) => row.payment_id);
}

/** Notes that a checkout has its turn, found by its session or by its payment. */
export async function lookAtCheckout(tx: Tx, by: "session_id" | "payment_id", id: string): Promise<void> {
  await tx.updateTable("checkouts").set({ looked_at: sql<Date>`now()` }).where(by, "=", id).execute();
}

/** Notes that a payment has its turn. */
export async function lookAtPayment(tx: Tx, paymentId: string): Promise<void> {
  await lookAtCheckout(tx, "payment_id", paymentId);
  const known = tx.updateTable("membership_payments").set({ looked_at: sql<Date>`now()` });
  await known.where("payment_id", "=", paymentId).execute();
}

/** Lets a payment have its turn in the next round. */
export async function lookSoon(tx: Tx, paymentId: string): Promise<void> {
  for (const table of [sql.table("checkouts"), sql.table("membership_payments")])
    await sql`update ${table} set looked_at = now() - interval '2 days' where payment_id = ${paymentId}`.execute(tx);
}

/**
 * Memberships that are not over for good: whose period is over, of which nothing was heard for a day, or about which a
 * question went unanswered. What the provider does not know any more is asked about for a month.
 */
export async function findDueMemberships(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from memberships
    where not is_over and period_end > now() - interval '90 days'
      and (is_active and period_end < now() or heard_at < now() - interval '1 day'
        or heard < asked and heard_at < now() - interval '1 minute')
      and coalesce(looked_at, '-infinity') < now() - interval '4 minutes'
    order by coalesce(looked_at, heard_at) limit ${limit}`.execute(db);
  return rows.map((row) => row.provider_id);
}

export async function lookAtMembership(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("memberships").set({ looked_at: sql<Date>`now()` }).where("provider_id", "=", id).execute();
}

/** Checkouts at which nobody can pay any more: the provider never heard of them, or nothing was heard for a month. */
export async function expireForgotten(tx: Tx): Promise<void> {
  await sql`
    update checkouts set state = 'expired'
    where state = 'open'
      and (session_id is null and created_at < now() - interval '25 hours' or not ${isRecent("created_at")})`.execute(
    tx,
  );
}

/** Throws away what was never paid and events, after three months. */
export async function deleteOldPayments(tx: Tx): Promise<void> {
  await sql`delete from checkouts where state = 'expired' and created_at < now() - interval '90 days'`.execute(tx);
  await sql`delete from provider_events where received_at < now() - interval '90 days'`.execute(tx);
}

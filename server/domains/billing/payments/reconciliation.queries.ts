import { sql } from "kysely";
import { chargeStop, isBuyingStoppedSql } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

// The checks of each round of the reconciliation, most urgent first.

/** The provider sends nothing about objects older than this. */
const isRecent = (column: string) => sql<boolean>`${sql.ref(column)} > now() - interval '30 days'`;

/** Events that were not processed, fewest attempts first; one minute after receipt, then two, four and so on. */
export async function findUnprocessedEvents(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payment_events
    where handled_at is null and received_at < now() - interval '1 minute' * (1 << least(attempts, 16))
      and ${isRecent("received_at")}
    order by attempts, received_at limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Open checkouts that never got a session, and those that were opened a month ago. @param after the id of the last one */
export async function findAbandonedCheckouts(db: Db, after: string | undefined, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from checkouts
    where state = 'open' and (session_id is null and created_at < now() - interval '25 hours'
      or created_at <= now() - interval '30 days') and (${after ?? null}::uuid is null or id > ${after ?? null})
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Sessions of open checkouts, which may have been paid, longest unchecked first. Older sessions are checked less often.
 */
export async function findUnconfirmedSessions(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from checkouts
    where state = 'open' and session_id is not null and created_at < now() - interval '2 minutes'
      and ${isRecent("created_at")}
      and (last_checked_at is null or last_checked_at < now() - (now() - created_at) / 4)
    order by coalesce(last_checked_at, created_at) limit ${limit}`.execute(db);
  return rows.map((row) => row.session_id);
}

/**
 * Payments that may have been refunded or disputed. Buyers' banks have months for that, so each payment is checked once
 * a day for 180 days, and an open dispute until it is closed.
 */
export async function findPaymentsDueForCheck(db: Db, limit: number): Promise<string[]> {
  const isDue = (paidAt: string) => sql`(${sql.ref(paidAt)} > now() - interval '180 days'
    or payment_id in (select payment_id from disputes where disputes.state = 'open'))
    and coalesce(last_checked_at, ${sql.ref(paidAt)}) < now() - interval '1 day'`;
  const { rows } = await sql<{ payment_id: string }>`
    select payment_id, coalesce(last_checked_at, granted_at) as seen from checkouts
      where checkouts.state = 'granted' and kind = 'package' and payment_id is not null and ${isDue("granted_at")}
    union all
    select payment_id, coalesce(last_checked_at, created_at) from subscription_payments where ${isDue("created_at")}
    order by seen limit ${limit}`.execute(db);
  return rows.map((row) => row.payment_id);
}

/**
 * Subscriptions whose period is over, that were not synced for a day, or whose last request was not answered.
 * Subscriptions that the provider does not know are checked for 90 more days.
 */
export async function findSubscriptionsDueForCheck(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from subscriptions
    where not is_terminated and period_end > now() - interval '90 days'
      and (is_active and period_end < now() or synced_at < now() - interval '1 day'
        or applied_seq < request_seq and synced_at < now() - interval '1 minute')
      and coalesce(last_checked_at, '-infinity') < now() - interval '4 minutes'
    order by coalesce(last_checked_at, synced_at) limit ${limit}`.execute(db);
  return rows.map((row) => row.provider_id);
}

/**
 * Deleted members who may still be charged. Subscriptions that the provider does not know are left to
 * `findSubscriptionsDueForCheck`. In random order, so that those that always fail are not the first ones of each round.
 */
export async function findDeletedBuyers(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select members.id from subscriptions join members on members.id = member_id
        where not is_terminated and subscriptions.status <> 'missing' and deleted_at is not null
      union
      select members.id from checkouts join wallets on wallets.id = wallet_id join members on members.id = member_id
        where state = 'open' and session_id is not null and deleted_at is not null
    ) as buyers order by random() limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Members who are suspended or whose payments are held, and who may still be charged, and those whose subscription goes on
 * after a suspension. In random order, as in `findDeletedBuyers`.
 */
export async function findBuyersToAdjust(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select member_id as id from subscriptions
        where not is_terminated and status <> 'missing' and (
          stopped_by_suspension and ${chargeStop} is null
          or member_id in (select member_id from payment_holds union select member_id from suspensions)
            and (${chargeStop} = 'now' or ${chargeStop} = 'period_end' and not cancel_at_period_end))
      union
      select member_id from checkouts join wallets on wallets.id = wallet_id
        where state = 'open' and session_id is not null and ${isBuyingStoppedSql(sql.ref("wallets.member_id"))}
    ) as buyers order by random() limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

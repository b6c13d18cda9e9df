import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/client.ts";

/**
 * Reads of subscriptions and payment holds. They are a module of their own because notifications, member limits and the
 * wallet, which payments builds on, depend on them. The module `payments` writes the tables.
 */

/**
 * SQL: whether a member can neither buy nor send for free because of an unresolved payment dispute.
 * @param memberId an id, or a column of ids
 */
export const hasPaymentHold = (memberId: string | RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from payment_holds where payment_holds.member_id = ${memberId})`;

/** Days without a payment for which a subscription stays usable. */
const GRACE = sql`interval '21 days'`;
/** SQL: whether another renewal had its grace within the year before this one was unpaid. */
const hadGrace = sql`(grace_since < unpaid_since and grace_since > unpaid_since - interval '1 year')`;

/**
 * SQL: when a subscription stops being usable. A cancelled one stops with its period. Otherwise there are three weeks
 * of grace, for a provider that sends no news, and once a year for an unpaid renewal.
 */
const usableUntil = sql<Date>`
  least(period_end + case when cancel_at_period_end then interval '0' else ${GRACE} end,
    unpaid_since + case when ${hadGrace} then interval '0' else ${GRACE} end)`;

/** SQL: whether a row of `subscriptions` makes sending free now. */
export const isSubscriptionActive = sql<boolean>`(is_active and withdrawn_at is null and ${usableUntil} > now()
  and not ${hasPaymentHold(sql.ref("subscriptions.member_id"))})`;

export async function isPaymentHeld(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`select ${hasPaymentHold(memberId)} as is_held`.execute(db);
  return rows[0]?.is_held ?? false;
}

/** A member's active subscriptions, best first: renewing before cancelled, then by the end of the period. */
export const findActiveSubscriptions = (db: Db, memberId: string) =>
  db
    .selectFrom("subscriptions")
    .select(["provider_id", "period_end", "cancel_at_period_end"])
    .where("member_id", "=", memberId)
    .where(isSubscriptionActive)
    .orderBy("cancel_at_period_end")
    .orderBy("period_end", "desc")
    .execute();

/** A member's subscriptions that may still be charged for, whether or not they are active. */
export const findBillableSubscriptions = (db: Db, memberId: string) =>
  db
    .selectFrom("subscriptions")
    .select(["provider_id as providerId", "cancel_at_period_end as cancelAtPeriodEnd", "period_end as periodEnd"])
    .where("member_id", "=", memberId)
    .where("is_terminated", "=", false)
    .execute();

/** Members whose subscription expired within the last minutes without an event from the provider. */
export async function findRecentlyExpired(db: Db, minutes: number): Promise<string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select distinct member_id from subscriptions
    where is_active and ${usableUntil} <= now() and ${usableUntil} > now() - make_interval(mins => ${minutes})`.execute(
    db,
  );
  return rows.map((row) => row.member_id);
}

export const findSubscriptionOwner = (db: Db, id: string) =>
  db.selectFrom("subscriptions").select("member_id").where("provider_id", "=", id).executeTakeFirst();

/** The member who paid for a subscription with this payment. */
export const findSubscriptionPayer = (db: Db, paymentId: string) =>
  db
    .selectFrom("subscription_payments")
    .innerJoin("subscriptions", "subscriptions.provider_id", "subscription_payments.subscription_id")
    .select("subscriptions.member_id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();

import { type RawBuilder, sql } from "kysely";
import { isAccountEndedSql } from "#server/domains/moderation/decisions/decisions.queries.ts";
import type { Db } from "#server/platform/db/client.ts";

/**
 * SQL: whether a member can neither buy nor send for free because of an unresolved payment dispute.
 * @param memberId an id, or a column of ids
 */
export const hasPaymentHold = (memberId: string | RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from payment_holds where payment_holds.member_id = ${memberId})`;

/** SQL: whether a member must not pay: their payments are held, or they are suspended. @param memberId a column of ids */
export const isBuyingStoppedSql = (memberId: RawBuilder<unknown>) => sql<boolean>`(${hasPaymentHold(memberId)}
  or exists (select from suspensions where suspensions.member_id = ${memberId}))`;

export async function isBuyingStopped(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ is_stopped: boolean }>`
    select ${isBuyingStoppedSql(sql`${memberId}`)} as is_stopped`.execute(db);
  return rows[0]?.is_stopped ?? false;
}

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

const isSuspendedBeyondPeriod = sql`exists (
  select from suspensions
  where suspensions.member_id = subscriptions.member_id and (ends_at is null or ends_at > period_end))`;

/** When a subscription ends that the member must not pay any longer. */
export type ChargeStop = "now" | "period_end";

/**
 * SQL: when a row of `subscriptions` has to end so that nobody pays for what they cannot use; null if it goes on.
 * - Now, if its payment is disputed, if the account was deleted or ended, or if a suspension lasts for all of an unpaid
 *   period.
 * - With its period, if the member has a payment hold or is suspended for longer than that.
 */
export const chargeStop = sql<ChargeStop | null>`(case
  when exists (
    select from payment_holds join subscription_payments using (payment_id)
    where payment_holds.member_id = subscriptions.member_id and subscription_id = subscriptions.provider_id) then 'now'
  when exists (
    select from members where members.id = subscriptions.member_id and deleted_at is not null) then 'now'
  when ${isAccountEndedSql(sql.ref("subscriptions.member_id"))} then 'now'
  when unpaid_since is not null and ${isSuspendedBeyondPeriod} then 'now'
  when ${hasPaymentHold(sql.ref("subscriptions.member_id"))} or ${isSuspendedBeyondPeriod} then 'period_end' end)`;

/** A member's subscriptions that may still be charged for, whether or not they are active. */
export const findBillableSubscriptions = (db: Db, memberId: string) =>
  db
    .selectFrom("subscriptions")
    .select(["provider_id as providerId", "cancel_at_period_end as cancelAtPeriodEnd", "period_end as periodEnd"])
    .select(["stopped_by_suspension as isStoppedBySuspension", "status", chargeStop.as("stop")])
    .where("member_id", "=", memberId)
    .where("is_terminated", "=", false)
    .execute();

/**
 * A member pays for a membership that renews, one that a suspension stops at the end of the period and that goes on
 * if it is lifted before, one that is cancelled, or one that ends now.
 */
export interface Membership {
  readonly state: "renews" | "stopped" | "cancelled" | "ends_now";
  /** The end of the period that is paid. */
  readonly periodEnd: Date;
}

const MEMBERSHIP_STATES: readonly Membership["state"][] = ["renews", "stopped", "cancelled", "ends_now"];

/** The one that costs most of several. Undefined if nothing is charged. */
export async function findMembership(db: Db, memberId: string): Promise<Membership | undefined> {
  const known = (await findBillableSubscriptions(db, memberId)).filter(({ status }) => status !== "missing");
  const found = known.map((one): Membership => {
    const { cancelAtPeriodEnd, isStoppedBySuspension, stop, periodEnd } = one;
    if (stop === "now") return { state: "ends_now", periodEnd };
    if (cancelAtPeriodEnd && !isStoppedBySuspension) return { state: "cancelled", periodEnd };
    return { state: stop === null ? "renews" : "stopped", periodEnd };
  });
  return found.sort((a, b) => MEMBERSHIP_STATES.indexOf(a.state) - MEMBERSHIP_STATES.indexOf(b.state))[0];
}

/** Whether a subscription of a member ended at or after a time. The provider has times in seconds. */
export async function hasEndedSince(db: Db, memberId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions
    where member_id = ${memberId} and is_terminated and withdrawn_at is null
      and period_end >= date_trunc('second', ${at}::timestamptz)
    limit 1`.execute(db);
  return rows.length > 0;
}

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

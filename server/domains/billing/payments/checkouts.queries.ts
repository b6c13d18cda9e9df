import { sql } from "kysely";
import { walletOfSql } from "#server/domains/billing/wallet/wallet.queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { WithdrawalsTable } from "#server/platform/db/schema/payments.ts";

export const findCustomer = (db: Db, memberId: string) =>
  db.selectFrom("customers").select("provider_id").where("member_id", "=", memberId).executeTakeFirst();

export const findCheckoutBySession = (db: Db, sessionId: string, memberId: string) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .selectAll("checkouts")
    .where("session_id", "=", sessionId)
    .where("wallets.member_id", "=", memberId)
    .executeTakeFirst();

/** The open checkout for a subscription. It has no session while its page is being created. */
export const findOpenSubscriptionCheckout = (db: Db, walletId: string) =>
  db
    .selectFrom("checkouts")
    .select(["id", "session_id", "url"])
    .where("wallet_id", "=", walletId)
    .where("kind", "=", "subscription")
    .where("state", "=", "open")
    .executeTakeFirst();

/** Provider sessions at which a member can still pay. */
export async function findOpenSessions(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ session_id: string }>`
    select session_id from checkouts join wallets on wallets.id = wallet_id
    where member_id = ${memberId} and state = 'open' and session_id is not null`.execute(db);
  return rows.map((row) => row.session_id);
}

/** A member's checkouts that are paid but not granted, and finished ones that the member has not seen. */
export const findUnacknowledgedCheckouts = (db: Db, memberId: string, limit: number) =>
  db
    .selectFrom("checkouts")
    .select(["session_id", "state", "kind"])
    .where("wallet_id", "=", walletOfSql(memberId))
    .where("notified_at", "is", null)
    .where("session_id", "is not", null)
    .where((is) => is.or([is("state", "=", "granted"), is("buyer_returned_at", "is not", null)]))
    .orderBy("checkouts.created_at", "desc")
    .limit(limit)
    .$narrowType<{ session_id: string }>()
    .execute();

/** The member who started a subscription checkout, and its session. */
export const findSubscriptionBuyer = (db: Db, checkoutId: string) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .select(["wallets.member_id", "checkouts.session_id", "checkouts.state"])
    .where("checkouts.id", "=", checkoutId)
    .where("kind", "=", "subscription")
    .executeTakeFirst();

/** The location on the profile of the member who started a checkout; empty if they give none. */
export const findBuyerLocation = async (db: Db, checkoutId: string): Promise<string> =>
  (
    await db
      .selectFrom("checkouts")
      .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
      .innerJoin("profiles", "profiles.member_id", "wallets.member_id")
      .select("profiles.location")
      .where("checkouts.id", "=", checkoutId)
      .executeTakeFirst()
  )?.location ?? "";

/** The first known payment of a subscription. */
export const findFirstPayment = (db: Db, subscriptionId: string) =>
  db
    .selectFrom("subscription_payments")
    .select("payment_id")
    .where("subscription_id", "=", subscriptionId)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();

/** The member who paid for a package with this payment. */
export const findPackageBuyer = (db: Db, paymentId: string) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .select("wallets.member_id")
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "package")
    .executeTakeFirst();

/** The package checkouts that were opened within a day and are neither paid nor cancelled. */
export async function countOpenPackageCheckouts(db: Db, walletId: string): Promise<number> {
  const { many } = await db
    .selectFrom("checkouts")
    .select((select) => select.fn.countAll<number>().as("many"))
    .where("wallet_id", "=", walletId)
    .where("kind", "=", "package")
    .where("state", "=", "open")
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return many;
}

/** A payment as an operator reads it. */
export interface PaymentRow {
  /** In the confirmation of the purchase; null for a renewal. */
  readonly number: string | null;
  readonly paymentId: string | null;
  readonly kind: "package" | "subscription";
  readonly package_id: string | null;
  /** Null for a renewal: only the provider knows it. */
  readonly amountCents: number | null;
  readonly refundedCents: number;
  readonly withdrawal: WithdrawalsTable["refund_state"]["__select__"] | null;
  readonly paidAt: Date;
  readonly memberId: string;
  readonly subscriptionId: string | null;
}

/** SQL: payments of checkouts, with their member. The first one of a subscription belongs to its checkout. */
const boughtSql = sql`
  select session_id as number, coalesce(payment_id, (
      select first.payment_id from subscription_payments as first where first.subscription_id = checkouts.subscription_id
      order by created_at, payment_id limit 1)) as "paymentId",
    kind, package_id, checkouts.amount_cents as "amountCents", refunded_cents as "refundedCents",
    refund_state as withdrawal, granted_at as "paidAt", member_id as "memberId",
    subscription_id as "subscriptionId"
  from checkouts join wallets on wallets.id = wallet_id
  left join withdrawals on checkout_id = checkouts.id
  where checkouts.state = 'granted' and granted_at is not null and member_id is not null`;

/** SQL: the later payments of subscriptions. */
const renewedSql = sql`
  select null as number, payment_id as "paymentId", 'subscription' as kind, null as package_id,
    null::int as "amountCents", 0 as "refundedCents", null as withdrawal, created_at as "paidAt", member_id as "memberId",
    subscription_id as "subscriptionId"
  from subscription_payments as later join subscriptions on provider_id = subscription_id
  where exists (
    select from subscription_payments as first
    where first.subscription_id = later.subscription_id
      and (first.created_at, first.payment_id) < (later.created_at, later.payment_id))`;

/** What a member has paid, latest first. @param number of one payment, or of a subscription */
export async function findPayments(db: Db, memberId: string, limit: number, number?: string): Promise<PaymentRow[]> {
  const isWanted = number === undefined ? sql`true` : sql`${number} in (number, "paymentId", "subscriptionId")`;
  const latest = sql`order by "paidAt" desc, "paymentId" limit ${sql.lit(limit)}`;
  const { rows } = await sql<PaymentRow>`
    (select * from (${boughtSql} and wallet_id = ${walletOfSql(memberId)}) as bought where ${isWanted} ${latest})
    union all
    (select * from (${renewedSql} and member_id = ${memberId}) as renewed where ${isWanted} ${latest})
    ${latest}`.execute(db);
  return rows;
}

/**
 * The members of a number that a confirmation or the provider shows: of a session, a payment, a subscription or a
 * customer.
 */
export async function findPayers(db: Db, number: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member_id as id from checkouts join wallets on wallets.id = wallet_id
      where (session_id = ${number} or payment_id = ${number}) and state = 'granted' and member_id is not null
    union select member_id from subscription_payments join subscriptions on provider_id = subscription_id
      where payment_id = ${number}
    union select member_id from subscriptions where provider_id = ${number}
    union select member_id from customers where provider_id = ${number}`.execute(db);
  return rows.map(({ id }) => id);
}

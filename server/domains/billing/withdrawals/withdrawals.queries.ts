import { sql } from "kysely";
import { OVERVIEW_MAX } from "#contract/limits.ts";
import { walletOfSql } from "#server/domains/billing/wallet/wallet.queries.ts";
import { PERIOD_DAYS_MAX } from "#server/domains/billing/withdrawals/withdrawals.policy.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { WithdrawalsTable } from "#server/platform/db/schema/payments.ts";

export const isWithdrawn = async (db: Db, checkoutId: string): Promise<boolean> =>
  (await db.selectFrom("withdrawals").select("id").where("checkout_id", "=", checkoutId).executeTakeFirst()) !==
  undefined;

/** The withdrawal that a payment was refunded for: of a package, or of the subscription that it paid. */
export async function findRefundedWithdrawal(db: Db, paymentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select withdrawals.id from withdrawals join checkouts on checkouts.id = checkout_id
    where refund_state = 'refunded' and (payment_id = ${paymentId} or subscription_id =
      (select subscription_id from subscription_payments where payment_id = ${paymentId}))
    limit 1`.execute(db);
  return rows[0]?.id;
}

const withdrawals = (db: Db) =>
  db
    .selectFrom("withdrawals")
    .innerJoin("checkouts", "checkouts.id", "withdrawals.checkout_id")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .selectAll("withdrawals")
    .select(["wallets.member_id", "checkouts.session_id", "checkouts.kind", "checkouts.package_id"])
    .select(["checkouts.crushes", "checkouts.amount_cents as price_cents", "checkouts.granted_at"])
    .select(["checkouts.payment_id", "checkouts.subscription_id"])
    .$narrowType<{ session_id: string; granted_at: Date }>();

export const findWithdrawal = (db: Db, id: string) =>
  withdrawals(db).where("withdrawals.id", "=", id).executeTakeFirst();
export const findWithdrawalOf = (db: Db, checkoutId: string) =>
  withdrawals(db).where("checkout_id", "=", checkoutId).executeTakeFirst();
export const findWithdrawalBySession = (db: Db, sessionId: string) =>
  withdrawals(db).where("checkouts.session_id", "=", sessionId).executeTakeFirst();

export type WithdrawalRow = NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>;

/** Within which a withdrawal is stored, also one that an operator stores for a buyer who wrote by mail. */
const STORED_MONTHS = 12;

/** A member's withdrawals of the last months, newest first. Their purchases are found by an index of the time. */
export const findLatestWithdrawals = (db: Db, memberId: string, months: number): Promise<WithdrawalRow[]> =>
  withdrawals(db)
    .where("checkouts.wallet_id", "=", walletOfSql(memberId))
    .where("checkouts.state", "=", "granted")
    .where("granted_at", ">", sql<Date>`now() - make_interval(months => ${months + STORED_MONTHS})`)
    .where("withdrawn_at", ">", sql<Date>`now() - make_interval(months => ${months})`)
    .orderBy("withdrawn_at", "desc")
    .limit(OVERVIEW_MAX)
    .execute();

/** A member's purchases that may be recent enough to withdraw from, and are not withdrawn, newest first. */
export const findRecentPurchases = (db: Db, memberId: string) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .leftJoin("withdrawals", "withdrawals.checkout_id", "checkouts.id")
    .selectAll("checkouts")
    .select("wallets.balance")
    .where("checkouts.wallet_id", "=", walletOfSql(memberId))
    .where("checkouts.state", "=", "granted")
    .where("granted_at", ">", sql<Date>`now() - make_interval(days => ${PERIOD_DAYS_MAX})`)
    .where("withdrawals.id", "is", null)
    .orderBy("granted_at", "desc")
    .limit(OVERVIEW_MAX)
    .$narrowType<{ session_id: string; granted_at: Date }>()
    .execute();

export type PurchaseRow = Awaited<ReturnType<typeof findRecentPurchases>>[number];

/** A granted checkout with the member who paid. */
export const findPurchase = (db: Db, checkoutId: string) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .selectAll("checkouts")
    .select("wallets.member_id")
    .where("checkouts.id", "=", checkoutId)
    .where("checkouts.state", "=", "granted")
    .$narrowType<{ session_id: string; granted_at: Date }>()
    .executeTakeFirst();

/** The member who paid at a session, and when they deleted their account. */
export const findPurchaser = (db: Db, sessionId: string) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .innerJoin("members", "members.id", "wallets.member_id")
    .select(["members.id", "members.deleted_at"])
    .where("session_id", "=", sessionId)
    .where("checkouts.state", "=", "granted")
    .executeTakeFirst();

/**
 * Withdrawals whose refund is due: a failed request is repeated after ten minutes, a refused refund each day for half a
 * year.
 */
export async function findDueRefunds(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawals
    where refund_state = 'pending'
        and coalesce(refund_attempted_at, withdrawn_at + interval '5 minutes') < now() - interval '10 minutes'
      or refund_state = 'refused' and refund_attempted_at < now() - interval '1 day'
        and withdrawn_at > now() - interval '180 days'
    order by coalesce(refund_attempted_at, withdrawn_at) limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** A withdrawal as an operator reads it. */
export interface WithdrawalListing {
  readonly id: string;
  /** The number of the purchase in its confirmation. */
  readonly number: string;
  readonly paymentId: string | null;
  readonly memberId: string;
  /** Null if the member is deleted. */
  readonly username: string | null;
  readonly kind: "package" | "subscription";
  readonly country: string | null;
  readonly withdrawnAt: Date;
  readonly credits: number;
  readonly amountCents: number;
  readonly refundState: WithdrawalsTable["refund_state"]["__select__"];
  readonly refundedAt: Date | null;
}

/** The withdrawals that are not refunded yet, oldest first; or all, newest first. */
export async function findWithdrawals(
  db: Db,
  { all, limit }: { all: boolean; limit: number },
): Promise<WithdrawalListing[]> {
  const which = all
    ? sql`order by withdrawn_at desc, withdrawals.id`
    : sql`where refund_state not in ('refunded', 'paid') order by withdrawn_at, withdrawals.id`;
  const { rows } = await sql<WithdrawalListing>`
    select withdrawals.id, session_id as number, coalesce(payment_id, subscription_id) as "paymentId", wallets.member_id as "memberId",
      profiles.username, checkouts.kind, buyer_country as country, withdrawn_at as "withdrawnAt", credits,
      withdrawals.amount_cents as "amountCents", refund_state as "refundState", refunded_at as "refundedAt"
    from withdrawals join checkouts on checkouts.id = checkout_id join wallets on wallets.id = wallet_id
    left join profiles on profiles.member_id = wallets.member_id ${which} limit ${limit}`.execute(db);
  return rows;
}

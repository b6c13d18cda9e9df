import { sql } from "kysely";
import type { Db } from "#server/platform/db/client.ts";
import type { DisputesTable } from "#server/platform/db/schema/payments.ts";

export type DisputeState = DisputesTable["state"];

export const hasDispute = async (db: Db, paymentId: string): Promise<boolean> =>
  (await db.selectFrom("disputes").select("state").where("payment_id", "=", paymentId).executeTakeFirst()) !==
  undefined;

/** Whether a bank has taken a payment back, for now or for good: that of a package, or any of a subscription. */
export async function isDisputed(
  db: Db,
  { paymentId, subscriptionId }: { paymentId: string | null; subscriptionId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from disputes where state <> 'won' and (payment_id = ${paymentId}
      or payment_id in (select payment_id from subscription_payments where subscription_id = ${subscriptionId}))
    limit 1`.execute(db);
  return rows.length > 0;
}

/** A dispute as an operator reads it. */
export interface DisputeRow {
  readonly paymentId: string;
  readonly memberId: string;
  /** Null if the member is deleted. */
  readonly username: string | null;
  readonly kind: "package" | "subscription";
  readonly state: DisputeState;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly resolvedAt: Date | null;
  /** Refunded credits that could not be withdrawn, because they were spent. */
  readonly missing: number;
}

const selectDisputes = sql`
    select payment_id as "paymentId", disputes.member_id as "memberId", profiles.username, disputes.kind,
      disputes.state, opened_at as "openedAt", closed_at as "closedAt", resolved_at as "resolvedAt",
      coalesce((
        select credits_due_back - credits_clawed_back from checkouts
        where checkouts.payment_id = disputes.payment_id and kind = 'package'), 0) as "missing"
    from disputes left join profiles on profiles.member_id = disputes.member_id`;

/** The disputes that hold an account, oldest first; or all, newest first. */
export async function findDisputes(db: Db, { all, limit }: { all: boolean; limit: number }): Promise<DisputeRow[]> {
  const which = all
    ? sql`order by opened_at desc, payment_id`
    : sql`where state <> 'won' and resolved_at is null order by opened_at, payment_id`;
  return (await sql<DisputeRow>`${selectDisputes} ${which} limit ${limit}`.execute(db)).rows;
}

/** The disputes that hold a member's payments: their own, or those of another account of the same person. */
export const findHoldingDisputes = async (db: Db, memberId: string): Promise<DisputeRow[]> =>
  (
    await sql<DisputeRow>`
      ${selectDisputes}
      where payment_id in (select payment_id from payment_holds where payment_holds.member_id = ${memberId})
      order by opened_at, payment_id`.execute(db)
  ).rows;

import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { hasPaymentHold } from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import type { ProviderSubscription } from "#server/platform/adapters/payments.ts";
import type { Tx } from "#server/platform/db/client.ts";

/** Numbers a request to the provider about a subscription, which may be new here. */
export async function nextSubscriptionRequest(tx: Tx, id: string, memberId: string): Promise<number> {
  const { request_seq } = await tx
    .insertInto("subscriptions")
    .values({ provider_id: id, member_id: memberId, request_seq: 1 })
    .onConflict((conflict) =>
      conflict.column("provider_id").doUpdateSet({ request_seq: sql`subscriptions.request_seq + 1` }),
    )
    .returning("request_seq")
    .executeTakeFirstOrThrow();
  return request_seq;
}

/** A subscription that the provider does not know, as after its account was replaced. It may become known again. */
const MISSING = { status: "missing", is_active: false };

const toColumns = (answer: ProviderSubscription, unpaidSince: Date | null) => ({
  status: answer.status,
  is_active: answer.isActive,
  is_terminated: answer.isTerminated,
  unpaid_since: unpaidSince,
  period_end: answer.periodEnd,
  cancel_at_period_end: answer.cancelAtPeriodEnd,
});

/**
 * When the member's grace for an unpaid renewal last began, if that is at most a year before this one; otherwise this one
 * has it.
 */
async function findGraceSince(tx: Tx, memberId: string, unpaidSince: Date): Promise<Date> {
  const { rows } = await sql<{ grace_since: Date | null }>`
    select max(grace_since) as grace_since from subscriptions
    where member_id = ${memberId} and grace_since > ${unpaidSince}::timestamptz - interval '1 year'`.execute(tx);
  return rows[0]?.grace_since ?? unpaidSince;
}

/**
 * Stores the provider's answer to a request, unless the answer to a later request is stored.
 * @returns whether anything changed for the member
 */
export async function updateSubscription(
  tx: Tx,
  id: string,
  requestSeq: number,
  answer: ProviderSubscription | undefined,
): Promise<boolean> {
  const row = await tx
    .selectFrom("subscriptions")
    .select([
      "applied_seq",
      "member_id",
      "status",
      "is_active",
      "is_terminated",
      "unpaid_since",
      "grace_since",
      "period_end",
      "cancel_at_period_end",
    ])
    .where("provider_id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const { applied_seq, member_id: memberId, ...before } = row;
  if (applied_seq >= requestSeq) return false;
  const unpaidSince = answer?.isUnpaid ? (before.unpaid_since ?? new Date()) : null;
  const isNewlyUnpaid = unpaidSince !== null && before.unpaid_since === null;
  const after = {
    ...before,
    ...(answer ? toColumns(answer, unpaidSince) : MISSING),
    ...(isNewlyUnpaid && { grace_since: await findGraceSince(tx, memberId, unpaidSince) }),
  };
  await tx
    .updateTable("subscriptions")
    .set({ ...after, applied_seq: requestSeq, synced_at: sql<Date>`now()` })
    .where("provider_id", "=", id)
    .execute();
  return !isDeepStrictEqual(before, after);
}

/** Marks a subscription as withdrawn from: it is not active any more, whatever the provider still says. */
export async function updateSubscriptionWithdrawn(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable("subscriptions").set({ withdrawn_at: at }).where("provider_id", "=", id).execute();
}

/** Marks a subscription that a suspension is about to cancel, unless it is cancelled, or held because of a dispute. */
export async function markStoppedBySuspension(tx: Tx, id: string): Promise<void> {
  await sql`
    update subscriptions set stopped_by_suspension = true
    where provider_id = ${id} and not cancel_at_period_end and not ${hasPaymentHold(sql.ref("subscriptions.member_id"))}`.execute(
    tx,
  );
}

/** From then on, lifting a suspension does not resume a member's subscriptions. @param id only this one */
export async function clearStoppedBySuspension(tx: Tx, memberId: string, id?: string): Promise<void> {
  await tx
    .updateTable("subscriptions")
    .set({ stopped_by_suspension: false })
    .where("member_id", "=", memberId)
    .where("stopped_by_suspension", "=", true)
    .$if(id !== undefined, (query) => query.where("provider_id", "=", id as string))
    .execute();
}

export async function updateSubscriptionCheckedAt(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("subscriptions")
    .set({ last_checked_at: sql<Date>`now()` })
    .where("provider_id", "=", id)
    .execute();
}

/** Records a payment of a subscription. @returns whether it is new */
export async function insertSubscriptionPayment(tx: Tx, paymentId: string, subscriptionId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("subscription_payments")
    .values({ payment_id: paymentId, subscription_id: subscriptionId, last_checked_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Numbers a request to the provider about the payment of a subscription. */
export async function nextSubscriptionPaymentRequest(tx: Tx, paymentId: string): Promise<number | undefined> {
  const row = await tx
    .updateTable("subscription_payments")
    .set({ request_seq: sql`request_seq + 1` })
    .where("payment_id", "=", paymentId)
    .returning("request_seq")
    .executeTakeFirst();
  return row?.request_seq;
}

/** Marks a request as answered. @returns false if a later request is answered already */
export async function updateSubscriptionPaymentApplied(
  tx: Tx,
  paymentId: string,
  requestSeq: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("subscription_payments")
    .set({ applied_seq: requestSeq })
    .where("payment_id", "=", paymentId)
    .where("applied_seq", "<", requestSeq)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

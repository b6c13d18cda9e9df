import { type Insertable, sql } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";
import type { WithdrawalsTable } from "#server/platform/db/schema/payments.ts";

export async function insertWithdrawal(tx: Tx, withdrawal: Insertable<WithdrawalsTable>): Promise<void> {
  await tx.insertInto("withdrawals").values(withdrawal).execute();
}

/**
 * Numbers a request for a refund. A repetition within ten minutes has the number of the request before, whose answer may
 * be on its way; later ones a new number, because the provider repeats its answer to a number, also an error. Each
 * request starts the ten minutes again: none with an old number is under way when a new number is given.
 * @returns undefined if nothing is to be refunded any more
 */
export async function nextRefundAttempt(tx: Tx, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ refund_attempt: number }>`
    update withdrawals set
      refund_attempt = case when is_recent then refund_attempt else refund_attempt + 1 end,
      refund_attempted_at = now()
    from (select id as recent_id, coalesce(refund_attempted_at > now() - interval '10 minutes', false) as is_recent
      from withdrawals where id = ${id} and refund_state in ('pending', 'refused') for update) as before
    where id = recent_id
    returning refund_attempt`.execute(tx);
  return rows[0]?.refund_attempt;
}

/**
 * Stores the outcome of a request for a refund. That of a late one has no effect: the next request sees what it did.
 * @param attempt the number of the request
 */
export async function updateRefund(
  tx: Tx,
  id: string,
  attempt: number,
  outcome: "refunded" | "refused",
): Promise<void> {
  await tx
    .updateTable("withdrawals")
    .set({ refund_state: outcome, ...(outcome === "refunded" && { refunded_at: sql<Date>`now()` }) })
    .where("id", "=", id)
    .where("refund_state", "in", ["pending", "refused"])
    .where("refund_attempt", "=", attempt)
    .execute();
}

/**
 * Marks a refund that was made as failed, unless a later one was requested since.
 * @returns whether it was marked now
 */
export async function updateRefundFailed(tx: Tx, id: string, attempt: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("withdrawals")
    .set({ refund_state: "failed", refunded_at: null })
    .where("id", "=", id)
    .where("refund_state", "=", "refunded")
    .where("refund_attempt", "=", attempt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Requests a refund again that was refused, or failed. The next request has a new number, and an earlier one none any more.
 * @returns false if it is neither
 */
export async function updateRefundPending(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("withdrawals")
    .set({ refund_state: "pending", refund_attempted_at: null, refund_attempt: sql`refund_attempt + 1` })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("refund_state", "=", "failed"), isRefusedForGood]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** No request is under way: those of a refused refund are a day apart. */
const isRefusedForGood = sql<boolean>`(refund_state = 'refused' and refund_attempted_at < now() - interval '10 minutes')`;

/** Marks what is owed as paid by other means. @returns false if the refund neither failed nor is refused */
export async function updatePaid(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("withdrawals")
    .set({ refund_state: "paid", refunded_at: sql<Date>`now()` })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("refund_state", "=", "failed"), isRefusedForGood]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import { type Insertable, sql } from "kysely";
import type { Tx } from "#server/db/client.ts";
import type { WithdrawalsTable } from "#server/db/schema/payments.ts";

export async function insertWithdrawal(tx: Tx, withdrawal: Insertable<WithdrawalsTable>): Promise<void> {
  await tx.insertInto("withdrawals").values(withdrawal).execute();
}

/**
 * Numbers a request for a refund. A repetition within ten minutes has the number of the request before, whose answer may
 * be on its way; later ones a new number, because the provider repeats its answer to a number, also an error.
 */
export async function nextRefundAttempt(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ refund_attempt: number }>`
    update withdrawals set
      refund_attempt = case when is_recent then refund_attempt else refund_attempt + 1 end,
      refund_attempted_at = case when is_recent then refund_attempted_at else now() end
    from (select id as recent_id, coalesce(refund_attempted_at > now() - interval '10 minutes', false) as is_recent
      from withdrawals where id = ${id} for update) as before
    where id = recent_id
    returning refund_attempt`.execute(tx);
  return rows[0]?.refund_attempt ?? 1;
}

/** Stores the outcome of a request for a refund. */
export async function updateRefund(tx: Tx, id: string, outcome: "refunded" | "refused"): Promise<void> {
  await tx
    .updateTable("withdrawals")
    .set({ refund_state: outcome, ...(outcome === "refunded" && { refunded_at: sql<Date>`now()` }) })
    .where("id", "=", id)
    .where("refund_state", "<>", "refunded")
    .execute();
}

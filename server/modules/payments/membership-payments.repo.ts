import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

/** Notes by which payment a membership was paid. @returns whether that was not known */
export async function insertMembershipPayment(tx: Tx, paymentId: string, membershipId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("membership_payments")
    .values({ payment_id: paymentId, membership_id: membershipId, looked_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Who paid for a membership by a payment. */
export const findMembershipPayment = (db: Db, paymentId: string) =>
  db
    .selectFrom("membership_payments")
    .innerJoin("memberships", "memberships.provider_id", "membership_payments.membership_id")
    .select("memberships.member_id")
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();

/** Numbers a question about the payment of a membership. */
export async function nextMembershipPaymentQuestion(tx: Tx, paymentId: string): Promise<number | undefined> {
  const row = await tx
    .updateTable("membership_payments")
    .set({ asked: sql`asked + 1` })
    .where("payment_id", "=", paymentId)
    .returning("asked")
    .executeTakeFirst();
  return row?.asked;
}

/** Notes that a question was answered. @returns false where a later one was */
export async function setMembershipPaymentHeard(tx: Tx, paymentId: string, question: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("membership_payments")
    .set({ heard: question })
    .where("payment_id", "=", paymentId)
    .where("heard", "<", question)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import { sql } from "kysely";
import type { Subscription } from "#server/adapters/payments.ts";
import type { Db, Tx } from "#server/db/client.ts";

export const findCustomer = (db: Db, memberId: string) =>
  db.selectFrom("customers").select("provider_id").where("member_id", "=", memberId).executeTakeFirst();

export const findMemberOf = (db: Db, providerId: string) =>
  db.selectFrom("customers").select("member_id").where("provider_id", "=", providerId).executeTakeFirst();

/** Keeps who a member is at the provider. Where two came at once, both asked with one reference and were told one id. */
export async function insertCustomer(tx: Tx, memberId: string, providerId: string): Promise<void> {
  await tx
    .insertInto("customers")
    .values({ member_id: memberId, provider_id: providerId })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .execute();
}

interface NewCheckout {
  readonly id: string;
  readonly wallet_id: string;
  readonly kind: "pack" | "membership";
  readonly pack_id: string | null;
  readonly crushes: number;
  readonly amount: number;
}

/** Notes what is to be bought. For the membership there is one that is open: another one stays, and is not noted. */
export async function insertCheckout(tx: Tx, checkout: NewCheckout): Promise<void> {
  await tx
    .insertInto("checkouts")
    .values(checkout)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function setSession(tx: Tx, id: string, sessionId: string, url: string): Promise<void> {
  await tx.updateTable("checkouts").set({ session_id: sessionId, url }).where("id", "=", id).execute();
}

/** A checkout with the member whose wallet it fills, held until the end of the transaction. */
export const lockCheckout = (tx: Tx, id: string) =>
  tx
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .selectAll("checkouts")
    .select("wallets.member_id")
    .where("checkouts.id", "=", id)
    .forUpdate("checkouts")
    .executeTakeFirst();

export const findCheckoutBySession = (db: Db, sessionId: string, memberId: string) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .selectAll("checkouts")
    .where("session_id", "=", sessionId)
    .where("wallets.member_id", "=", memberId)
    .executeTakeFirst();

/** The checkout at which a member may still pay for the membership; without a session where it is just being opened. */
export const findOpenMembershipCheckout = (db: Db, walletId: string) =>
  db
    .selectFrom("checkouts")
    .select(["id", "session_id", "url"])
    .where("wallet_id", "=", walletId)
    .where("kind", "=", "membership")
    .where("state", "=", "open")
    .executeTakeFirst();

export async function setGranted(tx: Tx, id: string, sessionId: string, paymentId: string | null): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ state: "granted", session_id: sessionId, payment_id: paymentId, granted_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

export async function setExpired(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ state: "expired" })
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();
}

/** The pack that a payment was for, held until the end of the transaction. */
export const lockCheckoutByPayment = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .selectAll("checkouts")
    .select(["wallets.member_id"])
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "pack")
    .forUpdate("checkouts")
    .executeTakeFirst();

export async function setTakenBack(tx: Tx, id: string, refunded: number, takenBack: number): Promise<void> {
  await tx.updateTable("checkouts").set({ refunded, taken_back: takenBack }).where("id", "=", id).execute();
}

/** Numbers a question about a membership, which may be new here. */
export async function nextQuestion(tx: Tx, id: string, memberId: string): Promise<number> {
  const { asked } = await tx
    .insertInto("memberships")
    .values({ provider_id: id, member_id: memberId, asked: 1 })
    .onConflict((conflict) => conflict.column("provider_id").doUpdateSet({ asked: sql`memberships.asked + 1` }))
    .returning("asked")
    .executeTakeFirstOrThrow();
  return asked;
}

/** Stores the answer to a question about a membership, unless a later one was answered. @returns whether it was stored */
export async function setMembership(tx: Tx, question: number, subscription: Subscription): Promise<boolean> {
  const { id, status, isActive, periodEnd, ends } = subscription;
  const stored = await tx
    .updateTable("memberships")
    .set({ status, is_active: isActive, period_end: periodEnd, ends, heard: question, heard_at: sql<Date>`now()` })
    .where("provider_id", "=", id)
    .where("heard", "<", question)
    .returning("provider_id")
    .executeTakeFirst();
  return stored !== undefined;
}

/** Ends a membership that the provider knows nothing of, as after a change of provider. */
export async function setMissing(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("memberships")
    .set({ status: "missing", is_active: false, heard_at: sql<Date>`now()` })
    .where("provider_id", "=", id)
    .execute();
}

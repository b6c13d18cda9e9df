import { sql } from "kysely";
import type { Db, Tx } from "#server/db/client.ts";

export const findCustomer = (db: Db, memberId: string) =>
  db.selectFrom("customers").select("provider_id").where("member_id", "=", memberId).executeTakeFirst();

/** Keeps who a member is at the provider; of two who came at once, the first. */
export async function insertCustomer(tx: Tx, memberId: string, providerId: string): Promise<void> {
  await tx
    .insertInto("customers")
    .values({ member_id: memberId, provider_id: providerId })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .execute();
}

/** Forgets a customer whom the provider does not know, unless another has taken their place. */
export async function deleteCustomer(tx: Tx, memberId: string, providerId: string): Promise<void> {
  await tx.deleteFrom("customers").where("member_id", "=", memberId).where("provider_id", "=", providerId).execute();
}

/** Forgets who a member is at the provider. */
export async function deleteCustomers(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom("customers").where("member_id", "=", memberId).execute();
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

/** Keeps where one pays, unless that is known. @returns the address that is kept */
export async function setSession(tx: Tx, id: string, sessionId: string, url: string): Promise<string> {
  const kept = await tx
    .updateTable("checkouts")
    .set({ session_id: sessionId, url })
    .where("id", "=", id)
    .where("session_id", "is", null)
    .returning("url")
    .executeTakeFirst();
  const { url: known } =
    kept ?? (await tx.selectFrom("checkouts").select("url").where("id", "=", id).executeTakeFirstOrThrow());
  return known ?? url;
}

/** A checkout with the member whose wallet it fills, and their standing, held until the end of the transaction. */
export const lockCheckout = (tx: Tx, id: string) =>
  tx
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .leftJoin("members", "members.id", "wallets.member_id")
    .selectAll("checkouts")
    .select(["wallets.member_id", "members.standing"])
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

/**
 * Tells a checkout's buyer how it stands: one that is open is waited for from now on.
 * @returns it, and whether this is the first time that its end is told; undefined where there is none such
 */
export async function tellCheckout(tx: Tx, sessionId: string, memberId: string) {
  const checkout = await tx
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .select(["checkouts.id", "state", "kind", "crushes", "amount", "returned_at", "told_at"])
    .where("session_id", "=", sessionId)
    .where("wallets.member_id", "=", memberId)
    .forUpdate("checkouts")
    .executeTakeFirst();
  if (!checkout) return undefined;
  const column = checkout.state === "open" ? "returned_at" : "told_at";
  const isFirst = checkout[column] === null;
  if (isFirst) {
    await tx
      .updateTable("checkouts")
      .set({ [column]: sql<Date>`now()` })
      .where("id", "=", checkout.id)
      .execute();
  }
  return { ...checkout, isNews: isFirst && column === "told_at" };
}

/** A member's checkouts that are paid but not granted, and those that ended and were not told of. */
export const findUntoldCheckouts = (db: Db, memberId: string, limit: number) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .select(["session_id", "state", "kind"])
    .where("wallets.member_id", "=", memberId)
    .where("told_at", "is", null)
    .where("session_id", "is not", null)
    .where((is) => is.or([is("state", "=", "granted"), is("returned_at", "is not", null)]))
    .orderBy("checkouts.created_at", "desc")
    .limit(limit)
    .$narrowType<{ session_id: string }>()
    .execute();

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

/** Who bought the pack that a payment was for. */
export const findBuyerOfPayment = (db: Db, paymentId: string) =>
  db
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .select("wallets.member_id")
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "pack")
    .executeTakeFirst();

/** Numbers a question about the payment of a pack. Undefined where it paid for nothing of ours. */
export async function nextPaymentQuestion(tx: Tx, paymentId: string): Promise<number | undefined> {
  const row = await tx
    .updateTable("checkouts")
    .set({ asked: sql`asked + 1` })
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "pack")
    .returning("asked")
    .executeTakeFirst();
  return row?.asked;
}

/** Stores how much of a payment is with the buyer again, and what that means in credits. */
export async function setPaidBack(
  tx: Tx,
  id: string,
  state: { paid_back: number; owed: number; taken: number; heard: number },
): Promise<void> {
  await tx.updateTable("checkouts").set(state).where("id", "=", id).execute();
}

/** How many packs somebody has begun to buy within a day and neither paid nor given up. */
export async function countOpenPacks(db: Db, walletId: string): Promise<number> {
  const { many } = await db
    .selectFrom("checkouts")
    .select((select) => select.fn.countAll<number>().as("many"))
    .where("wallet_id", "=", walletId)
    .where("kind", "=", "pack")
    .where("state", "=", "open")
    .where("created_at", ">", sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return many;
}

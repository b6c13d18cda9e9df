import { sql } from "kysely";
import type { Tx } from "#server/platform/db/client.ts";

/** Stores a member's customer id at the provider. Of two concurrent calls, the first one's is kept. */
export async function insertCustomer(tx: Tx, memberId: string, providerId: string): Promise<void> {
  await tx
    .insertInto("customers")
    .values({ member_id: memberId, provider_id: providerId })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .execute();
}

/** @param providerId delete only if the customer id is still this one */
export async function deleteCustomer(tx: Tx, memberId: string, providerId?: string): Promise<void> {
  await tx
    .deleteFrom("customers")
    .where("member_id", "=", memberId)
    .$if(providerId !== undefined, (query) => query.where("provider_id", "=", providerId as string))
    .execute();
}

interface NewCheckout {
  readonly id: string;
  readonly wallet_id: string;
  readonly kind: "package" | "subscription";
  readonly package_id: string | null;
  readonly crushes: number;
  readonly amount_cents: number;
}

/** Stores a checkout, unless it is for a subscription and another one is open. */
export async function insertCheckout(tx: Tx, checkout: NewCheckout): Promise<void> {
  await tx
    .insertInto("checkouts")
    .values(checkout)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores a checkout's session, unless it has one. @returns the URL of the session that is stored */
export async function updateCheckoutSession(tx: Tx, id: string, sessionId: string, url: string): Promise<string> {
  const updated = await tx
    .updateTable("checkouts")
    .set({ session_id: sessionId, url })
    .where("id", "=", id)
    .where("session_id", "is", null)
    .returning("url")
    .executeTakeFirst();
  const { url: stored } =
    updated ?? (await tx.selectFrom("checkouts").select("url").where("id", "=", id).executeTakeFirstOrThrow());
  return stored ?? url;
}

/** Locks a checkout, and reads it with the member whose wallet it fills. */
export const lockCheckout = (tx: Tx, id: string) =>
  tx
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .leftJoin("members", "members.id", "wallets.member_id")
    .selectAll("checkouts")
    .select(["wallets.member_id", "members.status"])
    .where("checkouts.id", "=", id)
    .forUpdate("checkouts")
    .executeTakeFirst();

/** Locks a member's own checkout. */
export const lockOwnCheckout = (tx: Tx, sessionId: string, memberId: string) =>
  tx
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .selectAll("checkouts")
    .where("session_id", "=", sessionId)
    .where("wallets.member_id", "=", memberId)
    .forUpdate("checkouts")
    .executeTakeFirst();

/** Locks the checkout of the package that a payment was for. */
export const lockPackageCheckoutByPayment = (tx: Tx, paymentId: string) =>
  tx
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .selectAll("checkouts")
    .select(["wallets.member_id"])
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "package")
    .forUpdate("checkouts")
    .executeTakeFirst();

interface Granted {
  readonly session_id: string;
  readonly payment_id: string | null;
  readonly subscription_id: string | null;
  readonly buyer_country: string | null;
}

export async function updateCheckoutGranted(tx: Tx, id: string, granted: Granted): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ ...granted, state: "granted", granted_at: sql<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

/** Marks a checkout as expired if it is open. */
export async function updateCheckoutExpired(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ state: "expired" })
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();
}

/**
 * Records that the buyer returned from the payment page: of an open checkout, when; of a finished one, that they were
 * shown the outcome.
 * @returns the checkout, and in `isNews` whether its outcome is shown for the first time; undefined if there is none
 */
export async function recordBuyerReturn(tx: Tx, sessionId: string, memberId: string) {
  const checkout = await tx
    .selectFrom("checkouts")
    .innerJoin("wallets", "wallets.id", "checkouts.wallet_id")
    .select(["checkouts.id", "state", "kind", "crushes", "amount_cents", "buyer_returned_at", "notified_at"])
    .where("session_id", "=", sessionId)
    .where("wallets.member_id", "=", memberId)
    .forUpdate("checkouts")
    .executeTakeFirst();
  if (!checkout) return undefined;
  const column = checkout.state === "open" ? "buyer_returned_at" : "notified_at";
  const isFirst = checkout[column] === null;
  if (isFirst) {
    await tx
      .updateTable("checkouts")
      .set({ [column]: sql<Date>`now()` })
      .where("id", "=", checkout.id)
      .execute();
  }
  return { ...checkout, isNews: isFirst && column === "notified_at" };
}

/**
 * Numbers a request to the provider about the payment of a package. Undefined if the payment was not for one of our
 * packages.
 */
export async function nextPackagePaymentRequest(tx: Tx, paymentId: string): Promise<number | undefined> {
  const row = await tx
    .updateTable("checkouts")
    .set({ request_seq: sql`request_seq + 1` })
    .where("payment_id", "=", paymentId)
    .where("kind", "=", "package")
    .returning("request_seq")
    .executeTakeFirst();
  return row?.request_seq;
}

/** Stores how much of a payment was refunded, and the credits that are due back and clawed back. */
export async function updateCheckoutRefunded(
  tx: Tx,
  id: string,
  state: { refunded_cents: number; credits_due_back?: number; credits_clawed_back?: number; applied_seq?: number },
): Promise<void> {
  await tx.updateTable("checkouts").set(state).where("id", "=", id).execute();
}

export async function updateCheckoutCheckedAt(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ last_checked_at: sql<Date>`now()` })
    .where("session_id", "=", sessionId)
    .execute();
}

/** Sets when a payment was last checked, of a package or of a subscription. */
export async function updatePaymentCheckedAt(tx: Tx, paymentId: string): Promise<void> {
  const last_checked_at = sql<Date>`now()`;
  await tx.updateTable("checkouts").set({ last_checked_at }).where("payment_id", "=", paymentId).execute();
  await tx.updateTable("subscription_payments").set({ last_checked_at }).where("payment_id", "=", paymentId).execute();
}

/** Makes the next reconciliation check a payment. */
export async function schedulePaymentCheck(tx: Tx, paymentId: string): Promise<void> {
  const last_checked_at = sql<Date>`now() - interval '2 days'`;
  await tx.updateTable("checkouts").set({ last_checked_at }).where("payment_id", "=", paymentId).execute();
  await tx.updateTable("subscription_payments").set({ last_checked_at }).where("payment_id", "=", paymentId).execute();
}

export async function updateExpired(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ state: "expired" })
    .where("id", "in", ids)
    .where("state", "=", "open")
    .execute();
}

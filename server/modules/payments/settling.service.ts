import type { PaymentSession, Payments, Subject } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import {
  findMemberOf,
  insertCustomer,
  lockCheckout,
  lockCheckoutByPayment,
  nextQuestion,
  setExpired,
  setGranted,
  setMembership,
  setMissing,
  setTakenBack,
} from "#server/modules/payments/payments.repo.ts";
import { bookPurchase, takeBack } from "#server/modules/wallet/wallet.service.ts";

/**
 * The one way in which what is paid becomes what is granted. The webhook, the page one comes back to and the job that
 * looks for what was missed all come here; each asks the provider anew, so that it does not matter who comes first, how
 * often, or how late.
 */

/** Others may sell by the same account, and give references of their own. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Checkout = NonNullable<Awaited<ReturnType<typeof lockCheckout>>>;

/** Whether a session is the one that we opened for a checkout, for what it costs. */
const isOurs = (checkout: Checkout, session: PaymentSession): boolean =>
  (checkout.session_id === null || checkout.session_id === session.id) &&
  checkout.kind === session.kind &&
  checkout.amount === session.amount;

/** Books what a pack holds. A membership is the provider's word alone. */
async function grant(tx: Tx, checkout: Checkout, session: PaymentSession): Promise<void> {
  await setGranted(tx, checkout.id, session.id, session.paymentId);
  if (checkout.kind === "membership") return;
  const { wallet_id: walletId, member_id: memberId, crushes, id: checkoutId } = checkout;
  await bookPurchase(tx, { walletId, memberId, crushes, checkoutId });
}

/** Notes whose a customer at the provider is, where a session of ours says so. */
const keepCustomer = (ctx: Context, session: PaymentSession): Promise<void> =>
  ctx.transact(async (tx) => {
    const checkout = session.reference === null ? undefined : await lockCheckout(tx, session.reference);
    if (!checkout?.member_id || !session.customerId || !isOurs(checkout, session)) return;
    await insertCustomer(tx, checkout.member_id, session.customerId);
  });

/** Grants what a session paid for, once; nothing where it is not paid, or not ours. */
export async function settleSession(ctx: Context, payments: Payments, sessionId: string): Promise<void> {
  const session = await payments.findSession(sessionId);
  if (!session?.reference || !UUID.test(session.reference)) return;
  const { reference } = session;
  // The membership first: a checkout that counts as granted is not looked at again.
  if (session.state === "paid" && session.subscriptionId) {
    await keepCustomer(ctx, session);
    await settleSubscription(ctx, payments, session.subscriptionId);
  }
  const granted = await ctx.transact(async (tx) => {
    const checkout = await lockCheckout(tx, reference);
    if (!checkout) return false;
    if (!isOurs(checkout, session)) {
      ctx.log.error({ checkout: checkout.id }, "a session does not fit its checkout and is left alone");
      return false;
    }
    if (session.state === "expired") await setExpired(tx, checkout.id);
    if (session.state !== "paid") return false;
    if (checkout.state !== "granted") await grant(tx, checkout, session);
    return true;
  });
  if (granted && session.paymentId) await settlePayment(ctx, payments, session.paymentId);
}

/**
 * Brings a membership to the provider's state. Answers may overtake each other: the one to the later question stands.
 */
export async function settleSubscription(ctx: Context, payments: Payments, id: string): Promise<void> {
  const known = await payments.findSubscription(id);
  if (!known) return ctx.transact((tx) => setMissing(tx, id));
  const owner = await findMemberOf(ctx.db, known.customerId);
  if (!owner) return;
  const question = await ctx.transact((tx) => nextQuestion(tx, id, owner.member_id));
  const now = await payments.findSubscription(id);
  if (!now) return;
  await ctx.transact(async (tx) => {
    if (await setMembership(tx, question, now)) tx.emit(owner.member_id, "membership_changed", {});
  });
}

/**
 * Takes credits back for money that was paid back: in proportion, as far as they are there. A pack that is paid back in
 * parts loses its last credit with the last part.
 */
export async function settlePayment(ctx: Context, payments: Payments, paymentId: string): Promise<void> {
  const refunded = await payments.findRefunded(paymentId);
  if (refunded === 0) return;
  await ctx.transact(async (tx) => {
    const checkout = await lockCheckoutByPayment(tx, paymentId);
    if (!checkout || refunded <= checkout.refunded) return;
    const owed = Math.floor((checkout.crushes * Math.min(refunded, checkout.amount)) / checkout.amount);
    await setTakenBack(tx, checkout.id, refunded, owed);
    await takeBack(tx, {
      walletId: checkout.wallet_id,
      memberId: checkout.member_id,
      crushes: owed - checkout.taken_back,
      source: `checkout:${checkout.id}:${refunded}`,
    });
  });
}

/** Whatever has changed at the provider. */
export function settle(ctx: Context, payments: Payments, { kind, id }: Subject): Promise<void> {
  if (kind === "session") return settleSession(ctx, payments, id);
  return kind === "subscription" ? settleSubscription(ctx, payments, id) : settlePayment(ctx, payments, id);
}

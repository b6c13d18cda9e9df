import type { PaymentSession, Payments, Subject } from "#server/adapters/payments.ts";
import type { Context } from "#server/context.ts";
import type { Tx } from "#server/db/client.ts";
import { hasGone, lockPresent, sharePresent } from "#server/modules/members/members.service.ts";
import { recordCard } from "#server/modules/payments/cards.service.ts";
import { hasDispute } from "#server/modules/payments/disputes.repo.ts";
import { noteDispute, type Paid } from "#server/modules/payments/disputes.service.ts";
import { lookSoon } from "#server/modules/payments/events.repo.ts";
import {
  findMembershipPayment,
  insertMembershipPayment,
  nextMembershipPaymentQuestion,
  setMembershipPaymentHeard,
} from "#server/modules/payments/membership-payments.repo.ts";
import {
  findBuyerOfMembership,
  findMembershipOwner,
  nextQuestion,
  setMembership,
} from "#server/modules/payments/memberships.repo.ts";
import {
  findBuyerOfPayment,
  lockCheckout,
  lockCheckoutByPayment,
  nextPaymentQuestion,
  setExpired,
  setGranted,
  setPaidBack,
} from "#server/modules/payments/payments.repo.ts";
import { bookPurchase, bookRefund } from "#server/modules/wallet/wallet.service.ts";

/**
 * The one way in which what is paid becomes what is granted. The webhook, the page one comes back to and the job that
 * looks for what was missed all come here; each asks the provider anew, so that it does not matter who comes first, how
 * often, or how late.
 */

/** Others may sell by the same account, and give references of their own. */
const isReference = (text: string | null): text is string =>
  text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

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

/** Tells a buyer who came back and had to wait that it is over. Whoever comes back later asks. */
function tellWaiting(tx: Tx, { state, returned_at, member_id: memberId }: Checkout): void {
  if (state === "open" && returned_at && memberId) tx.emit(memberId, "checkout_settled", {});
}

/** What comes after an account has ended goes back; of a membership that is the operator's work. */
async function payBack(ctx: Context, payments: Payments, { reference, paymentId }: PaymentSession): Promise<void> {
  if (paymentId) await payments.payBack(paymentId);
  const what = paymentId ? "is paid back" : "has ended, and is to be paid back by hand";
  ctx.log.error({ checkout: reference }, `what was paid after its buyer's account had ended ${what}`);
}

/**
 * Grants what a session paid for, once; nothing where it is not paid, or not ours.
 * @param isPaidBack its buyer has gone, and has the money again: it is only booked
 */
export async function settleSession(
  ctx: Context,
  payments: Payments,
  sessionId: string,
  isPaidBack = false,
): Promise<void> {
  const session = await payments.findSession(sessionId);
  if (!session || !isReference(session.reference)) return;
  const { reference } = session;
  // The membership first: a checkout that counts as granted is not looked at again.
  if (session.state === "paid" && session.subscriptionId) {
    await settleSubscription(ctx, payments, session.subscriptionId, true);
  }
  const outcome = await ctx.transact(async (tx) => {
    const checkout = await lockCheckout(tx, reference);
    if (!checkout) return "none";
    if (!isOurs(checkout, session)) {
      ctx.log.error({ checkout: checkout.id }, "a session does not fit its checkout and is left alone");
      return "none";
    }
    const isPaid = session.state === "paid";
    if (isPaid && checkout.state !== "granted" && checkout.standing === "gone" && !isPaidBack) return "gone";
    const isOver = session.state === "expired" || session.state === "failed";
    if (isOver) await setExpired(tx, checkout.id);
    if (isPaid && checkout.state !== "granted") await grant(tx, checkout, session);
    if (isOver || isPaid) tellWaiting(tx, checkout);
    return isPaid ? "granted" : "none";
  });
  if (outcome === "gone") {
    await payBack(ctx, payments, session);
    return settleSession(ctx, payments, sessionId, true);
  }
  if (outcome === "granted" && session.paymentId) await trySettlePayment(ctx, payments, session.paymentId);
}

/** What is granted is granted, whether or not it can be asked just now how its payment stands: it is asked again soon. */
async function trySettlePayment(ctx: Context, payments: Payments, paymentId: string): Promise<void> {
  try {
    await settlePayment(ctx, payments, paymentId);
  } catch (error) {
    ctx.log.error({ err: error }, "payment state could not be read");
    await ctx.transact((tx) => lookSoon(tx, paymentId));
  }
}

/**
 * Whose a membership is: whoever began to buy it here, and has paid. Undefined for what others sell by the same account,
 * and for what is not paid yet: that is heard of again.
 */
async function ownerOf(ctx: Context, payments: Payments, id: string, paid: boolean): Promise<string | undefined> {
  const known = await findMembershipOwner(ctx.db, id);
  if (known) return known.member_id;
  const reference = (await payments.findSubscription(id))?.reference ?? null;
  const bought = isReference(reference) ? await findBuyerOfMembership(ctx.db, reference) : undefined;
  if (!bought?.member_id) return undefined;
  const { session_id: sessionId, member_id: memberId } = bought;
  if (paid || bought.state === "granted") return memberId;
  const session = sessionId === null ? undefined : await payments.findSession(sessionId);
  return session?.state === "paid" ? memberId : undefined;
}

/**
 * Brings a membership to the provider's state; one whose member has gone ends. Answers may overtake each other: the one to the later question stands.
 * @param paid its checkout is known to be paid
 */
export async function settleSubscription(ctx: Context, payments: Payments, id: string, paid = false): Promise<void> {
  const owner = await ownerOf(ctx, payments, id, paid);
  if (!owner) return;
  const question = await ctx.transact((tx) => nextQuestion(tx, id, owner));
  let answer = await payments.findSubscription(id);
  if (answer && !answer.isOver && (await hasGone(ctx.db, owner))) {
    await payments.end(id);
    answer = await payments.findSubscription(id);
  }
  const paymentId = answer?.paymentId ?? null;
  const isNew = await ctx.transact(async (tx) => {
    if (await setMembership(tx, id, question, answer)) tx.emit(owner, "subscription_changed", {});
    return paymentId !== null && (await insertMembershipPayment(tx, paymentId, id));
  });
  if (isNew && paymentId !== null) await trySettlePayment(ctx, payments, paymentId);
}

/** Whose a payment is, if it is for something of ours. */
async function payerOf(ctx: Context, paymentId: string): Promise<Paid | undefined> {
  const buyer = await findBuyerOfPayment(ctx.db, paymentId);
  if (buyer?.member_id) return { paymentId, memberId: buyer.member_id, kind: "pack" };
  const membership = await findMembershipPayment(ctx.db, paymentId);
  return membership && { paymentId, memberId: membership.member_id, kind: "membership" };
}

/**
 * Brings a payment to the provider's state: what was paid back, whether it is disputed, and by which card it was paid.
 * Answers may overtake each other: the one to the later question stands.
 */
export async function settlePayment(ctx: Context, payments: Payments, paymentId: string): Promise<void> {
  const paid = await payerOf(ctx, paymentId);
  if (!paid) return;
  const { memberId, kind } = paid;
  const question = await ctx.transact((tx) =>
    kind === "pack" ? nextPaymentQuestion(tx, paymentId) : nextMembershipPaymentQuestion(tx, paymentId),
  );
  if (question === undefined) return;
  const state = await payments.findPayment(paymentId);
  if (!state) return;
  const isDisputed = state.dispute !== null || (await hasDispute(ctx.db, paymentId));
  const isStored = await ctx.transact(async (tx) => {
    // Who begins to buy at the same time comes before, and their page ends, or after, and is refused.
    const there = await (isDisputed ? lockPresent(tx, [memberId]) : sharePresent(tx, [memberId]));
    const isLatest =
      kind === "pack"
        ? await takeBack(tx, paymentId, question, state.paidBack)
        : await setMembershipPaymentHeard(tx, paymentId, question);
    if (isLatest) await noteDispute(ctx, tx, { ...paid, hasGone: !there.has(memberId) }, state);
    return isLatest;
  });
  if (isStored && state.card !== null) await recordCard(ctx, memberId, state.card);
}

/**
 * Takes credits back for money that is with the buyer again: in proportion, as far as they are there. A pack that is paid
 * back in parts loses its last credit with the last part. Where the money comes after all, as after a dispute that was
 * won, what was taken is given again.
 * @returns false where the answer to a later question is stored
 */
async function takeBack(tx: Tx, paymentId: string, question: number, paidBack: number): Promise<boolean> {
  const checkout = await lockCheckoutByPayment(tx, paymentId);
  if (!checkout || checkout.heard >= question) return false;
  const { id, amount, crushes, owed: before, taken } = checkout;
  const cents = Math.min(paidBack, amount);
  const owed = Math.floor((crushes * cents) / amount);
  const change = owed > before ? before - owed : Math.max(0, taken - owed);
  const moved = await bookRefund(tx, {
    walletId: checkout.wallet_id,
    memberId: checkout.member_id,
    change: owed === before ? 0 : change,
    source: `checkout:${id}:${question}`,
  });
  await setPaidBack(tx, id, { paid_back: cents, owed, taken: taken - moved, heard: question });
  return true;
}

/** Whatever has changed at the provider. */
export function settle(ctx: Context, payments: Payments, { kind, id }: Subject): Promise<void> {
  if (kind === "session") return settleSession(ctx, payments, id);
  return kind === "subscription" ? settleSubscription(ctx, payments, id) : settlePayment(ctx, payments, id);
}

import type { Context } from "#server/context.ts";
import { recordIdentity } from "#server/domains/accounts/identities/identities.service.ts";
import { hasDispute } from "#server/domains/billing/disputes/disputes.queries.ts";
import { type MemberPayment, recordDispute } from "#server/domains/billing/disputes/disputes.service.ts";
import { shareHolds } from "#server/domains/billing/disputes/payment-holds.statements.ts";
import {
  findBuyerLocation,
  findFirstPayment,
  findPackageBuyer,
  findSubscriptionBuyer,
} from "#server/domains/billing/payments/checkouts.queries.ts";
import {
  lockCheckout,
  lockPackageCheckoutByPayment,
  nextPackagePaymentRequest,
  schedulePaymentCheck,
  updateCheckoutExpired,
  updateCheckoutGranted,
  updateCheckoutRefunded,
} from "#server/domains/billing/payments/checkouts.repo.ts";
import {
  findSubscriptionOwner,
  findSubscriptionPayer,
} from "#server/domains/billing/subscriptions/subscriptions.queries.ts";
import {
  insertSubscriptionPayment,
  nextSubscriptionPaymentRequest,
  nextSubscriptionRequest,
  updateSubscription,
  updateSubscriptionPaymentApplied,
} from "#server/domains/billing/subscriptions/subscriptions.repo.ts";
import { adjustForRefund } from "#server/domains/billing/wallet/adjustments.service.ts";
import { creditPurchase } from "#server/domains/billing/wallet/wallet.service.ts";
import { findRefundedWithdrawal, isWithdrawn } from "#server/domains/billing/withdrawals/withdrawals.queries.ts";
import { isDeletedMember } from "#server/domains/members/members.queries.ts";
import { lockExisting, lockExistingShared } from "#server/domains/members/members.service.ts";
import { shareBlocks } from "#server/domains/members/relationships/relationships.service.ts";
import type { EventSubject, PaymentProvider, PaymentSession } from "#server/platform/adapters/payments.ts";
import type { Tx } from "#server/platform/db/client.ts";
import type { MemberStatus } from "#server/platform/db/schema/accounts.ts";

/**
 * The only place that turns payments into credits and subscriptions. Webhooks, the return page and the reconciliation
 * call it. Each call fetches the current state from the provider, so their order, number and delay do not matter.
 */

/** The provider's account may be used for other products, whose references are not checkout ids. */
const isCheckoutId = (text: string | null): text is string =>
  text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

type Checkout = NonNullable<Awaited<ReturnType<typeof lockCheckout>>>;

const matchesCheckout = (checkout: Checkout, session: PaymentSession): boolean =>
  (checkout.session_id === null || checkout.session_id === session.id) &&
  checkout.kind === session.kind &&
  checkout.amount_cents === session.amountCents;

/** Credits a package. A subscription is granted by `syncSubscription` alone. */
async function grantCheckout(
  ctx: Context,
  tx: Tx,
  checkout: Checkout,
  session: PaymentSession,
  isRefunded: boolean,
): Promise<void> {
  const { wallet_id: walletId, member_id: memberId, crushes, id: checkoutId } = checkout;
  await updateCheckoutGranted(tx, checkoutId, {
    session_id: session.id,
    payment_id: session.paymentId,
    subscription_id: session.subscriptionId,
    buyer_country: session.buyerCountry,
  });
  await ctx.jobs.send(tx, "email-purchase", { checkoutId, ...(isRefunded && { isRefunded }) });
  if (checkout.kind === "subscription") {
    // The sync of a package's payment stores it.
    if (isRefunded) await updateCheckoutRefunded(tx, checkoutId, { refunded_cents: checkout.amount_cents });
    return;
  }
  await creditPurchase(tx, { walletId, memberId, crushes, checkoutId });
}

/** For a buyer who returned before the outcome was known. A buyer who returns later requests it. */
function emitCheckoutSettled(tx: Tx, { state, buyer_returned_at, member_id: memberId }: Checkout): void {
  if (state === "open" && buyer_returned_at && memberId) tx.emit(memberId, "checkout_settled", {});
}

/** The member was deleted or suspended by the time of the payment. */
async function refundClosedBuyer(
  ctx: Context,
  provider: PaymentProvider,
  { reference, paymentId, subscriptionId }: PaymentSession,
): Promise<void> {
  if (subscriptionId !== null) {
    await provider.cancelSubscription(subscriptionId);
    await syncSubscription(ctx, provider, subscriptionId, true);
  }
  const first = subscriptionId === null ? undefined : await findFirstPayment(ctx.db, subscriptionId);
  const paid = paymentId ?? first?.payment_id;
  if (paid === undefined) {
    ctx.log.error({ checkout: reference }, "payment of a deleted or suspended member unknown: refund it by hand");
    return;
  }
  await provider.refund(paid);
  ctx.log.warn({ checkout: reference, payment: paid }, "payment of a deleted or suspended member refunded");
}

/** Nothing may be paid any more. */
const CLOSED: readonly (MemberStatus | null)[] = ["deleted", "suspended"];

/** The country of the profile's location replaces a missing billing address. */
async function withBuyerCountry(ctx: Context, session: PaymentSession, checkoutId: string): Promise<PaymentSession> {
  if (session.buyerCountry !== null) return session;
  const location = await findBuyerLocation(ctx.db, checkoutId);
  return { ...session, buyerCountry: (location !== "" && ctx.geocoder.countryOf(location)) || null };
}

/**
 * Once. Does nothing if the session is unpaid or not ours.
 * @param isRefunded the buyer is deleted or suspended and was refunded: then the session is only recorded
 */
export async function fulfillSession(
  ctx: Context,
  provider: PaymentProvider,
  sessionId: string,
  isRefunded = false,
): Promise<void> {
  const found = await provider.findSession(sessionId);
  if (!found || !isCheckoutId(found.reference)) return;
  const { reference } = found;
  const session = found.state === "paid" ? await withBuyerCountry(ctx, found, reference) : found;
  // The subscription goes first, because a granted checkout is not fulfilled again.
  if (session.state === "paid" && session.subscriptionId) {
    await syncSubscription(ctx, provider, session.subscriptionId, true);
  }
  const outcome = await ctx.transact(async (tx) => {
    const checkout = await lockCheckout(tx, reference);
    if (!checkout) return "ignored";
    if (!matchesCheckout(checkout, session)) {
      ctx.log.error({ checkout: checkout.id }, "payment session does not match its checkout");
      return "ignored";
    }
    const isPaid = session.state === "paid";
    const isNewlyPaid = isPaid && checkout.state !== "granted";
    if (isNewlyPaid && CLOSED.includes(checkout.status) && !isRefunded) return "closed";
    const isExpired = session.state === "expired" || session.state === "failed";
    if (isExpired) await updateCheckoutExpired(tx, checkout.id);
    if (isNewlyPaid) await grantCheckout(ctx, tx, checkout, session, isRefunded);
    if (isExpired || isPaid) emitCheckoutSettled(tx, checkout);
    return isPaid ? "granted" : "ignored";
  });
  if (outcome === "closed") {
    await refundClosedBuyer(ctx, provider, session);
    return fulfillSession(ctx, provider, sessionId, true);
  }
  if (outcome === "granted" && session.paymentId) await syncPaymentOrRetryLater(ctx, provider, session.paymentId);
}

/** If the state cannot be fetched, the next reconciliation fetches it. */
async function syncPaymentOrRetryLater(ctx: Context, provider: PaymentProvider, paymentId: string): Promise<void> {
  try {
    await syncPayment(ctx, provider, paymentId);
  } catch (error) {
    ctx.log.error({ err: error }, "payment state could not be read");
    await ctx.transact((tx) => schedulePaymentCheck(tx, paymentId));
  }
}

/** Undefined for subscriptions of other products, and for unpaid ones, about which another event comes. */
async function resolveSubscriptionOwner(
  ctx: Context,
  provider: PaymentProvider,
  id: string,
  isPaid: boolean,
): Promise<string | undefined> {
  const known = await findSubscriptionOwner(ctx.db, id);
  if (known) return known.member_id;
  const reference = (await provider.findSubscription(id))?.reference ?? null;
  const checkout = isCheckoutId(reference) ? await findSubscriptionBuyer(ctx.db, reference) : undefined;
  if (!checkout?.member_id) return undefined;
  const { session_id: sessionId, member_id: memberId } = checkout;
  if (isPaid || checkout.state === "granted") return memberId;
  const session = sessionId === null ? undefined : await provider.findSession(sessionId);
  return session?.state === "paid" ? memberId : undefined;
}

/**
 * Cancels the subscription of a deleted member. Requests are numbered: the answer to the latest one wins.
 * @param isPaid its checkout is known to be paid
 */
export async function syncSubscription(
  ctx: Context,
  provider: PaymentProvider,
  id: string,
  isPaid = false,
): Promise<void> {
  const owner = await resolveSubscriptionOwner(ctx, provider, id, isPaid);
  if (!owner) return;
  const requestSeq = await ctx.transact((tx) => nextSubscriptionRequest(tx, id, owner));
  let answer = await provider.findSubscription(id);
  if (answer && !answer.isTerminated && (await isDeletedMember(ctx.db, owner))) {
    await provider.cancelSubscription(id);
    answer = await provider.findSubscription(id);
  }
  const paymentId = answer?.paymentId ?? null;
  const isNew = await ctx.transact(async (tx) => {
    if (await updateSubscription(tx, id, requestSeq, answer)) tx.emit(owner, "subscription_changed", {});
    return paymentId !== null && (await insertSubscriptionPayment(tx, paymentId, id));
  });
  if (isNew && paymentId !== null) await syncPaymentOrRetryLater(ctx, provider, paymentId);
}

/** The refund of a withdrawal may fail weeks after it was made, when the buyer's bank returns it. */
const scheduleRefundCheck = (ctx: Context, paymentId: string): Promise<void> =>
  ctx.transact(async (tx) => {
    const withdrawalId = await findRefundedWithdrawal(tx, paymentId);
    if (withdrawalId !== undefined) await ctx.jobs.send(tx, "check-refund", { withdrawalId });
  });

async function findPayer(ctx: Context, paymentId: string): Promise<MemberPayment | undefined> {
  const buyer = await findPackageBuyer(ctx.db, paymentId);
  if (buyer?.member_id) return { paymentId, memberId: buyer.member_id, kind: "package" };
  const subscriber = await findSubscriptionPayer(ctx.db, paymentId);
  return subscriber && { paymentId, memberId: subscriber.member_id, kind: "subscription" };
}

/** Refunds, disputes and the card. Requests are numbered: the answer to the latest one wins. */
export async function syncPayment(ctx: Context, provider: PaymentProvider, paymentId: string): Promise<void> {
  await scheduleRefundCheck(ctx, paymentId);
  const payment = await findPayer(ctx, paymentId);
  if (!payment) return;
  const { memberId, kind } = payment;
  const requestSeq = await ctx.transact((tx) =>
    kind === "package" ? nextPackagePaymentRequest(tx, paymentId) : nextSubscriptionPaymentRequest(tx, paymentId),
  );
  if (requestSeq === undefined) return;
  const state = await provider.findPayment(paymentId);
  if (!state) return;
  const isDisputed = state.dispute !== null || (await hasDispute(ctx.db, paymentId));
  const isStored = await ctx.transact(async (tx) => {
    // Serializes with checkouts: a concurrent one comes before, and its page is closed, or after, and is refused.
    const existing = await (isDisputed ? lockExisting(tx, [memberId]) : lockExistingShared(tx, [memberId]));
    const isLatest =
      kind === "package"
        ? await clawBackCredits(tx, paymentId, requestSeq, state.refundedCents)
        : await updateSubscriptionPaymentApplied(tx, paymentId, requestSeq);
    if (isLatest) await recordDispute(ctx, tx, { ...payment, isDeleted: !existing.has(memberId) }, state);
    return isLatest;
  });
  if (isStored && state.card !== null) await recordCard(ctx, memberId, state.card);
}

/**
 * In proportion to the refund, as far as the balance allows. With partial refunds, the last credit goes with the last
 * part. If refunded money returns, as after a dispute that was won, so do the credits. After a withdrawal no credits
 * are left to take, and none come back.
 * @returns false if the answer to a later request is stored
 */
async function clawBackCredits(tx: Tx, paymentId: string, requestSeq: number, refunded: number): Promise<boolean> {
  const checkout = await lockPackageCheckoutByPayment(tx, paymentId);
  if (!checkout || checkout.applied_seq >= requestSeq) return false;
  const {
    id,
    amount_cents: amountCents,
    crushes,
    credits_due_back: dueBefore,
    credits_clawed_back: clawedBack,
  } = checkout;
  const refundedCents = Math.min(refunded, amountCents);
  if (await isWithdrawn(tx, id)) {
    await updateCheckoutRefunded(tx, id, { refunded_cents: refundedCents, applied_seq: requestSeq });
    return true;
  }
  const due = Math.floor((crushes * refundedCents) / amountCents);
  const change = due > dueBefore ? dueBefore - due : Math.max(0, clawedBack - due);
  const booked = await adjustForRefund(tx, {
    walletId: checkout.wallet_id,
    memberId: checkout.member_id,
    change: due === dueBefore ? 0 : change,
    source: `checkout:${id}:${requestSeq}`,
  });
  await updateCheckoutRefunded(tx, id, {
    refunded_cents: refundedCents,
    credits_due_back: due,
    credits_clawed_back: clawedBack - booked,
    applied_seq: requestSeq,
  });
  return true;
}

/**
 * As a keyed hash. Blocks of one account by others, and its payment holds, then apply to all accounts that used the
 * card. Blocks made by these accounts are not shared: a card may be lent, and the blocks would reveal the other
 * accounts.
 * @param card the provider's fingerprint
 */
const recordCard = (ctx: Context, memberId: string, card: string): Promise<void> =>
  ctx.transact(async (tx) => {
    // A deleted account keeps only the identities that it had when it was deleted.
    if (!(await lockExisting(tx, [memberId])).has(memberId)) return;
    const others = await recordIdentity(ctx, tx, memberId, "card", card);
    if (others.length === 0) return;
    const ids = [memberId, ...others.map(({ id }) => id)];
    await shareBlocks(tx, ids, false);
    await shareHolds(ctx, tx, ids);
  });

export function syncSubject(ctx: Context, provider: PaymentProvider, { kind, id }: EventSubject): Promise<void> {
  if (kind === "session") return fulfillSession(ctx, provider, id);
  return kind === "subscription" ? syncSubscription(ctx, provider, id) : syncPayment(ctx, provider, id);
}

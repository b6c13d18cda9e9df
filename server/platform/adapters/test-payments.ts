import { randomBytes } from "node:crypto";
import type { PaymentProvider, PaymentSession, ProviderSubscription } from "#server/platform/adapters/payments.ts";
import {
  deleteTestSubscription,
  expireTestSession,
  findTestSession,
  findTestSubscription,
  openTestSession,
  setTestSubscription,
} from "#server/platform/adapters/test-payments.repo.ts";
import type { Db } from "#server/platform/db/client.ts";

type Session = NonNullable<Awaited<ReturnType<typeof findTestSession>>>;
type Row = NonNullable<Awaited<ReturnType<typeof findTestSubscription>>>;

const presentSession = (session: Session): PaymentSession => ({
  id: session.id,
  reference: session.reference,
  state: session.state,
  kind: session.monthly ? "subscription" : "package",
  amountCents: session.amount_cents,
  subscriptionId: session.monthly && session.state === "paid" ? `sub_${session.id}` : null,
  paymentId: session.monthly || session.state !== "paid" ? null : `pay_${session.id}`,
  buyerCountry: session.country,
});

/** The end of the current period of a subscription, which renews monthly on the day it began. */
export function periodEnd(began: Date, now: Date): Date {
  const end = (months: number) => {
    const day = new Date(began);
    day.setUTCMonth(began.getUTCMonth() + months, 1);
    const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
    day.setUTCDate(Math.min(began.getUTCDate(), last));
    return day;
  };
  let months = 1;
  while (end(months) <= now) months++;
  return end(months);
}

function presentSubscription(row: Row, now: Date): ProviderSubscription {
  // A cancelled subscription ends with the period in which it was cancelled.
  const end = row.cancel_at_period_end ? periodEnd(row.began_at, row.ends_at ?? now) : periodEnd(row.began_at, now);
  const over = row.cancel_at_period_end && end <= now;
  return {
    id: row.id,
    reference: row.reference,
    status: over ? "canceled" : "active",
    isActive: !over,
    isUnpaid: false,
    isTerminated: over,
    periodEnd: end,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    paymentId: `pay_${row.id}`,
  };
}

/** Without money: a page with a button to pay. */
export function testPayments(db: Db): PaymentProvider {
  return {
    mode: "test",
    createCustomer: async (reference) => `cus_test_${reference}`,
    async openSession({ reference, item, successUrl, cancelUrl }) {
      const id = `cs_test_${randomBytes(12).toString("hex")}`;
      const session = await openTestSession(db, {
        id,
        reference,
        name: item.name,
        amount_cents: item.amountCents,
        monthly: item.kind === "subscription",
        success_url: successUrl.replace("{session}", id),
        cancel_url: cancelUrl,
      });
      return { id: session.id, url: `/test-checkout/${session.id}` };
    },
    expireSession: (id) => expireTestSession(db, id),
    async findSession(id) {
      const session = await findTestSession(db, id);
      return session && presentSession(session);
    },
    async findSubscription(id) {
      const row = await findTestSubscription(db, id);
      return row && presentSubscription(row, new Date());
    },
    setCancelAtPeriodEnd: (id, ends) => setTestSubscription(db, id, ends),
    cancelSubscription: (id) => deleteTestSubscription(db, id),
    // No money moved.
    refund: async () => {},
    refundPart: async () => "refunded",
    hasRefundFailed: async () => false,
    findPayment: async () => ({ refundedCents: 0, dispute: null, card: null }),
    readEvent() {
      throw new Error("The test checkout sends no events");
    },
  };
}

import { randomBytes } from "node:crypto";
import type { PaymentSession, Payments, Subscription } from "#server/adapters/payments.ts";
import {
  deleteTestSubscription,
  expireTestSession,
  findTestSession,
  findTestSubscription,
  openTestSession,
  setTestSubscription,
} from "#server/adapters/test-payments.repo.ts";
import type { Db } from "#server/db/client.ts";

type Session = NonNullable<Awaited<ReturnType<typeof findTestSession>>>;
type Row = NonNullable<Awaited<ReturnType<typeof findTestSubscription>>>;

const presentSession = (session: Session): PaymentSession => ({
  id: session.id,
  reference: session.reference,
  state: session.state,
  kind: session.monthly ? "membership" : "pack",
  amount: session.amount,
  subscriptionId: session.monthly && session.state === "paid" ? `sub_${session.id}` : null,
  paymentId: session.monthly || session.state !== "paid" ? null : `pay_${session.id}`,
});

/** The end of the month that runs at a time, for what began at another: each month renews on the day it began. */
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

function presentSubscription(row: Row, now: Date): Subscription {
  // What was to end ends with the month in which that was said.
  const end = row.ends ? periodEnd(row.began_at, row.ends_at ?? now) : periodEnd(row.began_at, now);
  const over = row.ends && end <= now;
  return {
    id: row.id,
    reference: row.reference,
    status: over ? "canceled" : "active",
    isActive: !over,
    isUnpaid: false,
    isOver: over,
    periodEnd: end,
    ends: row.ends,
    paymentId: null,
  };
}

/** Stands in where no payment provider is set: a page of our own on which one pays with a button, and no money moves. */
export function testPayments(db: Db): Payments {
  return {
    mode: "test",
    createCustomer: async (reference) => `cus_test_${reference}`,
    async openSession({ reference, item, successUrl, cancelUrl }) {
      const id = `cs_test_${randomBytes(12).toString("hex")}`;
      const session = await openTestSession(db, {
        id,
        reference,
        name: item.name,
        amount: item.amount,
        monthly: item.kind === "membership",
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
    setEnds: (id, ends) => setTestSubscription(db, id, ends),
    end: (id) => deleteTestSubscription(db, id),
    // No money moves, so none moves back.
    payBack: async () => {},
    findPayment: async () => ({ paidBack: 0, dispute: null, card: null }),
    readEvent() {
      throw new Error("The test checkout sends no events");
    },
  };
}

import { listWithdrawals, withdrawPurchase } from "#contract/billing/withdrawals.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createCompleteMember, createMember, type TestMember } from "#server/testing/members.ts";
import { createPaymentsHarness } from "#server/testing/payments-harness.ts";

/** With workers, a mailer and Stripe's stand-in. */
export function createWithdrawalsHarness() {
  const mailer = createFakeMailer();
  const harness = createPaymentsHarness({ work: true, mailer });
  const { app, confirm } = harness;

  const list = async (member: TestMember) => (await app.call(listWithdrawals, {}, member.token)).body;
  const withdraw = (member: TestMember, sessionId: string, amountCents: number) =>
    app.call(withdrawPurchase, { body: { sessionId, amountCents } }, member.token);
  /** A member in the country who bought 15 crushes for $9.99 and had 5 before. */
  async function makeBuyer(country = "DE") {
    const member = await createMember(app);
    const session = await harness.buyAndPay(member, "power", undefined, country);
    await confirm(member, session);
    return { member, session, payment: harness.stripe.sessions.get(session)?.payment_intent ?? "" };
  }

  async function makeSubscriber(country = "DE") {
    const member = await createMember(app);
    const subscription = await harness.becomeUnlimited(member, undefined, country);
    const [session = ""] = [...harness.stripe.sessions.values()].flatMap((one) =>
      one.subscription === subscription ? [one.id] : [],
    );
    const invoice = harness.stripe.subscriptions.get(subscription)?.latest_invoice ?? "";
    const payment = harness.stripe.invoicePayments.get(invoice)?.payment.payment_intent ?? "";
    return { member, session, subscription, payment };
  }

  async function spend(member: TestMember, crushes: number): Promise<void> {
    for (let i = 0; i < crushes; i++)
      await app.call(sendCrush, { body: { recipientId: (await createCompleteMember(app)).id } }, member.token);
  }

  const refundsOf = (payment: string) =>
    [...harness.stripe.refunds.values()].filter((one) => one.payment_intent === payment).map(({ amount }) => amount);
  const refundState = async (member: TestMember) => (await list(member)).withdrawals[0]?.refundState;

  // Assigned, because what the harness starts before the tests are getters.
  return Object.assign(harness, { mailer, list, withdraw, spend, makeBuyer, makeSubscriber, refundsOf, refundState });
}

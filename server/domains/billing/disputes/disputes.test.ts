import { describe, expect, test } from "vitest";
import { resumeSubscription } from "#contract/billing/payments.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { syncPayment } from "#server/domains/billing/payments/fulfillment.service.ts";
import { adjustCharges } from "#server/domains/billing/payments/payment-cancellation.service.ts";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { createCompleteMember, createMember, type TestMember } from "#server/testing/members.ts";
import { createPaymentsHarness, sessionIn } from "#server/testing/payments-harness.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { connectDevice } from "#server/testing/socket-client.ts";

const harness = createPaymentsHarness();
const {
  wallet,
  balance,
  buy,
  subscribe,
  sendEvent,
  sendSessionCompleted: completed,
  buyAndPay,
  becomeUnlimited,
  app,
} = harness;
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

/** The server does not trust the event's content and fetches the dispute. */
async function sendDisputeEvent(payment: string, type = "charge.dispute.created"): Promise<void> {
  expect((await sendEvent(type, { object: "dispute", payment_intent: payment })).status).toBe(200);
}

/** The member had 5 credits and bought 15. */
async function createBuyer(): Promise<{ member: TestMember; payment: string }> {
  const member = await createMember(app);
  const id = await buyAndPay(member);
  await completed(id);
  return { member, payment: harness.stripe.sessions.get(id)?.payment_intent ?? "" };
}

/** With the subscription's first payment. */
async function createSubscriber() {
  const member = await createMember(app);
  const subscription = await becomeUnlimited(member);
  const [row] = await query("select payment_id from subscription_payments where subscription_id = $1", subscription);
  return { member, subscription, payment: String(row?.payment_id) };
}

const crush = async (me: TestMember) =>
  (await app.call(sendCrush, { body: { recipientId: (await createCompleteMember(app)).id } }, me.token)).body;
const eventsOf = async ({ id }: TestMember): Promise<string[]> =>
  (await query("select outcome from security_events where member_id = $1 and kind = 'payment' order by id", id)).map(
    ({ outcome }) => outcome,
  );
const runJobs = ({ id }: TestMember) => {
  if (!app.ctx.payments) throw new Error("nothing can be bought");
  return adjustCharges(app.ctx, app.ctx.payments, id);
};
const PAUSED = {
  status: 403,
  body: { success: false, code: "payments_paused", message: "Payments are paused for this account. Contact support." },
};

describe("a disputed payment", () => {
  test("pauses purchases, shows so in the wallet at once, and is logged for the operator", async () => {
    const { member, payment } = await createBuyer();
    const device = await connectDevice(app, member.token);
    harness.stripe.dispute(payment);
    await sendDisputeEvent(payment);
    expect(await device.waitFor("subscription_changed")).toEqual({});
    device.close();
    expect(await buy(member, { packageId: "starter" })).toMatchObject(PAUSED);
    expect(await subscribe(member)).toMatchObject(PAUSED);
    expect(await wallet(member)).toMatchObject({ payments: "paused", balance: 5, hasActiveSubscription: false });
    expect(await eventsOf(member)).toEqual(["disputed"]);
    const { out } = await runCommand(app, ["disputes", "--as", "ada"]);
    expect(out).toMatch(new RegExp(`${payment} .* open +package +0 +${member.username}`));
    expect((await runCommand(app, ["show", member.id, "--as", "ada"])).out).toContain(`${payment} is disputed (open)`);
    // Remaining credits can be spent.
    expect((await crush(member)).remainingCrushes).toBe(4);
  });

  test("pauses nothing for an inquiry or a refund", async () => {
    const { member, payment } = await createBuyer();
    const dispute = harness.stripe.dispute(payment);
    dispute.status = "warning_needs_response";
    await sendDisputeEvent(payment);
    harness.stripe.refund(payment, 999);
    await sendDisputeEvent(payment, "charge.refunded");
    expect(await wallet(member)).toMatchObject({ payments: "on", balance: 5 });
    expect((await buy(member, { packageId: "starter" })).status).toBe(200);
    expect(await eventsOf(member)).toEqual([]);
  });

  test("of a package stops free sending and renewals of a subscriber until the dispute is won", async () => {
    const { member, payment } = await createBuyer();
    const subscription = await becomeUnlimited(member);
    expect((await crush(member)).remainingCrushes).toBe(20);
    const dispute = harness.stripe.dispute(payment);
    await sendDisputeEvent(payment);
    expect((await crush(member)).remainingCrushes).toBe(4);
    await runJobs(member);
    expect(harness.stripe.subscriptions.get(subscription)).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
    });
    expect(await app.call(resumeSubscription, {}, member.token)).toMatchObject(PAUSED);
    dispute.status = "won";
    await sendDisputeEvent(payment, "charge.dispute.closed");
    expect(await wallet(member)).toMatchObject({ payments: "on", hasActiveSubscription: true, subscriptionEnds: true });
    expect((await crush(member)).remainingCrushes).toBe(19);
    expect((await app.call(resumeSubscription, {}, member.token)).status).toBe(200);
    expect(harness.stripe.subscriptions.get(subscription)?.cancel_at_period_end).toBe(false);
    expect(await eventsOf(member)).toEqual(["disputed", "dispute_won"]);
    await runJobs(member);
    expect(harness.stripe.subscriptions.get(subscription)?.cancel_at_period_end).toBe(false);
  });

  test("of a subscription cancels it at once", async () => {
    const { member, subscription, payment } = await createSubscriber();
    expect((await crush(member)).remainingCrushes).toBe(5);
    harness.stripe.dispute(payment);
    await sendDisputeEvent(payment);
    expect(await wallet(member)).toMatchObject({ payments: "paused", hasActiveSubscription: false });
    expect((await crush(member)).remainingCrushes).toBe(4);
    await reconcilePayments(app.ctx);
    expect(harness.stripe.subscriptions.get(subscription)?.status).toBe("canceled");
    expect(await query("select is_terminated from subscriptions where provider_id = $1", subscription)).toEqual([
      { is_terminated: true },
    ]);
  });

  test("of an earlier month of a subscription has the same effect", async () => {
    const { member, subscription, payment } = await createSubscriber();
    harness.stripe.renew(subscription);
    await sendEvent("invoice.paid", { object: "invoice", subscription: subscription });
    expect(await query("select 1 from subscription_payments where subscription_id = $1", subscription)).toHaveLength(2);
    harness.stripe.dispute(payment);
    await sendDisputeEvent(payment);
    expect((await wallet(member)).payments).toBe("paused");
  });

  test("is found by the reconciliation within a day if its event was missed", async () => {
    const { member, payment } = await createSubscriber();
    harness.stripe.dispute(payment);
    await reconcilePayments(app.ctx);
    expect((await wallet(member)).payments).toBe("on");
    await query(
      "update subscription_payments set last_checked_at = now() - interval '25 hours' where payment_id = $1",
      payment,
    );
    await reconcilePayments(app.ctx);
    expect((await wallet(member)).payments).toBe("paused");
  });

  test("that is lost holds the account until an operator resolves it, permanently", async () => {
    const { member, payment } = await createBuyer();
    for (let i = 0; i < 12; i++) await crush(member);
    const dispute = harness.stripe.dispute(payment);
    await sendDisputeEvent(payment);
    dispute.status = "lost";
    await sendDisputeEvent(payment, "charge.dispute.closed");
    expect(await eventsOf(member)).toEqual(["disputed", "dispute_lost"]);
    expect((await runCommand(app, ["disputes", "--as", "ada"])).out).toMatch(
      new RegExp(`${payment} .* lost +package +7 `),
    );
    expect(await buy(member, { packageId: "starter" })).toMatchObject(PAUSED);
    const resolve = () =>
      runCommand(app, ["disputes", "resolve", payment, "--reason", "Has paid by transfer", "--as", "ada"]);
    expect(await resolve()).toMatchObject({ code: 0, out: `Account ${member.id} can pay again.` });
    expect(await resolve()).toMatchObject({
      code: 1,
      err: `Payment ${payment} does not pause the payments of any account.`,
    });
    expect((await wallet(member)).payments).toBe("on");
    await sendDisputeEvent(payment, "charge.dispute.funds_withdrawn");
    expect((await buy(member, { packageId: "starter" })).status).toBe(200);
    expect((await runCommand(app, ["disputes", "--as", "ada"])).out).not.toContain(payment);
    expect((await runCommand(app, ["disputes", "--all", "--as", "ada"])).out).toMatch(
      new RegExp(`${payment} .*resolved`),
    );
  });

  test("keeps a deleted account recognizable even if another dispute of it was won", async () => {
    const member = await createMember(app);
    const payments: string[] = [];
    for (let i = 0; i < 2; i++) {
      const id = await buyAndPay(member);
      await completed(id);
      payments.push(harness.stripe.sessions.get(id)?.payment_intent ?? "");
    }
    await query("update accounts set email_verified_at = now() where member_id = $1", member.id);
    const [lost = "", won = ""] = payments;
    const disputes = payments.map((payment) => harness.stripe.dispute(payment));
    for (const payment of payments) await sendDisputeEvent(payment);
    await app.call(deleteAccount, { body: { password: member.password } }, member.token);
    for (const [i, payment, status] of [
      [0, lost, "lost"],
      [1, won, "won"],
    ] as const) {
      Object.assign(disputes[i] ?? {}, { status });
      await sendDisputeEvent(payment, "charge.dispute.closed");
    }
    const [former] = await query(
      "select reason, kept_until > now() + interval '1 year' as is_long from former_accounts where member_id = $1",
      member.id,
    );
    expect(former).toEqual({ reason: "disputed", is_long: true });
  });

  test("that was resolved while open holds again only if it is reopened, not if it is lost", async () => {
    const { member, payment } = await createBuyer();
    const dispute = harness.stripe.dispute(payment);
    await sendDisputeEvent(payment);
    await runCommand(app, ["disputes", "resolve", payment, "--reason", "A mistake", "--as", "ada"]);
    dispute.status = "lost";
    await sendDisputeEvent(payment);
    expect((await wallet(member)).payments).toBe("on");
    dispute.status = "won";
    await sendDisputeEvent(payment);
    dispute.status = "appeal_under_review";
    await sendDisputeEvent(payment);
    expect((await wallet(member)).payments).toBe("paused");
  });

  test("is stored once for concurrent events", async () => {
    const { member, payment } = await createBuyer();
    const { payments } = app.ctx;
    if (!payments) throw new Error("nothing can be bought");
    harness.stripe.dispute(payment);
    await Promise.all([
      sendDisputeEvent(payment),
      sendDisputeEvent(payment),
      ...[1, 2, 3].map(() => syncPayment(app.ctx, payments, payment)),
    ]);
    expect(await balance(member)).toBe(5);
    expect(await eventsOf(member)).toEqual(["disputed"]);
    expect(await query("select 1 from payment_holds where member_id = $1", member.id)).toHaveLength(1);
  });

  test("ends in the latest state in any order of answers", async () => {
    const { member, payment } = await createBuyer();
    const dispute = harness.stripe.dispute(payment);
    const release = harness.stripe.hold("GET /v1/disputes");
    const slow = sendDisputeEvent(payment);
    await expect.poll(() => harness.stripe.requests.at(-1)).toBe("GET /v1/disputes");
    dispute.status = "won";
    await sendDisputeEvent(payment);
    release();
    await slow;
    expect(await wallet(member)).toMatchObject({ payments: "on", balance: 20 });
  });

  test("refuses a concurrent checkout", async () => {
    for (let round = 0; round < 6; round++) {
      const { member, payment } = await createBuyer();
      harness.stripe.dispute(payment);
      const [begun] = await Promise.all([buy(member, { packageId: "starter" }), sendDisputeEvent(payment)]);
      expect([200, 403]).toContain(begun.status);
      await reconcilePayments(app.ctx);
      const pages = await query(
        "select session_id from checkouts join wallets on wallets.id = wallet_id where member_id = $1",
        member.id,
      );
      const open = pages.filter(({ session_id: id }) => harness.stripe.sessions.get(id)?.status === "open");
      expect(open).toEqual([]);
    }
  });

  test("closes payment pages that are open or being opened", async () => {
    const { member, payment } = await createBuyer();
    const before = sessionIn(await buy(member, { packageId: "starter" }));
    const letGo = harness.stripe.hold("POST /v1/checkout/sessions");
    const asked = new Promise<void>((resolve) =>
      harness.stripe.watch((request) => request === "POST /v1/checkout/sessions" && resolve()),
    );
    const buying = buy(member, { packageId: "starter" });
    await asked;
    harness.stripe.dispute(payment);
    await sendDisputeEvent(payment);
    letGo();
    expect(await buying).toMatchObject(PAUSED);
    await runJobs(member);
    const meanwhile = [...harness.stripe.sessions.keys()].at(-1) ?? "";
    for (const id of [before, meanwhile]) expect(harness.stripe.sessions.get(id)?.status).toBe("expired");
  });
});

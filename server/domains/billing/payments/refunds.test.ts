import { describe, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { createCompleteMember, createMember, type TestMember } from "#server/testing/members.ts";
import { createPaymentsHarness } from "#server/testing/payments-harness.ts";

const harness = createPaymentsHarness();
const { wallet, balance, sendEvent, sendSessionCompleted: completed, buyAndPay, app } = harness;

async function makeBuyer(): Promise<{ member: TestMember; payment: string; news: () => Promise<void> }> {
  const member = await createMember(app);
  const id = await buyAndPay(member);
  await completed(id);
  const payment = harness.stripe.sessions.get(id)?.payment_intent ?? "";
  const news = async () => {
    expect((await sendEvent("charge.refunded", { object: "charge", payment_intent: payment })).status).toBe(200);
  };
  return { member, payment, news };
}

async function spend(member: TestMember, crushes: number): Promise<void> {
  for (let i = 0; i < crushes; i++)
    await app.call(sendCrush, { body: { recipientId: (await createCompleteMember(app)).id } }, member.token);
}

describe("a refund", () => {
  test("takes credits back in proportion, once, and never below zero", async () => {
    const { member, payment, news } = await makeBuyer();
    harness.stripe.refund(payment, 500);
    await news();
    expect(await balance(member)).toBe(13);
    await news();
    expect(await balance(member)).toBe(13);
    await spend(member, 12);
    harness.stripe.refund(payment, 499);
    await news();
    const { balance: now, history } = await wallet(member);
    expect(now).toBe(0);
    expect(history[0]).toMatchObject({ action: "refund", change: -1, amount: 1, item: "Power Pack" });
    expect(history.find(({ action }) => action === "sent")).toMatchObject({ item: "crush" });
  });

  test("that precedes the purchase's event leaves no credits", async () => {
    const member = await createMember(app);
    const id = await buyAndPay(member);
    const payment = harness.stripe.sessions.get(id)?.payment_intent ?? "";
    harness.stripe.refund(payment, 999);
    expect((await sendEvent("charge.refunded", { object: "charge", payment_intent: payment })).status).toBe(200);
    await completed(id);
    expect(await balance(member)).toBe(5);
  });

  test("that is reversed returns the credits, each time", async () => {
    const { member, payment, news } = await makeBuyer();
    const refund = harness.stripe.refund(payment, 999);
    for (const [status, then] of [
      ["succeeded", 5],
      ["failed", 20],
      ["pending", 5],
      ["canceled", 20],
    ] as const) {
      refund.status = status;
      await news();
      expect(await balance(member)).toBe(then);
    }
    expect((await wallet(member)).history.map(({ change }) => change)).toEqual([15, -15, 15, -15, 15, 5]);
  });

  test("by a dispute takes credits back and returns them when the dispute is won", async () => {
    const { member, payment, news } = await makeBuyer();
    await spend(member, 12);
    const dispute = harness.stripe.dispute(payment);
    for (const [status, then] of [
      ["warning_needs_response", 8],
      ["needs_response", 0],
      ["under_review", 0],
      ["won", 8],
      ["lost", 0],
    ] as const) {
      dispute.status = status;
      await news();
      expect(await balance(member)).toBe(then);
    }
  });

  test("ends in the latest state in any order of answers", async () => {
    const { member, payment, news } = await makeBuyer();
    const refund = harness.stripe.refund(payment, 999);
    const release = harness.stripe.hold("GET /v1/refunds");
    const slow = news();
    await expect.poll(() => harness.stripe.requests.at(-1)).toBe("GET /v1/refunds");
    refund.status = "failed";
    await news();
    expect(await balance(member)).toBe(20);
    release();
    await slow;
    expect(await balance(member)).toBe(20);
  });

  test("is found by the reconciliation within a day if its event was missed", async () => {
    const { member, payment } = await makeBuyer();
    harness.stripe.refund(payment, 999);
    await reconcilePayments(app.ctx);
    expect(await balance(member)).toBe(20);
    await app.database.pool.query("update checkouts set granted_at = granted_at - interval '25 hours'");
    await reconcilePayments(app.ctx);
    expect(await balance(member)).toBe(5);
    const asked = () => harness.stripe.requests.filter((request) => request === "GET /v1/refunds").length;
    const before = asked();
    await reconcilePayments(app.ctx);
    expect(asked()).toBe(before);
  });

  test("that cannot be fetched leaves the credits granted and is checked soon", async () => {
    const member = await createMember(app);
    const id = await buyAndPay(member);
    harness.stripe.refund(harness.stripe.sessions.get(id)?.payment_intent ?? "", 999);
    harness.stripe.fail(400, "GET /v1/disputes");
    expect((await completed(id)).status).toBe(200);
    expect((await harness.confirm(member, id)).body).toMatchObject({ state: "granted", balance: 20 });
    harness.stripe.fail(undefined);
    await reconcilePayments(app.ctx);
    expect(await balance(member)).toBe(5);
  });

  test("in another currency counts as a full one", async () => {
    const { member, payment, news } = await makeBuyer();
    harness.stripe.dispute(payment).currency = "eur";
    await news();
    expect(await balance(member)).toBe(5);
  });
});

import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { reconcilePayments as reconcile } from "#server/domains/billing/payments/reconciliation.service.ts";
import { repeatRefunds } from "#server/domains/billing/withdrawals/withdrawal-jobs.service.ts";
import { listWithdrawalsForOperator, settleWithdrawal } from "#server/domains/moderation/operators/billing.service.ts";
import { PASSWORD, type TestMember } from "#server/testing/members.ts";
import { createWithdrawalsHarness } from "#server/testing/withdrawals-harness.ts";

const harness = createWithdrawalsHarness();
const { app, mailer, wallet, balance, sendEvent } = harness;
const { list, withdraw, spend, makeBuyer, makeSubscriber, refundsOf, refundState } = harness;

const query = (sql: string, values: readonly unknown[]) => app.database.pool.query(sql, [...values]);
describe("a refund that the bank returns", () => {
  const BY = { who: "ada", reason: "Agreed by mail" };
  const failedMails = (member: TestMember) =>
    mailer.mails.filter(({ to, subject }) => to === member.email && subject.startsWith("Your refund came back"));
  const report = (type: string, refund: object | undefined) => sendEvent(type, refund);

  async function makeFailed() {
    const buyer = await makeBuyer();
    await withdraw(buyer.member, buyer.session, 999);
    await expect.poll(() => refundState(buyer.member)).toBe("refunded");
    const refund = harness.stripe.failRefunds(buyer.payment);
    await report("refund.failed", refund);
    await expect.poll(() => refundState(buyer.member)).toBe("failed");
    return { ...buyer, refund };
  }

  test("is reported to the member once, and listed for the operator", async () => {
    const { member, session, payment, refund } = await makeFailed();
    const { text } = await mailer.newest(member.email, "Your refund came back to us: Power Pack");
    expect(text).toContain("we paid back $9.99. Your bank has returned it");
    expect(text).toContain(session);
    // In any order and number, under all its names.
    await Promise.all(
      ["refund.updated", "charge.refund.updated", "refund.failed", "refund.created"].map((type) =>
        report(type, refund),
      ),
    );
    await repeatRefunds(app.ctx);
    const listed = (await listWithdrawalsForOperator(app.ctx, BY, false, 100)).find(({ number }) => number === session);
    expect(listed).toMatchObject({ refundState: "failed", amountCents: 999, paymentId: payment });
    expect(await refundState(member)).toBe("failed");
    expect(refundsOf(payment)).toEqual([999]);
    expect(await balance(member)).toBe(5);
    expect(failedMails(member)).toHaveLength(1);
  });

  test("is found although the event came before the refund was stored, or never", async () => {
    const { member, session, payment } = await makeBuyer();
    // The answer to the request comes after the event about its failure.
    const release = harness.stripe.hold("POST /v1/refunds");
    await withdraw(member, session, 999);
    await expect.poll(() => refundsOf(payment)).toEqual([999]);
    await report("refund.failed", harness.stripe.failRefunds(payment));
    release();
    await expect.poll(() => refundState(member)).toBe("failed");
    await expect.poll(() => failedMails(member).length).toBe(1);

    const missed = await makeBuyer();
    await withdraw(missed.member, missed.session, 999);
    await expect.poll(() => refundState(missed.member)).toBe("refunded");
    harness.stripe.failRefunds(missed.payment);
    await query("update checkouts set last_checked_at = now() - interval '25 hours' where payment_id = $1", [
      missed.payment,
    ]);
    await reconcile(app.ctx);
    await expect.poll(() => refundState(missed.member)).toBe("failed");
  });

  test("of a membership is noticed as well", async () => {
    const { member, session, payment } = await makeSubscriber();
    await withdraw(member, session, (await list(member)).purchases[0]?.refundCents ?? 0);
    await expect.poll(() => refundState(member)).toBe("refunded");
    await report("charge.refund.updated", harness.stripe.failRefunds(payment));
    await expect.poll(() => refundState(member)).toBe("failed");
  });

  test("is made again when an operator requests it, once, and late events change nothing", async () => {
    const { member, session, payment, refund } = await makeFailed();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => settleWithdrawal(app.ctx, BY, session, "retry")));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect.poll(() => refundState(member)).toBe("refunded");
    await report("refund.failed", refund);
    await repeatRefunds(app.ctx);
    expect(await refundState(member)).toBe("refunded");
    expect(refundsOf(payment)).toEqual([999, 999]);
    await expect(settleWithdrawal(app.ctx, BY, session, "payment")).rejects.toThrow("The refund is refunded");
  });

  test("is settled by a payment of the operator, and then never refunded", async () => {
    const { member, session, payment } = await makeFailed();
    const outcomes = await Promise.allSettled(
      (["payment", "retry"] as const).map((how) => settleWithdrawal(app.ctx, BY, session, how)),
    );
    // Both at once: one of them is refused.
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const isPaid = outcomes[0]?.status === "fulfilled";
    await expect.poll(() => refundState(member)).toBe(isPaid ? "paid" : "refunded");
    await repeatRefunds(app.ctx);
    expect(refundsOf(payment)).toEqual(isPaid ? [999] : [999, 999]);
    await expect(settleWithdrawal(app.ctx, BY, "cs_unknown", "retry")).rejects.toThrow("There is no withdrawal");
  });

  test("is not made again after the operator has refunded as much in the dashboard", async () => {
    const { member, session, payment } = await makeBuyer();
    await spend(member, 14);
    const owed = (await list(member)).purchases[0]?.refundCents ?? 0;
    // Stripe would refund it twice.
    expect(owed * 2).toBeLessThan(999);
    await withdraw(member, session, owed);
    await expect.poll(() => refundState(member)).toBe("refunded");
    await report("refund.failed", harness.stripe.failRefunds(payment));
    await expect.poll(() => failedMails(member).length).toBe(1);
    // Stripe counts seconds, and what was refunded in that of the withdrawal may have been before it.
    const byHand = harness.stripe.refund(payment, owed);
    byHand.created += 60;
    await report("refund.created", byHand);
    await settleWithdrawal(app.ctx, BY, session, "retry");
    await expect.poll(() => refundState(member)).toBe("refunded");
    await report("refund.updated", { object: "refund", payment_intent: payment });
    await pause(300);
    expect(await refundState(member)).toBe("refunded");
    expect(refundsOf(payment)).toEqual([owed, owed]);
    expect(failedMails(member)).toHaveLength(1);
  });

  test("that the provider refused is not repeated either once the operator has refunded it", async () => {
    const { member, session, payment } = await makeBuyer();
    await spend(member, 14);
    const owed = (await list(member)).purchases[0]?.refundCents ?? 0;
    const earlier = harness.stripe.refund(payment, owed);
    earlier.created -= 3600;
    const dispute = harness.stripe.dispute(payment);
    await withdraw(member, session, owed);
    await expect.poll(() => refundState(member)).toBe("refused");
    dispute.status = "won";
    // A refund before the withdrawal was for something else.
    expect(refundsOf(payment)).toEqual([owed]);
    harness.stripe.refund(payment, owed).created += 60;
    await query(
      "update withdrawals set refund_attempted_at = now() - interval '25 hours' where checkout_id = (select id from checkouts where payment_id = $1)",
      [payment],
    );
    await repeatRefunds(app.ctx);
    expect(await refundState(member)).toBe("refunded");
    expect(refundsOf(payment)).toEqual([owed, owed]);
  });

  test("is made again although the answer to an earlier request comes only then", async () => {
    const { member, session, payment } = await makeBuyer();
    const answerEarlier = harness.stripe.hold("POST /v1/refunds");
    await withdraw(member, session, 999);
    await expect.poll(() => refundsOf(payment)).toEqual([999]);
    const ofPurchase = "where checkout_id = (select id from checkouts where payment_id = $1)";
    await query(`update withdrawals set refund_attempted_at = now() - interval '11 minutes' ${ofPurchase}`, [payment]);
    await repeatRefunds(app.ctx);
    expect(await refundState(member)).toBe("refunded");
    harness.stripe.failRefunds(payment);
    await query(`update withdrawals set refund_state = 'failed' ${ofPurchase}`, [payment]);
    const reads = () => harness.stripe.requests.filter((request) => request === "GET /v1/refunds").length;
    const before = reads();
    const answerLater = harness.stripe.hold("GET /v1/refunds");
    await settleWithdrawal(app.ctx, BY, session, "retry");
    await expect.poll(reads).toBe(before + 1);
    answerEarlier();
    await pause(300);
    expect(await refundState(member)).toBe("pending");
    answerLater();
    await expect.poll(() => refundState(member)).toBe("refunded");
    expect(refundsOf(payment)).toEqual([999, 999]);
    expect(failedMails(member)).toEqual([]);
  });

  test("of a deleted member is listed, too", async () => {
    const { member, session, payment } = await makeBuyer();
    await withdraw(member, session, 999);
    await expect.poll(() => refundState(member)).toBe("refunded");
    await app.call(deleteAccount, { body: { password: PASSWORD } }, member.token);
    await report("refund.failed", harness.stripe.failRefunds(payment));
    const states = async () =>
      (await listWithdrawalsForOperator(app.ctx, BY, false, 100)).filter(({ number }) => number === session);
    await expect.poll(states).toMatchObject([{ refundState: "failed", username: null }]);
  });
});

describe("at the same moment", () => {
  test("as a dispute, a package is paid back once", async () => {
    for (let i = 0; i < 4; i++) {
      const { member, session, payment } = await makeBuyer();
      harness.stripe.dispute(payment);
      const [withdrawn] = await Promise.all([
        withdraw(member, session, 999),
        sendEvent("charge.dispute.created", { object: "dispute", payment_intent: payment }),
      ]);
      // Either the credits left by the dispute, or by the withdrawal: never both.
      expect(await balance(member)).toBe(5);
      if (withdrawn.status === 200) await expect.poll(() => refundState(member)).toBe("refused");
      else expect(["withdrawal_disputed", "withdrawal_changed"]).toContain(withdrawn.body.code);
      expect(refundsOf(payment)).toEqual([]);
    }
  });

  test("as an event of the provider, a membership ends for good", async () => {
    for (let i = 0; i < 4; i++) {
      const { member, session, subscription, payment } = await makeSubscriber();
      const refundCents = (await list(member)).purchases[0]?.refundCents ?? 0;
      const report = () => sendEvent("customer.subscription.updated", { id: subscription });
      const [first, , , second] = await Promise.all([
        withdraw(member, session, refundCents),
        report(),
        report(),
        withdraw(member, session, refundCents),
      ]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect((await wallet(member)).hasActiveSubscription).toBe(false);
      await expect.poll(() => refundsOf(payment)).toEqual([refundCents]);
    }
  });
});

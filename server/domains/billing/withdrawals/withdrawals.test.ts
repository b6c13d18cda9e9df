import { beforeEach, describe, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { repeatRefunds } from "#server/domains/billing/withdrawals/withdrawal-jobs.service.ts";
import { createCompleteMember, createMember, PASSWORD } from "#server/testing/members.ts";
import { createWithdrawalsHarness } from "#server/testing/withdrawals-harness.ts";

const harness = createWithdrawalsHarness();
const { app, mailer, wallet, balance, confirm, sendEvent } = harness;
const { list, withdraw, spend, makeBuyer, makeSubscriber, refundsOf, refundState } = harness;

const query = (sql: string, values: readonly unknown[]) => app.database.pool.query(sql, [...values]);
const age = (sessionId: string, interval: string) =>
  query("update checkouts set granted_at = granted_at - $2::interval where session_id = $1", [sessionId, interval]);

beforeEach(() => harness.stripe.fail(undefined));

describe("withdrawing from a package", () => {
  test("takes the unspent credits back, refunds their price and confirms it by email", async () => {
    const { member, session, payment } = await makeBuyer();
    await spend(member, 7);
    const before = await list(member);
    expect(before).toMatchObject({ username: member.username, email: member.email, withdrawals: [] });
    expect(before.purchases).toMatchObject([
      { sessionId: session, kind: "package", name: "Power Pack", crushes: 15, amountCents: 999, isDisputed: false },
    ]);
    // Two of the seven were paid by the purchase: the free ones are spent first.
    expect(before.purchases[0]).toMatchObject({ unspent: 13, refundCents: 866, daysUsed: null });
    const { status, body } = await withdraw(member, session, 866);
    expect(status).toBe(200);
    expect(body.withdrawal).toMatchObject({ sessionId: session, refundCents: 866, unspent: 13 });
    const { balance: left, history } = await wallet(member);
    expect(left).toBe(0);
    expect(history[0]).toMatchObject({ action: "refund", change: -13, item: "Power Pack, withdrawn" });
    await expect.poll(() => refundState(member)).toBe("refunded");
    expect(refundsOf(payment)).toEqual([866]);
    expect((await list(member)).purchases).toEqual([]);
    const { text } = await mailer.newest(member.email, "You have withdrawn from: Power Pack");
    const at = new Date(body.withdrawal.withdrawnAt);
    expect(text).toContain("“I withdraw from my contract for the Power Pack.”");
    expect(text).toContain(
      `Received: ${new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(at)}`,
    );
    expect(text).toContain("We pay back $8.66");
    expect(text).toContain(session);
  });

  test("moves no more credits when the refund, or a dispute, is reported", async () => {
    const { member, session, payment } = await makeBuyer();
    await withdraw(member, session, 999);
    await expect.poll(() => refundState(member)).toBe("refunded");
    const report = () => sendEvent("charge.refunded", { object: "charge", payment_intent: payment });
    await report();
    expect(await balance(member)).toBe(5);
    harness.stripe.dispute(payment);
    await report();
    expect(await balance(member)).toBe(5);
    expect((await wallet(member)).payments).toBe("paused");
  });

  test("again, or on several devices at once, is one withdrawal", async () => {
    const { member, session, payment } = await makeBuyer();
    const answers = await Promise.all([1, 2, 3, 4].map(() => withdraw(member, session, 999)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.withdrawal.withdrawnAt)).size).toBe(1);
    // The amount of a repetition does not matter.
    expect((await withdraw(member, session, 1)).body.withdrawal.refundCents).toBe(999);
    await expect.poll(() => refundState(member)).toBe("refunded");
    expect(refundsOf(payment)).toEqual([999]);
    expect(await balance(member)).toBe(5);
    await expect
      .poll(() => mailer.mails.filter(({ to, subject }) => to === member.email && subject.startsWith("You have")))
      .toHaveLength(1);
  });

  test("while crushes are sent pays back what was shown, or nothing", async () => {
    for (let i = 0; i < 4; i++) {
      const { member, session, payment } = await makeBuyer();
      await spend(member, 5);
      const recipients = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
      const [withdrawn, ...crushes] = await Promise.all([
        withdraw(member, session, 999),
        ...recipients.map(({ id }) => app.call(sendCrush, { body: { recipientId: id } }, member.token)),
      ]);
      const sent = crushes.filter(({ status }) => status < 300).length;
      if (withdrawn.status === 200) {
        expect(await balance(member)).toBe(0);
        expect(sent).toBe(0);
        await expect.poll(() => refundsOf(payment)).toEqual([999]);
      } else {
        expect(withdrawn.body.code).toBe("withdrawal_changed");
        expect(await balance(member)).toBe(15 - sent);
        expect(refundsOf(payment)).toEqual([]);
      }
    }
  });

  test("is refused with an amount that is not the current one", async () => {
    const { member, session } = await makeBuyer();
    await spend(member, 6);
    const { status, body } = await withdraw(member, session, 999);
    expect([status, body.code]).toEqual([409, "withdrawal_changed"]);
    expect((await list(member)).purchases[0]).toMatchObject({ unspent: 14, refundCents: 933 });
  });

  test("is not offered when its credits are spent or were refunded", async () => {
    const { member, session } = await makeBuyer();
    await query("update checkouts set crushes = 1, amount_cents = 999 where session_id = $1", [session]);
    await spend(member, 20);
    expect((await list(member)).purchases).toEqual([]);
    expect((await withdraw(member, session, 0)).body.code).toBe("withdrawal_unavailable");

    const refunded = await makeBuyer();
    harness.stripe.refund(refunded.payment, 999);
    await sendEvent("charge.refunded", { object: "charge", payment_intent: refunded.payment });
    expect((await list(refunded.member)).purchases).toEqual([]);
    expect((await withdraw(refunded.member, refunded.session, 999)).body.code).toBe("withdrawal_unavailable");
  });

  test("pays back the rest after a part was refunded", async () => {
    const { member, session, payment } = await makeBuyer();
    harness.stripe.refund(payment, 500);
    await sendEvent("charge.refunded", { object: "charge", payment_intent: payment });
    expect((await list(member)).purchases[0]).toMatchObject({ unspent: 8, refundCents: 499 });
    await withdraw(member, session, 499);
    await expect.poll(() => refundsOf(payment)).toEqual([500, 499]);
    await sendEvent("charge.refunded", { object: "charge", payment_intent: payment });
    expect(await balance(member)).toBe(5);
  });

  test("is possible until the end of the 14th day and three days more", async () => {
    const { member, session } = await makeBuyer();
    await age(session, "14 days");
    expect((await list(member)).purchases).toHaveLength(1);
    await age(session, "4 days");
    expect((await list(member)).purchases).toEqual([]);
    const { status, body } = await withdraw(member, session, 999);
    expect([status, body.code]).toEqual([409, "withdrawal_unavailable"]);
    expect(await balance(member)).toBe(20);
  });

  test("is for buyers in the EEA only, and one's own purchases", async () => {
    const { member, session } = await makeBuyer("US");
    expect((await list(member)).purchases).toEqual([]);
    expect((await withdraw(member, session, 999)).body.code).toBe("withdrawal_unavailable");
    const [german, other] = [await makeBuyer(), await createMember(app)];
    expect((await withdraw(other, german.session, 999)).status).toBe(404);
    expect((await withdraw(german.member, "cs_test_unknown", 999)).status).toBe(404);
    // An unpaid checkout is no purchase.
    const open = (await harness.buy(other, { packageId: "power" })).body.url.split("/").at(-1) ?? "";
    expect((await withdraw(other, open, 999)).status).toBe(404);
  });

  test("is refused while the bank disputes the payment", async () => {
    const { member, session, payment } = await makeBuyer();
    const dispute = harness.stripe.dispute(payment);
    const report = () => sendEvent("charge.dispute.created", { object: "dispute", payment_intent: payment });
    await report();
    const { status, body } = await withdraw(member, session, 999);
    expect([status, body.code]).toEqual([409, "withdrawal_disputed"]);
    dispute.status = "won";
    await report();
    expect((await withdraw(member, session, 999)).status).toBe(200);
    await expect.poll(() => refundsOf(payment)).toEqual([999]);
  });
});

describe("withdrawing from a membership", () => {
  test("ends it at once, here and at the provider, and refunds the days that are left", async () => {
    const { member, session, subscription, payment } = await makeSubscriber();
    await age(session, "3 days");
    const [purchase] = (await list(member)).purchases;
    expect(purchase).toMatchObject({ kind: "subscription", name: "Unlimited membership", daysUsed: 4, unspent: 0 });
    const refundCents = purchase?.refundCents ?? 0;
    expect(refundCents).toBeGreaterThan(2560);
    expect(refundCents).toBeLessThan(2620);
    harness.stripe.fail(500, "DELETE /v1/subscriptions");
    expect((await withdraw(member, session, refundCents)).status).toBe(200);
    // The provider has not ended it yet.
    expect(await wallet(member)).toMatchObject({ hasActiveSubscription: false, balance: 5 });
    expect(harness.stripe.subscriptions.get(subscription)?.status).toBe("active");
    await sendEvent("customer.subscription.updated", { id: subscription });
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
    harness.stripe.fail(undefined);
    await expect.poll(() => refundState(member), { timeout: 10_000 }).toBe("refunded");
    expect(harness.stripe.subscriptions.get(subscription)?.status).toBe("canceled");
    expect(refundsOf(payment)).toEqual([refundCents]);
    const { text } = await mailer.newest(member.email, "You have withdrawn from: Unlimited membership");
    expect(text).toContain("4 days of it have begun and are not paid back");
    // A new one can be bought at once.
    const next = await harness.becomeUnlimited(member, undefined, "DE");
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
    expect(next).not.toBe(subscription);
  });

  test("costs the day that has begun, and is possible after it was cancelled", async () => {
    const { member, session } = await makeSubscriber("NO");
    await query("update subscriptions set cancel_at_period_end = true where member_id = $1", [member.id]);
    const [purchase] = (await list(member)).purchases;
    expect(purchase).toMatchObject({ amountCents: 2999, daysUsed: 1 });
    // A day of a month of 28 to 31 days.
    const { refundCents = 0 } = purchase ?? {};
    expect(refundCents).toBeGreaterThanOrEqual(2892);
    expect(refundCents).toBeLessThanOrEqual(2903);
    expect((await withdraw(member, session, 2999)).body.code).toBe("withdrawal_changed");
    expect((await withdraw(member, session, refundCents)).status).toBe(200);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });
});

describe("the refund", () => {
  test("is repeated after a failure with a new key, once in all", async () => {
    const { member, session, payment } = await makeBuyer();
    harness.stripe.fail(500, "POST /v1/refunds");
    await withdraw(member, session, 999);
    await expect
      .poll(() => harness.stripe.requests.filter((one) => one === "POST /v1/refunds").length)
      .toBeGreaterThan(0);
    expect(await refundState(member)).toBe("pending");
    harness.stripe.fail(undefined);
    // The provider repeats the error of the first key.
    await query("update withdrawals set refund_attempted_at = now() - interval '11 minutes'", []);
    await expect
      .poll(async () => {
        await repeatRefunds(app.ctx).catch(() => undefined);
        return refundState(member);
      })
      .toBe("refunded");
    await repeatRefunds(app.ctx);
    expect(refundsOf(payment)).toEqual([999]);
  });

  test("is made once although its answer was lost", async () => {
    const { member, session, payment } = await makeBuyer();
    await withdraw(member, session, 999);
    await expect.poll(() => refundState(member)).toBe("refunded");
    await query(
      "update withdrawals set refund_state = 'pending', refund_attempted_at = now() - interval '11 minutes' where checkout_id = (select id from checkouts where session_id = $1)",
      [session],
    );
    await repeatRefunds(app.ctx);
    expect(await refundState(member)).toBe("refunded");
    expect(refundsOf(payment)).toEqual([999]);
  });

  test("that the provider refuses because of a dispute is tried again the next day", async () => {
    const { member, session, payment } = await makeBuyer();
    // The bank's news has not arrived here yet.
    const dispute = harness.stripe.dispute(payment);
    expect((await withdraw(member, session, 999)).status).toBe(200);
    await expect.poll(() => refundState(member)).toBe("refused");
    dispute.status = "won";
    await repeatRefunds(app.ctx);
    expect(await refundState(member)).toBe("refused");
    await query(
      "update withdrawals set refund_attempted_at = now() - interval '25 hours' where refund_state = 'refused'",
      [],
    );
    await repeatRefunds(app.ctx);
    expect(await refundState(member)).toBe("refunded");
    expect(refundsOf(payment)).toEqual([999]);
  });

  test("is made although the account was deleted meanwhile", async () => {
    const { member, session, payment } = await makeBuyer();
    const leave = app.call(deleteAccount, { body: { password: PASSWORD } }, member.token);
    const [left, withdrawn] = await Promise.all([leave, withdraw(member, session, 999)]);
    expect(left.status).toBe(200);
    if (withdrawn.status === 200) await expect.poll(() => refundsOf(payment)).toEqual([999]);
    else expect(withdrawn.status).toBe(401);
    const later = await makeBuyer();
    expect((await withdraw(later.member, later.session, 999)).status).toBe(200);
    await app.call(deleteAccount, { body: { password: PASSWORD } }, later.member.token);
    await expect.poll(() => refundsOf(later.payment)).toEqual([999]);
  });
});

describe("the confirmation of a purchase", () => {
  test("states the right of withdrawal to buyers in the EEA", async () => {
    const { member, session } = await makeBuyer("FR");
    const { text } = await mailer.newest(member.email, "Your purchase: Power Pack");
    expect(text).toContain("Power Pack, 15 crushes\nPrice: $9.99");
    expect(text).toContain(`Number: ${session}`);
    expect(text).toMatch(/you can withdraw from this contract until \w+ \d+, \d{4}/);
    expect(text).toContain("https://spotter.test/settings/billing");
    const american = await makeBuyer("US");
    const mail = await mailer.newest(american.member.email, "Your purchase: Power Pack");
    expect(mail.text).not.toContain("withdraw");
  });

  test("is sent once however often the purchase is confirmed", async () => {
    const { member, session } = await makeSubscriber();
    await confirm(member, session);
    await mailer.newest(member.email, "Your purchase: Unlimited membership");
    expect(
      mailer.mails.filter(({ to, subject }) => to === member.email && subject.startsWith("Your purchase")),
    ).toHaveLength(1);
  });
});

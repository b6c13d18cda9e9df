import { describe, expect, test } from "vitest";
import { cancelSubscription, resumeSubscription } from "#contract/billing/payments.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { cancelMembership, getAppeal } from "#contract/moderation/appeals.ts";
import { adjustCharges } from "#server/domains/billing/payments/payment-cancellation.service.ts";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { attachToCase } from "#server/domains/moderation/cases/cases.service.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { createReportCase } from "#server/testing/cases.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createMember, logIn, type TestMember } from "#server/testing/members.ts";
import { createPaymentsHarness, sessionIn } from "#server/testing/payments-harness.ts";
import { runCommand } from "#server/testing/run-command.ts";

const mailer = createFakeMailer();
const busy = createPaymentsHarness({ work: true, mailer });
const idle = createPaymentsHarness();

type Shop = ReturnType<typeof createPaymentsHarness>;
const ADA = { kind: "operator", who: "ada", reason: "" } as const;
const WAIT = { timeout: 15_000 };

const query = async ({ app }: Shop, sql: string, ...values: unknown[]) =>
  (await app.database.pool.query(sql, values)).rows;
const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)}Z`;
/** @param args such as the end: without one, until somebody lifts it */
const suspend = async ({ app }: Shop, { id }: TestMember, ...args: string[]) =>
  expect(await runCommand(app, ["suspend", id, "--message", "Spam.", "--reason", "Spam", ...args])).toMatchObject({
    code: 0,
  });
const lift = async ({ app }: Shop, { id }: TestMember) =>
  expect(await runCommand(app, ["lift", id, "--reason", "Served"])).toMatchObject({ code: 0 });
const stateOf = ({ stripe }: Shop, id: string) => {
  const { status, cancel_at_period_end: ends } = stripe.subscriptions.get(id) ?? {};
  return status === "active" ? (ends ? "ends" : "renews") : status;
};
const adjust = ({ app }: Shop, { id }: TestMember) => {
  if (!app.ctx.payments) throw new Error("nothing can be bought");
  return adjustCharges(app.ctx, app.ctx.payments, id);
};
const refundsOf = ({ stripe }: Shop, payment: string | undefined) =>
  [...stripe.refunds.values()].filter((one) => one.payment_intent === payment).map(({ amount }) => amount);

async function decideAbout(shop: Shop, { id }: TestMember, act: ActChoice): Promise<string> {
  const [row] = await query(shop, "select id, version from cases where member_id = $1 and state = 'open'", id);
  const { decisionId } = await decide(shop.app.ctx, ADA, {
    caseId: row.id,
    version: row.version,
    acts: [act],
    facts: "Threats.",
    rule: "consent",
  });
  return decisionId;
}

async function decided(shop: Shop, act: ActChoice) {
  const { reported: member } = await createReportCase(shop.app);
  const subscription = await shop.becomeUnlimited(member);
  return { member, subscription, decisionId: await decideAbout(shop, member, act) };
}

const tokenIn = (text: string): string => /\/appeal\/([\w-]+)/.exec(text)?.[1] ?? "";
const untilLifted = { act: "suspend", until: null } as const;

describe("a suspension", () => {
  test("cancels a subscription that it outlasts and closes open pages, and lifting it resumes the subscription", async () => {
    const member = await createMember(busy.app);
    const subscription = await busy.becomeUnlimited(member);
    const page = sessionIn(await busy.buy(member, { packageId: "power" }));
    await suspend(busy, member, "--until", inDays(60));
    const stands = () => [stateOf(busy, subscription), busy.stripe.sessions.get(page)?.status];
    await expect.poll(stands, WAIT).toEqual(["ends", "expired"]);
    await lift(busy, member);
    await expect.poll(() => stateOf(busy, subscription), WAIT).toBe("renews");
    const { text } = await mailer.newest(member.email, "Your account is open again");
    expect(text).toContain("Your Unlimited membership goes on, and renews on");
  });

  test("that ends within the paid period changes nothing, until it is extended", async () => {
    const member = await createMember(idle.app);
    const subscription = await idle.becomeUnlimited(member);
    const page = sessionIn(await idle.buy(member, { packageId: "power" }));
    await suspend(idle, member, "--until", inDays(7));
    await adjust(idle, member);
    expect([stateOf(idle, subscription), idle.stripe.sessions.get(page)?.status]).toEqual(["renews", "expired"]);
    await suspend(idle, member, "--until", inDays(60), "--change");
    await adjust(idle, member);
    expect(stateOf(idle, subscription)).toBe("ends");
    await suspend(idle, member, "--until", inDays(7), "--change");
    await adjust(idle, member);
    expect(stateOf(idle, subscription)).toBe("renews");
  });

  test("is made up for by the reconciliation in both directions, beside a member for whom that fails", async () => {
    const [member, other] = [await createMember(idle.app), await createMember(idle.app)];
    const [first, second] = [await idle.becomeUnlimited(member), await idle.becomeUnlimited(other)];
    await suspend(idle, member);
    await suspend(idle, other);
    idle.stripe.fail(500, `POST /v1/subscriptions/${first}`);
    await expect(reconcilePayments(idle.app.ctx)).rejects.not.toBeInstanceOf(AggregateError);
    expect([stateOf(idle, first), stateOf(idle, second)]).toEqual(["renews", "ends"]);
    idle.stripe.fail(undefined);
    await reconcilePayments(idle.app.ctx);
    expect(stateOf(idle, first)).toBe("ends");
    await lift(idle, member);
    await reconcilePayments(idle.app.ctx);
    expect([stateOf(idle, first), stateOf(idle, second)]).toEqual(["renews", "ends"]);
    const asked = idle.stripe.requests.length;
    await reconcilePayments(idle.app.ctx);
    expect(idle.stripe.requests.length).toBe(asked);
  }, 20_000);

  test("that is lifted resumes nothing that the member or a dispute has cancelled", async () => {
    const [own, disputed] = [await createMember(idle.app), await createMember(idle.app)];
    const ids = [await idle.becomeUnlimited(own), await idle.becomeUnlimited(disputed)] as const;
    await idle.app.call(cancelSubscription, {}, own.token);
    const paid = await idle.buyAndPay(disputed);
    await idle.sendSessionCompleted(paid);
    for (const member of [own, disputed]) {
      await suspend(idle, member);
      await adjust(idle, member);
    }
    const dispute = idle.stripe.dispute(idle.stripe.sessions.get(paid)?.payment_intent ?? "");
    await idle.sendEvent("charge.dispute.created", dispute);
    for (const member of [own, disputed]) await lift(idle, member);
    dispute.status = "won";
    await idle.sendEvent("charge.dispute.closed", dispute);
    for (const member of [own, disputed]) await adjust(idle, member);
    expect(ids.map((id) => stateOf(idle, id))).toEqual(["ends", "ends"]);
  });

  test("ends a subscription at once whose renewal is unpaid, because that would be charged again", async () => {
    const member = await createMember(idle.app);
    const subscription = await idle.becomeUnlimited(member);
    idle.stripe.changeSubscription(subscription, { status: "past_due" });
    await idle.sendEvent("customer.subscription.updated", idle.stripe.subscriptions.get(subscription));
    await suspend(idle, member);
    await adjust(idle, member);
    expect(stateOf(idle, subscription)).toBe("canceled");
  });

  test("refunds what is paid at the last second, once, and cancels it if it is a subscription", async () => {
    const [buyer, subscriber] = [await createMember(busy.app), await createMember(busy.app)];
    const pages = [
      sessionIn(await busy.buy(buyer, { packageId: "power" })),
      sessionIn(await busy.subscribe(subscriber)),
    ];
    // The payment comes before the page could be closed.
    busy.stripe.fail(503, "POST /v1/checkout");
    for (const member of [buyer, subscriber]) await suspend(busy, member, "--until", inDays(7));
    for (const page of pages) busy.stripe.pay(page);
    busy.stripe.fail(undefined);
    for (const page of pages) await Promise.all([busy.sendSessionCompleted(page), busy.sendSessionCompleted(page)]);
    const [pack, month] = pages.map((page) => busy.stripe.sessions.get(page));
    expect(refundsOf(busy, pack?.payment_intent ?? "")).toEqual([999]);
    const invoice = busy.stripe.subscriptions.get(month?.subscription ?? "")?.latest_invoice ?? "";
    expect(refundsOf(busy, busy.stripe.invoicePayments.get(invoice)?.payment.payment_intent)).toEqual([2999]);
    expect(stateOf(busy, month?.subscription ?? "")).toBe("canceled");
    const change = await query(
      busy,
      `select sum(change)::int as credits from ledger_entries join wallets on wallets.id = wallet_id
       where member_id = $1 and kind <> 'bonus'`,
      buyer.id,
    );
    expect(change).toEqual([{ credits: 0 }]);
    for (const [member, product] of [
      [buyer, "Power Pack"],
      [subscriber, "Unlimited membership"],
    ] as const)
      expect((await mailer.newest(member.email, `Refunded: ${product}`)).text).toContain("We refunded all of it");
    expect(mailer.mails.filter(({ to }) => to === buyer.email || to === subscriber.email)).toHaveLength(4);
  }, 20_000);

  test("closes a payment page that was being opened", async () => {
    const member = await createMember(busy.app);
    const letGo = busy.stripe.hold("POST /v1/checkout/sessions");
    const asked = new Promise<void>((resolve) =>
      busy.stripe.watch((request) => request === "POST /v1/checkout/sessions" && resolve()),
    );
    const buying = busy.buy(member, { packageId: "power" });
    await asked;
    await suspend(busy, member, "--until", inDays(7));
    letGo();
    expect((await buying).body.code).toBe("payments_paused");
    const page = [...busy.stripe.sessions.keys()].at(-1) ?? "";
    await expect.poll(() => busy.stripe.sessions.get(page)?.status, WAIT).toBe("expired");
  });
});

describe("an account that is ended", () => {
  test("is not charged any more, and taking that back says what is owed", async () => {
    const { member, subscription, decisionId } = await decided(busy, { act: "end_account" });
    await expect.poll(() => stateOf(busy, subscription), WAIT).toBe("canceled");
    const { text } = await mailer.newest(member.email, "Your account has ended");
    expect(text).toContain("Nothing more is charged");
    const isOver = () => query(busy, "select is_terminated from subscriptions where member_id = $1", member.id);
    await expect.poll(isOver, WAIT).toEqual([{ is_terminated: true }]);
    expect(await undoDecision(busy.app.ctx, ADA, decisionId)).toMatchObject({ unrestored: ["membership_ended"] });
    const undone = await mailer.newest(member.email, "We took back a decision");
    expect(undone.text).toContain("We pay back what was left of its month");
    expect(undone.text).not.toContain("as it was before");
  });

  test("after a suspension in the same words, too", async () => {
    const { member, subscription } = await decided(idle, untilLifted);
    await adjust(idle, member);
    expect(stateOf(idle, subscription)).toBe("ends");
    const subject = { kind: "member", memberId: member.id } as const;
    const item = { kind: "fraud", sourceId: `linked:${member.id}`, subject, weight: 1, dueAt: new Date() } as const;
    await idle.app.ctx.transact((tx) => attachToCase(tx, item));
    await decideAbout(idle, member, { act: "end_account" });
    const jobs = await query(
      idle,
      "select data from jobs.job where name = 'adjust-charges' and data ->> 'memberId' = $1",
      member.id,
    );
    expect(jobs).toHaveLength(2);
    await adjust(idle, member);
    expect(stateOf(idle, subscription)).toBe("canceled");
  });
});

describe("the link in the statement", () => {
  test("shows and cancels a membership without a login, and lifting the suspension does not resume it", async () => {
    const { member, subscription } = await decided(busy, untilLifted);
    await expect.poll(() => stateOf(busy, subscription), WAIT).toBe("ends");
    const mail = await mailer.newest(member.email, "Your account is suspended");
    const link = `https://spotter.test/appeal/${tokenIn(mail.text)}#membership`;
    expect(mail.text).toContain(`Cancel your membership:\n${link}`);
    expect(mail.html).toContain(`href="${link}"`);
    const params = { token: tokenIn(mail.text) };
    const read = async () => (await busy.app.call(getAppeal, { params })).body.membership?.state;
    expect(await read()).toBe("stopped");
    for (let i = 0; i < 2; i++) {
      const { status, body } = await busy.app.call(cancelMembership, { params });
      expect([status, body.membership?.state]).toEqual([200, "cancelled"]);
    }
    await lift(busy, member);
    await reconcilePayments(busy.app.ctx);
    expect(stateOf(busy, subscription)).toBe("ends");
    expect(await read()).toBeUndefined();
    // A member who can log in decides there.
    const { token } = (await logIn(busy.app, member)).body;
    await busy.app.call(resumeSubscription, {}, token);
    await busy.app.call(cancelMembership, { params });
    expect(stateOf(busy, subscription)).toBe("renews");
  });

  test("cancels before the period ends what a short suspension leaves", async () => {
    const { member, subscription } = await decided(busy, { act: "suspend", until: { days: 7 } });
    const mail = await mailer.newest(member.email, "Your account is suspended");
    expect(mail.text).toContain("Your Unlimited membership goes on, and renews on");
    const { body } = await busy.app.call(cancelMembership, { params: { token: tokenIn(mail.text) } });
    expect([body.membership?.state, stateOf(busy, subscription)]).toEqual(["cancelled", "ends"]);
  });
});

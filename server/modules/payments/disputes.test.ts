import { describe, expect, test } from "vitest";
import { deleteAccount } from "#contract/account.ts";
import { sendCrush } from "#contract/crushes.ts";
import { resumeSubscription } from "#contract/payments.ts";
import { stopCharges } from "#server/modules/payments/charges.service.ts";
import { reconcile } from "#server/modules/payments/reconciling.service.ts";
import { settlePayment } from "#server/modules/payments/settling.service.ts";
import { commandAt } from "#server/testing/command.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeCompleteMember, makeMember, type TestMember } from "#server/testing/members.ts";
import { makeShop, sessionIn } from "#server/testing/shop.ts";

const shop = makeShop();
const { wallet, balance, buy, subscribe, tell, completed, buyAndPay, becomeUnlimited, app } = shop;
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

/** Tells of a dispute of a payment; what it says is not believed, but asked for. */
async function hear(payment: string, type = "charge.dispute.created"): Promise<void> {
  expect((await tell(type, { object: "dispute", payment_intent: payment })).status).toBe(200);
}

/** A member who has bought the pack of 15, had 5 before, and the payment. */
async function makeBuyer(): Promise<{ member: TestMember; payment: string }> {
  const member = await makeMember(app);
  const id = await buyAndPay(member);
  await completed(id);
  return { member, payment: shop.stripe.sessions.get(id)?.payment_intent ?? "" };
}

/** An Unlimited Member, the membership, and its first payment. */
async function makeSubscriber() {
  const member = await makeMember(app);
  const membership = await becomeUnlimited(member);
  const [row] = await query("select payment_id from membership_payments where membership_id = $1", membership);
  return { member, membership, payment: String(row?.payment_id) };
}

const crush = async (me: TestMember) =>
  (await app.call(sendCrush, { body: { recipientId: (await makeCompleteMember(app)).id } }, me.token)).body;
const eventsOf = async ({ id }: TestMember): Promise<string[]> =>
  (await query("select outcome from security_events where member_id = $1 and kind = 'payment' order by id", id)).map(
    ({ outcome }) => outcome,
  );
/** Does the jobs that wait for a member. */
const doJobs = ({ id }: TestMember) => {
  if (!app.ctx.payments) throw new Error("nothing can be bought");
  return stopCharges(app.ctx, app.ctx.payments, id);
};
const PAUSED = {
  status: 403,
  body: { success: false, code: "payments_paused", message: "Payments are paused for this account. Contact support." },
};

describe("a payment that the buyer's bank takes back", () => {
  test("pauses buying, says so in the wallet and to open pages, and is told to the operator", async () => {
    const { member, payment } = await makeBuyer();
    const device = await connectDevice(app, member.token);
    shop.stripe.dispute(payment);
    await hear(payment);
    expect(await device.hears("subscription_changed")).toEqual({});
    device.close();
    expect(await buy(member, { packageId: "starter" })).toMatchObject(PAUSED);
    expect(await subscribe(member)).toMatchObject(PAUSED);
    expect(await wallet(member)).toMatchObject({ payments: "paused", balance: 5, hasActiveSubscription: false });
    expect(await eventsOf(member)).toEqual(["disputed"]);
    const { out } = await commandAt(app, ["disputes", "--as", "ada"]);
    expect(out).toMatch(new RegExp(`${payment} .* open +pack +0 +${member.username}`));
    expect((await commandAt(app, ["show", member.id, "--as", "ada"])).out).toContain(`${payment} is disputed (open)`);
    // What is left can be sent, for its price.
    expect((await crush(member)).remainingCrushes).toBe(4);
  });

  test("pauses nothing while the bank only asks, or where we pay back", async () => {
    const { member, payment } = await makeBuyer();
    const dispute = shop.stripe.dispute(payment);
    dispute.status = "warning_needs_response";
    await hear(payment);
    shop.stripe.refund(payment, 999);
    await hear(payment, "charge.refunded");
    expect(await wallet(member)).toMatchObject({ payments: "on", balance: 5 });
    expect((await buy(member, { packageId: "starter" })).status).toBe(200);
    expect(await eventsOf(member)).toEqual([]);
  });

  test("of a pack leaves an Unlimited Member no free sending and no further charge, until the dispute is won", async () => {
    const { member, payment } = await makeBuyer();
    const membership = await becomeUnlimited(member);
    expect((await crush(member)).remainingCrushes).toBe(20);
    const dispute = shop.stripe.dispute(payment);
    await hear(payment);
    expect((await crush(member)).remainingCrushes).toBe(4);
    await doJobs(member);
    expect(shop.stripe.subscriptions.get(membership)).toMatchObject({ status: "active", cancel_at_period_end: true });
    expect(await app.call(resumeSubscription, {}, member.token)).toMatchObject(PAUSED);
    dispute.status = "won";
    await hear(payment, "charge.dispute.closed");
    expect(await wallet(member)).toMatchObject({ payments: "on", hasActiveSubscription: true, subscriptionEnds: true });
    expect((await crush(member)).remainingCrushes).toBe(19);
    expect((await app.call(resumeSubscription, {}, member.token)).status).toBe(200);
    expect(shop.stripe.subscriptions.get(membership)?.cancel_at_period_end).toBe(false);
    expect(await eventsOf(member)).toEqual(["disputed", "dispute_won"]);
    await doJobs(member);
    expect(shop.stripe.subscriptions.get(membership)?.cancel_at_period_end).toBe(false);
  });

  test("of a membership ends it at once", async () => {
    const { member, membership, payment } = await makeSubscriber();
    expect((await crush(member)).remainingCrushes).toBe(5);
    shop.stripe.dispute(payment);
    await hear(payment);
    expect(await wallet(member)).toMatchObject({ payments: "paused", hasActiveSubscription: false });
    expect((await crush(member)).remainingCrushes).toBe(4);
    await reconcile(app.ctx);
    expect(shop.stripe.subscriptions.get(membership)?.status).toBe("canceled");
    expect(await query("select is_over from memberships where provider_id = $1", membership)).toEqual([
      { is_over: true },
    ]);
  });

  test("of a month before the last one counts the same", async () => {
    const { member, membership, payment } = await makeSubscriber();
    shop.stripe.renew(membership);
    await tell("invoice.paid", { object: "invoice", subscription: membership });
    expect(await query("select 1 from membership_payments where membership_id = $1", membership)).toHaveLength(2);
    shop.stripe.dispute(payment);
    await hear(payment);
    expect((await wallet(member)).payments).toBe("paused");
  });

  test("that nobody told of is found by the reconciliation within a day", async () => {
    const { member, payment } = await makeSubscriber();
    shop.stripe.dispute(payment);
    await reconcile(app.ctx);
    expect((await wallet(member)).payments).toBe("on");
    await query(
      "update membership_payments set looked_at = now() - interval '25 hours' where payment_id = $1",
      payment,
    );
    await reconcile(app.ctx);
    expect((await wallet(member)).payments).toBe("paused");
  });

  test("for good stays until an operator resolves it, once and for all", async () => {
    const { member, payment } = await makeBuyer();
    for (let i = 0; i < 12; i++) await crush(member);
    const dispute = shop.stripe.dispute(payment);
    await hear(payment);
    dispute.status = "lost";
    await hear(payment, "charge.dispute.closed");
    expect(await eventsOf(member)).toEqual(["disputed", "dispute_lost"]);
    expect((await commandAt(app, ["disputes", "--as", "ada"])).out).toMatch(new RegExp(`${payment} .* lost +pack +7 `));
    expect(await buy(member, { packageId: "starter" })).toMatchObject(PAUSED);
    const resolve = () =>
      commandAt(app, ["disputes", "resolve", payment, "--reason", "Has paid by transfer", "--as", "ada"]);
    expect(await resolve()).toMatchObject({ code: 0, out: `The account ${member.id} can pay again.` });
    expect(await resolve()).toMatchObject({ code: 1, err: `No account is held because of the payment ${payment}` });
    expect((await wallet(member)).payments).toBe("on");
    await hear(payment, "charge.dispute.funds_withdrawn");
    expect((await buy(member, { packageId: "starter" })).status).toBe(200);
    expect((await commandAt(app, ["disputes", "--as", "ada"])).out).not.toContain(payment);
    expect((await commandAt(app, ["disputes", "--all", "--as", "ada"])).out).toMatch(
      new RegExp(`${payment} .*resolved`),
    );
  });

  test("of two keeps what an account that ended is recognized by, though the other one was won", async () => {
    const member = await makeMember(app);
    const payments: string[] = [];
    for (let i = 0; i < 2; i++) {
      const id = await buyAndPay(member);
      await completed(id);
      payments.push(shop.stripe.sessions.get(id)?.payment_intent ?? "");
    }
    await query("update accounts set email_verified_at = now() where member_id = $1", member.id);
    const [lost = "", won = ""] = payments;
    const disputes = payments.map((payment) => shop.stripe.dispute(payment));
    for (const payment of payments) await hear(payment);
    await app.call(deleteAccount, { body: { password: member.password } }, member.token);
    for (const [i, payment, status] of [
      [0, lost, "lost"],
      [1, won, "won"],
    ] as const) {
      Object.assign(disputes[i] ?? {}, { status });
      await hear(payment, "charge.dispute.closed");
    }
    const [former] = await query(
      "select reason, kept_until > now() + interval '1 year' as is_long from former_accounts where member_id = $1",
      member.id,
    );
    expect(former).toEqual({ reason: "disputed", is_long: true });
  });

  test("that is resolved while it is open is not held again when it is lost, but is when it begins anew", async () => {
    const { member, payment } = await makeBuyer();
    const dispute = shop.stripe.dispute(payment);
    await hear(payment);
    await commandAt(app, ["disputes", "resolve", payment, "--reason", "A mistake", "--as", "ada"]);
    dispute.status = "lost";
    await hear(payment);
    expect((await wallet(member)).payments).toBe("on");
    dispute.status = "won";
    await hear(payment);
    dispute.status = "appeal_under_review";
    await hear(payment);
    expect((await wallet(member)).payments).toBe("paused");
  });

  test("is one dispute, however many tell of it at once", async () => {
    const { member, payment } = await makeBuyer();
    const { payments } = app.ctx;
    if (!payments) throw new Error("nothing can be bought");
    shop.stripe.dispute(payment);
    await Promise.all([
      hear(payment),
      hear(payment),
      ...[1, 2, 3].map(() => settlePayment(app.ctx, payments, payment)),
    ]);
    expect(await balance(member)).toBe(5);
    expect(await eventsOf(member)).toEqual(["disputed"]);
    expect(await query("select 1 from payment_holds where member_id = $1", member.id)).toHaveLength(1);
  });

  test("is heard of in whatever order the answers come", async () => {
    const { member, payment } = await makeBuyer();
    const dispute = shop.stripe.dispute(payment);
    const release = shop.stripe.hold("GET /v1/disputes");
    const slow = hear(payment);
    await expect.poll(() => shop.stripe.requests.at(-1)).toBe("GET /v1/disputes");
    dispute.status = "won";
    await hear(payment);
    release();
    await slow;
    expect(await wallet(member)).toMatchObject({ payments: "on", balance: 20 });
  });

  test("lets nobody pay who begins to buy at the same moment", async () => {
    for (let round = 0; round < 6; round++) {
      const { member, payment } = await makeBuyer();
      shop.stripe.dispute(payment);
      const [begun] = await Promise.all([buy(member, { packageId: "starter" }), hear(payment)]);
      expect([200, 403]).toContain(begun.status);
      await reconcile(app.ctx);
      const pages = await query(
        "select session_id from checkouts join wallets on wallets.id = wallet_id where member_id = $1",
        member.id,
      );
      const open = pages.filter(({ session_id: id }) => shop.stripe.sessions.get(id)?.status === "open");
      expect(open).toEqual([]);
    }
  });

  test("closes a page to pay at that is just being opened, and one that was open before", async () => {
    const { member, payment } = await makeBuyer();
    const before = sessionIn(await buy(member, { packageId: "starter" }));
    const letGo = shop.stripe.hold("POST /v1/checkout/sessions");
    const asked = new Promise<void>((resolve) =>
      shop.stripe.watch((request) => request === "POST /v1/checkout/sessions" && resolve()),
    );
    const buying = buy(member, { packageId: "starter" });
    await asked;
    shop.stripe.dispute(payment);
    await hear(payment);
    letGo();
    expect(await buying).toMatchObject(PAUSED);
    await doJobs(member);
    const meanwhile = [...shop.stripe.sessions.keys()].at(-1) ?? "";
    for (const id of [before, meanwhile]) expect(shop.stripe.sessions.get(id)?.status).toBe("expired");
  });
});

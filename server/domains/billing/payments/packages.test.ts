import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { listCheckouts } from "#contract/billing/payments.ts";
import { PACKAGES } from "#contract/billing/prices.ts";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { createPaymentsHarness, sessionIn } from "#server/testing/payments-harness.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { SITE } from "#server/testing/test-app.ts";

const harness = createPaymentsHarness();
const {
  wallet,
  balance,
  buy,
  confirm,
  postWebhook,
  sendEvent,
  sendSessionCompleted: completed,
  buyAndPay,
  app,
} = harness;

async function buyAs(host: string, token: string): Promise<{ url: string }> {
  const headers = { host, "content-type": "application/json", authorization: `Bearer ${token}` };
  const sent = request(`${app.address}/api/crushes/create-checkout`, { method: "POST", headers });
  sent.end(JSON.stringify({ packageId: "starter" }));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return (await json(response)) as { url: string };
}

describe("buying a package", () => {
  test.each(PACKAGES.map((crushPackage) => [crushPackage.id, crushPackage] as const))(
    "%s grants what it says, once",
    async (packageId, crushPackage) => {
      const member = await createMember(app);
      const device = await connectDevice(app, member.token);
      const reply = await buy(member, {
        packageId,
        crushes: crushPackage.crushes,
        amount: crushPackage.priceCents / 100,
      });
      expect(reply.status).toBe(200);
      const id = sessionIn(reply);
      expect(harness.stripe.sessions.get(id)).toMatchObject({
        mode: "payment",
        amount_total: crushPackage.priceCents,
        currency: "usd",
      });
      expect(harness.stripe.sessions.get(id)?.["success_url"]).toMatch(
        new RegExp(`/profile\\?payment=success&crushes=${crushPackage.crushes}&session_id=\\{CHECKOUT_SESSION_ID\\}$`),
      );
      expect((await confirm(member, id)).body).toMatchObject({ state: "open", balance: 5 });
      harness.stripe.pay(id);
      expect((await confirm(member, id)).body).toMatchObject({
        state: "granted",
        kind: "package",
        crushes: crushPackage.crushes,
        amountCents: crushPackage.priceCents,
        balance: 5 + crushPackage.crushes,
      });
      await device.waitFor("balance_changed");
      device.close();
      expect((await completed(id)).status).toBe(200);
      const { balance: now, history } = await wallet(member);
      expect(now).toBe(5 + crushPackage.crushes);
      expect(history[0]).toMatchObject({ action: "purchased", change: crushPackage.crushes });
    },
  );

  test.each([
    [{ packageId: "enormous" }, "packageId"],
    [{ packageId: "starter", crushes: 500 }, "crushes"],
    [{ packageId: "starter", amount: 0.01 }, "amount"],
  ])("refuses %j", async (body, field) => {
    const reply = await buy(await createMember(app), body);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors ?? {})).toEqual([field]);
  });

  test("grants once for fifty concurrent events and confirmations", async () => {
    const member = await createMember(app);
    const id = await buyAndPay(member);
    const body = harness.stripe.event("checkout.session.completed", harness.stripe.sessions.get(id) ?? {});
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => postWebhook(body)),
      ...Array.from({ length: 5 }, () => completed(id)),
      ...Array.from({ length: 5 }, () => confirm(member, id)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await balance(member)).toBe(20);
  });

  test("in two tabs buys two packages", async () => {
    const member = await createMember(app);
    const [one, two] = [await buyAndPay(member, "starter"), await buyAndPay(member, "starter")];
    await Promise.all([completed(one), completed(two)]);
    expect(await balance(member)).toBe(15);
  });

  test("with a delayed payment grants when it arrives", async () => {
    const member = await createMember(app);
    const id = sessionIn(await buy(member, { packageId: "power" }));
    harness.stripe.pay(id, "later");
    await completed(id);
    expect((await confirm(member, id)).body).toMatchObject({ state: "open", balance: 5 });
    harness.stripe.clear(id);
    await sendEvent("checkout.session.async_payment_succeeded", harness.stripe.sessions.get(id));
    expect(await balance(member)).toBe(20);
  });

  test("with a delayed payment that fails grants nothing and is not checked again", async () => {
    const member = await createMember(app);
    const id = sessionIn(await buy(member, { packageId: "power" }));
    harness.stripe.pay(id, "later");
    await completed(id);
    harness.stripe.bounce(id);
    expect((await confirm(member, id)).body).toMatchObject({ state: "expired", balance: 5 });
    await app.database.pool.query("update checkouts set created_at = created_at - interval '3 minutes'");
    const asked = harness.stripe.requests.length;
    await reconcilePayments(app.ctx);
    expect(harness.stripe.requests.slice(asked).filter((request) => request.endsWith(id))).toEqual([]);
  });

  test("with a tax added by the provider grants the same", async () => {
    const member = await createMember(app);
    const id = await buyAndPay(member);
    const session = harness.stripe.sessions.get(id);
    if (session) session.amount_total = 1081;
    await completed(id);
    expect(await balance(member)).toBe(20);
  });

  test("creates a new customer if the provider does not know the stored one, in two tabs too", async () => {
    const member = await createMember(app);
    await buyAndPay(member);
    harness.stripe.customers.clear();
    const replies = await Promise.all([
      buy(member, { packageId: "power" }),
      harness.subscribe(member),
      harness.subscribe(member),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies[1].body.url).toBe(replies[2].body.url);
    const customers = replies.map((reply) => harness.stripe.sessions.get(sessionIn(reply))?.customer);
    expect(customers.filter((id) => id && harness.stripe.customers.has(id)).length).toBe(3);
  });

  test.each([
    ["localhost:4321", "http://localhost:4321/profile"],
    ["evil.example", `${SITE}/profile`],
    ["localhost.evil.example", `${SITE}/profile`],
  ])("by a browser that came to %s leads back to %s", async (host, start) => {
    const { token } = await createMember(app);
    const { url } = await buyAs(host, token);
    const session = harness.stripe.sessions.get(sessionIn({ body: { url } }));
    expect(String(session?.success_url).startsWith(start)).toBe(true);
    expect(String(session?.cancel_url).startsWith(start)).toBe(true);
  });

  test("that is cancelled grants nothing, even if an event claims otherwise", async () => {
    const member = await createMember(app);
    const id = sessionIn(await buy(member, { packageId: "power" }));
    const lie = { ...harness.stripe.sessions.get(id), payment_status: "paid", status: "complete" };
    expect((await sendEvent("checkout.session.completed", lie)).status).toBe(200);
    expect(await balance(member)).toBe(5);
    harness.stripe.expire(id);
    await sendEvent("checkout.session.expired", harness.stripe.sessions.get(id));
    expect((await confirm(member, id)).body.state).toBe("expired");
  });

  test("is reconciled behind many cancelled checkouts", async () => {
    const member = await createMember(app);
    const { rows } = await app.database.pool.query("select id from wallets where member_id = $1", [
      (await createMember(app)).id,
    ]);
    await app.database.pool.query(
      `insert into checkouts (id, wallet_id, kind, crushes, amount_cents, session_id, created_at)
       select gen_random_uuid(), $1, 'package', 5, 499, 'cs_gone_' || n, now() - interval '1 hour' from generate_series(1, 120) as n`,
      [rows[0].id],
    );
    await buyAndPay(member);
    await app.database.pool.query("update checkouts set created_at = created_at - interval '3 minutes'");
    await reconcilePayments(app.ctx);
    await reconcilePayments(app.ctx);
    expect(await balance(member)).toBe(20);
  });

  test("cannot be confirmed by another member, and a session that does not match grants nothing", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const id = await buyAndPay(member);
    expect((await confirm(other, id)).status).toBe(404);
    expect((await confirm(other, "cs_test_nothing")).status).toBe(404);
    const session = harness.stripe.sessions.get(id);
    const lies = [{ amount_subtotal: 1 }, { currency: "eur" }, { mode: "subscription" as const }];
    for (const lie of lies) {
      const truth = { ...session };
      Object.assign(session ?? {}, lie);
      expect((await completed(id)).status).toBe(200);
      expect(await balance(member)).toBe(5);
      Object.assign(session ?? {}, truth);
    }
    // Paid with the right amount, but at a page that we did not open.
    const copy = { ...session, id: "cs_test_other" };
    harness.stripe.sessions.set(copy.id, copy as never);
    expect((await completed(copy.id)).status).toBe(200);
    expect(await balance(member)).toBe(5);
  });

  test("is limited to 30 unpaid checkouts a day", async () => {
    const member = await createMember(app);
    for (let i = 0; i < 30; i++) expect((await buy(member, { packageId: "starter" })).status).toBe(200);
    expect(await buy(member, { packageId: "starter" })).toMatchObject({
      status: 429,
      body: { code: "checkout_rate_limit" },
    });
    const [last] = [...harness.stripe.sessions.keys()].slice(-1);
    harness.stripe.pay(last ?? "");
    await completed(last ?? "");
    expect((await buy(member, { packageId: "starter" })).status).toBe(200);
  });

  test("that is granted is confirmed without a request to the provider", async () => {
    const member = await createMember(app);
    const id = await buyAndPay(member);
    await completed(id);
    harness.stripe.fail(400);
    expect((await confirm(member, id)).body).toMatchObject({ state: "granted", balance: 20 });
    harness.stripe.fail(undefined);
  });

  test("reports an unavailable provider and can be retried", async () => {
    const member = await createMember(app);
    harness.stripe.fail(500);
    expect(await buy(member, { packageId: "power" })).toMatchObject({
      status: 503,
      body: { code: "payment_provider_unavailable" },
    });
    harness.stripe.fail(undefined);
    await completed(await buyAndPay(member));
    expect(await balance(member)).toBe(20);
  }, 20_000);
});

const listPending = async ({ token }: TestMember) => (await app.call(listCheckouts, {}, token)).body.checkouts;

/** A buyer who came back from a payment that takes days. */
async function createWaitingBuyer() {
  const member = await createMember(app);
  const id = sessionIn(await buy(member, { packageId: "power" }));
  harness.stripe.pay(id, "later");
  await completed(id);
  expect((await confirm(member, id)).body).toMatchObject({ state: "open", isNews: false });
  return { member, id, device: await connectDevice(app, member.token) };
}

describe("the outcome of a checkout", () => {
  // @spec 4.purchase-memberships-event
  test("is news in one of several concurrent replies", async () => {
    const member = await createMember(app);
    const id = await buyAndPay(member);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(member, id)));
    expect(answers.filter(({ body }) => body.isNews)).toHaveLength(1);
    expect(answers.every(({ body }) => body.state === "granted")).toBe(true);
    expect(await listPending(member)).toEqual([]);
  });

  test("is listed for a buyer who did not come back, and for nobody else", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const id = await buyAndPay(member);
    await buy(member, { packageId: "starter" });
    expect(await listPending(member)).toEqual([]);
    await completed(id);
    expect(await listPending(member)).toEqual([{ sessionId: id, state: "granted", kind: "package" }]);
    expect(await listPending(other)).toEqual([]);
    expect((await confirm(member, id)).body).toMatchObject({ isNews: true });
    expect(await listPending(member)).toEqual([]);
  });

  test("is emitted to a buyer who came back before the payment arrived", async () => {
    const { member, id, device } = await createWaitingBuyer();
    expect(await listPending(member)).toEqual([{ sessionId: id, state: "open", kind: "package" }]);
    harness.stripe.clear(id);
    await sendEvent("checkout.session.async_payment_succeeded", harness.stripe.sessions.get(id));
    await device.waitFor("checkout_settled");
    expect(await listPending(member)).toEqual([{ sessionId: id, state: "granted", kind: "package" }]);
    expect((await confirm(member, id)).body).toMatchObject({ state: "granted", isNews: true, balance: 20 });
    device.close();
  });

  test("is emitted if the payment fails", async () => {
    const { member, id, device } = await createWaitingBuyer();
    harness.stripe.bounce(id);
    await sendEvent("checkout.session.async_payment_failed", harness.stripe.sessions.get(id));
    await device.waitFor("checkout_settled");
    expect(await listPending(member)).toEqual([{ sessionId: id, state: "expired", kind: "package" }]);
    expect((await confirm(member, id)).body).toMatchObject({ state: "expired", isNews: true, balance: 5 });
    expect(await listPending(member)).toEqual([]);
    device.close();
  });
});

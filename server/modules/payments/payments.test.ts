import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MEMBERSHIP_PRICE, PACKS } from "#contract/catalog.ts";
import { sendCrush } from "#contract/crushes.ts";
import * as payments from "#contract/payments.ts";
import { getWallet } from "#contract/wallet.ts";
import { stripePayments } from "#server/adapters/stripe-payments.ts";
import { reconcile } from "#server/modules/payments/webhooks.service.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeCompleteMember, makeMember, type TestMember } from "#server/testing/members.ts";
import fixtures from "#server/testing/stripe-fixtures.json" with { type: "json" };
import { SECRET_KEY, type StripeStandIn, sign, startStripe, WEBHOOK_SECRET } from "#server/testing/stripe-stand-in.ts";
import { testApp } from "#server/testing/test-app.ts";

let stripe: StripeStandIn;
const NEXT_SECRET = "whsec_next";
const app = testApp(
  {},
  {
    payments: async () => {
      stripe = await startStripe();
      return stripePayments({
        secretKey: SECRET_KEY,
        webhookSecrets: [WEBHOOK_SECRET, NEXT_SECRET],
        apiBase: stripe.url,
      });
    },
  },
);
afterAll(() => stripe.close());

const wallet = async (member: TestMember) => (await app.call(getWallet, {}, member.token)).body;
const balance = async (member: TestMember) => (await wallet(member)).balance;
const buy = (member: TestMember, body: object) =>
  app.call(payments.createCheckout, { body: body as { packageId: string } }, member.token);
const subscribe = (member: TestMember) => app.call(payments.createSubscription, {}, member.token);
const confirm = (member: TestMember, sessionId: string) =>
  app.call(payments.confirmCheckout, { body: { sessionId } }, member.token);
const sessionIn = ({ body }: { body: { url: string } }) => body.url.split("/").at(-1) ?? "";
const hook = (body: string, signature = sign(body)) =>
  app.fetch("/api/webhooks/stripe", {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body,
  });
const tell = (type: string, object: object | undefined) => hook(stripe.event(type, object as Record<string, unknown>));
const completed = (id: string) => tell("checkout.session.completed", stripe.sessions.get(id));

async function buyAndPay(member: TestMember, packageId = "power"): Promise<string> {
  const id = sessionIn(await buy(member, { packageId }));
  stripe.pay(id);
  return id;
}

async function becomeUnlimited(member: TestMember): Promise<string> {
  const id = sessionIn(await subscribe(member));
  stripe.pay(id);
  await confirm(member, id);
  return stripe.sessions.get(id)?.subscription ?? "";
}

describe("buying a pack", () => {
  test.each(PACKS.map((pack) => [pack.id, pack] as const))("%s grants what it says, once", async (packageId, pack) => {
    const member = await makeMember(app);
    const device = await connectDevice(app, member.token);
    const reply = await buy(member, { packageId, crushes: pack.crushes, amount: pack.price / 100 });
    expect(reply.status).toBe(200);
    const id = sessionIn(reply);
    expect(stripe.sessions.get(id)).toMatchObject({ mode: "payment", amount_total: pack.price, currency: "usd" });
    expect(stripe.sessions.get(id)?.["success_url"]).toMatch(
      new RegExp(`/profile\\?payment=success&crushes=${pack.crushes}&session_id=\\{CHECKOUT_SESSION_ID\\}$`),
    );
    expect((await confirm(member, id)).body).toMatchObject({ state: "open", balance: 5 });
    stripe.pay(id);
    expect((await confirm(member, id)).body).toMatchObject({
      state: "granted",
      kind: "pack",
      crushes: pack.crushes,
      amount: pack.price,
      balance: 5 + pack.crushes,
    });
    await device.hears("balance_changed");
    device.close();
    expect((await completed(id)).status).toBe(200);
    const { balance: now, history } = await wallet(member);
    expect(now).toBe(5 + pack.crushes);
    expect(history[0]).toMatchObject({ action: "purchased", change: pack.crushes });
  });

  test.each([
    [{ packageId: "enormous" }, "packageId"],
    [{ packageId: "starter", crushes: 500 }, "crushes"],
    [{ packageId: "starter", amount: 0.01 }, "amount"],
  ])("refuses %j", async (body, field) => {
    const reply = await buy(await makeMember(app), body);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors ?? {})).toEqual([field]);
  });

  test("told fifty times at once, with the buyer back at the same moment, grants once", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    const body = stripe.event("checkout.session.completed", stripe.sessions.get(id) ?? {});
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => hook(body)),
      ...Array.from({ length: 5 }, () => completed(id)),
      ...Array.from({ length: 5 }, () => confirm(member, id)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await balance(member)).toBe(20);
  });

  test("in two tabs is two packs", async () => {
    const member = await makeMember(app);
    const [one, two] = [await buyAndPay(member, "starter"), await buyAndPay(member, "starter")];
    await Promise.all([completed(one), completed(two)]);
    expect(await balance(member)).toBe(15);
  });

  test("with money that takes days grants when it is there", async () => {
    const member = await makeMember(app);
    const id = sessionIn(await buy(member, { packageId: "power" }));
    stripe.pay(id, "later");
    await completed(id);
    expect((await confirm(member, id)).body).toMatchObject({ state: "open", balance: 5 });
    stripe.clear(id);
    await tell("checkout.session.async_payment_succeeded", stripe.sessions.get(id));
    expect(await balance(member)).toBe(20);
  });

  test("that is given up grants nothing, and an event that claims otherwise changes nothing", async () => {
    const member = await makeMember(app);
    const id = sessionIn(await buy(member, { packageId: "power" }));
    const lie = { ...stripe.sessions.get(id), payment_status: "paid", status: "complete" };
    expect((await tell("checkout.session.completed", lie)).status).toBe(200);
    expect(await balance(member)).toBe(5);
    stripe.expire(id);
    await tell("checkout.session.expired", stripe.sessions.get(id));
    expect((await confirm(member, id)).body.state).toBe("expired");
  });

  test("closed and forgotten is found by the reconciliation", async () => {
    const member = await makeMember(app);
    await buyAndPay(member);
    await app.database.pool.query("update checkouts set created_at = created_at - interval '3 minutes'");
    await reconcile(app.ctx);
    await reconcile(app.ctx);
    expect(await balance(member)).toBe(20);
  });

  test("is found behind many that were given up", async () => {
    const member = await makeMember(app);
    const { rows } = await app.database.pool.query("select id from wallets where member_id = $1", [member.id]);
    await app.database.pool.query(
      `insert into checkouts (id, wallet_id, kind, crushes, amount, session_id, created_at)
       select gen_random_uuid(), $1, 'pack', 5, 499, 'cs_gone_' || n, now() - interval '1 hour' from generate_series(1, 120) as n`,
      [rows[0].id],
    );
    await buyAndPay(member);
    await app.database.pool.query("update checkouts set created_at = created_at - interval '3 minutes'");
    await reconcile(app.ctx);
    await reconcile(app.ctx);
    expect(await balance(member)).toBe(20);
  });

  test("is nobody else's to confirm, and a session that does not fit grants nothing", async () => {
    const [member, other] = [await makeMember(app), await makeMember(app)];
    const id = await buyAndPay(member);
    expect((await confirm(other, id)).status).toBe(404);
    expect((await confirm(other, "cs_test_nothing")).status).toBe(404);
    const session = stripe.sessions.get(id);
    if (session) session.amount_total = 1;
    expect((await completed(id)).status).toBe(200);
    expect(await balance(member)).toBe(5);
  });

  test("says when the provider is away, and can be tried again", async () => {
    const member = await makeMember(app);
    stripe.fail(500);
    expect(await buy(member, { packageId: "power" })).toMatchObject({ status: 503, body: { code: "payments_away" } });
    stripe.fail(undefined);
    await completed(await buyAndPay(member));
    expect(await balance(member)).toBe(20);
  }, 20_000);
});

describe("money that is paid back", () => {
  test("takes credits back in proportion, once, and never below nothing", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    await completed(id);
    const paid = stripe.sessions.get(id)?.payment_intent ?? "";
    const refunded = (amount: number) => {
      stripe.refund(paid, amount);
      return tell("charge.refunded", { object: "charge", payment_intent: paid });
    };
    await refunded(500);
    expect(await balance(member)).toBe(13);
    await tell("charge.refunded", { object: "charge", payment_intent: paid });
    expect(await balance(member)).toBe(13);
    for (let i = 0; i < 12; i++)
      await app.call(sendCrush, { body: { recipientId: (await makeCompleteMember(app)).id } }, member.token);
    await refunded(499);
    const { balance: now, history } = await wallet(member);
    expect(now).toBe(0);
    expect(history[0]).toMatchObject({ action: "refund", change: -1, amount: 1 });
  });

  test("before the purchase was heard of leaves nothing behind", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    const paid = stripe.sessions.get(id)?.payment_intent ?? "";
    stripe.refund(paid, 999);
    expect((await tell("charge.refunded", { object: "charge", payment_intent: paid })).status).toBe(200);
    await completed(id);
    expect(await balance(member)).toBe(5);
  });
});

describe("the membership", () => {
  test("makes sending free until it ends, and says when that is", async () => {
    const member = await makeCompleteMember(app);
    const reply = await subscribe(member);
    expect(stripe.sessions.get(sessionIn(reply))).toMatchObject({
      mode: "subscription",
      amount_total: MEMBERSHIP_PRICE,
    });
    const id = await becomeUnlimited(member);
    const { hasActiveSubscription, subscriptionEndDate, subscriptionEnds } = await wallet(member);
    expect({ hasActiveSubscription, subscriptionEnds }).toEqual({
      hasActiveSubscription: true,
      subscriptionEnds: false,
    });
    expect(new Date(subscriptionEndDate ?? 0).getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const sent = await app.call(sendCrush, { body: { recipientId: (await makeCompleteMember(app)).id } }, member.token);
    expect(sent.body.remainingCrushes).toBe(5);
    expect((await wallet(member)).history[0]).toMatchObject({ action: "sent", change: 0, amount: 0 });
    stripe.changeSubscription(id, { status: "canceled", ended_at: 1 });
    await tell("customer.subscription.deleted", stripe.subscriptions.get(id));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("begun in two tabs is one page to pay at, and whoever has it cannot buy it again", async () => {
    const member = await makeMember(app);
    const [one, two] = [await subscribe(member), await subscribe(member)];
    expect(one.body.url).toBe(two.body.url);
    stripe.pay(sessionIn(one));
    expect(await subscribe(member)).toMatchObject({ status: 409, body: { code: "already_member" } });
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
  });

  test("is cancelled for the end of its period, and resumed", async () => {
    const member = await makeMember(app);
    const none = await app.call(payments.cancelSubscription, {}, member.token);
    expect(none).toMatchObject({ status: 409, body: { code: "no_membership" } });
    await becomeUnlimited(member);
    const device = await connectDevice(app, member.token);
    const cancelled = await app.call(payments.cancelSubscription, {}, member.token);
    expect(cancelled.status).toBe(200);
    await device.hears("membership_changed");
    device.close();
    expect(await wallet(member)).toMatchObject({ hasActiveSubscription: true, subscriptionEnds: true });
    expect(cancelled.body.endsAt).toBe((await wallet(member)).subscriptionEndDate);
    await app.call(payments.resumeSubscription, {}, member.token);
    expect(await wallet(member)).toMatchObject({ hasActiveSubscription: true, subscriptionEnds: false });
  });

  test("ends in the provider's state, in whatever order its events come", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    const states: Record<string, unknown>[] = [
      { status: "active", cancel_at_period_end: false },
      { status: "past_due", cancel_at_period_end: false },
      { status: "active", cancel_at_period_end: true },
      { status: "canceled", cancel_at_period_end: false, ended_at: 5 },
    ];
    const bodies = states.map((state) =>
      stripe.event("customer.subscription.updated", { ...stripe.subscriptions.get(id), ...state }),
    );
    for (const [i, last] of states.entries()) {
      stripe.changeSubscription(id, { ended_at: null, ...last });
      const shuffled = [...bodies.slice(i), ...bodies.slice(0, i)].map((body) =>
        body.replace(/"evt_\w+"/, `"evt_${Math.random().toString(36).slice(2)}"`),
      );
      await Promise.all(shuffled.map((body) => hook(body)));
      expect(await wallet(member)).toMatchObject({
        hasActiveSubscription: last["status"] !== "canceled",
        subscriptionEnds: last["status"] !== "canceled" && last["cancel_at_period_end"] === true,
      });
    }
  });

  test("whose period is over is looked at by the reconciliation", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    await app.database.pool.query("update memberships set period_end = now() - interval '1 minute'");
    await reconcile(app.ctx);
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
    stripe.changeSubscription(id, { status: "canceled", ended_at: 7 });
    await app.database.pool.query("update memberships set heard_at = now() - interval '25 hours'");
    await reconcile(app.ctx);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });
});

describe("a webhook", () => {
  const event = () => stripe.event("customer.created", { object: "customer", id: "cus_1" });

  test("of a kind we know nothing of is taken and forgotten", async () => {
    expect((await hook(event())).status).toBe(200);
  });

  test("is signed, by the one secret or by the other", async () => {
    const body = event();
    expect((await hook(body, sign(body, NEXT_SECRET))).status).toBe(200);
    for (const signature of [
      sign(body, "whsec_wrong"),
      sign(body, WEBHOOK_SECRET, 301),
      sign(`${body} `),
      "t=1,v1=abc",
      "",
    ]) {
      expect(await hook(body, signature)).toMatchObject({ status: 400, body: { code: "malformed" } });
    }
    const spaced = JSON.stringify(JSON.parse(body), null, 1);
    expect((await hook(spaced, sign(body))).status).toBe(400);
    expect((await app.fetch("/api/webhooks/stripe", { method: "POST", body })).status).toBe(400);
  });

  test("that could not be acted on is refused, and acted on when it comes again, or by the reconciliation", async () => {
    const [one, two] = [await makeMember(app), await makeMember(app)];
    const bodies: string[] = [];
    for (const member of [one, two]) {
      const id = await buyAndPay(member);
      bodies.push(stripe.event("checkout.session.completed", stripe.sessions.get(id) ?? {}));
    }
    stripe.fail(500);
    for (const body of bodies) expect((await hook(body)).status).toBe(500);
    stripe.fail(undefined);
    await app.database.pool.query(
      "update provider_events set claimed_at = claimed_at - interval '31 seconds', received_at = received_at - interval '61 seconds'",
    );
    expect((await hook(bodies[0] ?? "")).status).toBe(200);
    expect(await balance(one)).toBe(20);
    await reconcile(app.ctx);
    expect(await balance(two)).toBe(20);
  }, 30_000);
});

describe("the stand-in", () => {
  let session: object;
  let subscription: object;
  beforeAll(async () => {
    const member = await makeMember(app);
    await becomeUnlimited(member);
    session = [...stripe.sessions.values()].at(-1) ?? {};
    subscription = [...stripe.subscriptions.values()].at(-1) ?? {};
  });
  beforeEach(() => expect(session).not.toEqual({}));

  /** Every field is one that Stripe publishes, of the same kind; null and another kind may stand for each other. */
  function fits(made: unknown, published: unknown, at: string): string[] {
    if (made === null || published === null) return [];
    if (Array.isArray(made) && Array.isArray(published))
      return published.length === 0 ? [] : made.flatMap((one, i) => fits(one, published[0], `${at}[${i}]`));
    if (typeof made !== typeof published) return [`${at} is a ${typeof made}, not a ${typeof published}`];
    if (typeof made !== "object") return [];
    const known = published as Record<string, unknown>;
    return Object.entries(made as object).flatMap(([name, value]) => {
      if (at.endsWith("metadata")) return [];
      return name in known ? fits(value, known[name], `${at}.${name}`) : [`${at}.${name} is not Stripe's`];
    });
  }

  test("answers in the shapes that Stripe publishes", () => {
    expect(fits(session, fixtures["checkout.session"], "session")).toEqual([]);
    expect(fits(subscription, fixtures.subscription, "subscription")).toEqual([]);
    expect(fits(JSON.parse(stripe.event("a.b", {})), fixtures.event, "event")).toEqual([]);
    expect(fits({ nonsense: 1 }, fixtures.event, "event")).toEqual(["event.nonsense is not Stripe's"]);
  });
});

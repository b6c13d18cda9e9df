import { describe, expect, test } from "vitest";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { createMember } from "#server/testing/members.ts";
import { createPaymentsHarness, NEXT_SECRET } from "#server/testing/payments-harness.ts";
import { sign, WEBHOOK_SECRET } from "#server/testing/stripe-stand-in.ts";

const harness = createPaymentsHarness();
const { balance, postWebhook, buyAndPay, app } = harness;

describe("a webhook", () => {
  const event = () => harness.stripe.event("customer.created", { object: "customer", id: "cus_1" });

  test("about other products of the same provider account is accepted and ignored", async () => {
    const member = await createMember(app);
    const id = await buyAndPay(member);
    const session = harness.stripe.sessions.get(id);
    if (session) session["client_reference_id"] = "order-17";
    expect((await harness.sendSessionCompleted(id)).status).toBe(200);
    expect(await balance(member)).toBe(5);
  });

  test("of a newer type without an object is accepted and ignored", async () => {
    const body = JSON.stringify({ id: "evt_thin", object: "v2.core.event", type: "v1.billing.meter.no_meter_found" });
    expect((await postWebhook(body)).status).toBe(200);
    expect((await postWebhook(body, sign(body, "whsec_wrong"))).status).toBe(400);
  });

  test("is processed once, however often it is sent", async () => {
    const member = await createMember(app);
    const id = await buyAndPay(member);
    const body = harness.stripe.event("checkout.session.completed", harness.stripe.sessions.get(id) ?? {});
    const asked = () => harness.stripe.requests.filter((request) => request.endsWith(id)).length;
    await Promise.all(Array.from({ length: 20 }, () => postWebhook(body)));
    await postWebhook(body);
    expect(asked()).toBe(1);
  });

  test("must be signed with one of the two secrets", async () => {
    const body = event();
    expect((await postWebhook(body, sign(body, NEXT_SECRET))).status).toBe(200);
    for (const signature of [
      sign(body, "whsec_wrong"),
      sign(body, WEBHOOK_SECRET, 301),
      sign(`${body} `),
      "t=1,v1=abc",
      "",
    ]) {
      expect(await postWebhook(body, signature)).toMatchObject({ status: 400, body: { code: "malformed" } });
    }
    const spaced = JSON.stringify(JSON.parse(body), null, 1);
    expect((await postWebhook(spaced, sign(body))).status).toBe(400);
    expect((await app.fetch("/api/webhooks/stripe", { method: "POST", body })).status).toBe(400);
  });

  test("that failed is refused, and processed when it is sent again or by the reconciliation", async () => {
    const [one, two] = [await createMember(app), await createMember(app)];
    const bodies: string[] = [];
    for (const member of [one, two]) {
      const id = await buyAndPay(member);
      bodies.push(harness.stripe.event("checkout.session.completed", harness.stripe.sessions.get(id) ?? {}));
    }
    harness.stripe.fail(500);
    for (const body of bodies) expect((await postWebhook(body)).status).toBe(500);
    harness.stripe.fail(undefined);
    await app.database.pool.query("update payment_events set received_at = received_at - interval '5 minutes'");
    expect((await postWebhook(bodies[0] ?? "")).status).toBe(200);
    expect(await balance(one)).toBe(20);
    await reconcilePayments(app.ctx);
    expect(await balance(two)).toBe(20);
  }, 30_000);
});

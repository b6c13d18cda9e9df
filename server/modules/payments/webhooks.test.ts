import { describe, expect, test } from "vitest";
import { reconcile } from "#server/modules/payments/reconciling.service.ts";
import { makeMember } from "#server/testing/members.ts";
import { makeShop, NEXT_SECRET } from "#server/testing/shop.ts";
import { sign, WEBHOOK_SECRET } from "#server/testing/stripe-stand-in.ts";

const shop = makeShop();
const { balance, hook, buyAndPay, app } = shop;

describe("a webhook", () => {
  const event = () => shop.stripe.event("customer.created", { object: "customer", id: "cus_1" });

  test("of a kind we know nothing of is taken and forgotten", async () => {
    expect((await hook(event())).status).toBe(200);
  });

  test("about what others sell by the same account is taken and forgotten", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    const session = shop.stripe.sessions.get(id);
    if (session) session["client_reference_id"] = "order-17";
    expect((await shop.completed(id)).status).toBe(200);
    expect(await balance(member)).toBe(5);
  });

  test("of a newer kind, with nothing in it, is taken and forgotten", async () => {
    const body = JSON.stringify({ id: "evt_thin", object: "v2.core.event", type: "v1.billing.meter.no_meter_found" });
    expect((await hook(body)).status).toBe(200);
    expect((await hook(body, sign(body, "whsec_wrong"))).status).toBe(400);
  });

  test("is acted on once, however often it is told", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    const body = shop.stripe.event("checkout.session.completed", shop.stripe.sessions.get(id) ?? {});
    const asked = () => shop.stripe.requests.filter((request) => request.endsWith(id)).length;
    await Promise.all(Array.from({ length: 20 }, () => hook(body)));
    await hook(body);
    expect(asked()).toBe(1);
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
      bodies.push(shop.stripe.event("checkout.session.completed", shop.stripe.sessions.get(id) ?? {}));
    }
    shop.stripe.fail(500);
    for (const body of bodies) expect((await hook(body)).status).toBe(500);
    shop.stripe.fail(undefined);
    await app.database.pool.query("update provider_events set received_at = received_at - interval '5 minutes'");
    expect((await hook(bodies[0] ?? "")).status).toBe(200);
    expect(await balance(one)).toBe(20);
    await reconcile(app.ctx);
    expect(await balance(two)).toBe(20);
  }, 30_000);
});

import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { PACKAGES } from "#contract/catalog.ts";
import { reconcile } from "#server/modules/payments/reconciling.service.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeMember } from "#server/testing/members.ts";
import { makeShop, sessionIn } from "#server/testing/shop.ts";
import { SITE } from "#server/testing/test-app.ts";

const shop = makeShop();
const { wallet, balance, buy, confirm, hook, tell, completed, buyAndPay, app } = shop;

/** Buys as a browser does that knows the app by another name, which `fetch` would not say. */
async function buyAs(host: string, token: string): Promise<{ url: string }> {
  const headers = { host, "content-type": "application/json", authorization: `Bearer ${token}` };
  const sent = request(`${app.address}/api/crushes/create-checkout`, { method: "POST", headers });
  sent.end(JSON.stringify({ packageId: "starter" }));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return (await json(response)) as { url: string };
}

describe("buying a pack", () => {
  test.each(PACKAGES.map((pack) => [pack.id, pack] as const))(
    "%s grants what it says, once",
    async (packageId, pack) => {
      const member = await makeMember(app);
      const device = await connectDevice(app, member.token);
      const reply = await buy(member, { packageId, crushes: pack.crushes, amount: pack.price / 100 });
      expect(reply.status).toBe(200);
      const id = sessionIn(reply);
      expect(shop.stripe.sessions.get(id)).toMatchObject({
        mode: "payment",
        amount_total: pack.price,
        currency: "usd",
      });
      expect(shop.stripe.sessions.get(id)?.["success_url"]).toMatch(
        new RegExp(`/profile\\?payment=success&crushes=${pack.crushes}&session_id=\\{CHECKOUT_SESSION_ID\\}$`),
      );
      expect((await confirm(member, id)).body).toMatchObject({ state: "open", balance: 5 });
      shop.stripe.pay(id);
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
    },
  );

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
    const body = shop.stripe.event("checkout.session.completed", shop.stripe.sessions.get(id) ?? {});
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
    shop.stripe.pay(id, "later");
    await completed(id);
    expect((await confirm(member, id)).body).toMatchObject({ state: "open", balance: 5 });
    shop.stripe.clear(id);
    await tell("checkout.session.async_payment_succeeded", shop.stripe.sessions.get(id));
    expect(await balance(member)).toBe(20);
  });

  test("with money that takes days and does not come grants nothing, and is asked about no more", async () => {
    const member = await makeMember(app);
    const id = sessionIn(await buy(member, { packageId: "power" }));
    shop.stripe.pay(id, "later");
    await completed(id);
    shop.stripe.bounce(id);
    expect((await confirm(member, id)).body).toMatchObject({ state: "expired", balance: 5 });
    await app.database.pool.query("update checkouts set created_at = created_at - interval '3 minutes'");
    const asked = shop.stripe.requests.length;
    await reconcile(app.ctx);
    expect(shop.stripe.requests.slice(asked).filter((request) => request.endsWith(id))).toEqual([]);
  });

  test("with a tax that the operator's account adds grants the same", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    const session = shop.stripe.sessions.get(id);
    if (session) session.amount_total = 1081;
    await completed(id);
    expect(await balance(member)).toBe(20);
  });

  test("goes on for a customer whom the provider has forgotten, in two tabs too", async () => {
    const member = await makeMember(app);
    await buyAndPay(member);
    shop.stripe.customers.clear();
    const replies = await Promise.all([
      buy(member, { packageId: "power" }),
      shop.subscribe(member),
      shop.subscribe(member),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies[1].body.url).toBe(replies[2].body.url);
    const customers = replies.map((reply) => shop.stripe.sessions.get(sessionIn(reply))?.customer);
    expect(customers.filter((id) => id && shop.stripe.customers.has(id)).length).toBe(3);
  });

  test.each([
    ["localhost:4321", "http://localhost:4321/profile"],
    ["evil.example", `${SITE}/profile`],
    ["localhost.evil.example", `${SITE}/profile`],
  ])("by a browser that came to %s leads back to %s", async (host, start) => {
    const { token } = await makeMember(app);
    const { url } = await buyAs(host, token);
    const session = shop.stripe.sessions.get(sessionIn({ body: { url } }));
    expect(String(session?.success_url).startsWith(start)).toBe(true);
    expect(String(session?.cancel_url).startsWith(start)).toBe(true);
  });

  test("that is given up grants nothing, and an event that claims otherwise changes nothing", async () => {
    const member = await makeMember(app);
    const id = sessionIn(await buy(member, { packageId: "power" }));
    const lie = { ...shop.stripe.sessions.get(id), payment_status: "paid", status: "complete" };
    expect((await tell("checkout.session.completed", lie)).status).toBe(200);
    expect(await balance(member)).toBe(5);
    shop.stripe.expire(id);
    await tell("checkout.session.expired", shop.stripe.sessions.get(id));
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
    const { rows } = await app.database.pool.query("select id from wallets where member_id = $1", [
      (await makeMember(app)).id,
    ]);
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
    const session = shop.stripe.sessions.get(id);
    const lies = [{ amount_subtotal: 1 }, { currency: "eur" }, { mode: "subscription" as const }];
    for (const lie of lies) {
      const truth = { ...session };
      Object.assign(session ?? {}, lie);
      expect((await completed(id)).status).toBe(200);
      expect(await balance(member)).toBe(5);
      Object.assign(session ?? {}, truth);
    }
    // Paid for the same, but at a page that is not the one we opened.
    const copy = { ...session, id: "cs_test_other" };
    shop.stripe.sessions.set(copy.id, copy as never);
    expect((await completed(copy.id)).status).toBe(200);
    expect(await balance(member)).toBe(5);
  });

  test("can be begun so often a day, and is told apart from what is paid", async () => {
    const member = await makeMember(app);
    for (let i = 0; i < 30; i++) expect((await buy(member, { packageId: "starter" })).status).toBe(200);
    expect(await buy(member, { packageId: "starter" })).toMatchObject({
      status: 429,
      body: { code: "checkout_rate_limit" },
    });
    const [last] = [...shop.stripe.sessions.keys()].slice(-1);
    shop.stripe.pay(last ?? "");
    await completed(last ?? "");
    expect((await buy(member, { packageId: "starter" })).status).toBe(200);
  });

  test("that is granted is said to be without asking the provider", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    await completed(id);
    shop.stripe.fail(400);
    expect((await confirm(member, id)).body).toMatchObject({ state: "granted", balance: 20 });
    shop.stripe.fail(undefined);
  });

  test("says when the provider is away, and can be tried again", async () => {
    const member = await makeMember(app);
    shop.stripe.fail(500);
    expect(await buy(member, { packageId: "power" })).toMatchObject({
      status: 503,
      body: { code: "payment_provider_unavailable" },
    });
    shop.stripe.fail(undefined);
    await completed(await buyAndPay(member));
    expect(await balance(member)).toBe(20);
  }, 20_000);
});

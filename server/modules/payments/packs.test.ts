import { describe, expect, test } from "vitest";
import { PACKS } from "#contract/catalog.ts";
import { sendCrush } from "#contract/crushes.ts";
import { reconcile } from "#server/modules/payments/webhooks.service.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeCompleteMember, makeMember } from "#server/testing/members.ts";
import { makeShop, sessionIn } from "#server/testing/shop.ts";

const shop = makeShop();
const { wallet, balance, buy, confirm, hook, tell, completed, buyAndPay, app } = shop;

describe("buying a pack", () => {
  test.each(PACKS.map((pack) => [pack.id, pack] as const))("%s grants what it says, once", async (packageId, pack) => {
    const member = await makeMember(app);
    const device = await connectDevice(app, member.token);
    const reply = await buy(member, { packageId, crushes: pack.crushes, amount: pack.price / 100 });
    expect(reply.status).toBe(200);
    const id = sessionIn(reply);
    expect(shop.stripe.sessions.get(id)).toMatchObject({ mode: "payment", amount_total: pack.price, currency: "usd" });
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
    const session = shop.stripe.sessions.get(id);
    if (session) session.amount_total = 1;
    expect((await completed(id)).status).toBe(200);
    expect(await balance(member)).toBe(5);
  });

  test("says when the provider is away, and can be tried again", async () => {
    const member = await makeMember(app);
    shop.stripe.fail(500);
    expect(await buy(member, { packageId: "power" })).toMatchObject({ status: 503, body: { code: "payments_away" } });
    shop.stripe.fail(undefined);
    await completed(await buyAndPay(member));
    expect(await balance(member)).toBe(20);
  }, 20_000);
});

describe("money that is paid back", () => {
  test("takes credits back in proportion, once, and never below nothing", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    await completed(id);
    const paid = shop.stripe.sessions.get(id)?.payment_intent ?? "";
    const refunded = (amount: number) => {
      shop.stripe.refund(paid, amount);
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
    const paid = shop.stripe.sessions.get(id)?.payment_intent ?? "";
    shop.stripe.refund(paid, 999);
    expect((await tell("charge.refunded", { object: "charge", payment_intent: paid })).status).toBe(200);
    await completed(id);
    expect(await balance(member)).toBe(5);
  });
});

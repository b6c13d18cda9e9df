import { describe, expect, test } from "vitest";
import { SUBSCRIPTION_PRICE } from "#contract/catalog.ts";
import { sendCrush } from "#contract/crushes.ts";
import * as payments from "#contract/payments.ts";
import { reconcile } from "#server/modules/payments/reconciling.service.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeCompleteMember, makeMember } from "#server/testing/members.ts";
import { makeShop, sessionIn } from "#server/testing/shop.ts";

const shop = makeShop();
const { wallet, subscribe, hook, tell, becomeUnlimited, app } = shop;

/** Every order of a list. */
const ordersOf = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, i) => ordersOf([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [one, ...rest]));

describe("the membership", () => {
  test("makes sending free until it ends, and says when that is", async () => {
    const member = await makeCompleteMember(app);
    const reply = await subscribe(member);
    expect(shop.stripe.sessions.get(sessionIn(reply))).toMatchObject({
      mode: "subscription",
      amount_total: SUBSCRIPTION_PRICE,
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
    shop.stripe.changeSubscription(id, { status: "canceled", ended_at: 1 });
    await tell("customer.subscription.deleted", shop.stripe.subscriptions.get(id));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("begun in two tabs is one page to pay at, and whoever has it cannot buy it again", async () => {
    const member = await makeMember(app);
    const [one, two, ...more] = await Promise.all([1, 2, 3, 4].map(() => subscribe(member)));
    if (!one || !two) throw new Error("nothing was answered");
    expect(new Set([one, two, ...more, await subscribe(member)].map(({ body }) => body.url)).size).toBe(1);
    shop.stripe.pay(sessionIn(one));
    expect(await subscribe(member)).toMatchObject({ status: 409, body: { code: "already_subscribed" } });
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
  });

  test("whose page has expired is begun anew, and one whose money is on its way is not", async () => {
    const member = await makeMember(app);
    const first = sessionIn(await subscribe(member));
    shop.stripe.expire(first);
    const second = sessionIn(await subscribe(member));
    expect(second).not.toBe(first);
    shop.stripe.pay(second, "later");
    expect(await subscribe(member)).toMatchObject({
      status: 409,
      body: { message: "Your payment is still on its way." },
    });
  });

  test("that the provider knows nothing of has ended", async () => {
    const member = await makeMember(app);
    await app.database.pool.query(
      `insert into memberships (provider_id, member_id, status, is_active, period_end, heard_at)
       values ('sub_gone', $1, 'active', true, now() + interval '1 day', now() - interval '25 hours')`,
      [member.id],
    );
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
    await reconcile(app.ctx);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("is cancelled for the end of its period, and resumed", async () => {
    const member = await makeMember(app);
    const none = await app.call(payments.cancelSubscription, {}, member.token);
    expect(none).toMatchObject({ status: 409, body: { code: "not_subscribed" } });
    await becomeUnlimited(member);
    const device = await connectDevice(app, member.token);
    const cancelled = await app.call(payments.cancelSubscription, {}, member.token);
    expect(cancelled.status).toBe(200);
    await device.hears("subscription_changed");
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
    let told = 0;
    const event = (state: Record<string, unknown>) =>
      shop.stripe.event(
        "customer.subscription.updated",
        { ...shop.stripe.subscriptions.get(id), ...state },
        `evt_order${told++}`,
      );
    for (const last of states.slice(2)) {
      shop.stripe.changeSubscription(id, { ended_at: null, ...last });
      const stands = {
        hasActiveSubscription: last["status"] !== "canceled",
        subscriptionEnds: last["cancel_at_period_end"] === true,
      };
      for (const order of ordersOf(states)) {
        for (const state of order) expect((await hook(event(state))).status).toBe(200);
        expect(await wallet(member)).toMatchObject(stands);
      }
      await Promise.all(states.map((state) => hook(event(state))));
      expect(await wallet(member)).toMatchObject(stands);
    }
  });

  test("whose period is over is looked at by the reconciliation", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    await app.database.pool.query("update memberships set period_end = now() - interval '1 minute'");
    const [item] = shop.stripe.subscriptions.get(id)?.items.data ?? [];
    if (item) item.current_period_end += 30 * 86_400;
    await reconcile(app.ctx);
    expect((await wallet(member)).subscriptionEndDate).toBe(
      new Date((item?.current_period_end ?? 0) * 1000).toISOString(),
    );
    shop.stripe.changeSubscription(id, { status: "canceled", ended_at: 7 });
    await app.database.pool.query("update memberships set heard_at = now() - interval '25 hours', looked_at = null");
    await reconcile(app.ctx);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("of which an old answer comes late is what the new one says", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    const release = shop.stripe.hold(`GET /v1/subscriptions/${id}`);
    const before = shop.stripe.requests.length;
    const slow = tell("customer.subscription.updated", shop.stripe.subscriptions.get(id));
    await expect.poll(() => shop.stripe.requests.length).toBeGreaterThan(before);
    shop.stripe.changeSubscription(id, { status: "canceled", ended_at: 9 });
    await tell("customer.subscription.deleted", shop.stripe.subscriptions.get(id));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
    release();
    await slow;
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("held twice, by whatever mishap, is cancelled twice", async () => {
    const member = await makeMember(app);
    const first = await becomeUnlimited(member);
    await app.database.pool.query("delete from memberships where provider_id = $1", [first]);
    const second = await becomeUnlimited(member);
    await tell("customer.subscription.updated", shop.stripe.subscriptions.get(first));
    await app.call(payments.cancelSubscription, {}, member.token);
    for (const id of [first, second]) expect(shop.stripe.subscriptions.get(id)?.cancel_at_period_end).toBe(true);
    expect((await wallet(member)).subscriptionEnds).toBe(true);
  });

  test("is only what was begun here, whatever else its buyer pays for by the same account", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    const other = { ...shop.stripe.subscriptions.get(id), id: "sub_other", metadata: {} } as never;
    shop.stripe.subscriptions.set("sub_other", other);
    shop.stripe.changeSubscription(id, { status: "canceled", ended_at: 3 });
    for (const one of [id, "sub_other"])
      await tell("customer.subscription.updated", shop.stripe.subscriptions.get(one));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("that the operator lets end on a day lasts until then, and can be resumed", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    const day = Math.floor(Date.now() / 1000) + 5 * 86_400;
    shop.stripe.changeSubscription(id, { cancel_at: day });
    await tell("customer.subscription.updated", shop.stripe.subscriptions.get(id));
    const at = new Date(day * 1000).toISOString();
    expect(await wallet(member)).toMatchObject({ subscriptionEnds: true, subscriptionEndDate: at });
    expect((await app.call(payments.cancelSubscription, {}, member.token)).body.endsAt).toBe(at);
    expect((await app.call(payments.resumeSubscription, {}, member.token)).body.message).toBe(
      "Your membership goes on.",
    );
    expect(await wallet(member)).toMatchObject({ hasActiveSubscription: true, subscriptionEnds: false });
  });

  test.each([payments.cancelSubscription, payments.resumeSubscription])(
    "that is over at the provider is over here when one asks to change it (%#)",
    async (endpoint) => {
      const member = await makeMember(app);
      const id = await becomeUnlimited(member);
      shop.stripe.changeSubscription(id, { status: "canceled", ended_at: 4 });
      expect(await app.call(endpoint, {}, member.token)).toMatchObject({
        status: 409,
        body: { code: "not_subscribed" },
      });
      expect((await wallet(member)).hasActiveSubscription).toBe(false);
    },
  );
});

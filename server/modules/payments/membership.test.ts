import { describe, expect, test } from "vitest";
import { MEMBERSHIP_PRICE } from "#contract/catalog.ts";
import { sendCrush } from "#contract/crushes.ts";
import * as payments from "#contract/payments.ts";
import { reconcile } from "#server/modules/payments/webhooks.service.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeCompleteMember, makeMember } from "#server/testing/members.ts";
import { makeShop, sessionIn } from "#server/testing/shop.ts";

const shop = makeShop();
const { wallet, subscribe, hook, tell, becomeUnlimited, app } = shop;

describe("the membership", () => {
  test("makes sending free until it ends, and says when that is", async () => {
    const member = await makeCompleteMember(app);
    const reply = await subscribe(member);
    expect(shop.stripe.sessions.get(sessionIn(reply))).toMatchObject({
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
    shop.stripe.changeSubscription(id, { status: "canceled", ended_at: 1 });
    await tell("customer.subscription.deleted", shop.stripe.subscriptions.get(id));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("begun in two tabs is one page to pay at, and whoever has it cannot buy it again", async () => {
    const member = await makeMember(app);
    const [one, two] = [await subscribe(member), await subscribe(member)];
    expect(one.body.url).toBe(two.body.url);
    shop.stripe.pay(sessionIn(one));
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
      shop.stripe.event("customer.subscription.updated", { ...shop.stripe.subscriptions.get(id), ...state }),
    );
    for (const [i, last] of states.entries()) {
      shop.stripe.changeSubscription(id, { ended_at: null, ...last });
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
    shop.stripe.changeSubscription(id, { status: "canceled", ended_at: 7 });
    await app.database.pool.query("update memberships set heard_at = now() - interval '25 hours'");
    await reconcile(app.ctx);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });
});

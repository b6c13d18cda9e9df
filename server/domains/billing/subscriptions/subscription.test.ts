import { describe, expect, test } from "vitest";
import * as payments from "#contract/billing/payments.ts";
import { SUBSCRIPTION_PRICE_CENTS } from "#contract/billing/prices.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { createCompleteMember, createMember } from "#server/testing/members.ts";
import { createPaymentsHarness, sessionIn } from "#server/testing/payments-harness.ts";
import { connectDevice } from "#server/testing/socket-client.ts";

const harness = createPaymentsHarness();
const { wallet, subscribe, postWebhook, sendEvent, becomeUnlimited, app } = harness;

const permutations = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, i) => permutations([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [one, ...rest]));

describe("the subscription", () => {
  // @spec 7.get-api-crushes
  test("makes sending free until it ends, and reports its end", async () => {
    const member = await createCompleteMember(app);
    const reply = await subscribe(member);
    expect(harness.stripe.sessions.get(sessionIn(reply))).toMatchObject({
      mode: "subscription",
      amount_total: SUBSCRIPTION_PRICE_CENTS,
      currency: "usd",
      adaptive_pricing: { enabled: false },
    });
    const id = await becomeUnlimited(member);
    const { hasActiveSubscription, subscriptionEndDate, subscriptionEnds } = await wallet(member);
    expect({ hasActiveSubscription, subscriptionEnds }).toEqual({
      hasActiveSubscription: true,
      subscriptionEnds: false,
    });
    expect(new Date(subscriptionEndDate ?? 0).getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const sent = await app.call(
      sendCrush,
      { body: { recipientId: (await createCompleteMember(app)).id } },
      member.token,
    );
    expect(sent.body.remainingCrushes).toBe(5);
    expect((await wallet(member)).history[0]).toMatchObject({ action: "sent", change: 0, amount: 0 });
    harness.stripe.changeSubscription(id, { status: "canceled", ended_at: 1 });
    await sendEvent("customer.subscription.deleted", harness.stripe.subscriptions.get(id));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("opens one payment page for two tabs, and cannot be bought twice", async () => {
    const member = await createMember(app);
    const [one, two, ...more] = await Promise.all([1, 2, 3, 4].map(() => subscribe(member)));
    if (!one || !two) throw new Error("nothing was answered");
    expect(new Set([one, two, ...more, await subscribe(member)].map(({ body }) => body.url)).size).toBe(1);
    const stored = "select from checkouts join wallets on wallets.id = wallet_id where member_id = $1";
    expect((await app.database.pool.query(stored, [member.id])).rowCount).toBe(1);
    harness.stripe.pay(sessionIn(one));
    expect(await subscribe(member)).toMatchObject({ status: 409, body: { code: "already_subscribed" } });
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
  });

  test("can be bought again if its page expired, but not while its payment is pending", async () => {
    const member = await createMember(app);
    const first = sessionIn(await subscribe(member));
    harness.stripe.expire(first);
    const second = sessionIn(await subscribe(member));
    expect(second).not.toBe(first);
    harness.stripe.pay(second, "later");
    expect(await subscribe(member)).toMatchObject({
      status: 409,
      body: { message: "Your payment is still on its way." },
    });
  });

  test("is inactive if the provider does not know it", async () => {
    const member = await createMember(app);
    await app.database.pool.query(
      `insert into subscriptions (provider_id, member_id, status, is_active, period_end, synced_at)
       values ('sub_gone', $1, 'active', true, now() + interval '1 day', now() - interval '25 hours')`,
      [member.id],
    );
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
    await reconcilePayments(app.ctx);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  // @spec 7.post-api-crushes
  test("can be cancelled for the end of its period, and resumed", async () => {
    const member = await createMember(app);
    const none = await app.call(payments.cancelSubscription, {}, member.token);
    expect(none).toMatchObject({ status: 409, body: { code: "not_subscribed" } });
    await becomeUnlimited(member);
    const device = await connectDevice(app, member.token);
    const cancelled = await app.call(payments.cancelSubscription, {}, member.token);
    expect(cancelled.status).toBe(200);
    await device.waitFor("subscription_changed");
    device.close();
    expect(await wallet(member)).toMatchObject({ hasActiveSubscription: true, subscriptionEnds: true });
    expect(cancelled.body.endsAt).toBe((await wallet(member)).subscriptionEndDate);
    await app.call(payments.resumeSubscription, {}, member.token);
    expect(await wallet(member)).toMatchObject({ hasActiveSubscription: true, subscriptionEnds: false });
  });

  test("ends in the provider's state in any order of events", async () => {
    const member = await createMember(app);
    const id = await becomeUnlimited(member);
    const states: Record<string, unknown>[] = [
      { status: "active", cancel_at_period_end: false },
      { status: "past_due", cancel_at_period_end: false },
      { status: "active", cancel_at_period_end: true },
      { status: "canceled", cancel_at_period_end: false, ended_at: 5 },
    ];
    let told = 0;
    const event = (state: Record<string, unknown>) =>
      harness.stripe.event(
        "customer.subscription.updated",
        { ...harness.stripe.subscriptions.get(id), ...state },
        `evt_order${told++}`,
      );
    for (const last of states.slice(2)) {
      harness.stripe.changeSubscription(id, { ended_at: null, ...last });
      const stands = {
        hasActiveSubscription: last["status"] !== "canceled",
        subscriptionEnds: last["cancel_at_period_end"] === true,
      };
      for (const order of permutations(states)) {
        for (const state of order) expect((await postWebhook(event(state))).status).toBe(200);
        expect(await wallet(member)).toMatchObject(stands);
      }
      await Promise.all(states.map((state) => postWebhook(event(state))));
      expect(await wallet(member)).toMatchObject(stands);
    }
  });

  test("is checked by the reconciliation when its period is over", async () => {
    const member = await createMember(app);
    const id = await becomeUnlimited(member);
    await app.database.pool.query("update subscriptions set period_end = now() - interval '1 minute'");
    const [item] = harness.stripe.subscriptions.get(id)?.items.data ?? [];
    if (item) item.current_period_end += 30 * 86_400;
    await reconcilePayments(app.ctx);
    expect((await wallet(member)).subscriptionEndDate).toBe(
      new Date((item?.current_period_end ?? 0) * 1000).toISOString(),
    );
    harness.stripe.changeSubscription(id, { status: "canceled", ended_at: 7 });
    await app.database.pool.query(
      "update subscriptions set synced_at = now() - interval '25 hours', last_checked_at = null",
    );
    await reconcilePayments(app.ctx);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("ignores a late answer to an earlier request", async () => {
    const member = await createMember(app);
    const id = await becomeUnlimited(member);
    const release = harness.stripe.hold(`GET /v1/subscriptions/${id}`);
    const before = harness.stripe.requests.length;
    const slow = sendEvent("customer.subscription.updated", harness.stripe.subscriptions.get(id));
    await expect.poll(() => harness.stripe.requests.length).toBeGreaterThan(before);
    harness.stripe.changeSubscription(id, { status: "canceled", ended_at: 9 });
    await sendEvent("customer.subscription.deleted", harness.stripe.subscriptions.get(id));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
    release();
    await slow;
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("is cancelled twice if a member has two", async () => {
    const member = await createMember(app);
    const first = await becomeUnlimited(member);
    await app.database.pool.query("delete from subscriptions where provider_id = $1", [first]);
    const second = await becomeUnlimited(member);
    await sendEvent("customer.subscription.updated", harness.stripe.subscriptions.get(first));
    await app.call(payments.cancelSubscription, {}, member.token);
    for (const id of [first, second]) expect(harness.stripe.subscriptions.get(id)?.cancel_at_period_end).toBe(true);
    expect((await wallet(member)).subscriptionEnds).toBe(true);
  });

  test("does not include other products of the same provider account", async () => {
    const member = await createMember(app);
    const id = await becomeUnlimited(member);
    const other = { ...harness.stripe.subscriptions.get(id), id: "sub_other", metadata: {} } as never;
    harness.stripe.subscriptions.set("sub_other", other);
    harness.stripe.changeSubscription(id, { status: "canceled", ended_at: 3 });
    for (const one of [id, "sub_other"])
      await sendEvent("customer.subscription.updated", harness.stripe.subscriptions.get(one));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("that the operator cancels for a date lasts until then, and can be resumed", async () => {
    const member = await createMember(app);
    const id = await becomeUnlimited(member);
    const day = Math.floor(Date.now() / 1000) + 5 * 86_400;
    harness.stripe.changeSubscription(id, { cancel_at: day });
    await sendEvent("customer.subscription.updated", harness.stripe.subscriptions.get(id));
    const at = new Date(day * 1000).toISOString();
    expect(await wallet(member)).toMatchObject({ subscriptionEnds: true, subscriptionEndDate: at });
    expect((await app.call(payments.cancelSubscription, {}, member.token)).body.endsAt).toBe(at);
    expect((await app.call(payments.resumeSubscription, {}, member.token)).body.message).toBe(
      "Your membership goes on.",
    );
    expect(await wallet(member)).toMatchObject({ hasActiveSubscription: true, subscriptionEnds: false });
  });

  test.each([payments.cancelSubscription, payments.resumeSubscription])(
    "that ended at the provider ends here when the member changes it (%#)",
    async (endpoint) => {
      const member = await createMember(app);
      const id = await becomeUnlimited(member);
      harness.stripe.changeSubscription(id, { status: "canceled", ended_at: 4 });
      expect(await app.call(endpoint, {}, member.token)).toMatchObject({
        status: 409,
        body: { code: "not_subscribed" },
      });
      expect((await wallet(member)).hasActiveSubscription).toBe(false);
    },
  );
});

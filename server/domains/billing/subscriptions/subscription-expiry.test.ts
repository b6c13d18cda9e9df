import { describe, expect, test } from "vitest";
import * as payments from "#contract/billing/payments.ts";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { createPaymentsHarness, sessionIn } from "#server/testing/payments-harness.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";

const harness = createPaymentsHarness();
const { wallet, subscribe, sendEvent, buyAndPay, becomeUnlimited, app } = harness;

const completePackage = async (member: TestMember) => harness.sendSessionCompleted(await buyAndPay(member));

describe("a subscription", () => {
  test("with an unpaid renewal stays active for three weeks, over any number of periods, and once it is paid", async () => {
    const member = await createMember(app);
    const id = await becomeUnlimited(member);
    const heard = async (status: "past_due" | "active") => {
      harness.stripe.changeSubscription(id, { status });
      await sendEvent("invoice.payment_failed", {
        object: "invoice",
        parent: { subscription_details: { subscription: id } },
      });
      return (await wallet(member)).hasActiveSubscription;
    };
    const pass = (days: number) =>
      app.database.pool.query(`update subscriptions set unpaid_since = unpaid_since - interval '${days} days'`);
    expect(await heard("past_due")).toBe(true);
    await pass(20);
    expect(await heard("past_due")).toBe(true);
    const [item] = harness.stripe.subscriptions.get(id)?.items.data ?? [];
    if (item) item.current_period_start += 30 * 86_400;
    await pass(2);
    expect(await heard("past_due")).toBe(false);
    expect(await heard("active")).toBe(true);
  });

  test("has grace for an unpaid renewal once a year, also if it was paid or another one was bought since", async () => {
    const member = await createMember(app);
    const first = await becomeUnlimited(member);
    const report = async (id: string, status: "past_due" | "active") => {
      harness.stripe.changeSubscription(id, { status });
      await sendEvent("customer.subscription.updated", harness.stripe.subscriptions.get(id));
      return (await wallet(member)).hasActiveSubscription;
    };
    const pass = (days: number) =>
      app.database.pool.query(
        `update subscriptions set unpaid_since = unpaid_since - interval '${days} days',
           grace_since = grace_since - interval '${days} days' where member_id = $1`,
        [member.id],
      );
    expect(await report(first, "past_due")).toBe(true);
    expect(await report(first, "active")).toBe(true);
    await pass(60);
    expect(await report(first, "past_due")).toBe(false);
    expect(await report(first, "active")).toBe(true);
    await report(first, "past_due");
    // It is cancelled for the next one.
    const second = await becomeUnlimited(member);
    expect(harness.stripe.subscriptions.get(first)?.status).toBe("canceled");
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
    expect(await report(second, "past_due")).toBe(false);
    expect(await report(second, "active")).toBe(true);
    await pass(306);
    expect(await report(second, "past_due")).toBe(true);
  });

  test("expires three weeks after its period if the provider sends nothing", async () => {
    const member = await createMember(app);
    await becomeUnlimited(member);
    const end = (days: number) =>
      app.database.pool.query(
        `update subscriptions set period_end = now() - interval '${days} days' where member_id = $1`,
        [member.id],
      );
    await end(20);
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
    await end(22);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("that is cancelled expires with its period without an event", async () => {
    const member = await createMember(app);
    await becomeUnlimited(member);
    await app.call(payments.cancelSubscription, {}, member.token);
    await app.database.pool.query(
      "update subscriptions set period_end = now() - interval '1 second' where member_id = $1",
      [member.id],
    );
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("that expires is emitted to the member's devices within a minute, and to nobody else's", async () => {
    const change = (of: TestMember, set: string) =>
      app.database.pool.query(`update subscriptions set ${set} where member_id = $1`, [of.id]);
    const members = await Promise.all(Array.from({ length: 5 }, () => createMember(app)));
    for (const member of members) await becomeUnlimited(member);
    const [a, b, c, d, e] = members as [TestMember, TestMember, TestMember, TestMember, TestMember];
    await change(a, "cancel_at_period_end = true, period_end = now() - interval '30 seconds'");
    await change(b, "unpaid_since = now() - interval '21 days 30 seconds'");
    await change(c, "period_end = now() - interval '21 days 30 seconds'");
    await change(d, "period_end = now() - interval '30 seconds'");
    await change(e, "cancel_at_period_end = true, period_end = now() - interval '5 minutes'");
    const devices = await Promise.all(members.map((member) => connectDevice(app, member.token)));
    await runJob(app.ctx, "subscription-expired", {});
    for (const device of devices.slice(0, 3)) await device.waitFor("subscription_changed");
    for (const member of [a, b, c]) expect((await wallet(member)).hasActiveSubscription).toBe(false);
    // Events are ordered: an earlier one would have arrived before this.
    for (const member of [d, e]) {
      await completePackage(member);
      const device = devices[members.indexOf(member)];
      await device?.waitFor("balance_changed");
      expect(device?.received.map(({ event }) => event)).not.toContain("subscription_changed");
    }
    for (const device of devices) device.close();
  });

  test("that the provider did not know is found again within a day or at the next purchase", async () => {
    for (const find of [
      async () => {
        await app.database.pool.query(
          "update subscriptions set synced_at = synced_at - interval '25 hours', last_checked_at = null",
        );
        await reconcilePayments(app.ctx);
      },
      async (member: TestMember) => {
        expect(await subscribe(member)).toMatchObject({ status: 409, body: { code: "already_subscribed" } });
      },
    ]) {
      const member = await createMember(app);
      const id = await becomeUnlimited(member);
      const kept = harness.stripe.subscriptions.get(id);
      harness.stripe.subscriptions.delete(id);
      await sendEvent("customer.subscription.updated", kept);
      expect((await wallet(member)).hasActiveSubscription).toBe(false);
      if (kept) harness.stripe.subscriptions.set(id, kept);
      await find(member);
      expect((await wallet(member)).hasActiveSubscription).toBe(true);
    }
  });

  test("that is inactive but may still be charged is cancelled before another is sold", async () => {
    const member = await createMember(app);
    const id = await becomeUnlimited(member);
    harness.stripe.changeSubscription(id, { status: "unpaid" });
    await sendEvent("customer.subscription.updated", harness.stripe.subscriptions.get(id));
    expect((await subscribe(member)).status).toBe(200);
    expect(harness.stripe.subscriptions.get(id)?.status).toBe("canceled");
  });

  test("is not active before its first payment arrives, nor if that fails", async () => {
    const member = await createMember(app);
    const session = sessionIn(await subscribe(member));
    harness.stripe.pay(session);
    const paid = harness.stripe.sessions.get(session);
    if (paid) paid.payment_status = "unpaid";
    await sendEvent("customer.subscription.created", harness.stripe.subscriptions.get(paid?.subscription ?? ""));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
    harness.stripe.changeSubscription(paid?.subscription ?? "", { status: "incomplete_expired" });
    expect((await harness.confirm(member, session)).body.state).toBe("expired");
    expect((await subscribe(member)).status).toBe(200);
  });

  test("with an unanswered request is checked again", async () => {
    const member = await createMember(app);
    const id = await becomeUnlimited(member);
    harness.stripe.changeSubscription(id, { status: "canceled", ended_at: 2 });
    await app.database.pool.query(
      "update subscriptions set request_seq = request_seq + 1, synced_at = now() - interval '2 minutes', last_checked_at = null where provider_id = $1",
      [id],
    );
    await reconcilePayments(app.ctx);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
    const { rows } = await app.database.pool.query("select last_checked_at from subscriptions where provider_id = $1", [
      id,
    ]);
    expect(rows[0].last_checked_at).not.toBeNull();
  });

  test("can be bought after the provider failed, although it replays failed requests", async () => {
    const member = await createMember(app);
    await buyAndPay(member);
    harness.stripe.fail(500);
    expect((await subscribe(member)).status).toBe(503);
    harness.stripe.fail(undefined);
    expect((await subscribe(member)).status).toBe(200);
  }, 20_000);

  test("that did not change emits nothing", async () => {
    const member = await createMember(app);
    const id = await becomeUnlimited(member);
    const device = await connectDevice(app, member.token);
    await sendEvent("customer.subscription.updated", harness.stripe.subscriptions.get(id));
    await completePackage(member);
    await device.waitFor("balance_changed");
    expect(device.received.map(({ event }) => event)).not.toContain("subscription_changed");
    device.close();
  });
});

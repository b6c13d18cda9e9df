import { describe, expect, test } from "vitest";
import * as payments from "#contract/payments.ts";
import { paymentsJobs, reconcile } from "#server/modules/payments/reconciling.service.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { makeMember, type TestMember } from "#server/testing/members.ts";
import { makeShop, sessionIn } from "#server/testing/shop.ts";

const shop = makeShop();
const { wallet, subscribe, tell, buyAndPay, becomeUnlimited, app } = shop;

/** Buys a pack, of which its devices hear. */
const completedPack = async (member: TestMember) => shop.completed(await buyAndPay(member));

describe("a membership", () => {
  test("whose renewal is not paid goes on for three weeks, however many periods that is, and again when it is paid", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    const heard = async (status: "past_due" | "active") => {
      shop.stripe.changeSubscription(id, { status });
      await tell("invoice.payment_failed", {
        object: "invoice",
        parent: { subscription_details: { subscription: id } },
      });
      return (await wallet(member)).hasActiveSubscription;
    };
    const pass = (days: number) =>
      app.database.pool.query(`update memberships set unpaid_since = unpaid_since - interval '${days} days'`);
    expect(await heard("past_due")).toBe(true);
    await pass(20);
    expect(await heard("past_due")).toBe(true);
    const [item] = shop.stripe.subscriptions.get(id)?.items.data ?? [];
    if (item) item.current_period_start += 30 * 86_400;
    await pass(2);
    expect(await heard("past_due")).toBe(false);
    expect(await heard("active")).toBe(true);
  });

  test("of which nothing is heard for long gives nothing", async () => {
    const member = await makeMember(app);
    await becomeUnlimited(member);
    const end = (days: number) =>
      app.database.pool.query(
        `update memberships set period_end = now() - interval '${days} days' where member_id = $1`,
        [member.id],
      );
    await end(20);
    expect((await wallet(member)).hasActiveSubscription).toBe(true);
    await end(22);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("that ends does so with its period, though nothing is heard", async () => {
    const member = await makeMember(app);
    await becomeUnlimited(member);
    await app.call(payments.cancelSubscription, {}, member.token);
    await app.database.pool.query(
      "update memberships set period_end = now() - interval '1 second' where member_id = $1",
      [member.id],
    );
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
  });

  test("that comes to its end is told to the member's devices within a minute, and nobody else's", async () => {
    const { "tell-ended": look } = paymentsJobs(app.ctx);
    const change = (of: TestMember, set: string) =>
      app.database.pool.query(`update memberships set ${set} where member_id = $1`, [of.id]);
    const members = await Promise.all(Array.from({ length: 5 }, () => makeMember(app)));
    for (const member of members) await becomeUnlimited(member);
    const [a, b, c, d, e] = members as [TestMember, TestMember, TestMember, TestMember, TestMember];
    await change(a, "ends = true, period_end = now() - interval '30 seconds'");
    await change(b, "unpaid_since = now() - interval '21 days 30 seconds'");
    await change(c, "period_end = now() - interval '21 days 30 seconds'");
    await change(d, "period_end = now() - interval '30 seconds'");
    await change(e, "ends = true, period_end = now() - interval '5 minutes'");
    const devices = await Promise.all(members.map((member) => connectDevice(app, member.token)));
    await look({}, "");
    for (const device of devices.slice(0, 3)) await device.hears("subscription_changed");
    for (const member of [a, b, c]) expect((await wallet(member)).hasActiveSubscription).toBe(false);
    // What is told next was told after everything before it.
    for (const member of [d, e]) {
      await completedPack(member);
      const device = devices[members.indexOf(member)];
      await device?.hears("balance_changed");
      expect(device?.heard.map(({ event }) => event)).not.toContain("subscription_changed");
    }
    for (const device of devices) device.close();
  });

  test("that was lost from sight is found again, within a day or when one wants to buy it", async () => {
    for (const find of [
      async () => {
        await app.database.pool.query(
          "update memberships set heard_at = heard_at - interval '25 hours', looked_at = null",
        );
        await reconcile(app.ctx);
      },
      async (member: TestMember) => {
        expect(await subscribe(member)).toMatchObject({ status: 409, body: { code: "already_subscribed" } });
      },
    ]) {
      const member = await makeMember(app);
      const id = await becomeUnlimited(member);
      const kept = shop.stripe.subscriptions.get(id);
      shop.stripe.subscriptions.delete(id);
      await tell("customer.subscription.updated", kept);
      expect((await wallet(member)).hasActiveSubscription).toBe(false);
      if (kept) shop.stripe.subscriptions.set(id, kept);
      await find(member);
      expect((await wallet(member)).hasActiveSubscription).toBe(true);
    }
  });

  test("that gives nothing any more but may still cost money is ended before another is sold", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    shop.stripe.changeSubscription(id, { status: "unpaid" });
    await tell("customer.subscription.updated", shop.stripe.subscriptions.get(id));
    expect((await subscribe(member)).status).toBe(200);
    expect(shop.stripe.subscriptions.get(id)?.status).toBe("canceled");
  });

  test("is not given before its first payment has come, and not at all where that fails", async () => {
    const member = await makeMember(app);
    const session = sessionIn(await subscribe(member));
    shop.stripe.pay(session);
    const paid = shop.stripe.sessions.get(session);
    if (paid) paid.payment_status = "unpaid";
    await tell("customer.subscription.created", shop.stripe.subscriptions.get(paid?.subscription ?? ""));
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
    shop.stripe.changeSubscription(paid?.subscription ?? "", { status: "incomplete_expired" });
    expect((await shop.confirm(member, session)).body.state).toBe("expired");
    expect((await subscribe(member)).status).toBe(200);
  });

  test("about which a question went unanswered is asked about again", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    shop.stripe.changeSubscription(id, { status: "canceled", ended_at: 2 });
    await app.database.pool.query(
      "update memberships set asked = asked + 1, heard_at = now() - interval '2 minutes', looked_at = null where provider_id = $1",
      [id],
    );
    await reconcile(app.ctx);
    expect((await wallet(member)).hasActiveSubscription).toBe(false);
    const { rows } = await app.database.pool.query("select looked_at from memberships where provider_id = $1", [id]);
    expect(rows[0].looked_at).not.toBeNull();
  });

  test("can be begun again after the provider has failed, though it repeats its failures", async () => {
    const member = await makeMember(app);
    await buyAndPay(member);
    shop.stripe.fail(500);
    expect((await subscribe(member)).status).toBe(503);
    shop.stripe.fail(undefined);
    expect((await subscribe(member)).status).toBe(200);
  }, 20_000);

  test("that has not changed is news to nobody", async () => {
    const member = await makeMember(app);
    const id = await becomeUnlimited(member);
    const device = await connectDevice(app, member.token);
    await tell("customer.subscription.updated", shop.stripe.subscriptions.get(id));
    await completedPack(member);
    await device.hears("balance_changed");
    expect(device.heard.map(({ event }) => event)).not.toContain("subscription_changed");
    device.close();
  });
});

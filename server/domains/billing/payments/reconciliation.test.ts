import { describe, expect, test } from "vitest";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { createMember } from "#server/testing/members.ts";
import { createPaymentsHarness } from "#server/testing/payments-harness.ts";

const harness = createPaymentsHarness();
const { balance, buyAndPay, app } = harness;

const query = (sql: string) => app.database.pool.query(sql);
const makeCheckoutsDue = () => query("update checkouts set created_at = created_at - interval '3 minutes'");

describe("the reconciliation", () => {
  test("stops if the provider is unavailable, and continues in the next round", async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => createMember(app)));
    for (const member of members) await buyAndPay(member);
    await makeCheckoutsDue();
    harness.stripe.fail(400);
    const before = harness.stripe.requests.length;
    await expect(reconcilePayments(app.ctx)).rejects.toThrow("3 failed, the first: ");
    expect(harness.stripe.requests.length - before).toBe(3);
    harness.stripe.fail(undefined);
    await query("update checkouts set last_checked_at = last_checked_at - interval '1 minute'");
    await reconcilePayments(app.ctx);
    expect(await Promise.all(members.map(balance))).toEqual(members.map(() => 20));
  });

  test("checks every item, even if some keep failing", async () => {
    const [confirmed, missed] = [await createMember(app), await createMember(app)];
    const id = await buyAndPay(confirmed);
    await buyAndPay(missed);
    await query(`
      insert into payment_events (id, type, subject, received_at, attempts)
      select 'evt_broken_' || n, 'broken', '{"kind":"session","id":"cs_broken"}', now() - interval '1 hour', 1
      from generate_series(1, 150) as n`);
    await query(`
      insert into payment_events (id, type, subject, received_at)
      values ('evt_good', 'checkout.session.completed', '{"kind":"session","id":"${id}"}', now() - interval '2 minutes')`);
    await makeCheckoutsDue();
    harness.stripe.fail(400, "GET /v1/checkout/sessions/cs_broken");
    await expect(reconcilePayments(app.ctx)).rejects.toThrow("3 failed, the first: ");
    harness.stripe.fail(undefined);
    expect([await balance(confirmed), await balance(missed)]).toEqual([20, 20]);
    await query("delete from payment_events");
  });

  test("retries a failing event at growing intervals", async () => {
    await query(
      'insert into payment_events (id, type, subject, attempts) values (\'evt_bad\', \'bad\', \'{"kind":"session","id":"cs_bad"}\', 5)',
    );
    const isRetried = async (minutes: number) => {
      await query(`update payment_events set received_at = now() - interval '${minutes} minutes'`);
      harness.stripe.fail(400);
      const before = harness.stripe.requests.length;
      await reconcilePayments(app.ctx).catch(() => undefined);
      harness.stripe.fail(undefined);
      return harness.stripe.requests.slice(before).some((request) => request.endsWith("cs_bad"));
    };
    expect(await isRetried(31)).toBe(false);
    expect(await isRetried(33)).toBe(true);
    await query("delete from payment_events");
  });

  test("checks an open checkout at growing intervals for a month", async () => {
    const member = await createMember(app);
    await buyAndPay(member, "starter");
    const isChecked = async (age: string, lastCheck: string) => {
      await query(
        `update checkouts set state = 'open', created_at = now() - interval '${age}', last_checked_at = now() - interval '${lastCheck}'`,
      );
      harness.stripe.fail(404);
      const before = harness.stripe.requests.length;
      await reconcilePayments(app.ctx).catch(() => undefined);
      harness.stripe.fail(undefined);
      return harness.stripe.requests.length > before;
    };
    await query("delete from payment_events");
    await query("delete from checkouts where package_id <> 'starter'");
    expect(await isChecked("1 hour", "16 minutes")).toBe(true);
    expect(await isChecked("1 hour", "14 minutes")).toBe(false);
    expect(await isChecked("10 days", "55 hours")).toBe(false);
    expect(await isChecked("10 days", "65 hours")).toBe(true);
    expect(await isChecked("31 days", "30 days")).toBe(false);
    expect((await query("select state from checkouts")).rows).toEqual([{ state: "expired" }]);
  });

  test("expires a checkout without a session after a day", async () => {
    const { rows } = await query("select id from wallets limit 1");
    await query("delete from checkouts");
    for (const hours of [24, 26]) {
      await query(`insert into checkouts (id, wallet_id, kind, crushes, amount_cents, created_at)
        values (gen_random_uuid(), '${rows[0].id}', 'package', 5, 499, now() - interval '${hours} hours')`);
    }
    await reconcilePayments(app.ctx);
    expect((await query("select state from checkouts order by created_at")).rows).toEqual([
      { state: "expired" },
      { state: "open" },
    ]);
  });
});

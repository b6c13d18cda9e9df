import { describe, expect, test } from "vitest";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { deletedMemberFixtures } from "#server/testing/deleted-member-fixtures.ts";
import { createMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { createPaymentsHarness, sessionIn } from "#server/testing/payments-harness.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";

const busy = createPaymentsHarness({ work: true });
const idle = createPaymentsHarness();

type Shop = ReturnType<typeof createPaymentsHarness>;

const leave = async ({ app }: Shop, me: TestMember) =>
  expect((await app.call(deleteAccount, { body: { password: PASSWORD } }, me.token)).status).toBe(200);
const query = ({ app }: Shop, sql: string, ...values: unknown[]) => app.database.pool.query(sql, values);
const entries = async (shop: Shop, me: TestMember) =>
  (
    await query(
      shop,
      `select kind, change from ledger_entries join wallets on wallets.id = wallet_id
       where member_id = $1 and kind <> 'bonus' order by ledger_entries.id`,
      me.id,
    )
  ).rows;

describe("deleting an account", () => {
  test("cancels the subscription and open payment pages, even after an outage of the provider", async () => {
    const me = await createMember(busy.app);
    const subscription = await busy.becomeUnlimited(me);
    const page = sessionIn(await busy.buy(me, { packageId: "power" }));
    busy.stripe.fail(503);
    await leave(busy, me);
    expect((await query(busy, "select * from customers where member_id = $1", me.id)).rows).toEqual([]);
    expect(busy.stripe.subscriptions.get(subscription)?.status).toBe("active");
    busy.stripe.fail(undefined);
    const stands = () => [busy.stripe.subscriptions.get(subscription)?.status, busy.stripe.sessions.get(page)?.status];
    await expect.poll(stands, { timeout: 15_000 }).toEqual(["canceled", "expired"]);
    const known = "select is_terminated, is_active from subscriptions where member_id = $1";
    await expect
      .poll(async () => (await query(busy, known, me.id)).rows)
      .toEqual([{ is_terminated: true, is_active: false }]);
  });

  test("closes a payment page that was being opened", async () => {
    const me = await createMember(busy.app);
    const letGo = busy.stripe.hold("POST /v1/checkout/sessions");
    const asked = new Promise<void>((resolve) =>
      busy.stripe.watch((request) => request === "POST /v1/checkout/sessions" && resolve()),
    );
    const buying = busy.buy(me, { packageId: "power" });
    await asked;
    await leave(busy, me);
    letGo();
    expect((await buying).status).toBe(401);
    const page = [...busy.stripe.sessions.keys()].at(-1) ?? "";
    await expect.poll(() => busy.stripe.sessions.get(page)?.status, { timeout: 10_000 }).toBe("expired");
    expect((await query(busy, "select * from customers where member_id = $1", me.id)).rows).toEqual([]);
  });

  test("cancels payments in the reconciliation if the job failed for good", async () => {
    const me = await createMember(idle.app);
    const subscription = await idle.becomeUnlimited(me);
    const page = sessionIn(await idle.buy(me, { packageId: "power" }));
    await leave(idle, me);
    expect(idle.stripe.subscriptions.get(subscription)?.status).toBe("active");
    await reconcilePayments(idle.app.ctx);
    expect(idle.stripe.subscriptions.get(subscription)?.status).toBe("canceled");
    expect(idle.stripe.sessions.get(page)?.status).toBe("expired");
    const asked = idle.stripe.requests.length;
    await reconcilePayments(idle.app.ctx);
    expect(idle.stripe.requests.length).toBe(asked);
  });

  test("refunds a package that is paid for before the rest is erased, once", async () => {
    const me = await createMember(idle.app);
    const page = sessionIn(await idle.buy(me, { packageId: "power" }));
    await leave(idle, me);
    idle.stripe.pay(page);
    const payment = idle.stripe.sessions.get(page)?.payment_intent;
    idle.stripe.fail(500, "POST /v1/refunds");
    expect((await idle.sendSessionCompleted(page)).status).toBe(500);
    expect(await entries(idle, me)).toEqual([]);
    idle.stripe.fail(undefined);
    await Promise.all([idle.sendSessionCompleted(page), idle.sendSessionCompleted(page)]);
    await reconcilePayments(idle.app.ctx);
    expect([...idle.stripe.refunds.values()].filter((one) => one.payment_intent === payment)).toHaveLength(1);
    const booked = [
      { kind: "purchased", change: 15 },
      { kind: "refund", change: -15 },
    ];
    expect(await entries(idle, me)).toEqual(booked);
    await eraseDeleted(idle.app);
    expect(await entries(idle, me)).toEqual(booked);
    expect(await deletedMemberFixtures(idle.app).forbidden(me)).toEqual([]);
  });

  test("cancels a subscription that is paid for afterwards", async () => {
    const me = await createMember(idle.app);
    const page = sessionIn(await idle.subscribe(me));
    await leave(idle, me);
    idle.stripe.pay(page);
    await idle.sendSessionCompleted(page);
    expect(idle.stripe.subscriptions.get(idle.stripe.sessions.get(page)?.subscription ?? "")?.status).toBe("canceled");
    const { rows } = await query(idle, "select state from checkouts where session_id = $1", page);
    expect(rows).toEqual([{ state: "granted" }]);
  });
});

import { describe, expect, test } from "vitest";
import { deleteAccount } from "#contract/account.ts";
import { reconcile } from "#server/modules/payments/reconciling.service.ts";
import { makeMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { makeShop, sessionIn } from "#server/testing/shop.ts";

const busy = makeShop({ work: true });
const idle = makeShop();

type Shop = ReturnType<typeof makeShop>;

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

describe("the end of an account", () => {
  test("ends the membership and the pages to pay at, though the provider is away for a while", async () => {
    const me = await makeMember(busy.app);
    const membership = await busy.becomeUnlimited(me);
    const page = sessionIn(await busy.buy(me, { packageId: "power" }));
    busy.stripe.fail(503);
    await leave(busy, me);
    expect((await query(busy, "select * from customers where member_id = $1", me.id)).rows).toEqual([]);
    expect(busy.stripe.subscriptions.get(membership)?.status).toBe("active");
    busy.stripe.fail(undefined);
    const stands = () => [busy.stripe.subscriptions.get(membership)?.status, busy.stripe.sessions.get(page)?.status];
    await expect.poll(stands, { timeout: 15_000 }).toEqual(["canceled", "expired"]);
    const known = "select is_over, is_active from memberships where member_id = $1";
    await expect
      .poll(async () => (await query(busy, known, me.id)).rows)
      .toEqual([{ is_over: true, is_active: false }]);
  });

  test("that comes while a page to pay at is being opened lets nobody pay there", async () => {
    const me = await makeMember(busy.app);
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

  test("is made up for by the reconciliation, where the job has given up", async () => {
    const me = await makeMember(idle.app);
    const membership = await idle.becomeUnlimited(me);
    const page = sessionIn(await idle.buy(me, { packageId: "power" }));
    await leave(idle, me);
    expect(idle.stripe.subscriptions.get(membership)?.status).toBe("active");
    await reconcile(idle.app.ctx);
    expect(idle.stripe.subscriptions.get(membership)?.status).toBe("canceled");
    expect(idle.stripe.sessions.get(page)?.status).toBe("expired");
    const asked = idle.stripe.requests.length;
    await reconcile(idle.app.ctx);
    expect(idle.stripe.requests.length).toBe(asked);
  });

  test("gives a pack that is paid for after it back, once", async () => {
    const me = await makeMember(idle.app);
    const page = sessionIn(await idle.buy(me, { packageId: "power" }));
    await leave(idle, me);
    idle.stripe.pay(page);
    const payment = idle.stripe.sessions.get(page)?.payment_intent;
    idle.stripe.fail(500, "POST /v1/refunds");
    expect((await idle.completed(page)).status).toBe(500);
    expect(await entries(idle, me)).toEqual([]);
    idle.stripe.fail(undefined);
    await Promise.all([idle.completed(page), idle.completed(page)]);
    await reconcile(idle.app.ctx);
    expect([...idle.stripe.refunds.values()].filter((one) => one.payment_intent === payment)).toHaveLength(1);
    expect(await entries(idle, me)).toEqual([
      { kind: "purchased", change: 15 },
      { kind: "refund", change: -15 },
    ]);
  });

  test("ends a membership that is paid for after it", async () => {
    const me = await makeMember(idle.app);
    const page = sessionIn(await idle.subscribe(me));
    await leave(idle, me);
    idle.stripe.pay(page);
    await idle.completed(page);
    expect(idle.stripe.subscriptions.get(idle.stripe.sessions.get(page)?.subscription ?? "")?.status).toBe("canceled");
    const { rows } = await query(idle, "select state from checkouts where session_id = $1", page);
    expect(rows).toEqual([{ state: "granted" }]);
  });
});

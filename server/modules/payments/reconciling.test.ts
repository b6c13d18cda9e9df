import { describe, expect, test } from "vitest";
import { reconcile } from "#server/modules/payments/reconciling.service.ts";
import { makeMember } from "#server/testing/members.ts";
import { makeShop } from "#server/testing/shop.ts";

const shop = makeShop();
const { balance, buyAndPay, app } = shop;

const query = (sql: string) => app.database.pool.query(sql);
/** Lets what was bought count as unheard. */
const letTimePass = () => query("update checkouts set created_at = created_at - interval '3 minutes'");

describe("the reconciliation", () => {
  test("stops where the provider is away, and goes on in the next round", async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(app)));
    for (const member of members) await buyAndPay(member);
    await letTimePass();
    shop.stripe.fail(400);
    const before = shop.stripe.requests.length;
    await expect(reconcile(app.ctx)).rejects.toThrow("3 payments could not be looked at");
    expect(shop.stripe.requests.length - before).toBe(3);
    shop.stripe.fail(undefined);
    await query("update checkouts set looked_at = looked_at - interval '1 minute'");
    await reconcile(app.ctx);
    expect(await Promise.all(members.map(balance))).toEqual(members.map(() => 20));
  });

  test("gives everything its turn, though some of it fails again and again", async () => {
    const [heard, unheard] = [await makeMember(app), await makeMember(app)];
    const id = await buyAndPay(heard);
    await buyAndPay(unheard);
    await query(`
      insert into provider_events (id, type, subject, received_at, attempts)
      select 'evt_broken_' || n, 'broken', '{"kind":"session","id":"cs_broken"}', now() - interval '1 hour', 1
      from generate_series(1, 150) as n`);
    await query(`
      insert into provider_events (id, type, subject, received_at)
      values ('evt_good', 'checkout.session.completed', '{"kind":"session","id":"${id}"}', now() - interval '2 minutes')`);
    await letTimePass();
    shop.stripe.fail(400, "GET /v1/checkout/sessions/cs_broken");
    await expect(reconcile(app.ctx)).rejects.toThrow("3 payments");
    shop.stripe.fail(undefined);
    expect([await balance(heard), await balance(unheard)]).toEqual([20, 20]);
    await query("delete from provider_events");
  });

  test("tries an event that fails less and less", async () => {
    await query(
      'insert into provider_events (id, type, subject, attempts) values (\'evt_bad\', \'bad\', \'{"kind":"session","id":"cs_bad"}\', 5)',
    );
    const tries = async (minutes: number) => {
      await query(`update provider_events set received_at = now() - interval '${minutes} minutes'`);
      shop.stripe.fail(400);
      const before = shop.stripe.requests.length;
      await reconcile(app.ctx).catch(() => undefined);
      shop.stripe.fail(undefined);
      return shop.stripe.requests.slice(before).some((request) => request.endsWith("cs_bad"));
    };
    expect(await tries(31)).toBe(false);
    expect(await tries(33)).toBe(true);
    await query("delete from provider_events");
  });

  test("asks about what is open less and less, and no more after a month", async () => {
    const member = await makeMember(app);
    await buyAndPay(member, "starter");
    const asked = async (age: string, looked: string) => {
      await query(
        `update checkouts set state = 'open', created_at = now() - interval '${age}', looked_at = now() - interval '${looked}'`,
      );
      shop.stripe.fail(404);
      const before = shop.stripe.requests.length;
      await reconcile(app.ctx).catch(() => undefined);
      shop.stripe.fail(undefined);
      return shop.stripe.requests.length > before;
    };
    await query("delete from provider_events");
    await query("delete from checkouts where pack_id <> 'starter'");
    expect(await asked("1 hour", "16 minutes")).toBe(true);
    expect(await asked("1 hour", "14 minutes")).toBe(false);
    expect(await asked("10 days", "55 hours")).toBe(false);
    expect(await asked("10 days", "65 hours")).toBe(true);
    expect(await asked("31 days", "30 days")).toBe(false);
    expect((await query("select state from checkouts")).rows).toEqual([{ state: "expired" }]);
  });

  test("gives up a checkout of which the provider never heard, after a day", async () => {
    const { rows } = await query("select id from wallets limit 1");
    await query("delete from checkouts");
    for (const hours of [24, 26]) {
      await query(`insert into checkouts (id, wallet_id, kind, crushes, amount, created_at)
        values (gen_random_uuid(), '${rows[0].id}', 'pack', 5, 499, now() - interval '${hours} hours')`);
    }
    await reconcile(app.ctx);
    expect((await query("select state from checkouts order by created_at")).rows).toEqual([
      { state: "expired" },
      { state: "open" },
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes.ts";
import { reconcile } from "#server/modules/payments/reconciling.service.ts";
import { makeCompleteMember, makeMember, type TestMember } from "#server/testing/members.ts";
import { makeShop } from "#server/testing/shop.ts";

const shop = makeShop();
const { wallet, balance, tell, completed, buyAndPay, app } = shop;

/** A member who has bought the pack of 15 for $9.99 and had 5 before. */
async function makeBuyer(): Promise<{ member: TestMember; payment: string; news: () => Promise<void> }> {
  const member = await makeMember(app);
  const id = await buyAndPay(member);
  await completed(id);
  const payment = shop.stripe.sessions.get(id)?.payment_intent ?? "";
  const news = async () => {
    expect((await tell("charge.refunded", { object: "charge", payment_intent: payment })).status).toBe(200);
  };
  return { member, payment, news };
}

async function spend(member: TestMember, crushes: number): Promise<void> {
  for (let i = 0; i < crushes; i++)
    await app.call(sendCrush, { body: { recipientId: (await makeCompleteMember(app)).id } }, member.token);
}

describe("money that is paid back", () => {
  test("takes credits back in proportion, once, and never below nothing", async () => {
    const { member, payment, news } = await makeBuyer();
    shop.stripe.refund(payment, 500);
    await news();
    expect(await balance(member)).toBe(13);
    await news();
    expect(await balance(member)).toBe(13);
    await spend(member, 12);
    shop.stripe.refund(payment, 499);
    await news();
    const { balance: now, history } = await wallet(member);
    expect(now).toBe(0);
    expect(history[0]).toMatchObject({ action: "refund", change: -1, amount: 1, item: "Power Pack" });
    expect(history.find(({ action }) => action === "sent")).toMatchObject({ item: "crush" });
  });

  test("before the purchase was heard of leaves nothing behind", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    const payment = shop.stripe.sessions.get(id)?.payment_intent ?? "";
    shop.stripe.refund(payment, 999);
    expect((await tell("charge.refunded", { object: "charge", payment_intent: payment })).status).toBe(200);
    await completed(id);
    expect(await balance(member)).toBe(5);
  });

  test("and comes after all gives again what was taken, each time", async () => {
    const { member, payment, news } = await makeBuyer();
    const refund = shop.stripe.refund(payment, 999);
    for (const [status, then] of [
      ["succeeded", 5],
      ["failed", 20],
      ["pending", 5],
      ["canceled", 20],
    ] as const) {
      refund.status = status;
      await news();
      expect(await balance(member)).toBe(then);
    }
    expect((await wallet(member)).history.map(({ change }) => change)).toEqual([15, -15, 15, -15, 15, 5]);
  });

  test("by a bank is taken back while it has it, and given again when the dispute is won", async () => {
    const { member, payment, news } = await makeBuyer();
    await spend(member, 12);
    const dispute = shop.stripe.dispute(payment);
    for (const [status, then] of [
      ["warning_needs_response", 8],
      ["needs_response", 0],
      ["under_review", 0],
      ["won", 8],
      ["lost", 0],
    ] as const) {
      dispute.status = status;
      await news();
      expect(await balance(member)).toBe(then);
    }
  });

  test("is heard of in whatever order the answers come", async () => {
    const { member, payment, news } = await makeBuyer();
    const refund = shop.stripe.refund(payment, 999);
    const release = shop.stripe.hold("GET /v1/refunds");
    const slow = news();
    await expect.poll(() => shop.stripe.requests.at(-1)).toBe("GET /v1/refunds");
    refund.status = "failed";
    await news();
    expect(await balance(member)).toBe(20);
    release();
    await slow;
    expect(await balance(member)).toBe(20);
  });

  test("unheard is found by the reconciliation within a day", async () => {
    const { member, payment } = await makeBuyer();
    shop.stripe.refund(payment, 999);
    await reconcile(app.ctx);
    expect(await balance(member)).toBe(20);
    await app.database.pool.query("update checkouts set granted_at = granted_at - interval '25 hours'");
    await reconcile(app.ctx);
    expect(await balance(member)).toBe(5);
    const asked = () => shop.stripe.requests.filter((request) => request === "GET /v1/refunds").length;
    const before = asked();
    await reconcile(app.ctx);
    expect(asked()).toBe(before);
  });

  test("that cannot be asked about takes nothing of what is granted, and is asked about soon", async () => {
    const member = await makeMember(app);
    const id = await buyAndPay(member);
    shop.stripe.refund(shop.stripe.sessions.get(id)?.payment_intent ?? "", 999);
    shop.stripe.fail(400, "GET /v1/disputes");
    expect((await completed(id)).status).toBe(200);
    expect((await shop.confirm(member, id)).body).toMatchObject({ state: "granted", balance: 20 });
    shop.stripe.fail(undefined);
    await reconcile(app.ctx);
    expect(await balance(member)).toBe(5);
  });

  test("in another currency counts as all of it", async () => {
    const { member, payment, news } = await makeBuyer();
    shop.stripe.dispute(payment).currency = "eur";
    await news();
    expect(await balance(member)).toBe(5);
  });
});

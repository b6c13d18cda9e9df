import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { getMember } from "#contract/discovery.ts";
import * as safety from "#contract/safety.ts";
import { showMember } from "#server/modules/admin/lookup.service.ts";
import { suspendMember } from "#server/modules/admin/standing.service.ts";
import { reconcile } from "#server/modules/payments/reconciling.service.ts";
import { leavers } from "#server/testing/leavers.ts";
import { logIn, makeCompleteMember, type TestMember } from "#server/testing/members.ts";
import { joinConfirmed } from "#server/testing/returning.ts";
import { makeShop, sessionIn } from "#server/testing/shop.ts";
import { wordsIn } from "#server/testing/traces.ts";

const shop = makeShop();
const { wallet, buy, tell, completed, buyAndPay, becomeUnlimited, app } = shop;
const { leave } = leavers(app);
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const BY = { who: "ada", reason: "Sent threats" };

const newCard = () => `card_${randomUUID()}`;
const block = (me: TestMember, { id }: TestMember) => app.call(safety.blockMember, { body: { userId: id } }, me.token);
const blocked = async (me: TestMember) => (await app.call(safety.listBlocked, { query: {} }, me.token)).body.blocked;
const see = async (a: TestMember, b: TestMember) =>
  Promise.all(
    [
      [a, b],
      [b, a],
    ].map(
      async ([me, other]) => (await app.call(getMember, { params: { userId: other?.id ?? "" } }, me?.token)).status,
    ),
  );
/** @returns the payment */
async function buyBy(me: TestMember, card: string): Promise<string> {
  const id = await buyAndPay(me, "power", card);
  await completed(id);
  return shop.stripe.sessions.get(id)?.payment_intent ?? "";
}

describe("a card", () => {
  test("is known by a keyed hash, whether it pays a pack or a membership", async () => {
    const [one, two] = [await makeCompleteMember(app), await makeCompleteMember(app)];
    const card = newCard();
    await buyBy(one, card);
    await becomeUnlimited(two, card);
    expect(await query("select distinct hash from identities where kind = 'card'")).toHaveLength(1);
    expect(await wordsIn(app, [card])).toEqual([]);
    expect((await showMember(app.ctx, BY, two.id)).linked).toMatchObject([{ id: one.id, kinds: ["card"] }]);
  });

  test("that could not be asked about is known with the next look", async () => {
    const me = await makeCompleteMember(app);
    const id = await buyAndPay(me, "power", newCard());
    shop.stripe.fail(500, "GET /v1/payment_intents");
    expect((await completed(id)).status).toBe(200);
    expect((await wallet(me)).balance).toBe(20);
    shop.stripe.fail(undefined);
    await reconcile(app.ctx);
    expect(await query("select kind from identities where member_id = $1", me.id)).toEqual([{ kind: "card" }]);
  });

  test("of somebody who was blocked keeps their next account away, and shows nobody's own blocks to whom it is lent", async () => {
    const [victim, stalker, third] = [
      await makeCompleteMember(app),
      await joinConfirmed(app),
      await makeCompleteMember(app),
    ];
    const card = newCard();
    await buyBy(stalker, card);
    await block(victim, stalker);
    await block(stalker, third);
    await leave(stalker);
    const again = await makeCompleteMember(app);
    expect(await see(victim, again)).toEqual([200, 200]);
    await buyBy(again, card);
    expect(await see(victim, again)).toEqual([404, 404]);
    expect(await see(third, again)).toEqual([200, 200]);
    expect([await blocked(victim), await blocked(again)]).toEqual([[], []]);
  });

  test("alone suspends nobody, because it may be lent", async () => {
    const [one, two] = [await makeCompleteMember(app), await makeCompleteMember(app)];
    const card = newCard();
    await buyBy(one, card);
    await suspendMember(app.ctx, BY, one.id, null);
    await buyBy(two, card);
    expect(await query("select 1 from jobs.job where name = 'suspend-returned'")).toEqual([]);
    expect((await logIn(app, two)).status).toBe(200);
    expect((await showMember(app.ctx, BY, two.id)).linked).toMatchObject([{ id: one.id, standing: "suspended" }]);
  });

  test("that pays for two accounts at once links them, whichever is heard of first", async () => {
    for (let round = 0; round < 5; round++) {
      const [victim, one, two] = await Promise.all([1, 2, 3].map(() => makeCompleteMember(app)));
      if (!victim || !one || !two) throw new Error("nobody is there");
      const card = newCard();
      await block(victim, one);
      const ids = await Promise.all([one, two].map((member) => buyAndPay(member, "power", card)));
      await Promise.all(ids.map(completed));
      expect(await see(victim, two)).toEqual([404, 404]);
    }
  });
});

describe("whoever has a disputed payment", () => {
  test("gains nothing by a second account with the same card or address", async () => {
    const [me, sibling] = [await joinConfirmed(app), await makeCompleteMember(app)];
    const card = newCard();
    const payment = await buyBy(me, card);
    await buyBy(sibling, card);
    const dispute = shop.stripe.dispute(payment);
    await tell("charge.dispute.created", { object: "dispute", payment_intent: payment });
    expect((await wallet(sibling)).payments).toBe("paused");
    const tagged = await joinConfirmed(app, me.email.replace("@", "+again@"));
    expect((await wallet(tagged)).payments).toBe("paused");
    const page = sessionIn(await buy(await makeCompleteMember(app), { packageId: "starter" }));
    expect(page).not.toBe("");
    dispute.status = "won";
    await tell("charge.dispute.closed", { object: "dispute", payment_intent: payment });
    for (const one of [me, sibling, tagged]) expect((await wallet(one)).payments).toBe("on");
  });

  test("is known by the card after leaving, though the dispute comes later than what is kept of others", async () => {
    const me = await makeCompleteMember(app);
    const card = newCard();
    const payment = await buyBy(me, card);
    await leave(me);
    await query("delete from former_accounts");
    await query("delete from identities");
    const dispute = shop.stripe.dispute(payment);
    await tell("charge.dispute.created", { object: "dispute", payment_intent: payment });
    expect(await query("select reason from former_accounts where member_id = $1", me.id)).toEqual([
      { reason: "disputed" },
    ]);
    const again = await makeCompleteMember(app);
    await buyBy(again, card);
    expect((await wallet(again)).payments).toBe("paused");
    dispute.status = "won";
    await tell("charge.dispute.closed", { object: "dispute", payment_intent: payment });
    expect((await wallet(again)).payments).toBe("on");
    expect(await query("select reason from former_accounts where member_id = $1", me.id)).toEqual([{ reason: "left" }]);
  });
});

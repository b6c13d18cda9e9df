import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { getMember } from "#contract/discovery/discovery.ts";
import * as safety from "#contract/moderation/reports.ts";
import { reconcilePayments } from "#server/domains/billing/payments/reconciliation.service.ts";
import { showMember } from "#server/domains/moderation/operators/members.service.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { deletedMemberFixtures, findWords } from "#server/testing/deleted-member-fixtures.ts";
import { createCompleteMember, createConfirmedMember, logIn, type TestMember } from "#server/testing/members.ts";
import { createPaymentsHarness, sessionIn } from "#server/testing/payments-harness.ts";

const harness = createPaymentsHarness();
const { wallet, buy, sendEvent, sendSessionCompleted: completed, buyAndPay, becomeUnlimited, app } = harness;
const { leave } = deletedMemberFixtures(app);
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
  return harness.stripe.sessions.get(id)?.payment_intent ?? "";
}

describe("a card's fingerprint", () => {
  test("is stored as a keyed hash, for packages and subscriptions", async () => {
    const [one, two] = [await createCompleteMember(app), await createCompleteMember(app)];
    const card = newCard();
    await buyBy(one, card);
    await becomeUnlimited(two, card);
    expect(await query("select distinct hash from identities where kind = 'card'")).toHaveLength(1);
    expect(await findWords(app, [card])).toEqual([]);
    expect((await showMember(app.ctx, BY, two.id)).linked).toMatchObject([{ id: one.id, kinds: ["card"] }]);
  });

  test("is stored by the next reconciliation if it could not be fetched", async () => {
    const me = await createCompleteMember(app);
    const id = await buyAndPay(me, "power", newCard());
    harness.stripe.fail(500, "GET /v1/payment_intents");
    expect((await completed(id)).status).toBe(200);
    expect((await wallet(me)).balance).toBe(20);
    harness.stripe.fail(undefined);
    await reconcilePayments(app.ctx);
    expect(await query("select kind from identities where member_id = $1 and kind <> 'given_email'", me.id)).toEqual([
      { kind: "card" },
    ]);
  });

  test("applies blocks against one account to the other, but not the blocks that either made", async () => {
    const [victim, stalker, third] = [
      await createCompleteMember(app),
      await createConfirmedMember(app),
      await createCompleteMember(app),
    ];
    const card = newCard();
    await buyBy(stalker, card);
    await block(victim, stalker);
    await block(stalker, third);
    await leave(stalker);
    const again = await createCompleteMember(app);
    expect(await see(victim, again)).toEqual([200, 200]);
    await buyBy(again, card);
    expect(await see(victim, again)).toEqual([404, 404]);
    expect(await see(third, again)).toEqual([200, 200]);
    expect([await blocked(victim), await blocked(again)]).toEqual([[], []]);
  });

  test("does not suspend an account by itself, because a card may be lent", async () => {
    const [one, two] = [await createCompleteMember(app), await createCompleteMember(app)];
    const card = newCard();
    await buyBy(one, card);
    await suspendMember(app.ctx, BY, one.id, null, "Threats.");
    await buyBy(two, card);
    expect(await query("select 1 from jobs.job where name = 'suspend-returning-member'")).toEqual([]);
    expect((await logIn(app, two)).status).toBe(200);
    expect((await showMember(app.ctx, BY, two.id)).linked).toMatchObject([{ id: one.id, status: "suspended" }]);
  });

  test("links two accounts that pay at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const [victim, one, two] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
      if (!victim || !one || !two) throw new Error("nobody is there");
      const card = newCard();
      await block(victim, one);
      const ids = await Promise.all([one, two].map((member) => buyAndPay(member, "power", card)));
      await Promise.all(ids.map(completed));
      expect(await see(victim, two)).toEqual([404, 404]);
    }
  });
});

describe("a member with a disputed payment", () => {
  test("has the payments of other accounts with the same card or address held", async () => {
    const [me, sibling] = [await createConfirmedMember(app), await createCompleteMember(app)];
    const card = newCard();
    const payment = await buyBy(me, card);
    await buyBy(sibling, card);
    const dispute = harness.stripe.dispute(payment);
    await sendEvent("charge.dispute.created", { object: "dispute", payment_intent: payment });
    expect((await wallet(sibling)).payments).toBe("paused");
    const tagged = await createConfirmedMember(app, me.email.replace("@", "+again@"));
    expect((await wallet(tagged)).payments).toBe("paused");
    const page = sessionIn(await buy(await createCompleteMember(app), { packageId: "starter" }));
    expect(page).not.toBe("");
    dispute.status = "won";
    await sendEvent("charge.dispute.closed", { object: "dispute", payment_intent: payment });
    for (const one of [me, sibling, tagged]) expect((await wallet(one)).payments).toBe("on");
  });

  test("is recognized by the card after deleting the account, even if the dispute comes later", async () => {
    const me = await createCompleteMember(app);
    const card = newCard();
    const payment = await buyBy(me, card);
    await leave(me);
    await query("delete from former_accounts");
    await query("delete from identities");
    const dispute = harness.stripe.dispute(payment);
    await sendEvent("charge.dispute.created", { object: "dispute", payment_intent: payment });
    expect(await query("select reason from former_accounts where member_id = $1", me.id)).toEqual([
      { reason: "disputed" },
    ]);
    const again = await createCompleteMember(app);
    await buyBy(again, card);
    expect((await wallet(again)).payments).toBe("paused");
    dispute.status = "won";
    await sendEvent("charge.dispute.closed", { object: "dispute", payment_intent: payment });
    expect((await wallet(again)).payments).toBe("on");
    expect(await query("select reason from former_accounts where member_id = $1", me.id)).toEqual([{ reason: "left" }]);
  });
});

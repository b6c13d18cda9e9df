import { describe, expect, test } from "vitest";
import * as payments from "#contract/billing/payments.ts";
import { getWallet } from "#contract/billing/wallet.ts";
import { listWithdrawals, withdrawPurchase } from "#contract/billing/withdrawals.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { updateProfile } from "#contract/members/profiles.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import {
  listWithdrawalsForOperator,
  recordWithdrawalForBuyer,
} from "#server/domains/moderation/operators/billing.service.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { work: true });

async function buy(member: TestMember, country?: string): Promise<string> {
  const { body } = await app.call(payments.createCheckout, { body: { packageId: "starter" } }, member.token);
  const sessionId = body.url.split("/").at(-1) ?? "";
  const paid = { params: { sessionId }, body: country === undefined ? {} : { country } };
  expect((await app.call(payments.payTestCheckout, paid, member.token)).status).toBe(200);
  return sessionId;
}

const setLocation = (member: TestMember, location: string) =>
  app.call(updateProfile, { body: { location } }, member.token);
const list = async ({ token }: TestMember) => (await app.call(listWithdrawals, {}, token)).body;
const offered = async (member: TestMember) => (await list(member)).purchases.map(({ sessionId }) => sessionId);

describe("the buyer's country", () => {
  test("is that of the payment, whatever the profile says", async () => {
    const member = await createMember(app);
    await setLocation(member, "Austin, TX");
    const german = await buy(member, "DE");
    await setLocation(member, "Berlin, Germany");
    await buy(member, "US");
    expect(await offered(member)).toEqual([german]);
  });

  test("is else that of the location at the time of the purchase", async () => {
    const member = await createMember(app);
    await setLocation(member, "lisbon");
    const first = await buy(member);
    await setLocation(member, "Austin, TX");
    await buy(member);
    await setLocation(member, "90210");
    await buy(member);
    expect(await offered(member)).toEqual([first]);
  });

  test("is unknown without either, and then the buyer has the right", async () => {
    const member = await createMember(app);
    const first = await buy(member);
    await setLocation(member, "Nowhere at all");
    const second = await buy(member);
    expect(await offered(member)).toEqual([second, first]);
  });

  test("must be a code of two letters", async () => {
    const member = await createMember(app);
    const body = { country: "Germany" };
    const paid = { params: { sessionId: `cs_test_${"0".repeat(24)}` }, body };
    expect((await app.call(payments.payTestCheckout, paid, member.token)).status).toBe(400);
  });
});

test("a withdrawal is refunded by the test provider, too, and ends a membership", async () => {
  const member = await createMember(app);
  const { body } = await app.call(payments.createSubscription, { body: {} }, member.token);
  const sessionId = body.url.split("/").at(-1) ?? "";
  await app.call(payments.payTestCheckout, { params: { sessionId }, body: { country: "AT" } }, member.token);
  const amountCents = (await list(member)).purchases[0]?.refundCents ?? 0;
  const withdrawn = await app.call(withdrawPurchase, { body: { sessionId, amountCents } }, member.token);
  expect(withdrawn.status).toBe(200);
  expect((await app.call(getWallet, {}, member.token)).body.hasActiveSubscription).toBe(false);
  await expect.poll(async () => (await list(member)).withdrawals[0]?.refundState).toBe("refunded");
});

describe("an operator", () => {
  const BY = { who: "ada", reason: "Stated by mail" };

  test("records a withdrawal for a suspended member, once, and lists it", async () => {
    const member = await createMember(app);
    const sessionId = await buy(member, "DE");
    await app.ctx.db
      .updateTable("checkouts")
      .set({ granted_at: new Date("2026-01-01") })
      .execute();
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    for (let i = 0; i < 2; i++) {
      const made = await recordWithdrawalForBuyer(app.ctx, BY, sessionId, "2026-01-10");
      expect(made).toMatchObject({ memberId: member.id, amountCents: 499, credits: 5 });
    }
    const { rows } = await app.database.pool.query("select balance from wallets where member_id = $1", [member.id]);
    expect(rows).toEqual([{ balance: 5 }]);
    const [first] = await listWithdrawalsForOperator(app.ctx, BY, true, 10);
    expect(first).toMatchObject({ memberId: member.id, country: "DE", amountCents: 499, kind: "package" });
    const actions = (await readAuditLog(app.ctx.db, member.id, 10)).map(({ action }) => action);
    expect(actions.filter((action) => action === "record withdrawal")).toHaveLength(2);
  });

  test("records a membership as of the day of the statement, within the period", async () => {
    const member = await createMember(app);
    const { body } = await app.call(payments.createSubscription, { body: {} }, member.token);
    const number = body.url.split("/").at(-1) ?? "";
    await app.call(payments.payTestCheckout, { params: { sessionId: number }, body: { country: "AT" } }, member.token);
    await app.ctx.db
      .updateTable("checkouts")
      .set({ granted_at: new Date("2026-04-10T15:00:00Z") })
      .where("session_id", "=", number)
      .execute();
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    const record = (day: string) => recordWithdrawalForBuyer(app.ctx, BY, number, day);
    await expect(record("2999-01-01")).rejects.toThrow("in the future");
    await expect(record("2026-04-09")).rejects.toThrow("before the purchase");
    await expect(record("2026-04-28")).rejects.toThrow("after the period");
    // Two days and nine hours to the start of April 13: three days of thirty.
    expect(await record("2026-04-13")).toMatchObject({ memberId: member.id, amountCents: 2700 });
    // A repetition changes nothing.
    expect(await record("2026-04-12")).toMatchObject({ amountCents: 2700 });
    const { rows } = await app.database.pool.query(
      "select stated_on::text as day, days_used from withdrawals join checkouts on checkouts.id = checkout_id where session_id = $1",
      [number],
    );
    expect(rows).toEqual([{ day: "2026-04-13", days_used: 3 }]);
  });

  test("records a withdrawal for a buyer who has deleted their account since, as of that day", async () => {
    const member = await createMember(app);
    const pack = await buy(member, "DE");
    const { body } = await app.call(payments.createSubscription, { body: {} }, member.token);
    const month = body.url.split("/").at(-1) ?? "";
    await app.call(payments.payTestCheckout, { params: { sessionId: month }, body: { country: "AT" } }, member.token);
    await app.call(deleteAccount, { body: { password: PASSWORD } }, member.token);
    await app.database.pool.query(`update checkouts set granted_at = '2026-04-01' where session_id = any($1)`, [
      [pack, month],
    ]);
    await app.database.pool.query("update members set deleted_at = '2026-04-03' where id = $1", [member.id]);
    for (const [number, amountCents] of [
      [pack, 499],
      [month, 2800],
    ] as const) {
      const record = () => recordWithdrawalForBuyer(app.ctx, BY, number, "2026-04-10");
      expect(await record()).toMatchObject({ memberId: member.id, amountCents });
      expect(await record()).toMatchObject({ amountCents });
    }
  });

  test("is told that there is no such purchase", async () => {
    await expect(recordWithdrawalForBuyer(app.ctx, BY, "cs_test_unknown", "2026-01-10")).rejects.toThrow(
      "There is no purchase",
    );
  });
});

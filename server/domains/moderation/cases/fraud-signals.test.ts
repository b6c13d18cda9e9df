import { expect, test } from "vitest";
import { recordIdentity } from "#server/domains/accounts/identities/identities.service.ts";
import { recordDispute } from "#server/domains/billing/disputes/disputes.service.ts";
import { newId } from "#server/platform/lib/ids.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp({}, { work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const pay = ({ id }: TestMember, card: string) =>
  app.ctx.transact((tx) => recordIdentity(app.ctx, tx, id, "card", card));
const signalsOf = async ({ id }: TestMember): Promise<string[]> =>
  (
    await query(
      "select source_id from case_items join cases on cases.id = case_id where member_id = $1 and case_items.kind = 'fraud'",
      id,
    )
  ).map(({ source_id }) => source_id);

test("a card that a suspended account has used opens a case, once, and suspends nobody", async () => {
  const [banned, returned, friend] = await Promise.all([createMember(app), createMember(app), createMember(app)]);
  await pay(banned, "card_1");
  await pay(friend, "card_2");
  await query("update members set status = 'suspended' where id = $1", banned.id);
  await query("insert into suspensions (member_id, previous_status) values ($1, 'active')", banned.id);
  await pay(returned, "card_1");
  await pay(returned, "card_1");
  await pay(returned, "card_2");
  await expect.poll(() => signalsOf(returned)).toEqual([`linked:${returned.id}:${banned.id}`]);
  expect(await query("select status from members where id = $1", returned.id)).toEqual([{ status: "active" }]);
  expect(await signalsOf(friend)).toEqual([]);
});

test("a payment that a bank takes back opens a case, once, and not after it was won", async () => {
  const member = await createMember(app);
  const paymentId = `pi_${newId()}`;
  const report = (dispute: "open" | "won" | "lost") =>
    app.ctx.transact((tx) =>
      recordDispute(app.ctx, tx, { paymentId, memberId: member.id, kind: "package", isDeleted: false }, {
        dispute,
        card: null,
      } as Parameters<typeof recordDispute>[3]),
    );
  await report("open");
  await report("open");
  await expect.poll(() => signalsOf(member)).toEqual([`dispute:${paymentId}`]);
  await report("lost");
  await report("won");
  expect(
    await query("select 1 from jobs.job where name = 'attach-fraud-signal' and data ->> 'memberId' = $1", member.id),
  ).toHaveLength(1);
});

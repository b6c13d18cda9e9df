import { describe, expect, test } from "vitest";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { createCompleteMember, createMember, type TestMember } from "#server/testing/members.ts";
import { addPushSubscription, listQueuedPushes, notificationHarness } from "#server/testing/notification-harness.ts";

const { app, query, runEmailJobs, settle, subjectsTo, runDigest, notifyAfter, crush, switchOff } =
  notificationHarness();

describe("a low balance", () => {
  const DAYS = 24 * 60;
  async function fall(me: TestMember): Promise<void> {
    const [{ balance } = {}] = await query("select balance from wallets where member_id = $1", me.id);
    if (balance === 4) await app.ctx.transact((tx) => grantBonus(tx, me.id, 1, `again ${Math.random()}`));
    await crush(me, await createMember(app));
  }

  // @spec 9.subscribers-pay-nothing
  test("is emailed after five minutes, and again after a week", async () => {
    const me = await createCompleteMember(app);
    await settle(me);
    await fall(me);
    await notifyAfter(4);
    expect(subjectsTo(me)).toEqual([]);
    await notifyAfter(6);
    await notifyAfter(7);
    expect(subjectsTo(me)).toEqual(["You have 4 crushes left"]);
    await fall(me);
    await notifyAfter(6 * DAYS);
    await notifyAfter(8 * DAYS);
    expect(subjectsTo(me)).toEqual(["You have 4 crushes left"]);
    await fall(me);
    await notifyAfter(8 * DAYS);
    expect(subjectsTo(me)).toEqual(["You have 4 crushes left", "You have 4 crushes left"]);
  });

  // @spec 9.subscribers-pay-nothing
  test("is not sent to members who bought credits, subscribed or opted out", async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => createCompleteMember(app)));
    await settle(...members);
    await Promise.all(members.map(fall));
    const buy = ({ id }: TestMember) => app.ctx.transact((tx) => grantBonus(tx, id, 10, "as if bought"));
    const subscribe = ({ id }: TestMember) =>
      query(
        `insert into subscriptions (provider_id, member_id, status, is_active, period_end, cancel_at_period_end)
         values ($1::text, $1::uuid, 'active', true, now() + interval '1 month', false)`,
        id,
      );
    const [bought, subscribed, unwilling, ...late] = members as [TestMember, TestMember, TestMember];
    const [boughtLate, subscribedLate, unwillingLate] = late as TestMember[] as [TestMember, TestMember, TestMember];
    await Promise.all([buy(bought), subscribe(subscribed), switchOff(unwilling, "lowCrushBalance")]);
    await runDigest(6);
    await Promise.all([buy(boughtLate), subscribe(subscribedLate), switchOff(unwillingLate, "lowCrushBalance")]);
    expect(await runEmailJobs()).toBe(3);
    expect(members.map(subjectsTo)).toEqual(members.map(() => []));
    expect(
      await query(
        "select 1 from notifications where member_id = any($1) and state = 'pending'",
        members.map(({ id }) => id),
      ),
    ).toEqual([]);
  });

  test("is neither emailed nor pushed in the first 24 hours after joining, and not afterwards either", async () => {
    const [early, late, pushed] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
    if (!early || !late || !pushed) throw new Error("three were made");
    await settle(early, late, pushed);
    await addPushSubscription(app, pushed);
    const join = ({ id }: TestMember, minutesAgo: number) =>
      query("update members set joined_at = now() - make_interval(mins => $2::int) where id = $1", id, minutesAgo);
    await Promise.all([join(early, DAYS - 5), join(late, DAYS + 5), join(pushed, 0)]);
    await Promise.all([early, late, pushed].map(fall));
    await notifyAfter(6);
    expect(await listQueuedPushes(app, pushed)).toEqual([]);
    await Promise.all([join(early, 2 * DAYS), join(pushed, 2 * DAYS)]);
    await notifyAfter(7);
    expect([early, late, pushed].map(subjectsTo)).toEqual([[], ["You have 4 crushes left"], []]);
    expect(await listQueuedPushes(app, pushed)).toEqual([]);

    // The next one is about what happened after that day.
    await fall(early);
    await notifyAfter(6);
    expect(subjectsTo(early)).toEqual(["You have 4 crushes left"]);
  });

  test("is pushed within a minute", async () => {
    const me = await createCompleteMember(app);
    await settle(me);
    await addPushSubscription(app, me);
    await crush(me, await createCompleteMember(app));
    await Promise.all([runDigest(1), runDigest(1)]);
    await notifyAfter(6);
    expect(await listQueuedPushes(app, me)).toEqual(["low_balance"]);
    expect(subjectsTo(me)).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { getWallet } from "#contract/billing/wallet.ts";
import { getCrushes, markCrushesSeen, sendCrush } from "#contract/crushes/crushes.ts";
import { getMember } from "#contract/discovery/discovery.ts";
import { passMember, undoPass } from "#contract/discovery/passes.ts";
import { FREE_CRUSHES, UNOPENED_CRUSH_DAYS } from "#contract/limits.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { blockMember } from "#contract/moderation/reports.ts";
import { refundEntry } from "#server/domains/billing/wallet/adjustments.service.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createCompleteMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { eraseDeleted, runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const DAY_MS = 24 * 3600 * 1000;
const runAfter = (days: number) =>
  runJob({ ...app.ctx, now: () => new Date(Date.now() + days * DAY_MS) }, "return-unopened-crushes", {});
/** The day after crushes of today may be given back. Later tests look further ahead, because each crush is looked at once. */
const DUE = UNOPENED_CRUSH_DAYS + 0.01;

const crush = (from: TestMember, to: TestMember) => app.call(sendCrush, { body: { recipientId: to.id } }, from.token);
const wallet = async (me: TestMember) => (await app.call(getWallet, {}, me.token)).body;
const returned = async (me: TestMember) => (await wallet(me)).history.filter(({ item }) => item === "unopened crush");
const pair = async (): Promise<[TestMember, TestMember]> => [
  await createCompleteMember(app),
  await createCompleteMember(app),
];
/** Lets the job look at crushes again that it has passed by. */
const rewind = () =>
  app.database.pool.query("update crush_return_cursor set entry_id = '00000000-0000-0000-0000-000000000000'");

describe("a crush that its recipient never opened", () => {
  test("is given back after 30 days, once, and can still be answered", async () => {
    const [me, other] = await pair();
    await crush(me, other);
    await runAfter(UNOPENED_CRUSH_DAYS - 0.1);
    expect((await wallet(me)).balance).toBe(FREE_CRUSHES - 1);
    const device = await connectDevice(app, me.token);
    await runAfter(DUE);
    expect(await device.waitFor("balance_changed")).toEqual({ balance: FREE_CRUSHES });
    device.close();
    expect(await wallet(me)).toMatchObject({
      balance: FREE_CRUSHES,
      history: [
        { action: "refund", change: 1, item: "unopened crush", recipientName: other.username, senderName: null },
        { action: "sent", change: -1 },
        { action: "bonus" },
      ],
    });
    await rewind();
    await runAfter(DUE);
    await runAfter(DUE + 40);
    expect((await wallet(me)).balance).toBe(FREE_CRUSHES);
    // The recipient notices nothing, and their answer is a match.
    expect((await app.call(getCrushes, {}, other.token)).body.crushes.crushesReceived).toHaveLength(1);
    expect((await crush(other, me)).body.isMatch).toBe(true);
    expect(await crush(me, other)).toMatchObject({ status: 409, body: { code: "already_sent" } });
  });

  test("is given back once by runs at the same time", async () => {
    const senders = await Promise.all(Array.from({ length: 6 }, () => createCompleteMember(app)));
    const recipients = await Promise.all(Array.from({ length: 3 }, () => createCompleteMember(app)));
    for (const sender of senders) for (const recipient of recipients) await crush(sender, recipient);
    await rewind();
    await Promise.all(Array.from({ length: 4 }, () => runAfter(DUE)));
    for (const sender of senders) {
      expect(await returned(sender)).toHaveLength(3);
      expect((await wallet(sender)).balance).toBe(FREE_CRUSHES);
    }
  });

  test("is given back or opened, not lost, when both happen at once", async () => {
    const senders = await Promise.all(Array.from({ length: 5 }, () => createCompleteMember(app)));
    const recipient = await createCompleteMember(app);
    for (const sender of senders) await crush(sender, recipient);
    await rewind();
    await Promise.all([
      runAfter(DUE),
      ...senders.map((sender) => app.call(getMember, { params: { userId: sender.id } }, recipient.token)),
      ...senders.map((sender) => crush(recipient, sender)),
    ]);
    const left = await Promise.all(senders.map(wallet));
    for (const { balance, history } of left) {
      expect(balance).toBe(FREE_CRUSHES - 1 + history.filter(({ item }) => item === "unopened crush").length);
    }
  });
});

test.each<[string, (recipient: TestMember, sender: TestMember) => Promise<unknown>]>([
  ["has blocked the sender", (me, { id }) => app.call(blockMember, { body: { userId: id } }, me.token)],
  ["was blocked by the sender", ({ id }, sender) => app.call(blockMember, { body: { userId: id } }, sender.token)],
  [
    "is suspended",
    ({ username }) => suspendMember(app.ctx, { who: "ada", reason: "A test" }, username, null, "Threats."),
  ],
])("a crush that was not opened is given back all the same if the recipient %s", async (_, act) => {
  const [me, other] = await pair();
  await crush(me, other);
  await act(other, me);
  await rewind();
  await runAfter(DUE);
  expect(await returned(me)).toHaveLength(1);
});

describe("nothing is given back", () => {
  test.each<[string, (recipient: TestMember, sender: TestMember) => Promise<unknown>]>([
    ["looked at their crushes", (me) => app.call(markCrushesSeen, {}, me.token)],
    ["opened the sender's profile", (me, sender) => app.call(getMember, { params: { userId: sender.id } }, me.token)],
    ["answered", crush],
    [
      "passed on the sender, even if that is over",
      async (me, sender) => {
        await app.call(passMember, { params: { userId: sender.id } }, me.token);
        await app.call(undoPass, { params: { userId: sender.id } }, me.token);
      },
    ],
  ])("if the recipient has %s", async (_, act) => {
    const [me, other] = await pair();
    await crush(me, other);
    await act(other, me);
    await rewind();
    await runAfter(DUE);
    expect(await returned(me)).toEqual([]);
    expect((await wallet(me)).balance).toBe(FREE_CRUSHES - 1);
  });

  test("if the crush was free", async () => {
    const [me, other] = await pair();
    await app.database.pool.query(
      `insert into subscriptions (provider_id, member_id, status, is_active, period_end)
       values ($1, $2, 'active', true, now() + interval '20 days')`,
      [`sub_${me.id}`, me.id],
    );
    await crush(me, other);
    await rewind();
    await runAfter(DUE);
    expect(await returned(me)).toEqual([]);
  });

  test("to the recipient's sender when looking came before the crush", async () => {
    const [me, other] = await pair();
    await app.call(markCrushesSeen, {}, other.token);
    await crush(me, other);
    await rewind();
    await runAfter(DUE);
    expect(await returned(me)).toHaveLength(1);
  });
});

describe("a crush is paid back in one way only", () => {
  const deleteMember = async (member: TestMember) => {
    const answer = await app.call(deleteAccount, { body: { password: PASSWORD } }, member.token);
    await eraseDeleted(app);
    return answer;
  };

  test("if the recipient deletes their account before", async () => {
    const [me, other] = await pair();
    await crush(me, other);
    await deleteMember(other);
    await rewind();
    await runAfter(DUE);
    expect((await wallet(me)).balance).toBe(FREE_CRUSHES);
    expect(await returned(me)).toEqual([]);
  });

  test("if the recipient deletes their account at the same moment", async () => {
    const senders = await Promise.all(Array.from({ length: 5 }, () => createCompleteMember(app)));
    const recipient = await createCompleteMember(app);
    for (const sender of senders) await crush(sender, recipient);
    await rewind();
    const [deleted] = await Promise.all([deleteMember(recipient), runAfter(DUE), runAfter(DUE)]);
    expect(deleted.status).toBe(200);
    for (const { balance, history } of await Promise.all(senders.map(wallet))) {
      expect(balance).toBe(FREE_CRUSHES);
      expect(history.filter(({ action }) => action === "refund")).toHaveLength(1);
    }
  });

  test("if the recipient deletes their account afterwards, or an operator refunds it", async () => {
    const [me, other] = await pair();
    await crush(me, other);
    await rewind();
    await runAfter(DUE);
    const { rows } = await app.database.pool.query(
      `select ledger_entries.id from ledger_entries join wallets on wallets.id = wallet_id
       where member_id = $1 and kind = 'sent'`,
      [me.id],
    );
    const again = await app.ctx.transact((tx) => refundEntry(tx, rows[0].id));
    expect(again).toHaveProperty("alreadyRefundedAt");
    await deleteMember(other);
    expect((await wallet(me)).balance).toBe(FREE_CRUSHES);
    expect((await wallet(me)).history.filter(({ change }) => change > 0)).toHaveLength(2);
  });

  test("by the database, whatever the code does", async () => {
    const [me, other] = await pair();
    await crush(me, other);
    await rewind();
    await runAfter(DUE);
    await expect(
      app.database.pool.query(
        `insert into ledger_entries (id, wallet_id, kind, change, source)
         select gen_random_uuid(), wallet_id, 'refund', 1, source from ledger_entries join wallets on wallets.id = wallet_id
         where member_id = $1 and kind = 'returned'`,
        [me.id],
      ),
    ).rejects.toThrow("ledger_entries_one_way_back");
  });

  test("if the sender deletes their account", async () => {
    const [me, other] = await pair();
    await crush(me, other);
    await deleteMember(me);
    await rewind();
    await runAfter(DUE);
    const { rows } = await app.database.pool.query(
      "select from ledger_entries where kind = 'returned' and other_id = $1",
      [other.id],
    );
    expect(rows).toEqual([]);
  });
});

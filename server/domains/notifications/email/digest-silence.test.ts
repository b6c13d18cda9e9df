import { describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { deleteMessage } from "#contract/chat/messages.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { PASSWORD, type TestMember } from "#server/testing/members.ts";
import { connectPresentDevice, notificationHarness } from "#server/testing/notification-harness.ts";

const { app, query, runEmailJobs, subjectsTo, runDigest, crush, read, switchOff, createNotifiedMember } =
  notificationHarness();

/** `others` are the members who caused the email. */
const HAPPENINGS: Readonly<Record<string, (me: TestMember, others: readonly TestMember[]) => Promise<unknown>>> = {
  "the others are blocked": async (me, others) => {
    for (const { id } of others) await app.call(blockMember, { body: { userId: id } }, me.token);
  },
  "the others block": async ({ id }, others) => {
    for (const { token } of others) await app.call(blockMember, { body: { userId: id } }, token);
  },
  "the others are suspended": (_, others) =>
    query(
      "update members set status = 'suspended' where id = any($1)",
      others.map(({ id }) => id),
    ),
  "the others leave": async (_, others) => {
    for (const { token } of others) await app.call(deleteAccount, { body: { password: PASSWORD } }, token);
  },
  "I hide": ({ token }) => app.call(updatePrivacy, { body: { hidden: true } }, token),
  "I am suspended": ({ id }) => query("update members set status = 'suspended' where id = $1", id),
  "I leave": ({ token }) => app.call(deleteAccount, { body: { password: PASSWORD } }, token),
  "I am a demo member": ({ id }) => query("update members set is_demo = true where id = $1", id),
  "my address is not confirmed": ({ id }) =>
    query("update accounts set email_verified_at = null where member_id = $1", id),
  "I want no e-mail": (me) => switchOff(me, "emailEnabled"),
  "I want none of these": (me) => switchOff(me, "crushReceived", "newMessage", "newMatch"),
  "I look at the app": async (me) => (await connectPresentDevice(app, me)).close(),
};

describe("no email is sent", () => {
  test("if the cause is gone before the digest, or before sending", async () => {
    const cases = await Promise.all(
      Object.values(HAPPENINGS).map(async (happen) => ({
        happen,
        early: await createNotifiedMember(),
        late: await createNotifiedMember(),
      })),
    );
    const usual = await createNotifiedMember();
    // Whoever knows them must not notice.
    for (const { token } of usual.others) await app.call(updatePrivacy, { body: { hidden: true } }, token);
    for (const { happen, early } of cases) await happen(early.me, early.others);
    await runDigest(6);
    for (const { happen, late } of cases) await happen(late.me, late.others);
    expect(await runEmailJobs()).toBe(3 * (cases.length + 1));
    const told = cases.map(({ early, late }) => [...subjectsTo(early.me), ...subjectsTo(late.me)]);
    expect(Object.fromEntries(Object.keys(HAPPENINGS).map((name, i) => [name, told[i]]))).toEqual(
      Object.fromEntries(Object.keys(HAPPENINGS).map((name) => [name, []])),
    );
    expect(subjectsTo(usual.me).toSorted()).toEqual([
      "You have a new crush",
      "You have a new match",
      "You have a new message",
    ]);
  }, 60_000);

  test("about messages that are read or deleted, an answered crush, and an ended match", async () => {
    const told = await Promise.all(Array.from({ length: 4 }, createNotifiedMember));
    const happen = async ({ me, others: [other, admirer] }: (typeof told)[number], nth: number) => {
      if (!other || !admirer) throw new Error("nobody there");
      const [{ id } = {}] = await query("select id from messages where sender_id = $1", other.id);
      if (nth % 2 === 0) await read(me, other);
      else await app.call(deleteMessage, { params: { messageId: String(id) } }, other.token);
      await app.call(unmatch, { body: { userId: me.id } }, other.token);
      await crush(me, admirer);
    };
    for (const nth of [0, 1]) await happen(told[nth] as never, nth);
    await runDigest(6);
    for (const nth of [2, 3]) await happen(told[nth] as never, nth);
    await query("delete from jobs.job where name = 'email-notification' and data->>'cause' = 'low_balance'");
    await runEmailJobs();
    expect(told.map(({ me }) => subjectsTo(me))).toEqual([[], [], [], []]);
  });
});

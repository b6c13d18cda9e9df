import { afterAll, describe, expect, test } from "vitest";
import { updateNotifications, updatePrivacy } from "#contract/accounts/settings.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { markRead } from "#contract/chat/messages.ts";
import { markCrushesSeen } from "#contract/crushes/crushes.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { startPushService } from "#server/testing/fake-push-service.ts";
import { createMatch, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { ALL_ON } from "#server/testing/notification-harness.ts";
import { createPushHarness } from "#server/testing/push-harness.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await startPushService();
const app = testApp({ pushStandIn: service.origin });
const { query, subscribe, crush, write, pushesTo, waiting, makePair, makePushedMatch, deliver, settle, noticesOf } =
  createPushHarness(app, service);
afterAll(() => service.close());

const read = (reader: TestMember, other: TestMember) =>
  app.call(markRead, { params: { conversationId: conversationIdOf(reader.id, other.id) } }, reader.token);

describe("no push is sent", () => {
  const look = async (member: TestMember) => {
    const device = await connectDevice(app, member.token);
    device.socket.emit("presence", { present: true });
    await expect
      .poll(
        async () =>
          (await query("select 1 from presence where member_id = $1 and expires_at > now()", member.id)).length,
      )
      .toBe(1);
    return device;
  };

  test("to a member who is present on any process, until they are not", async () => {
    const [a, b] = await makePushedMatch();
    const [c] = await makePair();
    const device = await look(b);
    await write(a, b);
    await crush(c, b);
    await settle(app);
    expect(await pushesTo(b)).toEqual([]);
    device.socket.emit("presence", { present: false });
    await expect
      .poll(
        async () => (await query("select 1 from presence where member_id = $1 and expires_at > now()", b.id)).length,
      )
      .toBe(0);
    device.close();
    await write(a, b);
    await waiting(b);
  });

  test("to a member who became present before it was sent", async () => {
    const [a, b, browser] = await makePushedMatch();
    await write(a, b);
    const [c] = await makePair();
    await crush(c, b);
    await waiting(b, 2);
    const device = await look(b);
    await deliver(b, 2);
    expect(browser.shown).toEqual([]);
    device.close();
  });

  test("about anything that was read or seen in the meantime", async () => {
    const [a, b, browser] = await makePushedMatch();
    const [c] = await makePair();
    await write(a, b);
    await crush(c, b);
    await waiting(b, 2);
    await read(b, a);
    await app.call(markCrushesSeen, {}, b.token);
    await deliver(b, 2);
    expect(browser.shown).toEqual([]);
    expect(await noticesOf(b)).toEqual([]);
  });

  test.each(["newMessage", "crushReceived", "newMatch"] as const)(
    "where %s is off, also when it was made",
    async (flag) => {
      const set = ({ token }: TestMember, on: boolean) =>
        app.call(updateNotifications, { body: { notifications: { ...ALL_ON, [flag]: on } } }, token);
      const [a, b] = flag === "newMessage" ? await createMatch(app) : await makePair();
      const browser = await subscribe(b);
      await query("delete from push_subscriptions where member_id = $1 and endpoint <> $2", b.id, browser.endpoint);
      if (flag === "newMatch") await crush(b, a);
      const cause = () => (flag === "newMessage" ? write(a, b) : crush(a, b));
      await cause();
      await waiting(b);
      await set(b, false);
      await deliver(b);
      expect(browser.shown).toEqual([]);
      if (flag !== "newMessage") return;
      await cause();
      await settle(app);
      expect(await pushesTo(b)).toEqual([]);
    },
  );

  const PARTINGS: readonly (readonly [string, (me: TestMember, other: TestMember) => Promise<unknown>])[] = [
    ["blocked", (me, other) => app.call(blockMember, { body: { userId: other.id } }, me.token)],
    ["was blocked by", (me, other) => app.call(blockMember, { body: { userId: me.id } }, other.token)],
    ["hides, and heard from", (me) => app.call(updatePrivacy, { body: { hidden: true } }, me.token)],
    [
      "heard from, who is suspended,",
      (_, other) => suspendMember(app.ctx, { who: "ada", reason: "Threats" }, other.id, null, "Threats."),
    ],
    ["heard from, who has gone,", (_, other) => app.call(deleteAccount, { body: { password: PASSWORD } }, other.token)],
    [
      "is suspended, and heard from",
      (me) => suspendMember(app.ctx, { who: "ada", reason: "Threats" }, me.id, null, "Threats."),
    ],
    ["has gone, and heard from", (me) => app.call(deleteAccount, { body: { password: PASSWORD } }, me.token)],
  ];
  test.each(PARTINGS)("to a member who %s the other", async (_name, part) => {
    const [a, b, browser] = await makePushedMatch();
    const [c, d, second] = await makePair();
    await write(a, b);
    await crush(c, d);
    await waiting(b);
    await waiting(d);
    await part(b, a);
    await part(d, c);
    await deliver(b);
    await deliver(d);
    expect([browser.shown, second.shown]).toEqual([[], []]);
    expect([await noticesOf(b), await noticesOf(d)]).toEqual([[], []]);
  });
});

test("a push arrives although the other one hides: silence would tell", async () => {
  const [a, b, browser] = await makePushedMatch();
  await app.call(updatePrivacy, { body: { hidden: true } }, a.token);
  await write(a, b);
  await waiting(b);
  await deliver(b);
  expect(browser.shown).toHaveLength(1);
});

test("no push is sent about an ended conversation", async () => {
  const [a, b, browser] = await makePushedMatch();
  await write(a, b);
  await waiting(b);
  await app.call(unmatch, { body: { userId: a.id } }, b.token);
  await deliver(b);
  expect(browser.shown).toEqual([]);
});

test("the fake push service decrypted every push", () => {
  expect(service.rejections).toEqual([]);
});

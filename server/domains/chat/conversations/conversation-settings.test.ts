import { expect, test } from "vitest";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { getConversations, sendMessage, setConversationSettings } from "#contract/chat/messages.ts";
import { createMatch, type TestMember } from "#server/testing/members.ts";
import { notificationHarness } from "#server/testing/notification-harness.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

const { app, write, settle, notifyAfter, subjectsTo } = notificationHarness();
const { propose, callOff } = workoutDates(app);

const set = (me: TestMember, other: { id: string }, body: { isMuted?: boolean; isArchived?: boolean }) =>
  app.call(setConversationSettings, { params: { userId: other.id }, body }, me.token);
const rowOf = async (me: TestMember) =>
  (await app.call(getConversations, { query: {} }, me.token)).body.conversations[0];

test("a muted conversation sends no email, keeps its unread count, and is unmuted again", async () => {
  const [me, other] = await createMatch(app);
  await settle(me, other);
  expect((await set(me, other, { isMuted: true })).body).toMatchObject({ isMuted: true, isArchived: false });
  await write(other, me);
  await notifyAfter(10);
  expect(subjectsTo(me)).toEqual([]);
  expect(await rowOf(me)).toMatchObject({ isMuted: true, unreadCount: 1 });
  // The other member is notified as before.
  await write(me, other);
  await notifyAfter(20);
  expect(subjectsTo(other)).toEqual(["You have a new message"]);
  await set(me, other, { isMuted: false });
  await write(other, me);
  await notifyAfter(40);
  expect(subjectsTo(me)).toEqual(["You have 2 new messages"]);
});

test("an archived conversation is back with the next message, and both settings are independent", async () => {
  const [me, other] = await createMatch(app);
  await write(me, other);
  await Promise.all([set(me, other, { isArchived: true }), set(me, other, { isMuted: true })]);
  expect(await rowOf(me)).toMatchObject({ isArchived: true, isMuted: true });
  await app.call(sendMessage, { body: { receiverId: me.id, content: "Leg day?" } }, other.token);
  expect(await rowOf(me)).toMatchObject({ isArchived: false, isMuted: true, unreadCount: 1 });
  await set(me, other, { isArchived: true });
  expect((await set(me, other, { isArchived: false })).body).toMatchObject({ isArchived: false, isMuted: true });
});

test("an archived conversation is back when its workout date changes", async () => {
  const [me, other] = await createMatch(app);
  const proposed = (await propose(other, me)).body.message;
  await set(me, other, { isArchived: true, isMuted: true });
  const device = await connectDevice(app, me.token);
  expect((await callOff(other, proposed)).status).toBe(200);
  const event = { conversationId: conversationIdOf(me.id, other.id), isMuted: true, isArchived: false };
  expect(await device.waitFor("conversation_settings_changed")).toEqual(event);
  expect(await rowOf(me)).toMatchObject({ isArchived: false, isMuted: true });
  device.close();
});

test("only the member's own devices learn of it, and the revision stays", async () => {
  const [me, other] = await createMatch(app);
  await write(me, other);
  const [mine, theirs] = [await connectDevice(app, me.token), await connectDevice(app, other.token)];
  const before = await rowOf(other);
  await set(me, other, { isMuted: true, isArchived: true });
  const conversationId = conversationIdOf(me.id, other.id);
  const event = { conversationId, isMuted: true, isArchived: true };
  expect(await mine.waitFor("conversation_settings_changed")).toEqual(event);
  await write(me, other);
  await theirs.waitFor("new_message");
  expect(theirs.received.map((one) => one.event)).not.toContain("conversation_settings_changed");
  expect(await rowOf(other)).toMatchObject({ isMuted: false, isArchived: false, rev: (before?.rev ?? 0) + 1 });
  for (const device of [mine, theirs]) device.close();
});

import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { deleteMessage, getMessages, removeReaction, sendMessage, setReaction } from "#contract/chat/messages.ts";
import type { Reaction } from "#contract/chat/reactions.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { lockMatch } from "#server/domains/members/relationships/relationships.service.ts";
import { createMatch, createMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const react = (member: TestMember, messageId: string, emoji: Reaction | null) =>
  emoji === null
    ? app.call(removeReaction, { params: { messageId } }, member.token)
    : app.call(setReaction, { params: { messageId }, body: { emoji } }, member.token);
const thread = async (reader: TestMember, other: { id: string }, after?: number) =>
  (
    await app.call(
      getMessages,
      { params: { userId: other.id }, query: after === undefined ? {} : { after } },
      reader.token,
    )
  ).body;

async function createChat() {
  const [a, b] = await createMatch(app);
  const { body } = await app.call(sendMessage, { body: { receiverId: b.id, content: "Leg day?" } }, a.token);
  return { a, b, id: body.message._id };
}

test("a reaction reaches both members' devices, replaces the earlier one, and can be removed", async () => {
  const { a, b, id } = await createChat();
  const [deviceA, deviceB] = [await connectDevice(app, a.token), await connectDevice(app, b.token)];
  const { status, body } = await react(b, id, "🔥");
  expect([status, body.reactions]).toEqual([200, [{ by: b.id, emoji: "🔥" }]]);
  for (const device of [deviceA, deviceB]) {
    expect(await device.waitFor("message_reacted")).toMatchObject({ messageId: id, by: b.id, emoji: "🔥", rev: 2 });
  }
  await react(b, id, "💪");
  await react(a, id, "👍");
  const both = [
    { by: a.id, emoji: "👍" },
    { by: b.id, emoji: "💪" },
  ];
  for (const [reader, other] of [
    [a, b],
    [b, a],
  ] as const) {
    expect((await thread(reader, other)).messages[0]?.reactions).toEqual(both);
  }
  // A device that missed the events gets the message again with a resync.
  const missed = await thread(b, a, 1);
  expect([missed.rev, missed.messages.map(({ reactions }) => reactions)]).toEqual([4, [both]]);
  expect((await react(b, id, null)).body.reactions).toEqual([{ by: a.id, emoji: "👍" }]);
  deviceA.close();
  deviceB.close();
});

test("repeating a reaction or its removal changes nothing and emits nothing", async () => {
  const { a, b, id } = await createChat();
  const device = await connectDevice(app, a.token);
  expect((await react(b, id, null)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 8 }, () => react(b, id, "😂")));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await thread(a, b)).rev).toBe(2);
  await device.waitFor("message_reacted");
  await setTimeout(100);
  expect(device.received.filter(({ event }) => event === "message_reacted")).toHaveLength(1);
  device.close();
});

test("of two devices that react at the same time, one wins for everybody", async () => {
  const { a, b, id } = await createChat();
  await Promise.all([react(b, id, "🔥"), react(b, id, "💪"), react(a, id, "👍"), react(b, id, "❤️")]);
  const [mine, theirs] = [await thread(a, b), await thread(b, a)];
  expect(mine.messages[0]?.reactions).toEqual(theirs.messages[0]?.reactions);
  expect(mine.messages[0]?.reactions).toHaveLength(2);
  expect(mine.rev).toBe(5);
});

test("a message that is deleted meanwhile has no reaction", async () => {
  const { a, b, id } = await createChat();
  let reaction: ReturnType<typeof react> | undefined;
  // The reaction waits for the lock that the deletion holds.
  await app.ctx.transact(async (tx) => {
    await lockMatch(tx, a.id, b.id);
    reaction = react(b, id, "🔥");
    await setTimeout(150);
    await app.ctx.db
      .updateTable("messages")
      .set({ deleted_at: new Date(), content: "" })
      .where("id", "=", id)
      .execute();
  });
  expect((await reaction)?.status).toBe(404);
  const { a: c, b: d, id: other } = await createChat();
  const [removed, reacted] = await Promise.all([
    app.call(deleteMessage, { params: { messageId: other } }, c.token),
    react(d, other, "🔥"),
  ]);
  expect(removed.status).toBe(200);
  expect([200, 404]).toContain(reacted.status);
  expect((await thread(d, c)).messages).toEqual([]);
  const row = await app.ctx.db.selectFrom("messages").selectAll().where("id", "=", other).executeTakeFirstOrThrow();
  expect([row.sender_reaction, row.receiver_reaction]).toEqual([null, null]);
});

test("is refused without a match, and for any other emoji", async () => {
  const { a, b, id } = await createChat();
  const stranger = await createMember(app);
  expect((await react(stranger, id, "🔥")).status).toBe(404);
  const pizza = "🍕" as Reaction;
  expect((await react(b, id, pizza)).status).toBe(400);
  await app.call(unmatch, { body: { userId: b.id } }, a.token);
  expect((await react(b, id, "🔥")).body).toMatchObject({ code: "not_found" });
  const { a: c, b: d, id: other } = await createChat();
  await app.call(blockMember, { body: { userId: d.id } }, c.token);
  expect((await react(d, other, "🔥")).body).toMatchObject({ code: "not_found" });
  expect((await react(c, other, "🔥")).body).toMatchObject({ code: "blocked" });
});

test("a member's reactions go with their account, and nobody can react to them", async () => {
  const { a, b, id } = await createChat();
  await react(b, id, "🔥");
  await react(a, id, "👍");
  await app.call(deleteAccount, { body: { password: PASSWORD } }, b.token);
  await eraseDeleted(app);
  expect((await thread(a, b)).messages[0]?.reactions).toEqual([{ by: a.id, emoji: "👍" }]);
  expect((await react(a, id, "💪")).body).toMatchObject({ code: "member_deleted" });
});

import { expect, test } from "vitest";
import { deleteMessage, searchMessages, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { SEARCHED_MESSAGES_MAX } from "#contract/limits.ts";
import { blockMember } from "#contract/moderation/reports.ts";
import { cutExcerpt } from "#server/domains/chat/search/message-search.service.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { limitMembers, testApp } from "#server/testing/test-app.ts";

const app = testApp();

const send = async (from: TestMember, to: TestMember, content: string) =>
  (await app.call(sendMessage, { body: { receiverId: to.id, content } }, from.token)).body.message._id;
const search = (member: TestMember, text: string) => app.call(searchMessages, { body: { text } }, member.token);
const find = async (member: TestMember, text: string) =>
  (await search(member, text)).body.messages.map(({ excerpt }) => excerpt);

test("finds texts in all own conversations in any case, the latest first", async () => {
  const [me, anna] = await createMatch(app);
  const ben = await createCompleteMember(app);
  for (const [from, to] of [
    [me, ben],
    [ben, me],
  ] as const)
    await app.call(sendCrush, { body: { recipientId: to.id } }, from.token);
  const id = await send(anna, me, "Leg Day on Thursday?");
  await send(me, anna, "Yes, squats.");
  await send(me, ben, "No leg day this week: 100% rest, my_plan.");
  const { body } = await search(me, "  LEG day ");
  expect(body.messages.map(({ otherUser, sender, excerpt }) => [otherUser._id, sender._id, excerpt])).toEqual([
    [ben.id, me.id, "No leg day this week: 100% rest, my_plan."],
    [anna.id, anna.id, "Leg Day on Thursday?"],
  ]);
  expect(body.messages[1]).toMatchObject({ _id: id, otherUser: { username: anna.username } });
  expect(body.hasMore).toBe(false);
  // Not patterns.
  expect([await find(me, "100%"), await find(me, "y_p")]).toEqual([[expect.any(String)], [expect.any(String)]]);
  expect([await find(me, "0%r"), await find(me, "e__d")]).toEqual([[], []]);
});

test("finds nothing in conversations of others, deleted messages and ended contact", async () => {
  const [[a, b], [stranger]] = [await createMatch(app), await createMatch(app)];
  const kept = "Bench on Monday";
  const id = await send(a, b, "Bench on Sunday");
  await send(a, b, kept);
  expect(await find(stranger, "bench")).toEqual([]);
  await app.call(deleteMessage, { params: { messageId: id } }, a.token);
  expect([await find(a, "bench"), await find(b, "bench")]).toEqual([[kept], [kept]]);
  await app.call(blockMember, { body: { userId: a.id } }, b.token);
  expect([await find(a, "bench"), await find(b, "bench")]).toEqual([[], []]);
});

test("lists at most 30 texts and says that there are more", async () => {
  const [a, b] = await createMatch(app);
  for (let i = 0; i < 16; i++) {
    await send(a, b, `Set ${i} of squats`);
    await send(b, a, `Set ${i} of rows`);
  }
  const { body } = await search(a, "set ");
  expect([body.messages.length, body.messages[0]?.excerpt, body.hasMore]).toEqual([30, "Set 15 of rows", true]);
});

test("an excerpt contains the found text also where a letter is longer in lower case", async () => {
  const [a, b] = await createMatch(app);
  await send(a, b, `${"İ".repeat(100)} legday ${"x".repeat(300)}`);
  await send(a, b, `${"x".repeat(200)} İzmir squat`);
  expect((await find(b, "LEGDAY"))[0]).toContain("legday");
  expect((await find(b, "izmir"))[0]).toContain("İzmir squat");
});

test("rejects a search without two characters", async () => {
  const [a] = await createMatch(app);
  for (const text of ["", " x ", "x".repeat(101)]) expect((await search(a, text)).status).toBe(400);
});

test("an excerpt contains the found text, and is cut between characters", () => {
  expect(cutExcerpt("Leg day?", 4)).toBe("Leg day?");
  const long = `${"💪".repeat(50)} Leg day ${"💪".repeat(200)}`;
  const excerpt = cutExcerpt(long, 51);
  expect(excerpt).toMatch(/^…(💪){19} Leg day (💪)+…$/u);
  expect(Array.from(excerpt)).toHaveLength(122);
});

test("reads the newest messages of a conversation only", async () => {
  const [a, b] = await createMatch(app);
  await send(a, b, "The oldest deadlift");
  const fill = (from: number, to: number) =>
    app.database.pool.query(
      `insert into messages (id, relationship_id, sequence, revision, sender_id, content)
       select gen_random_uuid(), relationship_id, n, n, $1, 'Squat' from relationship_sides, generate_series($2::int, $3::int) n
       where member_id = $1`,
      [a.id, from, to],
    );
  await fill(2, SEARCHED_MESSAGES_MAX);
  expect(await find(b, "deadlift")).toEqual(["The oldest deadlift"]);
  await fill(SEARCHED_MESSAGES_MAX + 1, SEARCHED_MESSAGES_MAX + 1);
  expect(await find(b, "deadlift")).toEqual([]);
});

test("is limited to 40 searches a minute", async () => {
  const member = await createCompleteMember(app);
  limitMembers(app);
  const statuses: number[] = [];
  for (let i = 0; i < 41; i++) {
    statuses.push((await search(member, "leg")).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 40 }, () => 200), 429]);
});

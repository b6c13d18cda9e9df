import { expect, test } from "vitest";
import { deleteMessage, searchMessages, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { SEARCHED_AT_ONCE_MAX, SEARCHED_MESSAGES_MAX } from "#contract/limits.ts";
import { blockMember } from "#contract/moderation/reports.ts";
import { cutExcerpt } from "#server/domains/chat/search/message-search.service.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { limitMembers, testApp } from "#server/testing/test-app.ts";

const app = testApp();

const send = async (from: TestMember, to: TestMember, content: string) =>
  (await app.call(sendMessage, { body: { receiverId: to.id, content } }, from.token)).body.message._id;
const search = (member: TestMember, text: string, cursor?: string) =>
  app.call(searchMessages, { body: { text, ...(cursor !== undefined && { cursor }) } }, member.token);
const find = async (member: TestMember, text: string) =>
  (await search(member, text)).body.messages.map(({ excerpt }) => excerpt);

async function match(one: TestMember, other: TestMember): Promise<void> {
  await app.call(sendCrush, { body: { recipientId: other.id } }, one.token);
  await app.call(sendCrush, { body: { recipientId: one.id } }, other.token);
}

test("finds texts in all own conversations in any case, the latest first", async () => {
  const [me, anna] = await createMatch(app);
  const ben = await createCompleteMember(app);
  await match(me, ben);
  const id = await send(anna, me, "Leg Day on Thursday?");
  await send(me, anna, "Yes, squats.");
  await send(me, ben, "No leg day this week: 100% rest, my_plan.");
  const { body } = await search(me, "  LEG day ");
  expect(body.messages.map(({ otherUser, sender, excerpt }) => [otherUser._id, sender._id, excerpt])).toEqual([
    [ben.id, me.id, "No leg day this week: 100% rest, my_plan."],
    [anna.id, anna.id, "Leg Day on Thursday?"],
  ]);
  expect(body.messages[1]).toMatchObject({ _id: id, otherUser: { username: anna.username } });
  expect(body.nextCursor).toBeNull();
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

/** Searches to the end. @returns the excerpts of each page */
async function searchAll(member: TestMember, text: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const { body } = await search(member, text, cursor);
    pages.push(body.messages.map(({ excerpt }) => excerpt));
    cursor = body.nextCursor;
  }
  return pages;
}

const conversationOf = (member: TestMember) => `
  from relationship_sides where member_id = '${member.id}' order by run_last_at limit 1`;

/** Stores texts of a member in their oldest conversation. */
const fill = async (from: TestMember, first: number, last: number) => {
  await app.database.pool.query(
    `insert into messages (id, relationship_id, sequence, revision, sender_id, content)
     select gen_random_uuid(), relationship_id, n, n, $1, 'Squat'
     from (select relationship_id ${conversationOf(from)}) as side, generate_series($2::int, $3::int) n`,
    [from.id, first, last],
  );
  await app.database.pool.query(
    `update relationships set last_sequence = $1 where id = (select relationship_id ${conversationOf(from)})`,
    [last],
  );
};

test("lists at most 30 texts, and older ones on the next page", async () => {
  const [a, b] = await createMatch(app);
  for (let i = 0; i < 16; i++) {
    await send(a, b, `Set ${i} of squats`);
    await send(b, a, `Set ${i} of rows`);
  }
  const [first, second, ...rest] = await searchAll(a, "set ");
  expect([first?.length, first?.[0]]).toEqual([30, "Set 15 of rows"]);
  expect([second, rest]).toEqual([["Set 0 of rows", "Set 0 of squats"], []]);
});

test("goes on where it stopped, over conversations of any size, and finds each text once", async () => {
  const [me, anna] = await createMatch(app);
  await send(anna, me, "The oldest deadlift");
  await fill(anna, 2, SEARCHED_MESSAGES_MAX - 1);
  await send(anna, me, "A deadlift on Monday");
  const ben = await createCompleteMember(app);
  await match(me, ben);
  await send(ben, me, "Deadlift?");
  const pages = await searchAll(me, "deadlift");
  expect(pages).toEqual([["Deadlift?", "A deadlift on Monday"], ["The oldest deadlift"]]);
  expect(SEARCHED_AT_ONCE_MAX).toBe(SEARCHED_MESSAGES_MAX);
});

test("goes on where it stopped, also once that conversation has a new message and the last message is erased", async () => {
  const [me, anna] = await createMatch(app);
  await send(anna, me, "The oldest deadlift");
  await fill(anna, 2, SEARCHED_MESSAGES_MAX - 2);
  await send(anna, me, "A deadlift on Monday");
  const ben = await createCompleteMember(app);
  await match(me, ben);
  await send(ben, me, "Deadlift?");
  await send(ben, me, "On Tuesday?");
  const { nextCursor } = (await search(me, "deadlift")).body;
  await send(anna, me, "A new deadlift");
  const erased = await app.database.pool.query(
    `delete from messages where sequence = 2 and relationship_id = (select relationship_id
       from relationship_sides where member_id = $1 and other_id = $2)`,
    [me.id, anna.id],
  );
  expect(erased.rowCount).toBe(1);
  const { body } = await search(me, "deadlift", nextCursor ?? "");
  expect(body.messages.map(({ excerpt }) => excerpt)).toEqual(["The oldest deadlift"]);
  expect(body.nextCursor).toBeNull();
});

test("a page begins in one's own conversations, whatever its cursor says", async () => {
  const [[a, b], [stranger]] = [await createMatch(app), await createMatch(app)];
  for (let i = 0; i < 31; i++) await send(a, b, "Squat");
  const { nextCursor } = (await search(a, "squat")).body;
  expect((await search(b, "squat", nextCursor ?? "")).body.messages).toHaveLength(1);
  expect((await search(stranger, "squat", nextCursor ?? "")).body.messages).toEqual([]);
  for (const cursor of ["1", a.id, `${nextCursor}0000000000`])
    expect((await search(a, "squat", cursor)).status).toBe(400);
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
  await fill(a, 2, SEARCHED_MESSAGES_MAX);
  expect(await find(b, "deadlift")).toEqual(["The oldest deadlift"]);
  await fill(a, SEARCHED_MESSAGES_MAX + 1, SEARCHED_MESSAGES_MAX + 1);
  expect((await searchAll(b, "deadlift")).flat()).toEqual([]);
});

test("is limited to 120 searches a minute", async () => {
  const member = await createCompleteMember(app);
  limitMembers(app);
  const statuses: number[] = [];
  for (let i = 0; i < 121; i++) {
    statuses.push((await search(member, "leg")).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 120 }, () => 200), 429]);
});

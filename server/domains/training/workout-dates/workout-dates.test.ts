import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  deleteMessage,
  getConversations,
  getMessages,
  type Message,
  sendMessage,
  setConversationSettings,
} from "#contract/chat/messages.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import type { Sport } from "#contract/training/sports.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import { lockMatch } from "#server/domains/members/relationships/relationships.service.ts";
import { createMatch, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";
import { hoursAhead, workoutDates } from "#server/testing/workout-dates.ts";

const app = testApp();
const { propose, agree, counter, change, keep, decline, callOff, onMyWay, agreed } = workoutDates(app);

const thread = async (reader: TestMember, other: { id: string }, query = {}) =>
  (await app.call(getMessages, { params: { userId: other.id }, query }, reader.token)).body;
const cardOf = async (reader: TestMember, other: TestMember, id: string): Promise<Message> => {
  const found = (await thread(reader, other)).messages.find(({ _id }) => _id === id);
  if (!found) throw new Error("no card");
  return found;
};
/** Moves an agreed date, as if time had passed. */
const startIn = (id: string, minutes: number) =>
  app.database.pool.query(
    "update workout_dates set starts_at = now() + make_interval(mins => $2), times = array[now() + make_interval(mins => $2)] where message_id = $1",
    [id, minutes],
  );

describe("a workout date", () => {
  test("is proposed, countered, agreed, changed and agreed again, on both members' devices", async () => {
    const [a, b] = await createMatch(app);
    const [deviceA, deviceB] = [await connectDevice(app, a.token), await connectDevice(app, b.token)];
    const times = [hoursAhead(24), hoursAhead(48)];
    const { status, body } = await propose(a, b, { times });
    expect(status).toBe(201);
    const sent = await deviceB.waitFor("new_message");
    expect(sent.message).toMatchObject({
      messageType: "date",
      content: expect.stringMatching(/^Run: .+ or .+, Washington Park, south gate\. 60 min, chatty\.$/),
      date: { state: "proposed", times, turn: b.id, changedBy: a.id, version: 1, earlier: null, calendarUrl: null },
    });

    const later = [hoursAhead(72)];
    const countered = await counter(b, body.message, { times: later, place: "The other park" });
    expect(countered.body.message.date).toMatchObject({ state: "countered", times: later, turn: a.id, version: 2 });
    const changedEvent = await deviceA.waitFor("message_changed");
    expect(changedEvent).toMatchObject({
      rev: 2,
      by: b.id,
      message: { _id: body.message._id, date: { place: "The other park", turn: a.id } },
    });

    const { body: first } = await agree(a, countered.body.message);
    expect(first.message.date).toMatchObject({ state: "agreed", times: later, turn: null, version: 3 });
    expect(first.message.date?.calendarUrl).toMatch(/^\/calendar\/.+\.ics$/);

    const moved = await change(a, first.message, { times, sport: "ride" });
    expect(moved.body.message.date).toMatchObject({
      state: "changed",
      turn: b.id,
      sport: "ride",
      times,
      earlier: { sport: "run", times: later, place: "The other park" },
    });
    // Whoever asked for the change cannot agree to it in the other one's name.
    expect(await agree(a, moved.body.message)).toMatchObject({ status: 409, body: { code: "date_changed" } });
    const { body: again } = await agree(b, moved.body.message, times[1]);
    expect(again.message.date).toMatchObject({ state: "agreed", times: [times[1]], earlier: null });

    const off = await callOff(a, again.message);
    expect(off.body.message.date).toMatchObject({ state: "called_off", changedBy: a.id, turn: null, version: 6 });
    // A device that missed all events gets the card with a resync.
    const missed = await thread(b, a, { after: 1 });
    expect([missed.rev, missed.messages.map(({ date }) => date?.state)]).toEqual([6, ["called_off"]]);
    for (const device of [deviceA, deviceB]) device.close();
  });

  test("is shown in the list of conversations, and can be answered by a reply", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    const { body: list } = await app.call(getConversations, {}, b.token);
    expect(list.conversations[0]).toMatchObject({
      unreadCount: 1,
      lastMessage: { messageType: "date", content: body.message.content },
    });
    const reply = { receiverId: a.id, content: "I am slow, though", replyToId: body.message._id };
    const { body: sent } = await app.call(sendMessage, { body: reply }, b.token);
    expect(sent.message.replyTo).toMatchObject({ messageType: "date", excerpt: expect.stringContaining("Run: ") });
  });

  test("comes back from the archive with a proposal, and with each answer of the other member", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    const isArchived = async ({ token }: TestMember) =>
      (await app.call(getConversations, {}, token)).body.conversations[0]?.isArchived;
    const archive = (me: TestMember, other: TestMember) =>
      app.call(setConversationSettings, { params: { userId: other.id }, body: { isArchived: true } }, me.token);
    for (const [me, other] of [
      [a, b],
      [b, a],
    ] as const)
      await archive(me, other);
    const { body: first } = await agree(b, body.message);
    expect([await isArchived(a), await isArchived(b)]).toEqual([false, true]);
    await startIn(first.message._id, 60);
    await archive(a, b);
    await onMyWay(b, first.message);
    expect(await isArchived(a)).toBe(false);
    await propose(a, b);
    expect(await isArchived(b)).toBe(false);
  });

  test("says in the list whose turn it is, and that it was called off", async () => {
    const [a, b] = await createMatch(app);
    const lastOf = async ({ token }: TestMember) =>
      (await app.call(getConversations, {}, token)).body.conversations[0]?.lastMessage;
    const proposed = await propose(a, b);
    for (const me of [a, b]) expect(await lastOf(me)).toMatchObject({ turn: b.id });
    const countered = await counter(b, proposed.body.message, {});
    for (const me of [a, b]) expect(await lastOf(me)).toMatchObject({ turn: a.id });
    await callOff(b, countered.body.message);
    for (const me of [a, b])
      expect(await lastOf(me)).toMatchObject({ turn: null, content: expect.stringMatching(/^Called off: Run: /) });
  });

  test("can be declined, after which nothing but a new one is possible", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    expect((await decline(b, body.message)).body.message.date).toMatchObject({ state: "declined", turn: null });
    const card = await cardOf(a, b, body.message._id);
    for (const act of [agree(b, card), counter(b, card, {}), change(a, card, {}), callOff(a, card), decline(b, card)])
      expect(await act).toMatchObject({ status: 409, body: { code: "date_changed" } });
    expect((await propose(a, b)).status).toBe(201);
  });

  test("that was agreed is called off when its change is declined", async () => {
    const [a, b] = await createMatch(app);
    const card = await agreed(a, b);
    const moved = await change(a, card, { times: [hoursAhead(30)] });
    expect((await decline(b, moved.body.message)).body.message.date?.state).toBe("called_off");
  });

  test("that was agreed stays as it was when either side keeps it", async () => {
    const [a, b] = await createMatch(app);
    const card = await agreed(a, b);
    const { sport, times, minutes, place, effort, timeZone } = card.date ?? {};
    const other: Partial<DateDetails> = {
      sport: "ride",
      times: [hoursAhead(30)],
      place: "Elsewhere",
      timeZone: "America/New_York",
    };
    for (const [wisher, keeper] of [
      [a, b],
      [a, a],
    ] as const) {
      const moved = await change(wisher, await cardOf(a, b, card._id), other);
      const deviceA = await connectDevice(app, a.token);
      const kept = await keep(keeper, moved.body.message);
      expect(kept.body.message.date).toMatchObject({
        state: "agreed",
        kept: true,
        turn: null,
        changedBy: keeper.id,
        earlier: null,
        sport,
        times,
        minutes,
        place,
        effort,
        timeZone,
      });
      expect(kept.body.message.content).toBe(card.content);
      const told = await deviceA.waitFor("message_changed");
      expect(told).toMatchObject({ by: keeper.id, message: { date: { state: "agreed", kept: true } } });
      deviceA.close();
    }
    // Neither calendar has anything new.
    const mails = await app.database.pool.query(
      "select count(*)::int as many from jobs.job where name = 'email-workout-date' and data ->> 'messageId' = $1",
      [card._id],
    );
    expect(mails.rows[0].many).toBe(2);
    const again = await change(b, await cardOf(b, a, card._id), other);
    expect(again.body.message.date).not.toHaveProperty("kept");
  });

  test("cannot be kept unless a change of an agreed one waits", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    expect(await keep(b, body.message)).toMatchObject({ status: 409, body: { code: "date_changed" } });
    const card = await agreed(a, b);
    expect(await keep(b, card)).toMatchObject({ status: 409, body: { code: "date_changed" } });
  });

  test("may leave open how hard it is", async () => {
    const [a, b] = await createMatch(app);
    const { status, body } = await propose(a, b, { effort: undefined });
    expect(status).toBe(201);
    expect(body.message.date).not.toHaveProperty("effort");
    expect(body.message.content).toMatch(/\. 60 min\.$/);
    const again = await counter(b, body.message, { effort: undefined });
    expect((await counter(b, body.message, { effort: undefined })).body).toEqual(again.body);
    const { body: first } = await agree(a, again.body.message);
    const harder = await change(a, first.message, { effort: "hard" });
    const kept = await keep(b, harder.body.message);
    expect(kept.body.message.date).not.toHaveProperty("effort");
    const file = await fetch(app.address + kept.body.message.date?.calendarUrl);
    expect(await file.text()).toContain("SUMMARY:Run\r\n");
  });

  test("stays a changed one while other times are proposed instead of the change", async () => {
    const [a, b] = await createMatch(app);
    const card = await agreed(a, b);
    const moved = await change(a, card, { times: [hoursAhead(30)] });
    const other = await counter(b, moved.body.message, { times: [hoursAhead(31)] });
    expect(other.body.message.date).toMatchObject({
      state: "changed",
      turn: a.id,
      earlier: { times: card.date?.times },
    });
  });

  test("cannot be answered by whoever proposed it, but can be taken back", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    for (const act of [agree(a, body.message), counter(a, body.message, {}), decline(a, body.message)])
      expect(await act).toMatchObject({ status: 409, body: { code: "date_changed" } });
    expect((await callOff(a, body.message)).body.message.date?.state).toBe("called_off");
  });
});

describe("both press at once", () => {
  test("agree and another time: one wins, and the other is told to look again", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = await createMatch(app);
      const card = await agreed(a, b);
      const [one, two] = await Promise.all([
        change(a, card, { times: [hoursAhead(30)] }),
        change(b, card, { times: [hoursAhead(31)] }),
      ]);
      expect([one.status, two.status].sort()).toEqual([200, 409]);
      const now = await cardOf(a, b, card._id);
      expect(now.date).toMatchObject({ version: 3, turn: one.status === 200 ? b.id : a.id });
      expect((await cardOf(b, a, card._id)).date?.times).toEqual(now.date?.times);
    }
  });

  test("on my way and agree to a change: the date has either begun or moved", async () => {
    for (let i = 0; i < 5; i++) {
      const [a, b] = await createMatch(app);
      const card = await agreed(a, b);
      await startIn(card._id, 30);
      const { body } = await change(b, card, { times: [hoursAhead(72)] });
      const both = await Promise.all([onMyWay(b, card), agree(a, body.message)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: "date_started" });
    }
  });

  const proposed = async (a: TestMember, b: TestMember) => (await propose(a, b)).body.message;
  const wished = async (a: TestMember, b: TestMember) =>
    (await change(a, await agreed(a, b), { times: [hoursAhead(30)] })).body.message;

  test.each([
    ["agree to a date", proposed, agree],
    ["agree to a change", wished, agree],
    ["keep what was agreed", wished, keep],
  ] as const)("%s and call it off: one wins, for both", async (_, make, answer) => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = await createMatch(app);
      const card = await make(a, b);
      const [yes, no] = await Promise.all([answer(b, card), callOff(a, card)]);
      expect([yes.status, no.status].sort()).toEqual([200, 409]);
      const { date } = await cardOf(b, a, card._id);
      expect(date?.state).toBe(yes.status === 200 ? "agreed" : "called_off");
    }
  });

  test.each([
    ["by its other member", (_a: TestMember, b: TestMember) => b],
    ["by whoever wished to change it", (a: TestMember) => a],
  ] as const)("agree to a change and keep what was agreed, %s: one wins", async (_, choose) => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = await createMatch(app);
      const card = await agreed(a, b);
      const moved = await change(a, card, { times: [hoursAhead(30)] });
      const [yes, no] = await Promise.all([agree(b, moved.body.message), keep(choose(a, b), moved.body.message)]);
      expect([yes.status, no.status].sort()).toEqual([200, 409]);
      const { date } = await cardOf(b, a, card._id);
      expect(date).toMatchObject({ state: "agreed", earlier: null });
      expect(date?.times).toEqual((yes.status === 200 ? moved.body.message : card).date?.times);
    }
  });

  test("both keep what was agreed, again and again: it happens once", async () => {
    const [a, b] = await createMatch(app);
    const moved = await change(a, await agreed(a, b), { times: [hoursAhead(30)] });
    const answers = await Promise.all([a, b, b, a].map((me) => keep(me, moved.body.message)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.message.date?.version))).toEqual(new Set([4]));
  });

  test("two devices of one member press the same: it happens once", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    const answers = await Promise.all(Array.from({ length: 6 }, () => agree(b, body.message)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(new Set(answers.map(({ body: answer }) => answer.message.date?.version))).toEqual(new Set([2]));
    const mails = await app.database.pool.query(
      "select count(*)::int as many from jobs.job where name = 'email-workout-date' and data ->> 'messageId' = $1",
      [body.message._id],
    );
    expect(mails.rows[0].many).toBe(2);
  });

  test("another device's other times do not count as a repeat", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    const times = [hoursAhead(50)];
    expect((await counter(b, body.message, { times })).status).toBe(200);
    expect((await counter(b, body.message, { times })).body.message.date?.version).toBe(2);
    expect(await counter(b, body.message, { times: [hoursAhead(51)] })).toMatchObject({
      status: 409,
      body: { code: "date_changed" },
    });
  });

  test("a proposal that is sent again by its clientId is one card", async () => {
    const [a, b] = await createMatch(app);
    const clientId = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, () => propose(a, b, {}, clientId)));
    expect(new Set(answers.map(({ body }) => body.message._id)).size).toBe(1);
    expect((await thread(a, b)).messages).toHaveLength(1);
  });

  test("an unmatch comes first", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    let waiting: ReturnType<typeof agree> | undefined;
    await app.ctx.transact(async (tx) => {
      await lockMatch(tx, a.id, b.id);
      waiting = agree(b, body.message);
      await setTimeout(100);
      await tx
        .updateTable("relationships")
        .set({ ended_at: new Date() })
        .where("member_a_id", "in", [a.id, b.id])
        .execute();
    });
    expect((await waiting)?.status).toBe(404);
  });
});

describe("limits", () => {
  test.each([
    ["no time", "times", { times: [] }],
    ["a time that is too near", "times", { times: [hoursAhead(0.1)] }],
    ["a time that is too far", "times", { times: [hoursAhead(24 * 61)] }],
    ["four times", "times", { times: [5, 6, 7, 8].map(hoursAhead) }],
    ["what is no time", "times", { times: ["soon"] }],
    ["a time twice", "times", { times: [hoursAhead(9), hoursAhead(9)] }],
    ["an unknown zone", "timeZone", { timeZone: "Mars/Olympus" }],
    ["an offset", "timeZone", { timeZone: "+01:00" }],
    ["five minutes", "minutes", { minutes: 5 }],
    ["an empty place", "place", { place: "   " }],
    ["an invisible place", "place", { place: "\u200e\u202e\n" }],
    ["a long place", "place", { place: "x".repeat(121) }],
    ["an unknown sport", "sport", { sport: "chess" as Sport }],
  ])("refuse %s", async (_, field, changed) => {
    const [a, b] = await createMatch(app);
    const { status, body } = await propose(a, b, changed);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect((await thread(a, b)).messages).toEqual([]);
  });

  test("allow three open dates of two members", async () => {
    const [a, b] = await createMatch(app);
    const first = await propose(a, b);
    await propose(b, a);
    await agreed(a, b);
    expect(await propose(a, b)).toMatchObject({ status: 409, body: { code: "too_many_dates" } });
    await decline(b, first.body.message);
    expect((await propose(a, b)).status).toBe(201);
  });

  test("end the changes of one date, but never the calling off", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    await app.database.pool.query("update workout_dates set version = 40 where message_id = $1", [body.message._id]);
    const card = await cardOf(b, a, body.message._id);
    expect(await counter(b, card, {})).toMatchObject({ status: 409, body: { code: "too_many_changes" } });
    expect((await callOff(a, card)).status).toBe(200);
  });

  test("refuse a time that was not proposed, and one that has passed", async () => {
    const [a, b] = await createMatch(app);
    const { body } = await propose(a, b);
    expect(await agree(b, body.message, hoursAhead(99))).toMatchObject({ status: 400, body: { code: "invalid" } });
    const past = new Date(Date.now() - 60_000).toISOString();
    await app.database.pool.query("update workout_dates set times = array[$2::timestamptz] where message_id = $1", [
      body.message._id,
      past,
    ]);
    expect(await agree(b, body.message, past)).toMatchObject({ status: 409, body: { code: "date_started" } });
  });

  test("close a date once it is over", async () => {
    const [a, b] = await createMatch(app);
    const card = await agreed(a, b);
    await startIn(card._id, -61);
    expect(await callOff(a, card)).toMatchObject({ status: 409, body: { code: "date_started" } });
    expect(await change(b, card, {})).toMatchObject({ status: 409, body: { code: "date_started" } });
  });
});

test("a place is one visible line", async () => {
  const [a, b] = await createMatch(app);
  const { body } = await propose(a, b, { place: "\u200fPark,\n\u202egate " });
  expect(body.message.date?.place).toBe("Park, gate");
});

describe("on my way", () => {
  test("is possible from three hours before until the end, once for each", async () => {
    const [a, b] = await createMatch(app);
    const card = await agreed(a, b);
    expect(await onMyWay(a, card)).toMatchObject({ status: 409, body: { code: "date_started" } });
    await startIn(card._id, 170);
    const { body } = await onMyWay(a, card);
    expect(body.message.date?.onMyWay).toEqual([a.id]);
    const { rev } = await thread(a, b);
    await onMyWay(a, card);
    expect((await thread(a, b)).rev).toBe(rev);
    await onMyWay(b, card);
    expect(new Set((await cardOf(a, b, card._id)).date?.onMyWay)).toEqual(new Set([a.id, b.id]));
    await startIn(card._id, -61);
    expect((await onMyWay(a, card)).status).toBe(409);
  });
});

describe("the card goes with the conversation", () => {
  test("cannot be deleted while it is agreed, and loses everything once it is", async () => {
    const [a, b] = await createMatch(app);
    const proposed = await propose(a, b);
    const card = await agree(b, proposed.body.message);
    const remove = () => app.call(deleteMessage, { params: { messageId: proposed.body.message._id } }, a.token);
    expect(await remove()).toMatchObject({ status: 409, body: { code: "date_agreed" } });
    await callOff(b, card.body.message);
    expect((await remove()).status).toBe(200);
    const { rows } = await app.database.pool.query("select 1 from workout_dates where message_id = $1", [
      proposed.body.message._id,
    ]);
    expect(rows).toEqual([]);
  });

  test("is gone for the other member when an account is deleted, whoever proposed it", async () => {
    const [a, b] = await createMatch(app);
    await app.call(sendMessage, { body: { receiverId: a.id, content: "Hello" } }, b.token);
    const mine = await propose(b, a, { place: "Proposed by B" });
    await counter(a, mine.body.message, { place: "Countered by A" });
    await propose(a, b, { place: "Proposed by A" });
    const { rev } = await thread(b, a);
    await app.call(deleteAccount, { body: { password: PASSWORD } }, a.token);
    await eraseDeleted(app);
    const after = await thread(b, a, { after: rev });
    expect(after.deleted).toHaveLength(2);
    const { rows } = await app.database.pool.query("select 1 from workout_dates where place like '%by%'");
    expect(rows).toEqual([]);
    expect((await thread(b, a)).messages.map(({ content }) => content)).toEqual(["Hello"]);
  });
});

import { describe, expect, test } from "vitest";
import { deleteMessage, getMessages, type Message } from "#contract/chat/messages.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { getDateOutcome, setDateOutcome } from "#contract/training/date-outcomes.ts";
import { workoutDates as dateCounts } from "#server/platform/observability/metrics.ts";
import { createMatch, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { eraseDeleted } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

const app = testApp();
const { agreed, callOff, change } = workoutDates(app);

const say = (me: TestMember, { _id }: Message, outcome: "trained" | "missed") =>
  app.call(setDateOutcome, { params: { messageId: _id }, body: { outcome } }, me.token);
const mine = async (me: TestMember, { _id }: Message) =>
  (await app.call(getDateOutcome, { params: { messageId: _id } }, me.token)).body;
const thread = async (me: TestMember, other: TestMember) =>
  (await app.call(getMessages, { params: { userId: other.id }, query: {} }, me.token)).body;
const startIn = (id: string, minutes: number) =>
  app.database.pool.query(
    "update workout_dates set starts_at = now() + make_interval(mins => $2), times = array[now() + make_interval(mins => $2)] where message_id = $1",
    [id, minutes],
  );
const report = (me: TestMember, other: TestMember, { _id }: Message) =>
  app.call(reportMember, { body: { userId: other.id, reason: "Something else", messageId: _id } }, me.token);

async function pastDate(): Promise<readonly [TestMember, TestMember, Message]> {
  const [a, b] = await createMatch(app);
  const card = await agreed(a, b);
  await startIn(card._id, -120);
  return [a, b, card];
}

/** The operator's figure of dates at which both trained. */
const countTrained = async () =>
  (await dateCounts.get()).values.find(({ labels }) => labels["event"] === "trained_together")?.value ?? 0;

describe("after a workout date", () => {
  test("both say that they trained: it is counted for the two, on all devices", async () => {
    const [a, b, card] = await pastDate();
    const device = await connectDevice(app, a.token);
    expect((await say(a, card, "trained")).body).toMatchObject({ outcome: "trained", trainedTogether: false });
    expect(await device.waitFor("date_outcome_changed")).toEqual({ messageId: card._id });
    expect((await thread(a, b)).trainedTogether).toBeUndefined();
    expect((await say(b, card, "trained")).body).toMatchObject({ outcome: "trained", trainedTogether: true });
    const { message } = await device.waitFor("message_changed");
    expect(message.date?.trainedTogether).toBe(true);
    for (const [me, other] of [
      [a, b],
      [b, a],
    ] as const)
      expect(await thread(me, other)).toMatchObject({
        trainedTogether: 1,
        messages: [{ date: { trainedTogether: true } }],
      });
    expect(await say(a, card, "missed")).toMatchObject({ status: 409, body: { code: "outcome_settled" } });
    device.close();
  });

  test("can be said from the end of the date on, for 30 days, and be changed", async () => {
    const [a, , card] = await pastDate();
    for (const minutes of [60, -30, -60 - 31 * 24 * 60]) {
      await startIn(card._id, minutes);
      expect(await say(a, card, "trained")).toMatchObject({ status: 409, body: { code: "outcome_closed" } });
    }
    await startIn(card._id, -61);
    expect((await say(a, card, "missed")).status).toBe(200);
    expect((await say(a, card, "trained")).body).toMatchObject({ outcome: "trained" });
    expect(await mine(a, card)).toMatchObject({ outcome: "trained", trainedTogether: false });
  });

  test("is about what was agreed if nobody has answered a change", async () => {
    const [a, b] = await createMatch(app);
    const card = await agreed(a, b);
    const { body } = await change(a, card, { minutes: 240 });
    await startIn(card._id, -61);
    expect((await callOff(b, body.message)).body).toMatchObject({ code: "date_started" });
    for (const me of [a, b]) expect((await say(me, card, "trained")).status).toBe(200);
    expect(await mine(a, card)).toMatchObject({ trainedTogether: true });
  });

  test("the other member's replies and events are the same whatever one says, or nothing", async () => {
    const seen = new Set<string>();
    for (const act of ["missed", "wrong", "trained", undefined] as const) {
      const [a, b, card] = await pastDate();
      const device = await connectDevice(app, b.token);
      if (act === "wrong") expect((await report(a, b, card)).status).toBe(201);
      else if (act) await say(a, card, act);
      const { rev, trainedTogether, messages } = await thread(b, a);
      const { outcome } = await mine(b, card);
      seen.add(
        JSON.stringify([
          rev,
          trainedTogether ?? null,
          messages[0]?.date?.trainedTogether ?? null,
          outcome,
          device.received,
        ]),
      );
      if (act !== "trained") expect((await say(b, card, "trained")).body.trainedTogether).toBe(false);
      if (act === "wrong") expect((await mine(a, card)).outcome).toBe("wrong");
      device.close();
    }
    expect(seen.size).toBe(1);
  });

  test("both answer at the same moment: it is counted once", async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b, card] = await pastDate();
      const before = await countTrained();
      await Promise.all([say(a, card, "trained"), say(b, card, "trained"), say(a, card, "trained")]);
      expect(await thread(a, b)).toMatchObject({ trainedTogether: 1, rev: 3 });
      expect(await countTrained()).toBe(before + 1);
    }
  });

  test("a report keeps who proposed what of the card, and what both have said stays", async () => {
    const [a, b, card] = await pastDate();
    await say(a, card, "trained");
    await say(b, card, "trained");
    expect((await report(a, b, card)).status).toBe(201);
    expect((await thread(b, a)).trainedTogether).toBe(1);
    const { rows } = await app.database.pool.query("select evidence from reports where reporter_id = $1", [a.id]);
    const [kept] = rows[0].evidence.messages;
    expect(kept.history).toMatchObject([
      { by: b.id, act: "propose", text: expect.stringContaining("Run") },
      { by: a.id, act: "agree" },
    ]);
  });

  test("goes with the card, and with the account of either", async () => {
    const [a, b, card] = await pastDate();
    await say(a, card, "trained");
    await say(b, card, "trained");
    await Promise.all([
      app.call(deleteAccount, { body: { password: PASSWORD } }, a.token),
      say(a, card, "missed"),
      say(b, card, "trained"),
    ]);
    await eraseDeleted(app);
    expect((await thread(b, a)).trainedTogether).toBeUndefined();
    const [c, d, other] = await pastDate();
    await Promise.all([
      say(c, other, "trained"),
      app.call(deleteMessage, { params: { messageId: other._id } }, d.token),
    ]);
    expect(
      (await app.database.pool.query("select from date_outcomes where message_id = any($1)", [[card._id, other._id]]))
        .rowCount,
    ).toBe(0);
  });
});

import { setTimeout } from "node:timers/promises";
import ICAL from "ical.js";
import { describe, expect, test, vi } from "vitest";
import { changePassword } from "#contract/accounts/accounts.ts";
import { endOtherSessions } from "#contract/accounts/sessions.ts";
import { getMessages, type Message } from "#contract/chat/messages.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { blockMember, unmatch } from "#contract/moderation/reports.ts";
import { lockRelationship } from "#server/domains/members/relationships/relationships.statements.ts";
import { findReminderTime } from "#server/domains/training/workout-dates/workout-dates.policy.ts";
import type { JobData } from "#server/jobs.ts";
import { createMatch, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { notificationHarness } from "#server/testing/notification-harness.ts";
import { eraseDeleted, runJob } from "#server/testing/run-job.ts";
import { hoursAhead, workoutDates } from "#server/testing/workout-dates.ts";

const { app, mails, query, settle, switchOff } = notificationHarness();
const { agree, agreed, callOff, change, propose } = workoutDates(app);

const DAY_MS = 24 * 3600 * 1000;
const run = () => runJob(app.ctx, "workout-dates", {});

async function sendCalendars(): Promise<void> {
  const jobs = await query("delete from jobs.job where name = 'email-workout-date' returning id, data");
  for (const { id, data } of jobs)
    await runJob(app.ctx, "email-workout-date", data as JobData["email-workout-date"], String(id));
}

function readEntry(file: string) {
  const entry = new ICAL.Component(ICAL.parse(file) as unknown[]).getFirstSubcomponent("vevent");
  const value = (name: string) => String(entry?.getFirstPropertyValue(name));
  return { uid: value("uid"), sequence: Number(value("sequence")), status: value("status"), title: value("summary") };
}
const entriesOf = ({ email }: TestMember) =>
  mails
    .filter(({ to, attachments }) => to === email && attachments)
    .map(({ attachments }) => readEntry(attachments?.[0]?.content ?? ""));

const reminded = async ({ _id }: Message) =>
  (await query("select reminded_at is not null as is_reminded from workout_dates where message_id = $1", _id))[0]?.[
    "is_reminded"
  ];
const remindersOf = async ({ id }: TestMember) =>
  (await query("select other_id from notifications where member_id = $1 and cause = 'workout_reminder'", id)).map(
    (row) => row["other_id"],
  );

async function makeDate(): Promise<{ a: TestMember; b: TestMember; card: Message }> {
  const [a, b] = await createMatch(app);
  await settle(a, b);
  return { a, b, card: await agreed(a, b) };
}

describe("the calendar file", () => {
  test("of one date is one entry, which follows each change", async () => {
    const { a, b, card } = await makeDate();
    await sendCalendars();
    const url = card.date?.calendarUrl ?? "";
    const read = async () => {
      const response = await fetch(app.address + url);
      expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
      return readEntry(await response.text());
    };
    const uid = `${card._id}@spotter.test`;
    expect(await read()).toEqual({ uid, sequence: 0, status: "CONFIRMED", title: "Run, chatty" });
    const moved = await change(a, card, { times: [hoursAhead(30)], sport: "swim" });
    // The agreement holds until the change is accepted.
    expect(await read()).toEqual({ uid, sequence: 1, status: "TENTATIVE", title: "Run, chatty" });
    const again = await agree(b, moved.body.message);
    expect(await read()).toEqual({ uid, sequence: 2, status: "CONFIRMED", title: "Swim, chatty" });
    await sendCalendars();
    await callOff(b, again.body.message);
    expect(await read()).toMatchObject({ uid, sequence: 3, status: "CANCELLED" });
    await sendCalendars();
    for (const member of [a, b]) {
      expect(entriesOf(member).map(({ sequence, status }) => [sequence, status])).toEqual([
        [0, "CONFIRMED"],
        [2, "CONFIRMED"],
        [3, "CANCELLED"],
      ]);
    }
    for (const { to, text, attachments } of mails.filter((mail) => mail.attachments)) {
      for (const { username, email } of [a, b]) {
        expect(attachments?.[0]?.content).not.toContain(username);
        if (email !== to) expect(text).not.toContain(email);
      }
    }
  });

  test("has an address for each of the two, which nobody can change, and which ends with the match", async () => {
    const { a, b, card } = await makeDate();
    const [, , messageId, memberId = "", file = ""] = (card.date?.calendarUrl ?? "").split("/");
    expect(memberId).toBe(a.id);
    const statusOf = async (...parts: string[]) => {
      const response = await fetch(`${app.address}/calendar/${parts.join("/")}`);
      await response.text();
      return response.status;
    };
    expect(await statusOf(messageId ?? "", memberId, file)).toBe(200);
    expect(await statusOf(messageId ?? "", b.id, file)).toBe(404);
    expect(await statusOf(b.id, memberId, file)).toBe(404);
    expect(await statusOf(messageId ?? "", memberId, "x.ics")).toBe(404);
    expect(await statusOf("x", "y", "z.ics")).toBe(404);
    await app.call(unmatch, { body: { userId: a.id } }, b.token);
    expect(await statusOf(messageId ?? "", memberId, file)).toBe(404);
  });

  test("has an address that ends 30 days after the date, and with the good standing of both", async () => {
    const { a, b, card } = await makeDate();
    const url = app.address + (card.date?.calendarUrl ?? "");
    const status = async () => (await fetch(url)).status;
    const start = Date.parse(card.date?.times[0] ?? "");
    const now = vi.spyOn(app.ctx, "now");
    try {
      now.mockReturnValue(new Date(start + 29 * DAY_MS));
      expect(await status()).toBe(200);
      now.mockReturnValue(new Date(start + 30 * DAY_MS));
      expect(await status()).toBe(404);
    } finally {
      now.mockRestore();
    }
    for (const { id } of [a, b]) {
      await query("update members set status = 'suspended' where id = $1", id);
      expect(await status()).toBe(404);
      await query("update members set status = 'active' where id = $1", id);
      expect(await status()).toBe(200);
    }
  });

  test("has another address after a new password, and after logging out everywhere else", async () => {
    const { a, b, card } = await makeDate();
    const read = async (token: string) => {
      const { body } = await app.call(getMessages, { params: { userId: b.id }, query: {} }, token);
      return app.address + body.messages.find(({ _id }) => _id === card._id)?.date?.calendarUrl;
    };
    const first = await read(a.token);
    expect(first).toBe(app.address + (card.date?.calendarUrl ?? ""));
    await app.call(endOtherSessions, {}, a.token);
    const second = await read(a.token);
    const passwords = { newPassword: "another password", confirmPassword: "another password" };
    const changed = await app.call(changePassword, { body: { currentPassword: PASSWORD, ...passwords } }, a.token);
    const third = await read(changed.body.token);
    const replies = await Promise.all([first, second, third].map((url) => fetch(url)));
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 200]);
  });

  test("is not mailed to who has turned workout dates off, and is worded discreetly for who wants that", async () => {
    const [a, b] = await createMatch(app);
    await settle(a, b);
    await switchOff(a, "workoutDate", "marketing");
    await query("update notification_preferences set discreet = true where member_id = $1", b.id);
    await agreed(a, b, { place: "A place to keep quiet" });
    await sendCalendars();
    expect(entriesOf(a)).toEqual([]);
    const [mail] = mails.filter(({ to }) => to === b.email);
    expect(mail?.subject).toBe("An update for your calendar");
    expect(mail?.text).not.toMatch(/quiet|Run/);
  });
});

describe("the evening before", () => {
  test.each([
    // At 18:00 of the place, in its summer and in its winter time.
    ["Europe/Berlin", "2026-10-25T09:00:00Z", "2026-10-24T16:00:00.000Z"],
    ["Europe/Berlin", "2026-10-26T09:00:00Z", "2026-10-25T17:00:00.000Z"],
    ["America/New_York", "2026-11-01T14:00:00Z", "2026-10-31T22:00:00.000Z"],
    // Still the Saturday there, although it is Sunday in UTC.
    ["America/Los_Angeles", "2026-11-29T02:00:00Z", "2026-11-28T02:00:00.000Z"],
  ])("in %s of %s is at %s", (timeZone, at, expected) => {
    const now = new Date("2026-10-01T00:00:00Z");
    expect(findReminderTime(new Date(at), timeZone, now)?.toISOString()).toBe(expected);
    expect(findReminderTime(new Date(at), timeZone, new Date(expected))).toBeNull();
  });

  test("both are reminded once, however many processes run", async () => {
    const { a, b, card } = await makeDate();
    await run();
    expect(await reminded(card)).toBe(false);
    await query("update workout_dates set remind_at = now() - interval '1 second' where message_id = $1", card._id);
    await Promise.all([run(), run(), run()]);
    expect(await reminded(card)).toBe(true);
    expect([await remindersOf(a), await remindersOf(b)]).toEqual([[b.id], [a.id]]);
  });

  test("nobody is reminded of a date that was called off, or that has to be agreed again", async () => {
    const off = await makeDate();
    const changed = await makeDate();
    for (const { card } of [off, changed])
      await query("update workout_dates set remind_at = now() - interval '1 second' where message_id = $1", card._id);
    await callOff(off.a, off.card);
    await change(changed.a, changed.card, { times: [hoursAhead(90)] });
    await run();
    for (const { a, card } of [off, changed]) {
      expect(await reminded(card)).toBe(false);
      expect(await remindersOf(a)).toEqual([]);
    }
  });
});

describe("a date whose members are not in contact any more", () => {
  const endings = {
    "an unmatch": ({ a, b }: { a: TestMember; b: TestMember }) =>
      app.call(unmatch, { body: { userId: b.id } }, a.token),
    "a block": ({ a, b }: { a: TestMember; b: TestMember }) =>
      app.call(blockMember, { body: { userId: b.id } }, a.token),
    "a suspension": ({ a }: { a: TestMember }) => query("update members set status = 'suspended' where id = $1", a.id),
  } as const;

  test.each(Object.entries(endings))("is called off after %s, and the other one is mailed once", async (_, end) => {
    const date = await makeDate();
    await sendCalendars();
    await end(date);
    await Promise.all([run(), run()]);
    await run();
    await sendCalendars();
    expect(entriesOf(date.b).map(({ sequence, status }) => [sequence, status])).toEqual([
      [0, "CONFIRMED"],
      [1, "CANCELLED"],
    ]);
    const history = "select history -> -1 as last from workout_dates where message_id = $1";
    expect((await query(history, date.card._id))[0]?.["last"]).toMatchObject({ by: null, act: "ended" });
    const [mail] = mails.filter(({ to }) => to === date.b.email).slice(-1);
    expect(mail?.subject).toMatch(/^Called off: Run/);
    expect(mail?.text).not.toContain(date.a.username);
  });

  test("is kept if a suspension is lifted before it is called off", async () => {
    const { a, b, card } = await makeDate();
    const suspend = (status: string) => query("update members set status = $2 where id = $1", a.id, status);
    await suspend("suspended");
    let running: Promise<void> | undefined;
    await app.ctx.transact(async (tx) => {
      await lockRelationship(tx, a.id, b.id);
      running = run();
      await setTimeout(200);
      await suspend("active");
    });
    await running;
    expect(await query("select state from workout_dates where message_id = $1", card._id)).toEqual([
      { state: "agreed" },
    ]);
  });

  test("is called off by the deletion of an account, of which nothing is left", async () => {
    const { a, b } = await makeDate();
    await sendCalendars();
    await app.call(deleteAccount, { body: { password: PASSWORD } }, a.token);
    await eraseDeleted(app);
    await sendCalendars();
    expect(entriesOf(b).map(({ status, title }) => [status, title])).toEqual([
      ["CONFIRMED", "Run, chatty"],
      ["CANCELLED", "Workout"],
    ]);
  });

  test("is called off once, if the minute's job comes before the account is erased", async () => {
    const { a, b } = await makeDate();
    await sendCalendars();
    await app.call(deleteAccount, { body: { password: PASSWORD } }, a.token);
    await run();
    await eraseDeleted(app);
    await sendCalendars();
    expect(entriesOf(b).map(({ status, title }) => [status, title])).toEqual([
      ["CONFIRMED", "Run, chatty"],
      ["CANCELLED", "Workout"],
    ]);
  });

  test.each<[string, (date: Awaited<ReturnType<typeof makeDate>>) => Promise<unknown>]>([
    ["an unmatch", endings["an unmatch"]],
    ["a member", ({ a, card }) => callOff(a, card)],
  ])("and whose account is erased before the other one is mailed that %s called it off, is mailed", async (_, end) => {
    const date = await makeDate();
    await sendCalendars();
    await end(date);
    await run();
    await app.call(deleteAccount, { body: { password: PASSWORD } }, date.a.token);
    await eraseDeleted(app);
    await sendCalendars();
    expect(entriesOf(date.b).map(({ sequence, status }) => [sequence, status])).toEqual([
      [0, "CONFIRMED"],
      [1, "CANCELLED"],
    ]);
  });

  test("leaves what was only proposed as it is", async () => {
    const [a, b] = await createMatch(app);
    await settle(a, b);
    await propose(a, b);
    await app.call(unmatch, { body: { userId: b.id } }, a.token);
    await run();
    await sendCalendars();
    expect([...entriesOf(a), ...entriesOf(b)]).toEqual([]);
  });
});

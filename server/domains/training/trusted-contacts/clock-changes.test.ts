import ICAL from "ical.js";
import { expect, test } from "vitest";
import { createMatch } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { trustedContacts } from "#server/testing/trusted-contacts.ts";
import { workoutDates } from "#server/testing/workout-dates.ts";

/** The dates are planned a week before clocks change, and their reminder, time or page is near the change. */

const { app, confirmed, share, open, linkTo, list, runEmails, runShares, later, query, mails } = trustedContacts();
const { agreed } = workoutDates(app);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const at = <T>(time: number, work: () => Promise<T>): Promise<T> => later((time - Date.now()) / MINUTE_MS, work);

interface Case {
  readonly timeZone: string;
  /** The date takes 60 minutes. */
  readonly startsAt: string;
  /** As the clocks of the place show it. */
  readonly local: string;
  readonly shown: string;
  readonly remindedAt: string;
}

const CASES: readonly (readonly [name: string, Case])[] = [
  [
    "an hour more between reminder and date, in Berlin",
    {
      timeZone: "Europe/Berlin",
      startsAt: "2027-10-31T09:00:00.000Z",
      local: "2027-10-31T10:00:00",
      shown: "Sun, Oct 31, 10:00 AM to 11:00 AM (Berlin time)",
      remindedAt: "2027-10-30T16:00:00.000Z",
    },
  ],
  [
    "an hour more while the page is open, in New York",
    {
      timeZone: "America/New_York",
      startsAt: "2027-11-06T22:00:00.000Z",
      local: "2027-11-06T18:00:00",
      shown: "Sat, Nov 6, 6:00 PM to 7:00 PM (New York time)",
      remindedAt: "2027-11-05T22:00:00.000Z",
    },
  ],
  [
    "an hour less between reminder and date, in New York",
    {
      timeZone: "America/New_York",
      startsAt: "2027-03-14T13:00:00.000Z",
      local: "2027-03-14T09:00:00",
      shown: "Sun, Mar 14, 9:00 AM to 10:00 AM (New York time)",
      remindedAt: "2027-03-13T23:00:00.000Z",
    },
  ],
  [
    "an hour less while the page is open, in Berlin",
    {
      timeZone: "Europe/Berlin",
      startsAt: "2027-03-27T17:00:00.000Z",
      local: "2027-03-27T18:00:00",
      shown: "Sat, Mar 27, 6:00 PM to 7:00 PM (Berlin time)",
      remindedAt: "2027-03-26T17:00:00.000Z",
    },
  ],
];

function readEntry(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const zone = calendar.getFirstSubcomponent("vtimezone");
  if (zone) ICAL.TimezoneService.register(zone);
  const entry = calendar.getFirstSubcomponent("vevent");
  if (!entry) throw new Error("no entry");
  const { startDate, endDate } = new ICAL.Event(entry);
  return {
    local: startDate.toString(),
    starts: startDate.toJSDate().toISOString(),
    ends: endDate.toJSDate().getTime(),
  };
}

test.each(CASES)("%s", async (_, { timeZone, startsAt, local, shown, remindedAt }) => {
  const [start, end] = [Date.parse(startsAt), Date.parse(startsAt) + HOUR_MS];
  const reminders = async (time: number, memberId: string) => {
    await at(time, () => runJob(app.ctx, "workout-dates", {}));
    return query("select from notifications where member_id = $1 and cause = 'workout_reminder'", memberId);
  };
  const pass = (time: number) => at(time, () => runShares().then(runEmails));

  const { me, card, contact } = await at(start - 7 * 24 * HOUR_MS, async () => {
    const [me, other] = await createMatch(app);
    const card = await agreed(me, other, { timeZone, times: [startsAt] });
    const contact = await confirmed(me);
    expect((await share(me, card._id, contact.id)).status).toBe(201);
    await runEmails();
    return { me, card, contact };
  });
  const page = linkTo(contact.email, "d");
  const file = await (await fetch(app.address + card.date?.calendarUrl)).text();
  expect(readEntry(file)).toEqual({ local, starts: startsAt, ends: end });

  expect(await reminders(Date.parse(remindedAt) - MINUTE_MS, me.id)).toHaveLength(0);
  expect(await reminders(Date.parse(remindedAt), me.id)).toHaveLength(1);

  await pass(start);
  const asks = () => query("select from notifications where member_id = $1 and cause = 'back_safe'", me.id);
  await pass(end + 59 * MINUTE_MS);
  expect(await asks()).toHaveLength(0);
  await pass(end + 60 * MINUTE_MS);
  expect(await asks()).toHaveLength(1);
  const told = () => mails.filter(({ to, subject }) => to === contact.email && subject.includes("has not said"));
  await pass(end + 119 * MINUTE_MS);
  expect(told()).toHaveLength(0);
  await pass(end + 121 * MINUTE_MS);
  expect(told().map(({ text }) => text)).toEqual([expect.stringContaining(shown)]);

  const lastMinute = await at(end + 24 * HOUR_MS - MINUTE_MS, async () => ({
    page: await open(page),
    shares: (await list(me)).shares.length,
  }));
  expect([lastMinute.page.status, lastMinute.shares]).toEqual([200, 1]);
  expect(lastMinute.page.html).toContain(shown);
  expect(await at(end + 24 * HOUR_MS, async () => (await open(page)).status)).toBe(404);
});

import { expect } from "vitest";
import type { Message } from "#contract/chat/messages.ts";
import { HOUR_MS } from "#contract/durations.ts";
import type { DateDetails } from "#contract/training/workout-date.ts";
import * as dates from "#contract/training/workout-dates.ts";
import type { TestMember } from "#server/testing/members.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** A time from now on, on a full minute. */
export const hoursAhead = (hours: number): string =>
  new Date(Math.ceil((Date.now() + hours * HOUR_MS) / 60_000) * 60_000).toISOString();

export const makeDetails = (changed: Partial<DateDetails> = {}): DateDetails => ({
  sport: "run",
  times: [hoursAhead(48)],
  timeZone: "America/Denver",
  minutes: 60,
  place: "Washington Park, south gate",
  effort: "chatty",
  ...changed,
});

export const workoutDates = (app: TestApp) => {
  const params = (messageId: string) => ({ params: { messageId } });
  const propose = (me: TestMember, { id }: { id: string }, changed: Partial<DateDetails> = {}, clientId?: string) =>
    app.call(dates.proposeDate, { body: { ...makeDetails(changed), receiverId: id, clientId } }, me.token);
  const agree = (me: TestMember, { _id, date }: Message, time = date?.times[0] ?? "") =>
    app.call(dates.agreeToDate, { ...params(_id), body: { version: date?.version ?? 0, time } }, me.token);
  return {
    propose,
    agree,
    counter: (me: TestMember, { _id, date }: Message, changed: Partial<DateDetails>) =>
      app.call(
        dates.counterDate,
        { ...params(_id), body: { ...makeDetails(changed), version: date?.version ?? 0 } },
        me.token,
      ),
    change: (me: TestMember, { _id, date }: Message, changed: Partial<DateDetails>) =>
      app.call(
        dates.changeDate,
        { ...params(_id), body: { ...makeDetails(changed), version: date?.version ?? 0 } },
        me.token,
      ),
    keep: (me: TestMember, { _id, date }: Message) =>
      app.call(dates.keepDate, { ...params(_id), body: { version: date?.version ?? 0 } }, me.token),
    decline: (me: TestMember, { _id, date }: Message) =>
      app.call(dates.declineDate, { ...params(_id), body: { version: date?.version ?? 0 } }, me.token),
    callOff: (me: TestMember, { _id, date }: Message) =>
      app.call(dates.callOffDate, { ...params(_id), body: { version: date?.version ?? 0 } }, me.token),
    onMyWay: (me: TestMember, { _id }: Message) => app.call(dates.setOnMyWay, params(_id), me.token),
    /** As `me` sees it. */
    async agreed(me: TestMember, other: TestMember, changed: Partial<DateDetails> = {}): Promise<Message> {
      const proposed = await propose(other, me, changed);
      const { status, body } = await agree(me, proposed.body.message);
      expect(status).toBe(200);
      return body.message;
    },
  };
};

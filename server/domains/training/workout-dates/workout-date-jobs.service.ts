import type { Context } from "#server/context.ts";
import { lockRelationship, nextRevision } from "#server/domains/members/relationships/relationships.statements.ts";
import { afterQuietHours, findMailbox } from "#server/domains/notifications/email/email.service.ts";
import { scheduleNotification } from "#server/domains/notifications/notifications.service.ts";
import {
  type CalendarDate,
  calendarDateOf,
  calendarFileOf,
} from "#server/domains/training/workout-dates/workout-date-calendar.ts";
import { workoutDateEmail } from "#server/domains/training/workout-dates/workout-dates.emails.ts";
import { contentOf, summarize } from "#server/domains/training/workout-dates/workout-dates.policy.ts";
import {
  claimReminders,
  type DatePair,
  type DateRow,
  findAbandonedDates,
  findDateRow,
  findDatesToCome,
  findDueReminders,
  updateDate,
} from "#server/domains/training/workout-dates/workout-dates.repo.ts";
import type { Tx } from "#server/platform/db/client.ts";
import { sendEmail } from "#server/platform/email/send-email.ts";
import type { Job } from "#server/platform/jobs/job.ts";
import { tryEach, tryHalves, tryPages } from "#server/platform/lib/batcher.ts";
import { workoutDates } from "#server/platform/observability/metrics.ts";

const BATCH = 200;

/** The evening before. A killed process neither loses nor repeats a reminder. */
function remind(ctx: Context): Promise<void> {
  const remindOf = (messageIds: readonly string[]) =>
    ctx.transact(async (tx) => {
      for (const { sender_id, receiver_id } of await claimReminders(tx, ctx.now(), messageIds)) {
        await scheduleNotification(tx, { cause: "workout_reminder", memberId: sender_id, otherId: receiver_id });
        await scheduleNotification(tx, { cause: "workout_reminder", memberId: receiver_id, otherId: sender_id });
      }
    });
  return tryPages<string>(
    (after) => findDueReminders(ctx.db, ctx.now(), after, BATCH),
    (due) => tryHalves(due, remindOf),
  );
}

interface DateEmail {
  memberId: string;
  messageId: string;
  /** A later version of the calendar entry has its own email. */
  sequence: number;
  lost?: { startsAt: string; minutes: number; timeZone: string };
}

/**
 * The emails about a date that is called off, with what cancels its calendar entry: the date may go with an account
 * before they are sent, as in the morning after quiet hours.
 */
export const cancellationsOf = (
  date: Pick<DateRow, "message_id" | "starts_at" | "minutes" | "time_zone">,
  sequence: number,
  memberIds: readonly string[],
): DateEmail[] =>
  memberIds.map((memberId) => ({
    memberId,
    messageId: date.message_id,
    sequence,
    ...(date.starts_at && {
      lost: { startsAt: date.starts_at.toISOString(), minutes: date.minutes, timeZone: date.time_zone },
    }),
  }));

/** Both get the email, which does not say by whom. No event: neither can read the conversation any more. */
async function callOffAbandoned(ctx: Context, tx: Tx, { message_id, sender_id, receiver_id }: DatePair): Promise<void> {
  await lockRelationship(tx, sender_id, receiver_id);
  const now = ctx.now();
  // Another process may have done it, or a suspension may have been lifted, while this one waited for the lock.
  const [stillAbandoned] = await findAbandonedDates(tx, now, { messageId: message_id, limit: 1 });
  const date = stillAbandoned && (await findDateRow(tx, message_id));
  if (!date) return;
  const sequence = date.calendar_sequence + 1;
  const text = summarize({ ...date, timeZone: date.time_zone });
  const revision = await nextRevision(tx, date.relationship_id);
  const change = { by: null, act: "ended", at: now.toISOString(), text } as const;
  const update = { state: "called_off", turn: null, changed_by: null, changed_at: now, last_act: "ended" } as const;
  const content = contentOf(update.state, text);
  await updateDate(tx, date, { ...update, calendar_sequence: sequence, change }, { content, revision });
  await ctx.jobs.sendAll(tx, "email-workout-date", cancellationsOf(date, sequence, [sender_id, receiver_id]));
  tx.afterCommit(() => workoutDates.inc({ event: "called_off" }));
}

const callOffAllAbandoned = (ctx: Context): Promise<void> =>
  tryPages<DatePair>(
    (last) => findAbandonedDates(ctx.db, ctx.now(), { after: last?.message_id, limit: BATCH }),
    (abandoned) => tryEach(abandoned, (pair) => ctx.transact((tx) => callOffAbandoned(ctx, tx, pair))),
  );

/** Emails the other members, as the dates go with the account. Call it before the messages are erased. */
export async function callOffDatesOf(
  ctx: Context,
  tx: Tx,
  memberId: string,
  relationshipIds: readonly string[],
): Promise<void> {
  const dates = await findDatesToCome(tx, memberId, relationshipIds, ctx.now());
  const data = dates.flatMap((date) => cancellationsOf(date, date.calendar_sequence + 1, [date.other_id]));
  await ctx.jobs.sendAll(tx, "email-workout-date", data);
  tx.afterCommit(() => workoutDates.inc({ event: "called_off" }, data.length));
}

/** Undefined if the date has changed since, as that has an email of its own. */
async function findEmailDate(
  ctx: Context,
  { messageId, sequence, lost }: DateEmail,
): Promise<CalendarDate | undefined> {
  const row = await findDateRow(ctx.db, messageId);
  if (row) return row.calendar_sequence === sequence ? calendarDateOf(row) : undefined;
  if (!lost) return undefined;
  const { startsAt, minutes, timeZone: time_zone } = lost;
  const gone = { message_id: messageId, state: "called_off", details: null, changed_at: ctx.now() } as const;
  return { ...gone, calendar_sequence: sequence, starts_at: new Date(startsAt), minutes, time_zone };
}

async function emailDate(ctx: Context, data: DateEmail, jobId: string): Promise<void> {
  const mailbox = await findMailbox(ctx, data.memberId, "workout_date");
  const date = mailbox && (await findEmailDate(ctx, data));
  if (!mailbox || !date || date.starts_at <= ctx.now()) return;
  if (mailbox.quietSeconds > 0) {
    const options = afterQuietHours(jobId, mailbox);
    return ctx.transact((tx) => ctx.jobs.send(tx, "email-workout-date", data, options));
  }
  const { email: to, unsubscribe, isDiscreet } = mailbox;
  const site = ctx.site();
  const calendar = { name: "workout.ics", type: "text/calendar; charset=utf-8", content: calendarFileOf(date, site) };
  const email = workoutDateEmail(date, { site, unsubscribe, isDiscreet });
  await sendEmail(ctx.mailer, { id: jobId, to, attachments: [calendar] }, email);
}

/** Reminds the evening before, and calls off the dates of members who are not in contact any more. */
export const workoutDatesJob: Job<"workout-dates"> = {
  name: "workout-dates",
  schedule: "* * * * *",
  handle: (ctx) => tryEach([remind, callOffAllAbandoned], (step) => step(ctx)),
};

/** `lost` has the details of a date that may be gone with an account. */
export const emailWorkoutDateJob: Job<"email-workout-date", DateEmail> = {
  name: "email-workout-date",
  handle: (ctx, data, jobId) => emailDate(ctx, data, jobId),
};

import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { updateNotifications } from "#contract/accounts/settings.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { type Message, markRead, sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { MINUTE_MS } from "#contract/durations.ts";
import type { clientEvents } from "#contract/events.ts";
import type { NotificationFlags } from "#contract/notifications/notification-causes.ts";
import type { JobData, JobName } from "#server/jobs.ts";
import type { EmailMessage } from "#server/platform/adapters/mailer.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice, type Device } from "#server/testing/socket-client.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

export const ALL_ON: NotificationFlags = {
  emailEnabled: true,
  crushReceived: true,
  newMessage: true,
  newMatch: true,
  workoutDate: true,
  workoutReminder: true,
  backSafe: true,
  lowCrushBalance: true,
  someoneNew: true,
  marketing: true,
};

/** An app whose notifications are sent by the test, at simulated times. */
export interface NotificationHarness {
  readonly app: TestApp;
  readonly mails: readonly EmailMessage[];
  /** Runs the digest as if `minutes` had passed. */
  runDigest(minutes: number): Promise<void>;
  /** Runs the pending email jobs as if `minutes` had passed. @returns their number */
  runEmailJobs(minutes?: number): Promise<number>;
  subjectsTo(member: TestMember): string[];
  query(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
  /** Confirms the members' addresses, ends their first day, and deletes their pending notifications. */
  settle(...members: readonly TestMember[]): Promise<void>;
  /** Runs the digest and the email jobs as if `minutes` had passed. */
  notifyAfter(minutes: number): Promise<void>;
  crush(from: TestMember, to: TestMember): Promise<unknown>;
  write(from: TestMember, to: TestMember): Promise<Message>;
  read(me: TestMember, other: TestMember): Promise<unknown>;
  switchOff(me: TestMember, ...flags: readonly (keyof NotificationFlags)[]): Promise<unknown>;
  createNotifiedMember(): Promise<{ readonly me: TestMember; readonly others: readonly TestMember[] }>;
}

/** Subjects of notifications. Other emails are ignored. */
const NOTIFICATION_SUBJECT = /^(You have|You are out of crushes)/;

export function notificationHarness(): NotificationHarness {
  const fakeMailer = createFakeMailer();
  let minutesLater = 0;
  const app = testApp({}, { mailer: fakeMailer, now: () => new Date(Date.now() + minutesLater * MINUTE_MS) });
  const query: NotificationHarness["query"] = async (sql, ...values) =>
    (await app.database.pool.query(sql, values)).rows;
  const crush: NotificationHarness["crush"] = (from, to) =>
    app.call(sendCrush, { body: { recipientId: to.id } }, from.token);
  const write: NotificationHarness["write"] = async (from, to) =>
    (await app.call(sendMessage, { body: { receiverId: to.id, content: "Tomorrow at six?" } }, from.token)).body
      .message;
  const parts = {
    app,
    mails: fakeMailer.mails,
    query,
    crush,
    write,
    async runDigest(minutes: number) {
      minutesLater = minutes;
      await runJob(app.ctx, "notification-digest", {}).finally(() => {
        minutesLater = 0;
      });
    },
    async runEmailJobs(minutes = 0) {
      const jobs = await query("delete from jobs.job where name = 'email-notification' returning id, data");
      minutesLater = minutes;
      try {
        for (const { id, data } of jobs)
          await runJob(app.ctx, "email-notification", data as JobData["email-notification"], String(id));
      } finally {
        minutesLater = 0;
      }
      return jobs.length;
    },
    subjectsTo: ({ email }: TestMember) =>
      fakeMailer.mails
        .filter(({ to, subject }) => to === email && NOTIFICATION_SUBJECT.test(subject))
        .map(({ subject }) => subject),
    async settle(...members: readonly TestMember[]) {
      const ids = members.map(({ id }) => id);
      await query("update accounts set email_verified_at = now() where member_id = any($1)", ids);
      await query("update members set joined_at = now() - interval '2 days' where id = any($1)", ids);
      await query("delete from notifications where member_id = any($1) and cause <> 'message'", ids);
    },
  };
  return {
    ...parts,
    async notifyAfter(minutes) {
      await parts.runDigest(minutes);
      await parts.runEmailJobs(minutes);
    },
    read: (me, other) =>
      app.call(markRead, { params: { conversationId: conversationIdOf(me.id, other.id) } }, me.token),
    switchOff(me, ...flags) {
      const off = Object.fromEntries(flags.map((flag) => [flag, false]));
      return app.call(updateNotifications, { body: { notifications: { ...ALL_ON, ...off } } }, me.token);
    },
    async createNotifiedMember() {
      const [me, other, admirer] = await Promise.all([createMember(app), createMember(app), createMember(app)]);
      await parts.settle(me);
      await crush(me, other);
      await query("delete from notifications where cause = 'low_balance'");
      await crush(other, me);
      await crush(admirer, me);
      await write(other, me);
      return { me, others: [other, admirer] };
    },
  };
}

export async function connectPresentDevice(app: TestApp, { id, token }: TestMember): Promise<Device> {
  const device = await connectDevice(app, token);
  device.socket.emit("presence" satisfies keyof typeof clientEvents, { present: true });
  const countPresent = async () =>
    (await app.database.pool.query("select 1 from presence where member_id = $1", [id])).rowCount;
  await expect.poll(countPresent).toBe(1);
  return device;
}

export async function addPushSubscription({ database }: TestApp, { id }: TestMember): Promise<void> {
  await database.pool.query(
    `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth)
     select gen_random_uuid(), member_id, id, $2, $3, $4 from sessions where member_id = $1 limit 1`,
    [id, `https://push.invalid/${randomBytes(8).toString("hex")}`, Buffer.alloc(65), Buffer.alloc(16)],
  );
}

/** The causes of the queued pushes to a member's browsers. */
export async function listQueuedPushes({ database }: TestApp, { id }: TestMember): Promise<string[]> {
  const { rows } = await database.pool.query(
    "select data ->> 'cause' as cause from jobs.job where name = $1 and data ->> 'memberId' = $2 order by created_on, 1",
    ["push-send" satisfies JobName, id],
  );
  return rows.map(({ cause }) => cause);
}

import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import { sendCrush } from "#contract/crushes.ts";
import type { clientEvents } from "#contract/events.ts";
import { conversationIdOf, type Message, markRead, sendMessage } from "#contract/messages.ts";
import { type NotificationFlags, updateNotifications } from "#contract/settings.ts";
import type { EmailMessage } from "#server/adapters/mailer.ts";
import type { JobName } from "#server/jobs/job-definitions.ts";
import { emailJobs } from "#server/modules/notifications/email.service.ts";
import { notificationJobs } from "#server/modules/notifications/notifications.service.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice, type Device } from "#server/testing/socket-client.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

/** All six notification settings switched on. */
export const ALL_ON: NotificationFlags = {
  emailEnabled: true,
  crushReceived: true,
  newMessage: true,
  newMatch: true,
  lowCrushBalance: true,
  marketing: true,
};

const MINUTE_MS = 60_000;

/** An app whose notifications a test sends by hand, at times of its choice; nothing waits for a clock. */
export interface NotificationHarness {
  readonly app: TestApp;
  readonly mails: readonly EmailMessage[];
  /** Runs the digest as if it were some minutes later. */
  sweep(minutes: number): Promise<void>;
  /** Runs the waiting email jobs. @returns their number */
  send(): Promise<number>;
  /** The subjects of a member's notification emails. */
  subjectsTo(member: TestMember): string[];
  query(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
  /** Confirms addresses, and deletes pending notifications. */
  settle(...members: readonly TestMember[]): Promise<void>;
  /** Sweeps and sends. */
  tellAfter(minutes: number): Promise<void>;
  crush(from: TestMember, to: TestMember): Promise<unknown>;
  write(from: TestMember, to: TestMember): Promise<Message>;
  read(me: TestMember, other: TestMember): Promise<unknown>;
  switchOff(me: TestMember, ...flags: readonly (keyof NotificationFlags)[]): Promise<unknown>;
  /** Somebody who was sent a crush, a match and a message, by two others. */
  makeTold(): Promise<{ readonly me: TestMember; readonly others: readonly TestMember[] }>;
}

/** Other emails are ignored. */
const OF_US = /^(You have|You are out of crushes)/;

export function notificationHarness(): NotificationHarness {
  const box = createFakeMailer();
  let later = 0;
  const app = testApp({}, { mailer: box, now: () => new Date(Date.now() + later * MINUTE_MS) });
  const query: NotificationHarness["query"] = async (sql, ...values) =>
    (await app.database.pool.query(sql, values)).rows;
  const crush: NotificationHarness["crush"] = (from, to) =>
    app.call(sendCrush, { body: { recipientId: to.id } }, from.token);
  const write: NotificationHarness["write"] = async (from, to) =>
    (await app.call(sendMessage, { body: { receiverId: to.id, content: "Tomorrow at six?" } }, from.token)).body
      .message;
  const parts = {
    app,
    mails: box.mails,
    query,
    crush,
    write,
    async sweep(minutes: number) {
      later = minutes;
      await notificationJobs(app.ctx)
        ["notification-digest"]({}, "")
        .finally(() => {
          later = 0;
        });
    },
    async send() {
      const handlers = emailJobs(app.ctx);
      const jobs = await query(
        "delete from jobs.job where name = any($1) returning id, name, data",
        Object.keys(handlers),
      );
      for (const { id, name, data } of jobs) await handlers[name as keyof typeof handlers](data as never, String(id));
      return jobs.length;
    },
    subjectsTo: ({ email }: TestMember) =>
      box.mails.filter(({ to, subject }) => to === email && OF_US.test(subject)).map(({ subject }) => subject),
    async settle(...members: readonly TestMember[]) {
      const ids = members.map(({ id }) => id);
      await query("update accounts set email_verified_at = now() where member_id = any($1)", ids);
      await query("delete from notifications where member_id = any($1) and cause <> 'message'", ids);
    },
  };
  return {
    ...parts,
    async tellAfter(minutes) {
      await parts.sweep(minutes);
      await parts.send();
    },
    read: (me, other) =>
      app.call(markRead, { params: { conversationId: conversationIdOf(me.id, other.id) } }, me.token),
    switchOff(me, ...flags) {
      const off = Object.fromEntries(flags.map((flag) => [flag, false]));
      return app.call(updateNotifications, { body: { notifications: { ...ALL_ON, ...off } } }, me.token);
    },
    async makeTold() {
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

/** A device of a present member. */
export async function connectPresentDevice(app: TestApp, { id, token }: TestMember): Promise<Device> {
  const device = await connectDevice(app, token);
  device.socket.emit("presence" satisfies keyof typeof clientEvents, { present: true });
  const looks = async () =>
    (await app.database.pool.query("select 1 from presence where member_id = $1", [id])).rowCount;
  await expect.poll(looks).toBe(1);
  return device;
}

/** Adds a push subscription with an endpoint that does not exist. */
export async function addPushSubscription({ database }: TestApp, { id }: TestMember): Promise<void> {
  await database.pool.query(
    `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth)
     select gen_random_uuid(), member_id, id, $2, $3, $4 from sessions where member_id = $1 limit 1`,
    [id, `https://push.invalid/${randomBytes(8).toString("hex")}`, Buffer.alloc(65), Buffer.alloc(16)],
  );
}

/** Kinds of pushes that wait for a member's browsers. */
export async function listQueuedPushes({ database }: TestApp, { id }: TestMember): Promise<string[]> {
  const { rows } = await database.pool.query(
    "select data ->> 'cause' as cause from jobs.job where name = $1 and data ->> 'memberId' = $2 order by created_on, 1",
    ["push-send" satisfies JobName, id],
  );
  return rows.map(({ cause }) => cause);
}

import { expect, test } from "vitest";
import { updateNotifications } from "#contract/accounts/settings.ts";
import { sendMessage } from "#contract/chat/messages.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import type { ServerEvents } from "#contract/events.ts";
import type { NotificationFlags } from "#contract/notifications/notification-causes.ts";
import { proposeDate } from "#contract/training/workout-dates.ts";
import { grantBonus } from "#server/domains/billing/wallet/bonus.statements.ts";
import { CAUSES as RULES } from "#server/domains/notifications/causes/registry.ts";
import { allowsChannel, CHANNELS, type Channel } from "#server/domains/notifications/notifications.policy.ts";
import { createBroadcast } from "#server/domains/site/broadcasts.service.ts";
import type { JobData } from "#server/jobs.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import {
  ALL_ON,
  addPushSubscription,
  connectPresentDevice,
  listQueuedPushes,
  notificationHarness,
} from "#server/testing/notification-harness.ts";
import { runJob } from "#server/testing/run-job.ts";
import type { Device } from "#server/testing/socket-client.ts";
import { makeDetails } from "#server/testing/workout-dates.ts";

const { app, mails, query, runEmailJobs: send, settle, runDigest: sweep } = notificationHarness();

/** All combinations of the flags, causes and channels, end to end: real causes, digest and emails. */

const STATES = ["none", ...(Object.keys(ALL_ON) as (keyof NotificationFlags)[])] as const;

const CAUSES = {
  crush: { subject: "You have a new crush", event: "crush_received" },
  match: { subject: "You have a new match", event: "matched" },
  message: { subject: "You have a new message", event: "new_message" },
  workout_date: { subject: "News about your workout date", event: "new_message" },
  low_balance: { subject: "You have 4 crushes left", event: "balance_low" },
  marketing: { subject: "Spotter in Denver", event: undefined },
} as const satisfies Record<string, { subject: string; event: keyof ServerEvents | undefined }>;
type Cause = keyof typeof CAUSES;

interface Case {
  readonly off: (typeof STATES)[number];
  readonly channel: Channel;
  readonly me: TestMember;
  readonly device: Device | undefined;
}

const crush = (from: TestMember, to: TestMember) => app.call(sendCrush, { body: { recipientId: to.id } }, from.token);

interface Company {
  readonly admirer: TestMember;
  readonly match: TestMember;
  readonly writer: TestMember;
}

/** Six crushes left, a match with one of the company and a crush on another. */
async function makeCase(off: Case["off"], channel: Channel, { match, writer }: Company): Promise<Case> {
  const me = await createMember(app);
  await app.ctx.transact((tx) => grantBonus(tx, me.id, 2, "for the test"));
  await crush(me, match);
  await crush(writer, me);
  await crush(me, writer);
  const notifications = off === "none" ? ALL_ON : { ...ALL_ON, [off]: false };
  await app.call(updateNotifications, { body: { notifications } }, me.token);
  await settle(me);
  if (channel === "push") await addPushSubscription(app, me);
  const device = channel === "app" ? await connectPresentDevice(app, me) : undefined;
  return { off, channel, me, device };
}

/** A marketing broadcast. */
async function announce(): Promise<void> {
  const news = { subject: CAUSES.marketing.subject, body: "Come and train with us." };
  const begun = await app.ctx.transact((tx) => createBroadcast(app.ctx, tx, news));
  if (!("id" in begun)) throw new Error("not begun");
  await runJob(app.ctx, "broadcast-fanout", { broadcastId: begun.id });
  const waiting = await query("select id, data from jobs.job where name = 'broadcast-email'");
  for (const { id, data } of waiting)
    await runJob(app.ctx, "broadcast-email", data as JobData["broadcast-email"], String(id));
}

/** A device gets events whatever the flags are, because the app shows its state; marketing uses email only. */
function expectedChannels(cause: Cause, channel: Channel, flags: NotificationFlags): Channel[] {
  if (cause === "marketing") return allowsChannel(RULES[cause], "email", flags) ? ["email"] : [];
  return channel === "app" || allowsChannel(RULES[cause], channel, flags) ? [channel] : [];
}

/** Each time. */
async function channelsOf({ me, device }: Case, cause: Cause): Promise<Channel[]> {
  const { subject, event } = CAUSES[cause];
  const pushes = await listQueuedPushes(app, me);
  return [
    // An answered crush is emitted as a crush, too, so it is not counted.
    ...(device?.received.some((one) => one.event === event) ? ["app" as const] : []),
    ...pushes.filter((kind) => kind === cause).map(() => "push" as const),
    ...mails.filter((mail) => mail.to === me.email && mail.subject === subject).map(() => "email" as const),
  ];
}

// @spec 7.put-api-profile-2
test("each cause is sent once, over the first available channel that the flags allow", async () => {
  const [admirer, match, writer] = await Promise.all([createMember(app), createMember(app), createMember(app)]);
  for (const { id } of [admirer, match, writer])
    await app.ctx.transact((tx) => grantBonus(tx, id, 100, "for the test"));
  const company = { admirer, match, writer };
  const cases = await Promise.all(STATES.flatMap((off) => CHANNELS.map((channel) => makeCase(off, channel, company))));

  await Promise.all(
    cases.map(async ({ me }) => {
      await crush(admirer, me);
      await crush(match, me);
      await app.call(sendMessage, { body: { receiverId: me.id, content: "Tomorrow at six?" } }, writer.token);
      await app.call(proposeDate, { body: { ...makeDetails(), receiverId: me.id } }, match.token);
      await crush(me, await createMember(app));
    }),
  );
  await expect
    .poll(() => query("select 1 from jobs.job where name = 'push-send' and data ->> 'cause' = 'message'"))
    .toHaveLength(STATES.length - 1);
  await Promise.all(cases.flatMap(({ device }) => (device ? [device.waitFor("balance_low")] : [])));
  await sweep(6);
  await send();
  await announce();

  const told: Record<string, Channel[]> = {};
  const right: Record<string, Channel[]> = {};
  for (const one of cases) {
    for (const cause of Object.keys(CAUSES) as Cause[]) {
      const cell = `${cause} with ${one.off} off, by ${one.channel}`;
      told[cell] = await channelsOf(one, cause);
      const flags = one.off === "none" ? ALL_ON : { ...ALL_ON, [one.off]: false };
      right[cell] = expectedChannels(cause, one.channel, flags);
    }
  }
  expect(told).toEqual(right);
  for (const { device } of cases) device?.close();
}, 60_000);

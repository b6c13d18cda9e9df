import { expect, test } from "vitest";
import { sendCrush } from "#contract/crushes.ts";
import type { ServerEvents } from "#contract/events.ts";
import { sendMessage } from "#contract/messages.ts";
import { type NotificationFlags, updateNotifications } from "#contract/settings.ts";
import type { JobData } from "#server/jobs/job-definitions.ts";
import { mayTell, WAYS, type Way } from "#server/modules/notifications/notifications.policy.ts";
import { announcingJobs, beginAnnouncement } from "#server/modules/support/announcing.service.ts";
import { giveBonus } from "#server/modules/wallet/wallet.service.ts";
import { ALL_ON } from "#server/testing/all-on.ts";
import type { Device } from "#server/testing/devices.ts";
import { makeMember, type TestMember } from "#server/testing/members.ts";
import { addBrowser, lookingDevice, notifyingApp, pushesTo } from "#server/testing/notifying.ts";

const { app, mails, query, send, settle, sweep } = notifyingApp();

/** The six switches against what happens and against the three ways, through the whole: real causes, a real sweep, real mails. */

const STATES = ["none", ...(Object.keys(ALL_ON) as (keyof NotificationFlags)[])] as const;

/** What happens here, how it reads as a mail, and what the app hears of it. */
const CAUSES = {
  crush: { subject: "You have a new crush", event: "crush_received" },
  match: { subject: "You have a new match", event: "matched" },
  message: { subject: "You have a new message", event: "new_message" },
  low_balance: { subject: "You have 4 crushes left", event: "balance_low" },
  marketing: { subject: "Spotter in Denver", event: undefined },
} as const satisfies Record<string, { subject: string; event: keyof ServerEvents | undefined }>;
type Cause = keyof typeof CAUSES;

interface Case {
  readonly off: (typeof STATES)[number];
  readonly way: Way;
  readonly me: TestMember;
  readonly device: Device | undefined;
}

const crush = (from: TestMember, to: TestMember) => app.call(sendCrush, { body: { recipientId: to.id } }, from.token);

interface Company {
  readonly admirer: TestMember;
  readonly match: TestMember;
  readonly writer: TestMember;
}

/** Somebody with six crushes left, a match with one of the company and a crush on another, in a state and within reach of a way. */
async function makeCase(off: Case["off"], way: Way, { match, writer }: Company): Promise<Case> {
  const me = await makeMember(app);
  await app.ctx.transact((tx) => giveBonus(tx, me.id, 2, "for the test"));
  await crush(me, match);
  await crush(writer, me);
  await crush(me, writer);
  const notifications = off === "none" ? ALL_ON : { ...ALL_ON, [off]: false };
  await app.call(updateNotifications, { body: { notifications } }, me.token);
  await settle(me);
  if (way === "push") await addBrowser(app, me);
  const device = way === "app" ? await lookingDevice(app, me) : undefined;
  return { off, way, me, device };
}

/** Writes to everybody who wants to hear from us. */
async function announce(): Promise<void> {
  const jobs = announcingJobs(app.ctx);
  const news = { subject: CAUSES.marketing.subject, body: "Come and train with us." };
  const begun = await app.ctx.transact((tx) => beginAnnouncement(app.ctx, tx, news));
  if (!("id" in begun)) throw new Error("not begun");
  await jobs.announce({ announcementId: begun.id }, "");
  const waiting = await query("select id, data from jobs.job where name = 'mail-announcement'");
  for (const { id, data } of waiting) await jobs["mail-announcement"](data as JobData["mail-announcement"], String(id));
}

/** What is right: a device hears what happens whatever is switched off, since it shows what there is; news comes by e-mail alone. */
function rightWays(cause: Cause, way: Way, flags: NotificationFlags): Way[] {
  if (cause === "marketing") return mayTell(cause, "email", flags) ? ["email"] : [];
  return way === "app" || mayTell(cause, way, flags) ? [way] : [];
}

/** How a member was told of a cause, each time. */
async function waysOf({ me, device }: Case, cause: Cause): Promise<Way[]> {
  const { subject, event } = CAUSES[cause];
  const pushes = await pushesTo(app, me);
  return [
    // An answered crush is heard as a crush, too, so it is not counted.
    ...(device?.heard.some((one) => one.event === event) ? ["app" as const] : []),
    ...pushes.filter((kind) => kind === cause).map(() => "push" as const),
    ...mails.filter((mail) => mail.to === me.email && mail.subject === subject).map(() => "email" as const),
  ];
}

test("each cause is told once, by the way that is open, where the switches let it", async () => {
  const [admirer, match, writer] = await Promise.all([makeMember(app), makeMember(app), makeMember(app)]);
  for (const { id } of [admirer, match, writer]) await app.ctx.transact((tx) => giveBonus(tx, id, 100, "for the test"));
  const company = { admirer, match, writer };
  const cases = await Promise.all(STATES.flatMap((off) => WAYS.map((way) => makeCase(off, way, company))));

  await Promise.all(
    cases.map(async ({ me }) => {
      await crush(admirer, me);
      await crush(match, me);
      await app.call(sendMessage, { body: { receiverId: me.id, content: "Tomorrow at six?" } }, writer.token);
      await crush(me, await makeMember(app));
    }),
  );
  await expect
    .poll(() => query("select 1 from jobs.job where name = 'push' and data ->> 'kind' = 'message'"))
    .toHaveLength(STATES.length - 1);
  await Promise.all(cases.flatMap(({ device }) => (device ? [device.hears("balance_low")] : [])));
  await sweep(6);
  await send();
  await announce();

  const told: Record<string, Way[]> = {};
  const right: Record<string, Way[]> = {};
  for (const one of cases) {
    for (const cause of Object.keys(CAUSES) as Cause[]) {
      const cell = `${cause} with ${one.off} off, by ${one.way}`;
      told[cell] = await waysOf(one, cause);
      const flags = one.off === "none" ? ALL_ON : { ...ALL_ON, [one.off]: false };
      right[cell] = rightWays(cause, one.way, flags);
    }
  }
  expect(told).toEqual(right);
  for (const { device } of cases) device?.close();
}, 60_000);

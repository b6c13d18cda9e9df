import { expect, test } from "vitest";
import { updateNotifications } from "#contract/accounts/settings.ts";
import { getProfile } from "#contract/members/profiles.ts";
import type { QuietHours } from "#contract/notifications/quiet-hours.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import {
  ALL_ON,
  addPushSubscription,
  listQueuedPushes,
  notificationHarness,
} from "#server/testing/notification-harness.ts";
import { runJob } from "#server/testing/run-job.ts";

const { app, query, runEmailJobs, subjectsTo, runDigest, notifyAfter, crush, read, settle, createNotifiedMember } =
  notificationHarness();

/** From this hour to the third after it, so that a test does not run into their end. */
const hour = new Date().getUTCHours();
const NOW: QuietHours = { from: hour, until: (hour + 3) % 24, timeZone: "UTC" };
/** In minutes: quiet hours are over, and presence is still kept. */
const AFTERWARDS = 4 * 60;

const setQuiet = (me: TestMember, quietHours?: QuietHours | null) =>
  app.call(updateNotifications, { body: { notifications: ALL_ON, quietHours } }, me.token);
const quietOf = async ({ token }: TestMember) =>
  (await app.call(getProfile, {}, token)).body.profile.profile.quietHours;

test("are off by default, stored with the flags, kept if absent and turned off by null", async () => {
  const me = await createMember(app);
  expect(await quietOf(me)).toBeNull();
  const berlin = { from: 22, until: 7, timeZone: "Europe/Berlin" };
  expect((await setQuiet(me, berlin)).body).toMatchObject({ notifications: ALL_ON, quietHours: berlin });
  await setQuiet(me);
  expect(await quietOf(me)).toEqual(berlin);
  expect((await setQuiet(me, { ...berlin, timeZone: "Nowhere/City" })).status).toBe(400);
  expect(await quietOf(me)).toEqual(berlin);
  await setQuiet(me, null);
  expect(await quietOf(me)).toBeNull();
});

test("hold emails back until they end, and then only what is still relevant is sent", async () => {
  const { me, others } = await createNotifiedMember();
  const [other] = others;
  if (!other) throw new Error("two were made");
  await setQuiet(me, NOW);
  await notifyAfter(6);
  await notifyAfter(60);
  expect(subjectsTo(me)).toEqual([]);
  await read(me, other);
  await notifyAfter(AFTERWARDS);
  expect(subjectsTo(me).toSorted()).toEqual(["You have a new crush", "You have a new match"]);
});

test("hold pushes back, also one that was enqueued before they began", async () => {
  const [me, early, late] = await Promise.all([1, 2, 3].map(() => createMember(app)));
  if (!me || !early || !late) throw new Error("three were made");
  await settle(me);
  await addPushSubscription(app, me);
  await crush(early, me);
  await runDigest(1);
  expect(await listQueuedPushes(app, me)).toEqual(["crush"]);

  await setQuiet(me, NOW);
  await crush(late, me);
  const [job] = await query(
    "delete from jobs.job where name = 'push-send' and data->>'memberId' = $1 returning *",
    me.id,
  );
  await runJob(app.ctx, "push-send", job?.["data"] as never, String(job?.["id"]));
  await runDigest(6);
  expect(await listQueuedPushes(app, me)).toEqual([]);
  await runDigest(AFTERWARDS);
  expect(await listQueuedPushes(app, me)).toEqual(["crush", "crush"]);
});

test("delay an email that was enqueued before they began, once however often its job is repeated", async () => {
  const [me, other] = await Promise.all([createMember(app), createMember(app)]);
  await settle(me);
  await crush(other, me);
  await runDigest(6);
  const queued = () =>
    query(
      "select *, start_after > now() as waits from jobs.job where name = 'email-notification' and data->>'memberId' = $1",
      me.id,
    );
  const before = await queued();
  await setQuiet(me, NOW);
  await runEmailJobs();
  expect(subjectsTo(me)).toEqual([]);
  expect(await queued()).toMatchObject([{ waits: true, data: before[0]?.["data"] }]);
  await setQuiet(me, null);
  await runEmailJobs();
  expect(subjectsTo(me)).toEqual(["You have a new crush"]);
});

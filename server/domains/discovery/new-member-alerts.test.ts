import { beforeEach, describe, expect, test } from "vitest";
import { updateNotifications, updatePrivacy } from "#contract/accounts/settings.ts";
import { passMember } from "#contract/discovery/passes.ts";
import { updateFilters } from "#contract/discovery/search-preferences.ts";
import { getProfile, updateProfile } from "#contract/members/profiles.ts";
import { blockMember } from "#contract/moderation/reports.ts";
import type { NotificationFlags } from "#contract/notifications/notification-causes.ts";
import { unsubscribeEmails } from "#contract/notifications/notifications.ts";
import { unsubscribeUrl } from "#server/domains/notifications/preferences/preferences.service.ts";
import { confirmEmail, createCompleteMember, createMember, type TestMember } from "#server/testing/members.ts";
import {
  ALL_ON,
  addPushSubscription,
  listQueuedPushes,
  notificationHarness,
} from "#server/testing/notification-harness.ts";
import { runJob } from "#server/testing/run-job.ts";

const { app, mails, query, runEmailJobs, runDigest } = notificationHarness();

const DAY_MS = 24 * 3600 * 1000;
const look = (days = 0) =>
  runJob({ ...app.ctx, now: () => new Date(Date.now() + days * DAY_MS) }, "new-member-alerts", {});

const setFlags = ({ token }: TestMember, flags: Partial<NotificationFlags>) =>
  app.call(updateNotifications, { body: { notifications: { ...ALL_ON, ...flags } } }, token);

/** Turned alerts on two days ago, and has not been here since. */
async function createAbsentMember(push = true): Promise<TestMember> {
  const member = await confirmEmail(app, await createCompleteMember(app));
  await setFlags(member, { someoneNew: true });
  if (push) await addPushSubscription(app, member);
  await leave(member);
  return member;
}
const leave = async ({ id }: TestMember, days = 2) => {
  await query(
    "update notification_preferences set someone_new_looked_at = now() - make_interval(days => $2) where member_id = $1",
    id,
    days,
  );
  await query("update members set last_active_at = now() - make_interval(days => $2) where id = $1", id, days);
};
const alerts = async (me: TestMember) => {
  await runDigest(1);
  return (await listQueuedPushes(app, me)).filter((cause) => cause === "someone_new");
};
const pending = (me: TestMember) =>
  query("select state from notifications where member_id = $1 and cause = 'someone_new'", me.id);

// Nobody of the tests before is around.
beforeEach(async () => {
  await query("update search_index set listed_at = now() - interval '30 days'");
  await query("update notification_preferences set someone_new_looked_at = null");
});

describe("a member who wants to know", () => {
  test("is notified once when somebody new fits, and not again until somebody else does", async () => {
    const me = await createAbsentMember();
    await look();
    expect(await alerts(me)).toEqual([]);
    await leave(me);
    await createCompleteMember(app);
    await look();
    expect(await alerts(me)).toHaveLength(1);
    await look();
    // The same person the next day, and nobody else.
    await look(1);
    // Somebody else, later on that day.
    const { id } = await createCompleteMember(app);
    await query("update search_index set listed_at = now() + interval '25 hours' where member_id = $1", id);
    await look(1);
    expect(await alerts(me)).toHaveLength(1);
    await look(2);
    expect(await alerts(me)).toHaveLength(2);
  });

  test("is notified once by runs at the same time", async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => createAbsentMember()));
    await createCompleteMember(app);
    await Promise.all(Array.from({ length: 4 }, () => look()));
    for (const me of members) expect(await alerts(me)).toHaveLength(1);
  });

  test("gets an email without a name or a place if no push can reach them", async () => {
    const me = await createAbsentMember(false);
    const other = await createCompleteMember(app);
    await look();
    await runDigest(6);
    await runEmailJobs(6);
    const mail = mails.find((one) => one.to === me.email && one.subject === "Someone new fits your preferences");
    expect(mail?.text).toContain("at most once a day");
    expect(JSON.stringify(mail)).not.toContain(other.username);
    expect(JSON.stringify(mail)).not.toMatch(/austin/i);
  });

  test("gets none if they have been here since", async () => {
    const me = await createAbsentMember(false);
    await createCompleteMember(app);
    await look();
    expect(await pending(me)).toEqual([{ state: "pending" }]);
    await query("update members set last_active_at = now() where id = $1", me.id);
    await runDigest(6);
    expect(await pending(me)).toEqual([{ state: "dropped" }]);
  });
});

describe("nobody is notified", () => {
  test("by default, and of anybody listed before they turned it on", async () => {
    const me = await createCompleteMember(app);
    expect((await app.call(getProfile, {}, me.token)).body.profile.profile.notifications.someoneNew).toBe(false);
    await createCompleteMember(app);
    await setFlags(me, { someoneNew: true });
    await addPushSubscription(app, me);
    await query("update members set last_active_at = now() - interval '3 days' where id = $1", me.id);
    await look(1);
    expect(await alerts(me)).toEqual([]);
  });

  test.each<[string, (me: TestMember) => Promise<unknown>]>([
    ["was here in the last day", ({ id }) => query("update members set last_active_at = now() where id = $1", id)],
    ["turned it off", (me) => setFlags(me, { someoneNew: false })],
    [
      "unsubscribed",
      async (me) => {
        const token = (await unsubscribeUrl(app.ctx, me.id, "someone_new")).split("/").at(-1) ?? "";
        await app.call(unsubscribeEmails, { params: { token }, body: {} });
      },
    ],
    ["hides", ({ token }) => app.call(updatePrivacy, { body: { hidden: true } }, token)],
  ])("who %s", async (_, act) => {
    const me = await createAbsentMember();
    await act(me);
    await createCompleteMember(app);
    await look();
    expect(await pending(me)).toEqual([]);
  });

  test.each<[string, (me: TestMember, other: TestMember) => Promise<unknown>]>([
    ["does not fit", ({ token }) => app.call(updateFilters, { body: { gender: ["Men"] } }, token)],
    ["wants others", (_, { token }) => app.call(updateFilters, { body: { gender: ["Men"] } }, token)],
    ["is far", (_, { token }) => app.call(updateProfile, { body: { location: "Berlin" } }, token)],
    ["was passed on", (me, { id }) => app.call(passMember, { params: { userId: id } }, me.token)],
    ["has blocked them", (me, { token }) => app.call(blockMember, { body: { userId: me.id } }, token)],
    ["is a demo member", (_, { id }) => query("update search_index set is_demo = true where member_id = $1", id)],
    [
      "comes back from a pause",
      async (_, { id, token }) => {
        await app.call(updatePrivacy, { body: { hidden: true } }, token);
        await query("update members set joined_at = now() - interval '90 days' where id = $1", id);
        await app.call(updatePrivacy, { body: { hidden: false } }, token);
      },
    ],
  ])("of somebody who %s", async (_, act) => {
    const me = await createAbsentMember();
    const other = await createCompleteMember(app);
    await act(me, other);
    await leave(me);
    await look();
    expect(await pending(me)).toEqual([]);
  });

  test("of somebody whose profile is not complete, until it is", async () => {
    const me = await createAbsentMember();
    await createMember(app);
    await look();
    expect(await pending(me)).toEqual([]);
  });
});

test("the time of the last look stays when other notifications are saved", async () => {
  const me = await createAbsentMember();
  const lookedAt = () =>
    query("select someone_new_looked_at as at from notification_preferences where member_id = $1", me.id);
  const before = await lookedAt();
  await setFlags(me, { someoneNew: true, newMatch: false });
  expect(await lookedAt()).toEqual(before);
  await setFlags(me, { someoneNew: false });
  expect(await lookedAt()).toEqual([{ at: null }]);
});

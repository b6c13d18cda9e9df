import { describe, expect, test } from "vitest";
import { pushJobs } from "#server/modules/notifications/push.service.ts";
import { createCompleteMember, createMatch, createMember } from "#server/testing/members.ts";
import {
  addPushSubscription,
  connectPresentDevice,
  notificationHarness,
} from "#server/testing/notification-harness.ts";

/** Emails that are delayed for hours by an unavailable mail server. */
const told = notificationHarness();
const { app, query, runEmailJobs, settle, subjectsTo, runDigest, notifyAfter, crush, write, read, switchOff } = told;

async function makeSettledMatch() {
  const pair = await createMatch(app);
  await settle(...pair);
  return pair;
}

describe("a delayed email of unread messages", () => {
  test("leaves out messages that were sent after its own were read: those have their own email", async () => {
    const [a, b] = await makeSettledMatch();
    await write(a, b);
    await runDigest(6);
    await read(b, a);
    await write(a, b);
    await runDigest(12);
    expect(await runEmailJobs()).toBe(2);
    expect(subjectsTo(b)).toEqual(["You have a new message"]);

    // The second one's email is known: there is no third.
    await write(a, b);
    await notifyAfter(20);
    expect(subjectsTo(b)).toEqual(["You have a new message"]);
  });

  test("that is dropped because the member was present does not block a later one", async () => {
    const [a, b] = await makeSettledMatch();
    await write(a, b);
    await runDigest(6);
    const device = await connectPresentDevice(app, b);
    device.close();
    await expect
      .poll(() => query("select 1 from presence where member_id = $1 and expires_at <= clock_timestamp()", b.id))
      .toHaveLength(1);
    expect(await runEmailJobs()).toBe(1);
    expect(subjectsTo(b)).toEqual([]);

    await write(a, b);
    await notifyAfter(12);
    expect(subjectsTo(b)).toEqual(["You have 2 new messages"]);
  });

  test("that is dropped because the member opted out does not block a later one", async () => {
    const [a, b] = await makeSettledMatch();
    await write(a, b);
    await runDigest(6);
    await switchOff(b, "emailEnabled");
    expect(await runEmailJobs()).toBe(1);
    await switchOff(b);
    await write(a, b);
    await notifyAfter(12);
    expect(subjectsTo(b)).toEqual(["You have 2 new messages"]);
  });
});

test("a low balance that no browser accepts is recorded as emailed only if an email is sent", async () => {
  const me = await createCompleteMember(app);
  await settle(me);
  await addPushSubscription(app, me);
  await crush(me, await createMember(app));
  const mailedAt = async () =>
    (await query("select low_balance_emailed_at as at from notification_preferences where member_id = $1", me.id))[0]?.[
      "at"
    ];
  const data = { memberId: me.id, cause: "low_balance", otherId: null, since: new Date().toISOString() } as const;
  const fallBack = pushJobs(app.ctx)["push-fallback"];
  await switchOff(me, "emailEnabled");
  await fallBack(data, crypto.randomUUID());
  expect(await mailedAt()).toBeNull();
  await switchOff(me);
  await fallBack(data, crypto.randomUUID());
  expect(await mailedAt()).toBeInstanceOf(Date);
  await runEmailJobs();
  expect(subjectsTo(me)).toEqual(["You have 4 crushes left"]);
});

import { describe, expect, test } from "vitest";
import { pushJobs } from "#server/modules/notifications/push.service.ts";
import { makeCompleteMember, makeMatch, makeMember } from "#server/testing/members.ts";
import { addBrowser, lookingDevice, notifyingApp } from "#server/testing/notifying.ts";

/** Mails that wait for hours, because no mail server takes them, while things go on. */
const told = notifyingApp();
const { app, query, send, settle, subjectsTo, sweep, tellAfter, goBack, crush, write, read, switchOff } = told;

async function makeSettledMatch() {
  const pair = await makeMatch(app);
  await settle(...pair);
  return pair;
}

describe("a mail of unread messages that waits", () => {
  test("tells of nothing that came after what it was of was read: that has a mail of its own", async () => {
    const [a, b] = await makeSettledMatch();
    await write(a, b);
    await goBack();
    await sweep(6);
    await read(b, a);
    await write(a, b);
    await goBack();
    await sweep(12);
    expect(await send()).toBe(2);
    expect(subjectsTo(b)).toEqual(["You have a new message"]);

    // The second one's mail is known of: there is no third.
    await goBack();
    await write(a, b);
    await tellAfter(20);
    expect(subjectsTo(b)).toEqual(["You have a new message"]);
  });

  test("and is not sent, since they have looked meanwhile, keeps no later one back", async () => {
    const [a, b] = await makeSettledMatch();
    await write(a, b);
    await goBack();
    await sweep(6);
    const device = await lookingDevice(app, b);
    device.close();
    await expect
      .poll(() => query("select 1 from looks where member_id = $1 and until <= clock_timestamp()", b.id))
      .toHaveLength(1);
    expect(await send()).toBe(1);
    expect(subjectsTo(b)).toEqual([]);

    await write(a, b);
    await goBack();
    await tellAfter(12);
    expect(subjectsTo(b)).toEqual(["You have 2 new messages"]);
  });

  test("and is not sent, since they wanted none then, keeps no later one back", async () => {
    const [a, b] = await makeSettledMatch();
    await write(a, b);
    await goBack();
    await sweep(6);
    await switchOff(b, "emailEnabled");
    expect(await send()).toBe(1);
    await switchOff(b);
    await write(a, b);
    await goBack();
    await tellAfter(12);
    expect(subjectsTo(b)).toEqual(["You have 2 new messages"]);
  });
});

test("a low balance that no browser takes is noted as mailed only where a mail goes", async () => {
  const me = await makeCompleteMember(app);
  await settle(me);
  await addBrowser(app, me);
  await crush(me, await makeMember(app));
  const mailedAt = async () =>
    (await query("select low_balance_mailed_at as at from notification_preferences where member_id = $1", me.id))[0]?.[
      "at"
    ];
  const data = { memberId: me.id, kind: "low_balance", otherId: null, since: new Date().toISOString() } as const;
  const failed = pushJobs(app.ctx)["push-failed"];
  await switchOff(me, "emailEnabled");
  await failed(data, crypto.randomUUID());
  expect(await mailedAt()).toBeNull();
  await switchOff(me);
  await failed(data, crypto.randomUUID());
  expect(await mailedAt()).toBeInstanceOf(Date);
  await send();
  expect(subjectsTo(me)).toEqual(["You have 4 crushes left"]);
});

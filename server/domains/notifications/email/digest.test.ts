import { describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { deleteMessage } from "#contract/chat/messages.ts";
import { deleteExpired } from "#server/domains/member-data/cleanup/cleanup.service.ts";
import { deleteOfDeleted } from "#server/domains/notifications/notifications.repo.ts";
import { createCompleteMember, createMatch, createMember } from "#server/testing/members.ts";
import {
  addPushSubscription,
  connectPresentDevice,
  listQueuedPushes,
  notificationHarness,
} from "#server/testing/notification-harness.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

const {
  app,
  mails,
  query,
  runEmailJobs,
  settle,
  subjectsTo,
  runDigest,
  notifyAfter,
  crush,
  write,
  read,
  createNotifiedMember,
  switchOff,
} = notificationHarness();

async function makeSettledMatch() {
  const pair = await createMatch(app);
  await settle(...pair);
  return pair;
}

test("an email to a member with discreet notifications has neither names nor causes", async () => {
  const { me, others } = await createNotifiedMember();
  await app.call(updatePrivacy, { body: { discreetNotifications: true } }, me.token);
  await notifyAfter(6);
  const sent = mails.filter(({ to }) => to === me.email).slice(-3);
  expect(sent.map(({ subject }) => subject)).toEqual(Array(3).fill("Something new waits for you"));
  for (const { text, html } of sent) {
    const content = text + html;
    expect(content).toContain("Open Spotter to see what it is.");
    for (const { username } of others) expect(content).not.toContain(username);
    expect(content).not.toMatch(/crushed|sent you|wrote to you/);
  }
});

describe("unread messages", () => {
  test("are emailed after five minutes, in one email, once until they are read", async () => {
    const [a, b] = await makeSettledMatch();
    await write(a, b);
    await write(a, b);
    await notifyAfter(4);
    expect(subjectsTo(b)).toEqual([]);
    await notifyAfter(6);
    await notifyAfter(7);
    await write(a, b);
    await notifyAfter(20);
    expect(subjectsTo(b)).toEqual(["You have 2 new messages"]);

    await read(b, a);
    await write(a, b);
    await notifyAfter(30);
    expect(subjectsTo(b)).toEqual(["You have 2 new messages", "You have a new message"]);
    expect(subjectsTo(a)).toEqual([]);
  });

  test("of several conversations share one email, which names the members and contains no text", async () => {
    const [a, b] = await makeSettledMatch();
    const c = await createCompleteMember(app);
    await crush(c, b);
    await crush(b, c);
    await settle(b, c);
    await Promise.all([write(a, b), write(c, b)]);
    await notifyAfter(6);
    expect(subjectsTo(b)).toEqual(["You have 2 new messages"]);
    const mail = mails.findLast(({ to }) => to === b.email);
    // Within a name a line may end.
    for (const text of [mail?.text, mail?.html.replaceAll("<wbr>", "")]) {
      expect(text).toContain(a.username);
      expect(text).toContain(c.username);
      expect(text).not.toContain("Tomorrow");
      expect(text).not.toContain(a.email);
    }
    expect(mail?.text).toContain("/messages?from=mail");
    expect(mail?.text).toContain("'New message' is on");
  });

  test("that arrive after the email's window are in it, and cause no second one if the first is deleted", async () => {
    const [a, b] = await makeSettledMatch();
    const first = await write(a, b);
    await query("update messages set created_at = created_at - interval '5 minutes' where id = $1", first._id);
    await query("update notifications set email_after = email_after - interval '5 minutes' where member_id = $1", b.id);
    await write(a, b);
    await notifyAfter(0.5);
    expect(subjectsTo(b)).toEqual(["You have 2 new messages"]);
    await app.call(deleteMessage, { params: { messageId: first._id } }, a.token);
    await notifyAfter(6);
    expect(subjectsTo(b)).toEqual(["You have 2 new messages"]);
  });

  test("that are deleted and rewritten cause one email until the member was present", async () => {
    const [a, b] = await makeSettledMatch();
    const again = async (minutes: number) => {
      const { _id } = await write(a, b);
      await notifyAfter(minutes);
      await app.call(deleteMessage, { params: { messageId: _id } }, a.token);
    };
    await again(6);
    await again(12);
    expect(subjectsTo(b)).toEqual(["You have a new message"]);
    await query(
      "insert into presence (socket_id, member_id, expires_at) values ($1, $2, clock_timestamp())",
      b.id,
      b.id,
    );
    await again(18);
    expect(subjectsTo(b)).toEqual(["You have a new message", "You have a new message"]);
  });

  test("are emailed after an outage of days", async () => {
    const [a, b] = await makeSettledMatch();
    await runDigest(0);
    await write(a, b);
    await notifyAfter(3 * 24 * 60);
    expect(subjectsTo(b)).toEqual(["You have a new message"]);
  });
});

describe("crushes and matches", () => {
  test("wait five minutes, and share one email per cause", async () => {
    const [me, one, two, three] = await Promise.all(Array.from({ length: 4 }, () => createCompleteMember(app)));
    if (!me || !one || !two || !three) throw new Error("nobody there");
    await settle(me);
    await crush(me, three);
    for (const from of [one, two, three]) await crush(from, me);
    await notifyAfter(4);
    expect(subjectsTo(me)).toEqual([]);
    await notifyAfter(6);
    await notifyAfter(60);
    expect(subjectsTo(me).toSorted()).toEqual([
      "You have 2 new crushes",
      "You have 4 crushes left",
      "You have a new match",
    ]);
    const [match] = mails.filter(({ to, subject }) => to === me.email && subject === "You have a new match");
    expect(match?.text).toContain(`/messages/${three.id}?from=mail`);
  });
});

describe("pushes", () => {
  test("that a killed process lost are sent once, without an email", async () => {
    const [a, b] = await makeSettledMatch();
    await addPushSubscription(app, b);
    await write(a, b);
    await expect.poll(() => listQueuedPushes(app, b)).toEqual(["message"]);
    // As it is where the process was killed between the message's commit and this.
    await query("delete from jobs.job where name = 'push-send'");
    await query("update notifications set state = 'pending', handled_through = 0 where member_id = $1", b.id);
    await Promise.all([runDigest(1), runDigest(1)]);
    await runDigest(2);
    expect(await listQueuedPushes(app, b)).toEqual(["message"]);
    await notifyAfter(10);
    expect(subjectsTo(b)).toEqual([]);
  });
});

describe("two processes", () => {
  const other = testApp({}, { sharedWith: app, now: () => new Date(Date.now() + 6 * 60_000) });

  test("that run the digest concurrently send each notification once", async () => {
    const all = await Promise.all(Array.from({ length: 8 }, createNotifiedMember));
    await Promise.all([
      runDigest(6),
      ...Array.from({ length: 3 }, () => runJob(other.ctx, "notification-digest", {})),
      runDigest(6),
    ]);
    await runEmailJobs();
    for (const { me } of all) {
      expect(subjectsTo(me).toSorted()).toEqual([
        "You have a new crush",
        "You have a new match",
        "You have a new message",
      ]);
    }
  });
});

describe("cleanup", () => {
  test("deletes presence of the day before", async () => {
    const [me, other] = await Promise.all([createMember(app), createMember(app)]);
    for (const one of [me, other]) (await connectPresentDevice(app, one)).close();
    await query("update presence set expires_at = now() - interval '25 hours' where member_id = $1", me.id);
    await deleteExpired(app.ctx, "presence");
    const left = await query("select member_id from presence where member_id = any($1)", [me.id, other.id]);
    expect(left).toEqual([{ member_id: other.id }]);
  });

  test("deletes notifications that were stored about a member while their account was deleted", async () => {
    const pair = await makeSettledMatch();
    const [a, b] = pair.map(({ id }) => id);
    const other = (await createMember(app)).id;
    const insert = `insert into notifications (member_id, other_id, cause, state, email_after)
      values ($1, $2, 'message', 'pending', now())`;
    for (const sides of [
      [a, b],
      [b, a],
      [b, other],
    ])
      await query(insert, ...sides);
    await query("update members set status = 'deleted', deleted_at = now() where id = $1", pair[0].id);
    await deleteOfDeleted(app.ctx);
    const left = await query(
      "select member_id, other_id from notifications where member_id = any($1)",
      pair.map(({ id }) => id),
    );
    expect(left).toEqual([{ member_id: b, other_id: other }]);
  });
});

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
  await switchOff(me, "emailEnabled");
  await runJob(app.ctx, "push-fallback", data, crypto.randomUUID());
  expect(await mailedAt()).toBeNull();
  await switchOff(me);
  await runJob(app.ctx, "push-fallback", data, crypto.randomUUID());
  expect(await mailedAt()).toBeInstanceOf(Date);
  await runEmailJobs();
  expect(subjectsTo(me)).toEqual(["You have 4 crushes left"]);
});

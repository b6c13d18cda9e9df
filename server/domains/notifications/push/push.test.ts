import { afterAll, describe, expect, test } from "vitest";
import { updatePrivacy } from "#contract/accounts/settings.ts";
import { pushNotifications } from "#server/domains/notifications/notifications.service.ts";
import { startPushService } from "#server/testing/fake-push-service.ts";
import { createCompleteMember } from "#server/testing/members.ts";
import { createPushHarness } from "#server/testing/push-harness.ts";
import { runJob } from "#server/testing/run-job.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

const service = await startPushService();
const SETTINGS = { pushStandIn: service.origin };
const app = testApp(SETTINGS, { sharedWith: "others" });
const beside = testApp(SETTINGS, { sharedWith: app });
const { query, subscribe, crush, write, pushesTo, waiting, makePair, makePushedMatch, deliver, settle, noticesOf } =
  createPushHarness(app, service);
afterAll(() => service.close());

/** Notifications that no process pushes at once wait some seconds for the digest. */
const runDigestAMinuteLater = () =>
  runJob({ ...app.ctx, now: () => new Date(Date.now() + 60_000) }, "notification-digest", {});

describe("a push is sent once, and no other channel is used,", () => {
  test("for a crush, and for the match that answers one", async () => {
    const [a, b, browser] = await makePair();
    const own = await subscribe(a);
    await crush(a, b);
    await deliver(b);
    await crush(b, a);
    await deliver(a);
    expect(browser.shown).toEqual([
      {
        to: b.id,
        cause: "crush",
        from: { id: a.id, username: a.username },
        url: "/crushes?from=push",
        tag: `crush-${a.id}`,
        waiting: 1,
      },
    ]);
    expect(own.shown).toEqual([
      {
        to: a.id,
        cause: "match",
        from: { id: b.id, username: b.username },
        url: `/messages/${b.id}?from=push`,
        tag: `match-${b.id}`,
        waiting: 1,
      },
    ]);
    expect([await noticesOf(a), await noticesOf(b)]).toEqual([[], []]);
  });

  test("without a name in discreet mode", async () => {
    const [a, b, browser] = await makePair();
    const { status } = await app.call(updatePrivacy, { body: { discreetNotifications: true } }, b.token);
    expect(status).toBe(200);
    await crush(a, b);
    await deliver(b);
    expect(browser.shown).toMatchObject([{ to: b.id, cause: "crush", from: { id: a.id } }]);
    expect(JSON.stringify(browser.shown)).not.toContain(a.username);
  });

  test("for messages, with the count of waiting items and without their text", async () => {
    const [a, b, browser] = await makePushedMatch();
    await write(a, b);
    await deliver(b);
    await write(a, b);
    await deliver(b);
    const from = { id: a.id, username: a.username };
    const told = { to: b.id, cause: "message", from, url: `/messages/${a.id}?from=push` };
    // The crush of the match is unseen, too.
    expect(browser.shown).toEqual([
      { ...told, tag: `message-${a.id}`, waiting: 2 },
      { ...told, tag: `message-${a.id}`, waiting: 3 },
    ]);
    const [first, second] = browser.headers.map(({ topic }) => topic);
    expect(first).toBe(second);
    expect(first).not.toContain(a.id.slice(0, 8));
  });

  test("for a low balance, at the next digest", async () => {
    const [a, b, browser] = await makePair();
    // A new member has five.
    await crush(b, a);
    await runDigestAMinuteLater();
    await deliver(b);
    expect(browser.shown).toEqual([
      { to: b.id, cause: "low_balance", url: "/profile?from=push#crushes", tag: `low_balance-${b.id}`, waiting: 0 },
    ]);
    expect(browser.headers[0]?.["urgency"]).toBe("low");
    expect(await query("select 1 from notifications where member_id = $1 and state = 'pending'", b.id)).toEqual([]);
  });

  test("but not for a low balance if the member was present since", async () => {
    const [, b, browser] = await makePair();
    await crush(b, await createCompleteMember(app));
    await runDigestAMinuteLater();
    await waiting(b);
    await query(
      "insert into presence (socket_id, member_id, expires_at) values (gen_random_uuid(), $1, now() - interval '1 ms')",
      b.id,
    );
    await deliver(b);
    expect(browser.shown).toEqual([]);
  });

  test("to each browser of a member", async () => {
    const [a, b, browser] = await makePair();
    const other = await subscribe(b);
    await crush(a, b);
    await deliver(b);
    expect([browser.shown.length, other.shown.length]).toEqual([1, 1]);
    expect(browser.headers[0]?.topic).not.toBe(other.headers[0]?.topic);
  });
});

test("two processes push each state of a conversation once", async () => {
  const [a, b, browser] = await makePushedMatch();
  const side = { cause: "message" as const, memberId: b.id, otherId: a.id };
  const ask = (by: TestApp) => pushNotifications(by.ctx, [side]);
  for (let round = 1; round <= 5; round++) {
    // The writer's own process asks, too, a moment after the answer.
    await Promise.all([write(a, b, app), write(a, b, beside)]);
    await Promise.all([app, beside, app, beside].map(ask));
    await settle(app, beside);
    const pushes = await pushesTo(b);
    expect(pushes.length).toBeLessThanOrEqual(2);
    const [state] = await query<{ handled_through: number }>(
      "select handled_through from notifications where member_id = $1 and cause = 'message'",
      b.id,
    );
    expect(state?.handled_through).toBe(2 * round);
    expect(await ask(app)).toBe(0);
    await deliver(b, pushes.length);
  }
  expect(browser.shown.at(-1)?.waiting).toBe(11);
});

test("the fake push service decrypted every push", () => {
  expect(service.rejections).toEqual([]);
});

import { afterAll, describe, expect, test } from "vitest";
import { logout } from "#contract/accounts/accounts.ts";
import { conversationIdOf } from "#contract/chat/conversations.ts";
import { markRead } from "#contract/chat/messages.ts";
import { registerPushSubscription } from "#contract/notifications/notifications.ts";
import type { PushData } from "#server/domains/notifications/dispatcher.service.ts";
import { startPushService } from "#server/testing/fake-push-service.ts";
import type { TestMember } from "#server/testing/members.ts";
import { createPushHarness } from "#server/testing/push-harness.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await startPushService();
const app = testApp({ pushStandIn: service.origin });
const { query, subscribe, crush, write, pushesTo, waiting, makePair, makePushedMatch, deliver, noticesOf } =
  createPushHarness(app, service);
afterAll(() => service.close());

const read = (reader: TestMember, other: TestMember) =>
  app.call(markRead, { params: { conversationId: conversationIdOf(reader.id, other.id) } }, reader.token);

describe("an expired browser", () => {
  const handledThrough = async ({ id }: TestMember) => {
    const handled = "select handled_through from notifications where member_id = $1 and cause = 'message'";
    return (await query<{ handled_through: number }>(handled, id))[0]?.handled_through;
  };
  const subscriptions = async ({ id }: TestMember) =>
    (await query("select 1 from push_subscriptions where member_id = $1", id)).length;

  test.each([404, 410])("with %i is deleted, and its notification waits for an email", async (status) => {
    const [a, b, browser] = await makePushedMatch();
    const [c] = await makePair();
    await write(a, b);
    await crush(c, b);
    await waiting(b, 2);
    expect(await handledThrough(b)).toBe(1);
    service.setResponse(browser, status);
    await deliver(b, 2);
    expect(await subscriptions(b)).toBe(0);
    expect(await noticesOf(b)).toEqual(["crush"]);
    expect(await handledThrough(b)).toBe(0);
  });

  test("beside a working one causes no other notification", async () => {
    const [a, b, browser] = await makePushedMatch();
    const other = await subscribe(b);
    await write(a, b);
    service.setResponse(browser, 410);
    await deliver(b);
    expect(await subscriptions(b)).toBe(1);
    expect(other.shown).toHaveLength(1);
    expect(await handledThrough(b)).toBe(1);
  });

  test("beside other expired ones leaves no notification unsent", async () => {
    const [a, b, browser] = await makePair();
    const other = await subscribe(b);
    await crush(a, b);
    for (const one of [browser, other]) service.setResponse(one, 410);
    await deliver(b);
    expect(await subscriptions(b)).toBe(0);
    expect(await noticesOf(b)).toEqual(["crush"]);
  });

  test("beside one that was added after the cause has that one notified", async () => {
    const [a, b, browser] = await makePair();
    await crush(a, b);
    await waiting(b);
    const later = await subscribe(b);
    service.setResponse(browser, 410);
    await deliver(b);
    expect(later.shown).toHaveLength(1);
    expect(await noticesOf(b)).toEqual([]);
  });

  test("with its session, or with another member's session, leaves no notification unsent and causes no other", async () => {
    const [a, b, browser] = await makePair();
    const [c, d, shared] = await makePair();
    await crush(a, b);
    await crush(c, d);
    await waiting(b);
    await waiting(d);
    await app.call(logout, {}, b.token);
    const { endpoint, keys } = shared;
    await app.call(registerPushSubscription, { body: { endpoint, keys } }, a.token);
    await deliver(b);
    await deliver(d);
    expect([browser.shown, shared.shown]).toEqual([[], []]);
    expect(await subscriptions(a)).toBe(1);
    expect([await noticesOf(b), await noticesOf(d)]).toEqual([["crush"], ["crush"]]);
  });

  test("found after the digest's window has the email sent at once", async () => {
    const [a, b, browser] = await makePushedMatch();
    await write(a, b);
    await waiting(b);
    await query("update messages set created_at = created_at - interval '20 minutes' where sender_id = $1", a.id);
    service.setResponse(browser, 410);
    await deliver(b);
    const mails = await query(
      "select data from jobs.job where name = 'email-notification' and data->>'memberId' = $1",
      b.id,
    );
    expect(mails).toEqual([
      { data: { memberId: b.id, cause: "message", otherIds: [a.id], before: expect.any(String) } },
    ]);
  });
});

describe("a push that no service accepts", () => {
  const mailsTo = ({ id }: TestMember) =>
    query(
      `select data->>'cause' as cause, data->'otherIds' as others from jobs.job
       where name = 'email-notification' and data->>'memberId' = $1`,
      id,
    );
  const failed = ({ id }: TestMember) =>
    query<{ id: string; data: PushData; wait: number }>(
      `select id, data, extract(epoch from start_after - created_on)::int as wait from jobs.job
       where name = 'push-fallback' and data->>'memberId' = $1`,
      id,
    );

  test("permanently falls back to email after the usual delay, and the browser is kept", async () => {
    const [a, b, browser] = await makePair();
    await crush(a, b);
    service.setResponse(browser, 413);
    await deliver(b);
    const late = await failed(b);
    expect(late).toMatchObject([{ wait: 300, data: { cause: "crush", otherId: a.id } }]);
    expect(await query("select 1 from push_subscriptions where member_id = $1", b.id)).toHaveLength(1);
    for (const { id, data } of late) await runJob(app.ctx, "push-fallback", data, id);
    expect(await mailsTo(b)).toEqual([{ cause: "crush", others: [a.id] }]);
  });

  test("by one of two browsers, or beside an expired one, sends one email", async () => {
    for (const status of [403, 410]) {
      const [a, b, browser] = await makePair();
      const second = await subscribe(b);
      await crush(a, b);
      service.setResponse(browser, 403);
      service.setResponse(second, status);
      await deliver(b);
      expect(await noticesOf(b)).toEqual([]);
      for (const { id, data } of await failed(b)) {
        // The process may be killed before the delivery is recorded.
        for (let times = 0; times < 2; times++) await runJob(app.ctx, "push-fallback", data, id);
      }
      expect(await mailsTo(b)).toEqual([{ cause: "crush", others: [a.id] }]);
    }
  });

  test.each([403, 503])("with %i, beside a browser that accepted it, sends no email", async (status) => {
    const [a, b, browser] = await makePair();
    const second = await subscribe(b);
    await crush(a, b);
    service.setResponse(browser, status);
    await deliver(b);
    expect(second.shown).toHaveLength(1);
    // The one that may take it later is tried again by itself, and to no end in the end.
    const left = await pushesTo(b);
    expect(left).toHaveLength(status === 503 ? 1 : 0);
    for (const { id, data } of left) {
      await expect(runJob(app.ctx, "push-send", data, id)).rejects.toThrow();
      await runJob(app.ctx, "push-fallback", data, id);
    }
    expect(second.shown).toHaveLength(1);
    expect(await failed(b)).toEqual([]);
    expect(await noticesOf(b)).toEqual([]);
    expect(await mailsTo(b)).toEqual([]);
  });

  test("temporarily, beside a browser that accepted it, reaches that one later, and no other twice", async () => {
    const [a, b, browser] = await makePair();
    const second = await subscribe(b);
    await crush(a, b);
    service.setResponse(browser, { status: 429, headers: { "retry-after": "0" } });
    await deliver(b);
    service.setResponse(browser, 201);
    await expect
      .poll(async () => {
        for (const { id, data } of await pushesTo(b))
          await runJob(app.ctx, "push-send", data, id).catch(() => undefined);
        return browser.shown.length;
      })
      .toBeGreaterThan(0);
    expect(second.shown).toHaveLength(1);
  });

  test("sends one email about a conversation, and none once it is read", async () => {
    const [a, b] = await makePushedMatch();
    await write(a, b);
    const [job] = await waiting(b);
    if (!job) throw new Error("no push");
    await runJob(app.ctx, "push-fallback", job.data, job.id);
    await runJob(app.ctx, "push-fallback", job.data, job.id);
    expect(await mailsTo(b)).toEqual([{ cause: "message", others: [a.id] }]);
    await read(b, a);
    await runJob(app.ctx, "push-fallback", job.data, job.id);
    expect(await mailsTo(b)).toHaveLength(1);
  });

  test("temporarily leaves out messages sent after its own were read: those have their own push", async () => {
    const [a, b, browser] = await makePushedMatch();
    await write(a, b);
    const [late] = await waiting(b);
    if (!late) throw new Error("no push");
    await query("delete from jobs.job where id = $1", late.id);
    await read(b, a);
    await write(a, b);
    await deliver(b);
    await runJob(app.ctx, "push-send", late.data, late.id);
    expect(browser.shown).toHaveLength(1);
  });

  test("temporarily fails the job, without the address in the error", async () => {
    const [a, b, browser] = await makePair();
    await crush(a, b);
    service.setResponse(browser, 503);
    const [job] = await waiting(b);
    if (!job) throw new Error("no push");
    await expect(runJob(app.ctx, "push-send", job.data, job.id)).rejects.toThrow(/^the push service answered 503$/);
  });
});

test("the fake push service decrypted every push", () => {
  expect(service.rejections).toEqual([]);
});

import { afterAll, expect, test } from "vitest";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { registerPushSubscription } from "#contract/notifications/notifications.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { type FakeBrowser, startPushService } from "#server/testing/fake-push-service.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await startPushService();
const post = createFakeMailer();
const app = testApp({ pushStandIn: service.origin }, { mailer: post, work: true });
afterAll(() => service.close());

const TIMEOUT = { timeout: 10_000 };
const query = async <Row extends object>(sql: string, ...values: unknown[]) =>
  (await app.database.pool.query<Row>(sql, values)).rows;

async function makePair(): Promise<readonly [TestMember, TestMember, FakeBrowser]> {
  const [a, b] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
  await query("update accounts set email_verified_at = now() where member_id = $1", b.id);
  const browser = service.browser();
  const { endpoint, keys } = browser;
  await app.call(registerPushSubscription, { body: { endpoint, keys } }, b.token);
  return [a, b, browser];
}
const crush = (from: TestMember, to: TestMember) => app.call(sendCrush, { body: { recipientId: to.id } }, from.token);

const tries = async ({ id }: TestMember) =>
  (
    await query<{ state: string; retry_count: number }>(
      "select state, retry_count from jobs.job where name = 'push-send' and data->>'memberId' = $1",
      id,
    )
  )[0];

test("a push with Retry-After is delivered later, once", async () => {
  const [a, b, browser] = await makePair();
  service.setResponse(browser, { status: 429, headers: { "retry-after": "1" } });
  await crush(a, b);
  await expect.poll(() => tries(b), TIMEOUT).toMatchObject({ state: "retry" });
  service.setResponse(browser, 201);
  await expect.poll(() => tries(b), TIMEOUT).toMatchObject({ state: "completed" });
  expect(browser.shown).toMatchObject([{ cause: "crush", from: { id: a.id } }]);
});

test("a push that fails all attempts falls back to email, and does not block others", async () => {
  const [a, b, browser] = await makePair();
  const [c, d, other] = await makePair();
  service.setResponse(browser, 500);
  await crush(a, b);
  await crush(c, d);
  await expect.poll(() => other.shown.length, TIMEOUT).toBe(1);
  await expect.poll(() => tries(b), TIMEOUT).toMatchObject({ state: "retry" });
  // The next attempt is the last one.
  await query("update jobs.job set retry_limit = 1 where name = 'push-send' and data->>'memberId' = $1", b.id);
  const mail = await post.newest(b.email, "You have a new crush");
  expect(mail.text).toContain(a.username);
  expect(browser.shown).toEqual([]);
  expect(await query("select 1 from push_subscriptions where member_id = $1", b.id)).toHaveLength(1);
});

import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as accounts from "#contract/accounts/accounts.ts";
import { endOtherSessions, endSession, listSessions } from "#contract/accounts/sessions.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { deletePushSubscription, getPushKey, registerPushSubscription } from "#contract/notifications/notifications.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createFakeMailer, findLink } from "#server/testing/fake-mailer.ts";
import { type FakeBrowser, startPushService } from "#server/testing/fake-push-service.ts";
import { createMember, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { testApp } from "#server/testing/test-app.ts";

const service = await startPushService();
const post = createFakeMailer();
const app = testApp({ pushStandIn: service.origin }, { mailer: post, work: true, sharedWith: "others" });
const beside = testApp({ pushStandIn: service.origin }, { sharedWith: app });

const start = (token: string | undefined, { endpoint, keys }: FakeBrowser) =>
  app.call(registerPushSubscription, { body: { endpoint, keys } }, token);
const end = (token: string, { endpoint }: FakeBrowser) =>
  app.call(deletePushSubscription, { body: { endpoint } }, token);

/** Addresses of a member's browsers, the newest last. */
async function browsersOf({ id }: TestMember): Promise<string[]> {
  const query = "select endpoint from push_subscriptions where member_id = $1 order by created_at";
  const { rows } = await app.database.pool.query<{ endpoint: string }>(query, [id]);
  return rows.map(({ endpoint }) => endpoint);
}

async function logInAgain({ email }: TestMember): Promise<string> {
  const { body } = await app.call(accounts.login, { body: { email, password: PASSWORD } });
  return body.token;
}

test("the public key is valid, and the same in every process", async () => {
  const { token } = await createMember(app);
  const [one, other] = [await app.call(getPushKey, {}, token), await beside.call(getPushKey, {}, token)];
  expect(Buffer.from(one.body.key, "base64url")).toHaveLength(65);
  expect(other.body.key).toBe(one.body.key);
});

describe("a browser", () => {
  test("is subscribed once, however often it registers, and removed once", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const browser = service.browser();
    const begun = [await start(member.token, browser), await start(member.token, browser)];
    expect(begun.map(({ status }) => status)).toEqual([200, 200]);
    expect(await browsersOf(member)).toEqual([browser.endpoint]);
    expect((await end(other.token, browser)).status).toBe(200);
    expect(await browsersOf(member)).toEqual([browser.endpoint]);
    const ended = [await end(member.token, browser), await end(member.token, browser)];
    expect(ended.map(({ status }) => status)).toEqual([200, 200]);
    expect(await browsersOf(member)).toEqual([]);
  });

  test("that several members share belongs to the last one who subscribed", async () => {
    const [first, second] = [await createMember(app), await createMember(app)];
    const browser = service.browser();
    await start(first.token, browser);
    await start(second.token, browser);
    expect(await browsersOf(first)).toEqual([]);
    expect(await browsersOf(second)).toEqual([browser.endpoint]);
    await app.call(accounts.logout, {}, first.token);
    expect(await browsersOf(second)).toEqual([browser.endpoint]);
  });

  test("is one of at most ten; beyond that the oldest is removed, also under concurrency", async () => {
    const member = await createMember(app);
    const browsers = Array.from({ length: 13 }, () => service.browser());
    for (const browser of browsers.slice(0, 8)) await start(member.token, browser);
    await Promise.all(browsers.slice(8).map((browser) => start(member.token, browser)));
    const kept = await browsersOf(member);
    expect(kept).toHaveLength(10);
    expect(kept.slice(0, 5)).toEqual(browsers.slice(3, 8).map(({ endpoint }) => endpoint));
  });

  test.each([
    ["http://push.example/abc", "The address must begin with https://."],
    ["https://127.0.0.1/abc", "The address must have a name, not a number."],
    ["https://[::1]/abc", "The address must have a name, not a number."],
    ["https://push.example:8080/abc", "The address must not name a port."],
    ["https://me:you@push.example/abc", "The address must not hold a name or a password."],
    ["https://localhost/abc", "The address must be of the internet."],
    ["http://127.0.0.1:1/abc", "The address must begin with https://."],
  ])("at %s is refused, and said why", async (endpoint, message) => {
    const member = await createMember(app);
    const answer = await start(member.token, { ...service.browser(), endpoint });
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid", message, errors: { endpoint: message } } });
    expect(await browsersOf(member)).toEqual([]);
  });

  test("with invalid keys is rejected", async () => {
    const { token } = await createMember(app);
    const browser = service.browser();
    const { p256dh, auth } = browser.keys;
    const point = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString("base64url");
    for (const keys of [
      { p256dh: point, auth },
      { p256dh: p256dh.slice(2), auth },
      { p256dh, auth: `${auth}AA` },
      { p256dh: p256dh.replace(/.$/, "="), auth },
    ]) {
      expect(await start(token, { ...browser, keys })).toMatchObject({ status: 400, body: { code: "invalid" } });
    }
  });
});

describe("a browser's subscription ends with its session:", () => {
  test("a logout", async () => {
    const member = await createMember(app);
    const [here, there] = [service.browser(), service.browser()];
    const token = await logInAgain(member);
    await start(member.token, here);
    await start(token, there);
    await app.call(accounts.logout, {}, member.token);
    expect(await browsersOf(member)).toEqual([there.endpoint]);
  });

  test("one that is ended elsewhere, and all others", async () => {
    const member = await createMember(app);
    const browsers = [service.browser(), service.browser(), service.browser()];
    const tokens = [member.token, await logInAgain(member), await logInAgain(member)];
    for (const [i, browser] of browsers.entries()) await start(tokens[i], browser);
    const [one, two, three] = browsers.map(({ endpoint }) => endpoint);
    expect(await browsersOf(member)).toEqual([one, two, three]);
    const { sessions: logins } = (await app.call(listSessions, {}, tokens[1])).body;
    const current = logins.find(({ current }) => current)?._id ?? "";
    await app.call(endSession, { params: { sessionId: current } }, tokens[0]);
    expect(await browsersOf(member)).toEqual([one, three]);
    await app.call(endOtherSessions, {}, tokens[0]);
    expect(await browsersOf(member)).toEqual([one]);
  });

  test("a new password, by the old one or by a link", async () => {
    const member = await createMember(app);
    await start(member.token, service.browser());
    const newPassword = "another password for tests";
    const form = { newPassword, confirmPassword: newPassword };
    const changed = await app.call(
      accounts.changePassword,
      { body: { currentPassword: PASSWORD, ...form } },
      member.token,
    );
    expect(await browsersOf(member)).toEqual([]);
    await start(changed.body.token, service.browser());
    expect(await browsersOf(member)).toHaveLength(1);
    await app.call(accounts.forgotPassword, { body: { email: member.email } });
    const link = findLink(await post.newest(member.email, "Reset your password"));
    const token = link.split("/").at(-1) ?? "";
    expect((await app.call(accounts.resetPassword, { body: { token, ...form } })).status).toBe(200);
    expect(await browsersOf(member)).toEqual([]);
  });

  test("a suspension, and account deletion", async () => {
    const [suspended, leaver] = [await createMember(app), await createMember(app)];
    for (const { token } of [suspended, leaver]) await start(token, service.browser());
    await suspendMember(app.ctx, { who: "ada", reason: "Sent threats" }, suspended.username, null, "Threats.");
    await app.call(deleteAccount, { body: { password: PASSWORD } }, leaver.token);
    expect([await browsersOf(suspended), await browsersOf(leaver)]).toEqual([[], []]);
    expect((await start(suspended.token, service.browser())).status).toBe(401);
  });
});

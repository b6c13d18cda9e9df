import { hash } from "@node-rs/argon2";
import { beforeEach, describe, expect, test } from "vitest";
import { changePassword, login, logout } from "#contract/accounts/accounts.ts";
import { endOtherSessions } from "#contract/accounts/sessions.ts";
import { deleteAccount, requestDataExport } from "#contract/member-data/member-data.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { isOutdatedHash } from "#server/domains/accounts/login/passwords.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { cookieOf, loginFrom } from "#server/testing/login-helpers.ts";
import { createMember, logIn, PASSWORD, registerMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

async function makeConfirmed(): Promise<TestMember> {
  const member = await createMember(app);
  await query("update accounts set email_verified_at = now() where member_id = $1", member.id);
  return member;
}

const mailsTo = ({ email }: TestMember) =>
  post.mails.filter(({ to, subject }) => to === email && subject === "New login to your account");

const settle = () =>
  expect
    .poll(
      () =>
        query(
          "select 1 from jobs.job where name = 'email-new-login' and state <> 'completed' and start_after <= now()",
        ),
      { timeout: 10_000 },
    )
    .toEqual([]);

describe("a login on a new device", () => {
  test("is emailed to the member, with the device, the time and what to do", async () => {
    const member = await makeConfirmed();
    await loginFrom(app, { ...member, userAgent: IPHONE });
    await expect.poll(() => mailsTo(member), { timeout: 10_000 }).toHaveLength(1);
    const [{ text } = { text: "" }] = mailsTo(member);
    expect(text).toMatch(/Safari on iPhone, \w+ \d{1,2}, 20\d\d at \d{1,2}:\d\d [AP]M [A-Z]{3}/);
    expect(text).toContain(`It was not me:\n${SITE}/?forgot=true`);
    expect(text).toContain(`${SITE}/settings/privacy`);
  });

  test("is not emailed for a known device, after signup, or to an unverified address", async () => {
    const [member, unconfirmed] = [await makeConfirmed(), await createMember(app)];
    const first = await loginFrom(app, member);
    await expect.poll(() => mailsTo(member), { timeout: 10_000 }).toHaveLength(1);
    for (let i = 0; i < 3; i++) await loginFrom(app, { ...member, cookie: cookieOf(first) });
    await loginFrom(app, unconfirmed);
    await settle();
    expect([mailsTo(member).length, mailsTo(unconfirmed).length]).toEqual([1, 0]);
    expect(
      await query("select 1 from jobs.job where name = 'email-new-login' and data ->> 'memberId' = $1", member.id),
    ).toHaveLength(1);
  });

  test("is emailed even if a flood of events has hidden its own", async () => {
    const member = await makeConfirmed();
    await app.ctx.transact((tx) =>
      app.ctx.jobs.send(tx, "email-new-login", {
        memberId: member.id,
        since: new Date().toISOString(),
        device: "Safari on iPhone",
      }),
    );
    await expect.poll(() => mailsTo(member), { timeout: 10_000 }).toHaveLength(1);
    expect(mailsTo(member)[0]?.text).toContain("Safari on iPhone, ");
  });

  test("is emailed once an hour, in an email that lists all logins since", async () => {
    const member = await makeConfirmed();
    await loginFrom(app, member);
    await expect.poll(() => mailsTo(member), { timeout: 10_000 }).toHaveLength(1);
    for (const userAgent of [IPHONE, "Firefox/148.0 Android", "Firefox/148.0 Windows", "Firefox/148.0 Macintosh"])
      await loginFrom(app, { ...member, userAgent });
    await settle();
    expect(mailsTo(member)).toHaveLength(1);
    const waiting = "name = 'email-new-login' and data ->> 'memberId' = $1 and state = 'created'";
    expect(await query(`select 1 from jobs.job where ${waiting}`, member.id)).toHaveLength(1);
    await query(`update jobs.job set start_after = now() where ${waiting}`, member.id);
    await expect.poll(() => mailsTo(member), { timeout: 10_000 }).toHaveLength(2);
    const text = mailsTo(member).at(-1)?.text ?? "";
    for (const device of ["Safari on iPhone", "Firefox on Android", "Firefox on Windows", "Firefox on Mac"])
      expect(text).toContain(`${device}, `);
    expect(text).not.toContain("Unknown device");
  });
});

describe("a password hash with outdated parameters", () => {
  test("is replaced at login, and the password still works", async () => {
    const member = await createMember(app);
    const weak = await hash(PASSWORD, { memoryCost: 16, timeCost: 1, parallelism: 1 });
    await query("update accounts set password_hash = $2 where member_id = $1", member.id, weak);
    const hashNow = async () =>
      (await query("select password_hash from accounts where member_id = $1", member.id))[0].password_hash;
    expect((await logIn(app, { ...member, password: "a wrong password" })).status).toBe(401);
    expect(await hashNow()).toBe(weak);
    expect((await logIn(app, member)).status).toBe(200);
    const renewed = await hashNow();
    expect([weak, renewed].map((hashed) => isOutdatedHash(app.ctx, hashed))).toEqual([true, false]);
    expect((await logIn(app, member)).status).toBe(200);
    expect(await hashNow()).toBe(renewed);
  });
});

describe("security events", () => {
  beforeEach(() => query("delete from security_events"));
  const eventsOf = (id: string) =>
    query("select kind, outcome, device, count from security_events where member_id = $1 order by id", id);

  test("are recorded for account actions", async () => {
    const member = await registerMember(app);
    await loginFrom(app, { ...member, userAgent: IPHONE });
    await logIn(app, { ...member, password: "a wrong password" });
    await app.call(endOtherSessions, {}, member.token);
    await app.call(requestDataExport, { body: { password: "a wrong password" } }, member.token);
    await app.call(requestDataExport, { body: { password: PASSWORD } }, member.token);
    const passwords = { newPassword: "another password", confirmPassword: "another password" };
    const { body } = await app.call(
      changePassword,
      { body: { currentPassword: PASSWORD, ...passwords } },
      member.token,
    );
    await app.call(logout, {}, body.token);
    const again = await logIn(app, { ...member, password: "another password" });
    await app.call(deleteAccount, { body: { password: "another password" } }, again.body.token);
    const rows = await eventsOf(member.id);
    expect(rows.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual([
      "register succeeded",
      "login succeeded_on_new_device",
      "login invalid_credentials",
      "session others_ended",
      "password wrong_password",
      "download requested",
      "password changed",
      "logout succeeded",
      "login succeeded_on_new_device",
      "account deleted",
    ]);
    expect(rows[1]).toMatchObject({ device: "Safari on iPhone", count: 1 });
  });

  test("contain no address, name or password", async () => {
    const member = await createMember(app);
    await logIn(app, { ...member, password: "a wrong password" });
    await logIn(app, { email: "stranger@example.com", password: "a wrong password" });
    const text = JSON.stringify(await query("select security_events::text from security_events"));
    for (const secret of [member.email, member.username, "stranger", "127.0.0.1", "wrong password"])
      expect(text).not.toContain(secret);
  });

  test("are recorded for requests with an invalid token, and not for those without one", async () => {
    const ask = (headers: Record<string, string>) => app.fetch("/api/profile", { headers });
    for (let i = 0; i < 3; i++) await ask({ authorization: "Bearer nonsense" });
    await ask({});
    const tokens = () => query("select outcome, count, details from security_events where kind = 'token'");
    await expect.poll(tokens).toEqual([{ outcome: "unauthorized", count: 3, details: { route: "/api/profile" } }]);
  });
});

describe("login", () => {
  // @spec 7.post-api-auth-2
  test("returns a valid token, with any case of the address", async () => {
    const member = await createMember(app);
    const { status, body } = await app.call(login, {
      body: { email: member.email.toUpperCase(), password: member.password },
    });
    expect(status).toBe(200);
    expect(body.user).toEqual({ _id: member.id, username: member.username });
    expect((await app.call(getProfile, {}, body.token)).status).toBe(200);
  });

  test("responds alike to a wrong password and an unknown address", async () => {
    const member = await createMember(app);
    const wrong = await app.call(login, { body: { email: member.email, password: "not the password" } });
    const unknown = await app.call(login, { body: { email: "nobody@example.com", password: "not the password" } });
    expect(wrong.status).toBe(401);
    expect(unknown).toMatchObject({ status: 401, body: wrong.body });
  });

  // @spec 5.login-email-required
  test.each([
    [{ email: "", password: "x" }, "Email is required"],
    [{ email: "a@b.c", password: "" }, "Password is required"],
  ])("refuses %j", async (body, message) => {
    expect(await app.call(login, { body })).toMatchObject({ status: 400, body: { message } });
  });

  test("stores only a hash of the token", async () => {
    const member = await createMember(app);
    const rows = await app.ctx.db.selectFrom("sessions").selectAll().where("member_id", "=", member.id).execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token_hash.toString("base64url")).not.toBe(member.token);
  });
});

describe("the end of a session", () => {
  test("logout ends the session and its sockets, but no other session", async () => {
    const member = await createMember(app);
    const again = await app.call(login, { body: { email: member.email, password: member.password } });
    const device = await connectDevice(app, member.token);
    const other = await connectDevice(app, again.body.token);
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    expect((await app.call(logout, {}, member.token)).status).toBe(200);
    await cut;
    expect(other.socket.connected).toBe(true);
    other.close();
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
    expect((await app.call(getProfile, {}, again.body.token)).status).toBe(200);
  });
});

import { describe, expect, test } from "vitest";
import * as accounts from "#contract/accounts/accounts.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { createFakeMailer, findLink } from "#server/testing/fake-mailer.ts";
import { createMember, registerMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });

const NEW = "a brand new password";
const forgot = (email: string) => app.call(accounts.forgotPassword, { body: { email } });
const reset = (token: string, newPassword = NEW) =>
  app.call(accounts.resetPassword, { body: { token, newPassword, confirmPassword: newPassword } });
const login = (member: TestMember, password: string) =>
  app.call(accounts.login, { body: { email: member.email, password } });
const tokenOf = (path: string) => path.split("/").at(-1) ?? "";

async function askForReset(member: TestMember): Promise<string> {
  await forgot(member.email.toUpperCase());
  const mail = await post.newest(member.email, "Reset your password");
  expect(mail.text).toContain(`${SITE}/reset-password/`);
  return tokenOf(findLink(mail));
}

describe("a password reset", () => {
  // @spec 7.post-api-auth-3
  test("responds alike to members and strangers, and emails members only", async () => {
    const member = await createMember(app);
    const [known, unknown] = [await forgot(member.email), await forgot("stranger@example.com")];
    expect(known).toMatchObject({ status: 200, body: unknown.body });
    await post.newest(member.email, "Reset your password");
    expect(post.mails.filter((mail) => mail.to === "stranger@example.com")).toEqual([]);
  });

  test("of a stranger stores nothing about their address, and takes as much work as a member's", async () => {
    const member = await createMember(app);
    for (const email of [member.email, "Never.Joined@example.com"]) await forgot(email);
    const { rows } = await app.database.pool.query(
      "select data, singleton_key from jobs.job where name = 'email-password-reset'",
    );
    const text = JSON.stringify(rows).toLowerCase();
    for (const email of [member.email, "never.joined"]) expect(text).not.toContain(email);
    const shapes = rows.map(({ data, singleton_key }) => [
      Object.keys(data),
      data.memberId.length,
      singleton_key.length,
    ]);
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
    expect(rows.filter(({ data }) => data.memberId === member.id)).toHaveLength(1);
  });

  test.each([
    ["", "Please enter your email address"],
    ["sam@", "Email is invalid"],
  ])("refuses %j", async (email, message) => {
    expect(await forgot(email)).toMatchObject({ status: 400, body: { message, errors: { email: message } } });
  });

  // @spec 4.reset-password-verifying 7.post-api-auth-4
  test("uses a single-use link, ends all sessions and sockets, and sends a notice", async () => {
    const member = await createMember(app);
    const device = await connectDevice(app, member.token);
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    const token = await askForReset(member);
    const checked = await app.call(accounts.verifyResetToken, { params: { token } });
    expect(checked.body).toEqual({ success: true, email: member.email });

    const done = await reset(token);
    expect(done).toMatchObject({ status: 200, body: { user: { _id: member.id, username: member.username } } });
    await cut;
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
    expect((await app.call(getProfile, {}, done.body.token)).status).toBe(200);
    expect((await login(member, member.password)).status).toBe(401);
    expect((await login(member, NEW)).status).toBe(200);
    expect(await reset(token)).toMatchObject({
      status: 400,
      body: { code: "token_invalid", message: "This password reset link is invalid or has expired." },
    });
    expect((await app.call(accounts.verifyResetToken, { params: { token } })).status).toBe(400);
    const told = await post.newest(member.email, "Your password was changed");
    expect(told.text).not.toContain(NEW);
  });

  test("requested again within a minute sends one more email afterwards, whether the first link was used or not", async () => {
    const member = await createMember(app);
    await reset(await askForReset(member));
    const count = () => post.mails.filter(({ to, subject }) => to === member.email && /Reset/.test(subject)).length;
    for (let i = 0; i < 4; i++) await forgot(member.email);
    const waiting =
      "from jobs.job where name = 'email-password-reset' and state = 'created' and data ->> 'memberId' = $1";
    const { rows } = await app.database.pool.query(
      `select extract(epoch from start_after - now())::int as seconds ${waiting}`,
      [member.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].seconds).toBeLessThanOrEqual(60);
    // The key that limits emails to one a minute stays after the job is done, and contains no id or address.
    const keys = await app.database.pool.query("select singleton_key from jobs.job where singleton_key like '%@%'");
    expect(keys.rows).toEqual([]);
    await app.database.pool.query("update jobs.job set start_after = now() where state = 'created'");
    await expect.poll(count, { timeout: 10_000 }).toBe(2);
  });

  test("used ten times concurrently sets the password once", async () => {
    const token = await askForReset(await createMember(app));
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `password number ${i}`)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  // @spec 7.get-api-auth 9.reset-link-1
  test("expires after an hour, and is stored as a hash only", async () => {
    const member = await createMember(app);
    const token = await askForReset(member);
    const { pool } = app.database;
    const { rows } = await pool.query("select * from email_tokens where member_id = $1 and purpose = 'reset'", [
      member.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const { rows: jobs } = await pool.query("select data from jobs.job");
    expect(JSON.stringify(jobs)).not.toContain(token);
    const left = (rows[0].expires_at.getTime() - Date.now()) / 60_000;
    expect(left).toBeGreaterThan(58);
    expect(left).toBeLessThanOrEqual(60);
    await pool.query("update email_tokens set expires_at = now() - interval '1 second' where member_id = $1", [
      member.id,
    ]);
    expect((await reset(token)).status).toBe(400);
  });

  test.each([
    [{ newPassword: "", confirmPassword: "x" }, "newPassword", "Password is required"],
    [{ newPassword: "seven77", confirmPassword: "seven77" }, "newPassword", "Password must be at least 8 characters"],
    [{ newPassword: NEW, confirmPassword: "" }, "confirmPassword", "Please confirm your password"],
    [{ newPassword: NEW, confirmPassword: "other" }, "confirmPassword", "Passwords do not match"],
  ])("refuses %j", async (form, field, message) => {
    const answer = await app.call(accounts.resetPassword, { body: { token: "x".repeat(43), ...form } });
    expect(answer).toMatchObject({ status: 400, body: { message, errors: { [field]: message } } });
  });

  test.each(["", "nonsense", "%00", "a".repeat(43)])("a link with %j is none", async (token) => {
    expect((await app.call(accounts.verifyResetToken, { params: { token } })).status).toBeGreaterThanOrEqual(400);
    expect((await reset(token)).status).toBe(400);
  });
});

describe("a password change", () => {
  test("ends the sessions of concurrent logins with the old password", async () => {
    const member = await createMember(app);
    const change = () =>
      app.call(
        accounts.changePassword,
        { body: { currentPassword: member.password, newPassword: NEW, confirmPassword: NEW } },
        member.token,
      );
    const logins = Array.from({ length: 12 }, () => login(member, member.password));
    const [first, second] = await Promise.all([change(), change()]);
    expect([first.status, second.status].sort()).not.toEqual([200, 200]);
    const tokens = (await Promise.all(logins)).flatMap(({ status, body }) => (status === 200 ? [body.token] : []));
    for (const token of tokens) expect((await app.call(getProfile, {}, token)).status).toBe(401);
  });

  test("requires the current password, and ends all other sessions", async () => {
    const member = await createMember(app);
    const change = (currentPassword: string) =>
      app.call(
        accounts.changePassword,
        { body: { currentPassword, newPassword: NEW, confirmPassword: NEW } },
        member.token,
      );
    expect(await change("not the password")).toMatchObject({
      status: 400,
      body: { errors: { currentPassword: "Your current password is incorrect." } },
    });
    const { body } = await change(member.password);
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
    expect((await app.call(getProfile, {}, body.token)).status).toBe(200);
    expect((await login(member, NEW)).status).toBe(200);
  });
});

describe("email verification", () => {
  test("uses the link of the signup email, and tells the member's devices", async () => {
    const member = await registerMember(app);
    const device = await connectDevice(app, member.token);
    const verified = async () => (await app.call(getProfile, {}, member.token)).body.profile.emailVerified;
    expect(await verified()).toBe(false);
    const mail = await post.newest(member.email, "Confirm your email");
    expect(mail.text).toContain(`${SITE}/verify-email/`);
    const token = tokenOf(findLink(mail));
    expect((await app.call(accounts.verifyEmail, { params: { token } })).status).toBe(200);
    expect((await app.call(accounts.verifyEmail, { params: { token } })).status).toBe(200);
    expect(await verified()).toBe(true);
    expect(await device.waitFor("settings_changed")).toEqual({ what: "email" });
    device.close();
    expect((await app.call(accounts.verifyEmail, { params: { token: "x".repeat(43) } })).status).toBe(400);
  });

  test("is not required to log in; the link can be sent again once a minute", async () => {
    const member = await registerMember(app);
    expect((await login(member, member.password)).status).toBe(200);
    for (let i = 0; i < 5; i++) expect((await app.call(accounts.sendVerification, {}, member.token)).status).toBe(200);
    const { rows } = await app.database.pool.query(
      "select count(*)::int as n from jobs.job where name = 'email-verification' and data ->> 'memberId' = $1",
      [member.id],
    );
    expect(rows[0].n).toBeLessThanOrEqual(3);
  });
});

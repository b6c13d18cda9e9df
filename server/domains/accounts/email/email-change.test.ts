import { describe, expect, test } from "vitest";
import * as accounts from "#contract/accounts/accounts.ts";
import { cancelEmailChange, changeEmail, getEmails } from "#contract/accounts/email-change.ts";
import { getProfile } from "#contract/members/profiles.ts";
import type { EmailMessage } from "#server/platform/adapters/mailer.ts";
import { createFakeMailer, findLink } from "#server/testing/fake-mailer.ts";
import { registerMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });

let made = 0;
const newAddress = () => `New.Address.${++made}@Example.org`;
const ask = ({ token, password }: TestMember, email: string, currentPassword = password) =>
  app.call(changeEmail, { body: { email, currentPassword } }, token);
const emailsOf = async ({ token }: TestMember) => (await app.call(getEmails, {}, token)).body.emails;
const confirm = (token: string) => app.call(accounts.verifyEmail, { params: { token } });
const login = (email: string, password: string) => app.call(accounts.login, { body: { email, password } });
const mailsTo = (to: string) => post.mails.filter((mail) => mail.to.toLowerCase() === to.toLowerCase());
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);
const tokenIn = (mail: EmailMessage | undefined) => (mail ? (findLink(mail).split("/").at(-1) ?? "") : "");

async function askAndRead(member: TestMember, email: string): Promise<string> {
  expect((await ask(member, email)).status).toBe(200);
  const mail = await post.newest(email, "Confirm your new email");
  expect(mail.text).toContain(`${SITE}/verify-email/`);
  return tokenIn(mail);
}
/** Runs delayed jobs now. */
const sendNow = () => query("update jobs.job set start_after = now() where state = 'created'");

describe("an email change", () => {
  test("applies once its link is opened; sessions stay, links to the old address become invalid", async () => {
    const member = await registerMember(app);
    const [email, device] = [newAddress(), await connectDevice(app, member.token)];
    await app.call(accounts.forgotPassword, { body: { email: member.email } });
    const reset =
      findLink(await post.newest(member.email, "Reset your password"))
        .split("/")
        .at(-1) ?? "";
    const verify =
      findLink(await post.newest(member.email, "Confirm your email"))
        .split("/")
        .at(-1) ?? "";

    const token = await askAndRead(member, email);
    expect(await device.waitFor("settings_changed")).toEqual({ what: "email" });
    const waits = { email: member.email, emailVerified: false, pending: { email } };
    expect(await emailsOf(member)).toMatchObject(waits);
    expect((await login(email, member.password)).status).toBe(401);
    expect((await login(member.email, member.password)).status).toBe(200);

    expect((await confirm(token)).status).toBe(200);
    expect(await emailsOf(member)).toEqual({ email, emailVerified: true, pending: null });
    expect((await login(member.email, member.password)).status).toBe(401);
    expect((await login(email.toUpperCase(), member.password)).status).toBe(200);
    const own = (await app.call(getProfile, {}, member.token)).body.profile;
    expect(own).toMatchObject({ email, emailVerified: true });
    expect((await app.call(accounts.verifyResetToken, { params: { token: reset } })).status).toBe(400);
    expect((await confirm(verify)).status).toBe(400);
    expect((await confirm(token)).status).toBe(200);
    device.close();
  });

  test("sends notices to the old address as it was entered, on request and on completion, without the new address", async () => {
    const member = await registerMember(app);
    // Folded for comparison it would be another person's address.
    const old = `\uff36ictim.${member.email}`;
    await confirm(await askAndRead(member, old));
    const email = newAddress();
    await ask(member, email);
    await sendNow();
    const token = tokenIn(await post.newest(email, "Confirm your new email"));
    const asked = await post.newest(old, "A new email was asked for");
    await confirm(token);
    const changed = await post.newest(old, "Your email was changed");
    expect(mailsTo(`victim.${member.email}`)).toEqual([]);
    for (const { text, html } of [asked, changed]) expect((text + html).toLowerCase()).not.toContain("new.address");
    // Jobs are kept for days, in backups, too.
    expect((await query("select data from jobs.job where data::text like $1", [`%${old}%`])).rows).toEqual([]);
    const kept = "select 1 from notice_addresses where member_id = $1";
    await expect.poll(async () => (await query(kept, [member.id])).rowCount).toBe(0);
  });

  test("to a taken address gets the same response; its owner gets a notice without a link or a name", async () => {
    const [member, owner] = [await registerMember(app), await registerMember(app)];
    await confirm(tokenIn(await post.newest(owner.email, "Confirm your email")));
    const free = await ask(await registerMember(app), newAddress());
    const taken = await ask(member, owner.email.toUpperCase());
    const shape = ({ status, body }: typeof free) => ({
      status,
      message: body.message,
      pending: body.emails.pending !== null,
    });
    expect(shape(taken)).toEqual(shape(free));
    const mail = await post.newest(owner.email, "Your email has an account already");
    expect(mail.text + mail.html).not.toContain(member.username);
    expect(mail.text).not.toContain("verify-email");
    expect(mailsTo(owner.email).some(({ subject }) => subject === "Confirm your new email")).toBe(false);
    const links = async ({ id }: TestMember) =>
      (await query("select 1 from email_tokens where member_id = $1 and purpose = 'change'", [id])).rowCount;
    expect(await links(member)).toBe(1);
  });

  test("is rejected and deleted if another account takes the address in the meantime", async () => {
    const member = await registerMember(app);
    const email = newAddress();
    const token = await askAndRead(member, email);
    const form = { password: "a password", confirmPassword: "a password", username: `other_${made}` };
    const joined = await app.call(accounts.register, { body: { ...form, email, dateOfBirth: "1994-05-17" } });
    expect(joined.status).toBe(201);
    expect(await confirm(token)).toMatchObject({
      status: 409,
      body: { code: "email_taken", message: "That email already has an account." },
    });
    expect(await emailsOf(member)).toMatchObject({ email: member.email, pending: null });
    expect((await confirm(token)).status).toBe(400);
  });

  test("of two members to one address, confirmed concurrently, succeeds for one", async () => {
    const email = newAddress();
    const [one, other] = [await registerMember(app), await registerMember(app)];
    const first = await askAndRead(one, email);
    await ask(other, email);
    await expect.poll(() => mailsTo(email).length).toBe(2);
    const second =
      findLink(mailsTo(email)[1] ?? mailsTo("")[0] ?? ({ text: "" } as never))
        .split("/")
        .at(-1) ?? "";
    const statuses = await Promise.all([confirm(first), confirm(second), confirm(first), confirm(second)]);
    expect(new Set(statuses.map(({ status }) => status))).toContain(200);
    const has = await Promise.all([emailsOf(one), emailsOf(other)]);
    expect(has.filter((emails) => emails.email === email)).toHaveLength(1);
  });

  test("replaces the pending one, and can be cancelled", async () => {
    const member = await registerMember(app);
    const [first, second] = [newAddress(), newAddress()];
    const early = await askAndRead(member, first);
    await ask(member, second);
    await sendNow();
    const late =
      findLink(await post.newest(second, "Confirm your new email"))
        .split("/")
        .at(-1) ?? "";
    expect((await confirm(early)).status).toBe(400);
    expect((await app.call(cancelEmailChange, {}, member.token)).status).toBe(200);
    expect((await app.call(cancelEmailChange, {}, member.token)).status).toBe(200);
    expect((await confirm(late)).status).toBe(400);
    expect(await emailsOf(member)).toMatchObject({ email: member.email, pending: null });
  });

  test("expires after an hour, with a new password, and with a suspension", async () => {
    const [late, changed, suspended] = await Promise.all([1, 2, 3].map(() => registerMember(app)));
    if (!late || !changed || !suspended) throw new Error("three were made");
    const tokens = [];
    for (const member of [late, changed, suspended]) tokens.push(await askAndRead(member, newAddress()));
    const { rows } = await query("select expires_at from email_changes where member_id = $1", [late.id]);
    const left = (rows[0].expires_at.getTime() - Date.now()) / 60_000;
    expect(left).toBeGreaterThan(58);
    expect(left).toBeLessThanOrEqual(60);
    for (const table of ["email_changes", "email_tokens"])
      await query(`update ${table} set expires_at = now() - interval '1 second' where member_id = $1`, [late.id]);
    expect((await emailsOf(late)).pending).toBeNull();
    const passwords = { newPassword: "a brand new password", confirmPassword: "a brand new password" };
    const body = { currentPassword: changed.password, ...passwords };
    await app.call(accounts.changePassword, { body }, changed.token);
    await query("update members set status = 'suspended' where id = $1", [suspended.id]);
    for (const token of tokens) expect((await confirm(token)).status).toBe(400);
  });

  test.each([
    [{ email: "", currentPassword: "x" }, "email", "Email is required"],
    [{ email: "sam@", currentPassword: "x" }, "email", "Email is invalid"],
    [{ email: "a@b.co\r\nBcc: c@d.co", currentPassword: "x" }, "email", "Email is invalid"],
    [{ email: "sam@example.org", currentPassword: "" }, "currentPassword", "Password is required"],
    [{ email: "sam@example.org", currentPassword: "wrong" }, "currentPassword", "Your current password is incorrect."],
  ])("refuses %j", async (body, field, message) => {
    const { token } = await registerMember(app);
    const answer = await app.call(changeEmail, { body }, token);
    expect(answer).toMatchObject({ status: 400, body: { message, errors: { [field]: message } } });
  });

  test("to the current address is rejected", async () => {
    const member = await registerMember(app);
    const message = "That is your email already.";
    expect(await ask(member, member.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { errors: { email: message } },
    });
  });

  test("can be requested until five links are valid, with one email a minute", async () => {
    const member = await registerMember(app);
    for (let i = 0; i < 4; i++) expect((await ask(member, newAddress())).status).toBe(200);
    const waiting =
      "select count(*)::int as n from jobs.job where name = 'email-address-change' and data ->> 'memberId' = $1";
    expect((await query(waiting, [member.id])).rows[0].n).toBeLessThanOrEqual(2);
    await query(
      `insert into email_tokens (token_hash, member_id, purpose, email_normalized, expires_at)
       select sha256(n::text::bytea || $2::bytea), $1, 'change', $2, now() + interval '1 hour' from generate_series(1, 5) as n`,
      [member.id, member.email.toLowerCase()],
    );
    expect((await ask(member, newAddress())).status).toBe(429);
  });
});

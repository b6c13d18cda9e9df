import { describe, expect, test } from "vitest";
import * as accounts from "#contract/accounts/accounts.ts";
import { changeEmail } from "#contract/accounts/email-change.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { liftMember, suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createFakeMailer, findLink } from "#server/testing/fake-mailer.ts";
import { PASSWORD, registerMember, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });

const BY = { who: "ada", reason: "for a test" };
const mailsTo = (email: string) => post.mails.filter(({ to }) => to === email);
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);
const forgot = (email: string) => app.call(accounts.forgotPassword, { body: { email } });
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values);

async function sendAll() {
  await query("update jobs.job set start_after = now(), singleton_on = null");
  const left =
    "select count(*)::int as n from jobs.job where name like '%mail-%' and state in ('created', 'active', 'retry')";
  await expect.poll(async () => (await query(left)).rows[0].n, { timeout: 20_000 }).toBe(0);
}

async function makeConfirmed(): Promise<TestMember> {
  const member = await registerMember(app);
  const token =
    findLink(await post.newest(member.email, "Confirm your email"))
      .split("/")
      .at(-1) ?? "";
  expect((await app.call(accounts.verifyEmail, { params: { token } })).status).toBe(200);
  return member;
}

const changePassword = async (member: TestMember, token: string) => {
  const body = { currentPassword: member.password, newPassword: member.password, confirmPassword: member.password };
  const answer = await app.call(accounts.changePassword, { body }, token);
  expect(answer.status).toBe(200);
  return answer.body.token;
};

describe("one mailbox", () => {
  test("gets three requested emails an hour, for any purpose and across re-created accounts", async () => {
    const email = "victim.of.loops@example.com";
    for (let i = 0; i < 6; i++) {
      const username = `looper_${i}`;
      const form = { email, username, password: PASSWORD, confirmPassword: PASSWORD, dateOfBirth: "1994-05-17" };
      const { body } = await app.call(accounts.register, { body: form });
      await forgot(email);
      await sendAll();
      expect((await app.call(deleteAccount, { body: { password: PASSWORD } }, body.token)).status).toBe(200);
    }
    expect(subjectsTo(email)).toHaveLength(3);
    const events = "select count(*)::int as n from security_events where outcome = 'mail_dropped'";
    expect((await query(events)).rows[0].n).toBeGreaterThan(0);
  });

  test("gets ten a day", async () => {
    const member = await makeConfirmed();
    for (let hour = 0; hour < 5; hour++) {
      for (let i = 0; i < 3; i++) {
        await forgot(member.email);
        await sendAll();
      }
      await query("delete from rate_limits where ends_at < now() + interval '61 minutes'");
    }
    expect(mailsTo(member.email)).toHaveLength(10);
  });

  test("includes plus addresses, and Gmail addresses with dots", async () => {
    const addresses = [
      "v.ictim@gmail.com",
      "vic.tim@googlemail.com",
      "victim+a@gmail.com",
      "vict.im+b@gmail.com",
      "victim@gmail.com",
    ];
    for (const [i, email] of addresses.entries()) {
      const form = { email, username: `dotted_${i}`, password: PASSWORD, confirmPassword: PASSWORD };
      await app.call(accounts.register, { body: { ...form, dateOfBirth: "1994-05-17" } });
    }
    await sendAll();
    expect(addresses.flatMap((email) => subjectsTo(email))).toHaveLength(3);
  });

  test("gets an email whose first attempt failed, counted once", async () => {
    const member = await registerMember(app);
    await post.newest(member.email);
    const failing = { ...app.ctx, mailer: { ...post, send: () => Promise.reject(new Error("away")) } };
    for (let i = 0; i < 4; i++)
      await expect(runJob(failing, "email-password-reset", { memberId: member.id }, "tried again")).rejects.toThrow(
        "away",
      );
    await runJob(app.ctx, "email-password-reset", { memberId: member.id }, "tried again");
    await runJob(app.ctx, "email-password-reset", { memberId: member.id }, "another");
    await runJob(app.ctx, "email-password-reset", { memberId: member.id }, "one too many");
    expect(subjectsTo(member.email)).toEqual(["Confirm your email", "Reset your password", "Reset your password"]);
  });
});

describe("notices about account events", () => {
  test("reach the owner after strangers have used up the limit of requested emails", async () => {
    const member = await makeConfirmed();
    for (let i = 0; i < 5; i++) {
      await forgot(member.email);
      await sendAll();
    }
    await changePassword(member, member.token);
    const { text } = await post.newest(member.email, "Your password was changed");
    expect(text).toContain(`Hi ${member.username}, your Spotter password`);
  });

  test("are sent once a minute and three times an hour, however often the password changes", async () => {
    const member = await makeConfirmed();
    let { token } = member;
    for (let i = 0; i < 8; i++) token = await changePassword(member, token);
    await post.newest(member.email, "Your password was changed");
    const told = () => subjectsTo(member.email).filter((subject) => subject === "Your password was changed");
    expect(told()).toHaveLength(1);
    for (let i = 0; i < 4; i++) {
      await sendAll();
      token = await changePassword(member, token);
    }
    await sendAll();
    expect(told()).toHaveLength(3);
  });
});

describe("an unverified address", () => {
  test("gets the verification and the reset email without the member's name, and no other email", async () => {
    const member = await registerMember(app);
    await forgot(member.email);
    const token = await changePassword(member, member.token);
    const change = { email: `next-${member.email}`, currentPassword: member.password };
    expect((await app.call(changeEmail, { body: change }, token)).status).toBe(200);
    const link =
      findLink(await post.newest(change.email, "Confirm your new email"))
        .split("/")
        .at(-1) ?? "";
    expect((await app.call(accounts.verifyEmail, { params: { token: link } })).status).toBe(200);
    await sendAll();
    expect(subjectsTo(member.email).toSorted()).toEqual(["Confirm your email", "Reset your password"]);
    for (const { text, html } of [...mailsTo(member.email), ...mailsTo(change.email)])
      expect((text + html).replaceAll("<wbr>", "")).not.toContain(member.username);
  });

  test("is informed of a suspension, with the reason and how to object, without the member's name", async () => {
    const member = await registerMember(app);
    await suspendMember(app.ctx, BY, member.id, null, "Threats in messages.");
    const { text, html } = await post.newest(member.email, "Your account is suspended");
    expect(text).toContain("The reason: Threats in messages.");
    expect(text).toContain("/contact");
    await liftMember(app.ctx, BY, member.id);
    await post.newest(member.email, "Your account is open again");
    for (const mail of mailsTo(member.email)) expect(mail.text + mail.html).not.toContain(member.username);
    expect(html).not.toContain(member.username);
  });

  test("gets the verification email again when another member wants it: its reader confirms or removes it", async () => {
    const [owner, member] = [await registerMember(app), await makeConfirmed()];
    await post.newest(owner.email, "Confirm your email");
    await app.call(changeEmail, { body: { email: owner.email, currentPassword: member.password } }, member.token);
    await sendAll();
    expect(subjectsTo(owner.email)).toEqual(["Confirm your email", "Confirm your email"]);
    for (const { text } of mailsTo(owner.email)) expect(text).not.toContain(member.username);
  });
});

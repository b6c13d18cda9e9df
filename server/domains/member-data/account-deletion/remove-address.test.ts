import { describe, expect, test } from "vitest";
import { forgotPassword, login, register, resetPassword, verifyEmail } from "#contract/accounts/accounts.ts";
import { sendCrush } from "#contract/crushes/crushes.ts";
import { getMember } from "#contract/discovery/discovery.ts";
import { disownAddress } from "#contract/member-data/member-data.ts";
import { getProfile } from "#contract/members/profiles.ts";
import { suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createFakeMailer, findLink } from "#server/testing/fake-mailer.ts";
import { PASSWORD, registerCompleteMember, registerMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { SITE, testApp } from "#server/testing/test-app.ts";

const post = createFakeMailer();
const app = testApp({}, { mailer: post, work: true });

const tokenOf = (path: string) => path.split("/").at(-1) ?? "";
const tokenFor = async ({ email }: TestMember) => tokenOf(findLink(await post.newest(email, "Confirm your email")));
const remove = (token: string) => app.call(disownAddress, { params: { token } });
const confirm = (token: string) => app.call(verifyEmail, { params: { token } });
const INVALID = { status: 400, body: { code: "token_invalid", message: "This link is invalid or has expired." } };

describe("an address that another person signed up with", () => {
  test("is removed by the email's second link: the account is deleted with its sessions, and the address is free", async () => {
    const [member, other] = [await registerCompleteMember(app), await registerCompleteMember(app)];
    await app.call(sendCrush, { body: { recipientId: member.id } }, other.token);
    const device = await connectDevice(app, member.token);
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    const { text, html } = await post.newest(member.email, "Confirm your email");
    const token = await tokenFor(member);
    for (const part of [text, html]) {
      expect(part).toContain("This was not me: remove my address");
      expect(part).toContain(`${SITE}/not-me/${token}`);
    }
    expect(await remove(token)).toMatchObject({ status: 200, body: { success: true } });
    await cut;
    expect((await app.call(getProfile, {}, member.token)).status).toBe(401);
    expect((await app.call(login, { body: member })).status).toBe(401);
    expect((await app.call(getMember, { params: { userId: member.id } }, other.token)).status).toBe(404);
    expect(await remove(token)).toMatchObject(INVALID);
    const form = { email: member.email, username: "the_owner", password: PASSWORD, confirmPassword: PASSWORD };
    expect((await app.call(register, { body: { ...form, dateOfBirth: "1990-01-01" } })).status).toBe(201);
  });

  test("is kept once it is verified, by either link", async () => {
    const [member, resetter] = [await registerMember(app), await registerMember(app)];
    const token = await tokenFor(member);
    expect((await confirm(token)).status).toBe(200);
    expect(await remove(token)).toMatchObject(INVALID);
    expect((await app.call(getProfile, {}, member.token)).status).toBe(200);

    const other = await tokenFor(resetter);
    await app.call(forgotPassword, { body: { email: resetter.email } });
    const reset = tokenOf(findLink(await post.newest(resetter.email, "Reset your password")));
    const body = { token: reset, newPassword: "another password", confirmPassword: "another password" };
    expect((await app.call(resetPassword, { body })).status).toBe(200);
    expect(await remove(other)).toMatchObject(INVALID);
  });

  test("that is verified and removed concurrently ends up as one of the two", async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => registerMember(app)));
    const tokens = await Promise.all(members.map(tokenFor));
    for (const [i, token] of tokens.entries()) {
      const [removed, again, confirmed] = await Promise.all([remove(token), remove(token), confirm(token)]);
      const done = [removed, again].filter(({ status }) => status === 200).length;
      expect(done + (confirmed.status === 200 ? 1 : 0)).toBe(1);
      for (const { status } of [removed, again, confirmed]) expect([200, 400]).toContain(status);
      const { status } = await app.call(getProfile, {}, members[i]?.token);
      expect(status).toBe(done === 1 ? 401 : 200);
    }
  });

  test("is kept with a suspended account, for the operator", async () => {
    const member = await registerMember(app);
    const token = await tokenFor(member);
    await suspendMember(app.ctx, { who: "ada", reason: "Sent threats" }, member.id, null, "Threats.");
    expect(await remove(token)).toMatchObject(INVALID);
  });

  test.each(["nonsense", "a".repeat(43)])("is not removed by %j", async (token) => {
    expect(await remove(token)).toMatchObject(INVALID);
  });
});

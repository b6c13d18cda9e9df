import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { forgotPassword, verifyResetToken } from "#contract/accounts/accounts.ts";
import { getConversations, getMessages, sendAttachment, sendMessage } from "#contract/chat/messages.ts";
import { getCrushes, sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { addPhotos, getProfile } from "#contract/members/profiles.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { showMember } from "#server/domains/moderation/operators/members.service.ts";
import { liftMember, suspendMember } from "#server/domains/moderation/operators/suspensions.service.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { imageForm, makeJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, createMember, logIn, type TestMember } from "#server/testing/members.ts";
import { findAuditedActions } from "#server/testing/run-command.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const postBox = createFakeMailer();
const app = testApp({}, { mailer: postBox, work: true });
const BY = { who: "ada", reason: "Sent threats" };

/** @returns the photo's URL for another member */
async function photoOf(member: TestMember, viewer: TestMember): Promise<string> {
  await app.call(addPhotos, { form: photoForm(await makeJpeg(400, 300)) }, member.token);
  const { body } = await app.call(getMember, { params: { userId: member.id } }, viewer.token);
  const address = body.user.profile.photos[0]?.url ?? "";
  expect((await fetch(app.address + address)).status).toBe(200);
  return address;
}

const suspensionEnded = (id: string) =>
  app.database.pool.query("update suspensions set ends_at = now() - interval '1 second' where member_id = $1", [id]);

async function beginSlowly(
  { token }: TestMember,
  path: string,
  body: FormData | object,
): Promise<() => Promise<number>> {
  const whole = body instanceof FormData ? new Response(body) : Response.json(body);
  const type = whole.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await whole.arrayBuffer());
  const headers = { authorization: `Bearer ${token}`, "content-type": type, "content-length": bytes.length };
  const sending = request(app.address + path, { method: "POST", headers });
  const status = new Promise<number>((resolve, reject) => {
    sending.once("error", reject);
    sending.once("response", (answer) => resolve(answer.resume().statusCode ?? 0));
  });
  await new Promise((resolve) => sending.write(bytes.subarray(0, -1), resolve));
  return () => {
    sending.end(bytes.subarray(-1));
    return status;
  };
}

const SUSPENDED = "This account is suspended. We emailed you why, and how to object. Contact support.";

describe("a suspension", () => {
  test("ends sessions and sockets at once, and rejects logins with account_suspended", async () => {
    const member = await createCompleteMember(app);
    const device = await connectDevice(app, member.token);
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    await suspendMember(app.ctx, BY, member.username, null, "Threats.");
    expect(await cut).toBe("io server disconnect");
    expect(await app.call(getProfile, {}, member.token)).toMatchObject({
      status: 401,
      body: { code: "session_suspended", message: SUSPENDED },
    });
    await expect(connectDevice(app, member.token)).rejects.toThrow("unauthorized");
    expect(await logIn(app, member)).toMatchObject({
      status: 403,
      body: { success: false, code: "account_suspended", message: SUSPENDED },
    });
    const wrong = await logIn(app, { ...member, password: "not the password" });
    expect(wrong).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
  });

  test("hides the member and their photos from everyone until it is lifted", async () => {
    const [member, other] = await createMatch(app);
    await app.call(sendMessage, { body: { receiverId: other.id, content: "Hello" } }, member.token);
    const photo = await photoOf(member, other);
    const stranger = await createCompleteMember(app, { gender: "Man" });
    const isListed = async () =>
      (await app.call(browse, {}, stranger.token)).body.profiles.some(({ id }) => id === member.id);
    expect(await isListed()).toBe(true);
    const device = await connectDevice(app, other.token);
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    // As after an unmatch.
    expect(await device.waitFor("relationship_ended")).toEqual({ userId: member.id });
    device.close();
    expect(await isListed()).toBe(false);
    expect((await fetch(app.address + photo)).status).toBe(404);
    expect((await app.call(getMember, { params: { userId: member.id } }, other.token)).status).toBe(404);
    expect((await app.call(getMessages, { params: { userId: member.id } }, other.token)).status).toBe(404);
    const write = await app.call(sendMessage, { body: { receiverId: member.id, content: "?" } }, other.token);
    expect(write.status).toBe(404);
    const lists = async () => {
      const { crushes } = (await app.call(getCrushes, {}, other.token)).body;
      const { conversations } = (await app.call(getConversations, {}, other.token)).body;
      return [crushes.matches.length, crushes.crushesReceived.length, conversations.length];
    };
    expect(await lists()).toEqual([0, 0, 0]);

    await liftMember(app.ctx, BY, member.id);
    expect(await lists()).toEqual([1, 1, 1]);
    expect(await isListed()).toBe(true);
    expect((await fetch(app.address + photo)).status).toBe(200);
    // The old session stays ended, now with the general error code.
    const old = await app.call(getProfile, {}, member.token);
    expect(old).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect((await logIn(app, member)).status).toBe(200);
  });

  test("rejects requests that the member had started to send", async () => {
    const [member, other] = await createMatch(app);
    const stranger = await createCompleteMember(app);
    const text = { receiverId: other.id, content: "You will be sorry" };
    const ends = await Promise.all([
      beginSlowly(member, sendMessage.path, text),
      beginSlowly(member, sendAttachment.path, imageForm(await makeJpeg(200, 200), other.id)),
      beginSlowly(member, sendCrush.path, { recipientId: stranger.id }),
    ]);
    // By now the requests are authenticated.
    expect((await app.call(getProfile, {}, member.token)).status).toBe(200);
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    expect(await Promise.all(ends.map((end) => end()))).toEqual([401, 401, 401]);
    await liftMember(app.ctx, BY, member.id);
    expect((await app.call(getMessages, { params: { userId: member.id } }, other.token)).body.messages).toEqual([]);
    expect((await app.call(getCrushes, {}, stranger.token)).body.crushes.crushesReceived).toEqual([]);
  });

  test("of a hidden member restores the status hidden", async () => {
    const member = await createCompleteMember(app);
    const other = await createCompleteMember(app);
    await app.database.pool.query("update members set status = 'hidden' where id = $1", [member.id]);
    await suspendMember(app.ctx, BY, member.email.toUpperCase(), null, "Threats.");
    expect(await liftMember(app.ctx, BY, member.id)).toMatchObject({ status: "hidden" });
    expect((await app.call(getMember, { params: { userId: member.id } }, other.token)).status).toBe(404);
    expect((await logIn(app, member)).status).toBe(200);
  });

  test("invalidates password reset links and photo URLs", async () => {
    const [member, other] = await createMatch(app);
    await app.call(forgotPassword, { body: { email: member.email } });
    const mail = await postBox.newest(member.email, "Reset your password");
    const [, token = ""] = /reset-password\/(\S+)/.exec(mail.text) ?? [];
    const isGood = async () => (await app.call(verifyResetToken, { params: { token } })).status === 200;
    expect(await isGood()).toBe(true);
    const photo = await photoOf(other, member);
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    expect(await isGood()).toBe(false);
    expect((await fetch(app.address + photo)).status).toBe(404);
    await liftMember(app.ctx, BY, member.id);
    expect(await isGood()).toBe(false);
  });

  test("is lifted when it expires, unless its terms were changed", async () => {
    const member = await createCompleteMember(app);
    const soon = new Date(Date.now() + 60_000);
    await suspendMember(app.ctx, BY, member.id, soon, "Threats.");
    await runJob(app.ctx, "lift-expired-suspensions", {});
    expect((await logIn(app, member)).status).toBe(403);
    await suspensionEnded(member.id);
    await suspendMember(app.ctx, BY, member.id, null, "Threats.", true);
    await runJob(app.ctx, "lift-expired-suspensions", {});
    expect((await logIn(app, member)).status).toBe(403);
    await suspensionEnded(member.id);
    await runJob(app.ctx, "lift-expired-suspensions", {});
    expect((await logIn(app, member)).status).toBe(200);
    expect(await findAuditedActions(app, member.id)).toEqual(["lift", "suspend", "suspend"]);
    const [entry] = await readAuditLog(app.ctx.db, member.id, 1);
    expect(entry).toMatchObject({ actor: "scheduler", details: { status: "active" } });
  });

  test("rejects unknown members, and cannot be lifted if there is none", async () => {
    const member = await createMember(app);
    await expect(liftMember(app.ctx, BY, member.username)).rejects.toThrow(`${member.username} is not suspended`);
    for (const nobody of ["nobody", "nobody@example.com", "0b5c9a3e-6f2d-4c1a-8e7b-1d2f3a4b5c6d"])
      await expect(suspendMember(app.ctx, BY, nobody, null, "Threats.")).rejects.toThrow(
        `Member ${nobody} was not found.`,
      );
    expect(await findAuditedActions(app, member.id)).toEqual([]);
  });

  test("is created once by concurrent commands, and restores the original status", async () => {
    const member = await createCompleteMember(app);
    await Promise.all(Array.from({ length: 8 }, () => suspendMember(app.ctx, BY, member.id, null, "Threats.")));
    expect(await liftMember(app.ctx, BY, member.id)).toMatchObject({ status: "active" });
    await expect(liftMember(app.ctx, BY, member.id)).rejects.toThrow("is not suspended");
  });

  test("and its end are each emailed once, without the operator's internal reason", async () => {
    const member = await createMember(app);
    await suspendMember(app.ctx, BY, member.id, null, "Threats.");
    expect(await suspendMember(app.ctx, BY, member.id, null, "Threats.")).toMatchObject({ change: "same" });
    const { text } = await postBox.newest(member.email, "Your account is suspended");
    expect(text).toContain("/contact");
    expect(text).toContain("It has no end of its own.");
    expect(text).toContain("The reason: Threats.");
    await liftMember(app.ctx, BY, member.id);
    await postBox.newest(member.email, "Your account is open again");
    const mails = postBox.mails.filter(({ to }) => to === member.email);
    expect(mails.filter(({ subject }) => /suspended/.test(subject))).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain(BY.reason);
    expect(await findAuditedActions(app, member.id)).toEqual(["lift", "suspend"]);
  });

  test("is emailed with its end and the message to the member", async () => {
    const member = await createMember(app);
    await suspendMember(app.ctx, BY, member.id, new Date("2999-01-31T18:00Z"), "Photos of <somebody> else.");
    const { text, html } = await postBox.newest(member.email, "Your account is suspended");
    expect(text).toContain("ends by itself on January 31, 2999 at 6:00 PM UTC");
    expect(text).toContain("The reason: Photos of <somebody> else.");
    expect(html).toContain("The reason: Photos of &#60;somebody&#62; else.");
    // Audit log entries are kept forever; the message is not.
    expect(JSON.stringify(await readAuditLog(app.ctx.db, member.id, 50))).not.toContain("Photos");
    const { rows } = await app.database.pool.query("select 1 from suspensions where member_message like 'Photos%'");
    expect(rows).toHaveLength(1);
    await liftMember(app.ctx, BY, member.id);
    const { rows: after } = await app.database.pool.query(
      "select 1 from suspensions where member_message like 'Photos%'",
    );
    expect(after).toEqual([]);
  });

  test("gets new terms only with `change`, and the member is emailed", async () => {
    const member = await createMember(app);
    await suspendMember(app.ctx, BY, member.id, new Date("2999-01-31"), "Threats.");
    await expect(suspendMember(app.ctx, BY, member.id, null, "Threats.")).rejects.toThrow(
      "The member is already suspended until January 31, 2999 at 00:00 UTC. Use `--change` to replace the terms.",
    );
    expect((await showMember(app.ctx, BY, member.id)).suspended).toMatchObject({ until: new Date("2999-01-31") });
    const changed = await suspendMember(app.ctx, BY, member.id, null, "More of the same.", true);
    expect(changed).toMatchObject({
      change: "changed",
      was: { until: new Date("2999-01-31"), memberMessage: "Threats." },
    });
    const { text } = await postBox.newest(member.email, "Your suspension has changed");
    expect(text).toContain("It has no end of its own.");
    expect(text).toContain("The reason: More of the same.");
    const [, entry] = await readAuditLog(app.ctx.db, member.id, 2);
    expect((await readAuditLog(app.ctx.db, member.id, 1))[0]).toMatchObject({
      details: { until: null, was: "2999-01-31T00:00:00.000Z", message: "yes" },
    });
    expect(entry?.action).toBe("show member");
  });

  test("that is over is not emailed any more", async () => {
    const member = await createMember(app);
    await runJob(app.ctx, "email-account-status", { memberId: member.id, event: "suspended" }, "late");
    expect(postBox.mails.filter(({ to }) => to === member.email)).toEqual([]);
  });
});

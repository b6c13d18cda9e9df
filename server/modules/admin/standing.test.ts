import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { forgotPassword, verifyResetToken } from "#contract/accounts.ts";
import { getCrushes, sendCrush } from "#contract/crushes.ts";
import { browse, getMember } from "#contract/discovery.ts";
import { getConversations, getMessages, sendAttachment, sendMessage } from "#contract/messages.ts";
import { addPhotos, getProfile } from "#contract/profiles.ts";
import { readLog } from "#server/modules/admin/audit.service.ts";
import { liftMember, standingJobs, suspendMember } from "#server/modules/admin/standing.service.ts";
import { actsOn } from "#server/testing/acts.ts";
import { connectDevice } from "#server/testing/devices.ts";
import { logIn, makeCompleteMember, makeMatch, makeMember, type TestMember } from "#server/testing/members.ts";
import { imageForm, makeJpeg, photoForm } from "#server/testing/pictures.ts";
import { makePostBox } from "#server/testing/post-box.ts";
import { testApp } from "#server/testing/test-app.ts";

const postBox = makePostBox();
const app = testApp({}, { mailer: postBox, work: true });
const BY = { who: "ada", reason: "Sent threats" };

/** The address that a member's new photo is shown to another at. */
async function photoOf(member: TestMember, viewer: TestMember): Promise<string> {
  await app.call(addPhotos, { form: photoForm(await makeJpeg(400, 300)) }, member.token);
  const { body } = await app.call(getMember, { params: { userId: member.id } }, viewer.token);
  const address = body.user.profile.photos[0]?.url ?? "";
  expect((await fetch(app.address + address)).status).toBe(200);
  return address;
}

const suspensionEnded = (id: string) =>
  app.database.pool.query("update suspensions set until = now() - interval '1 second' where member_id = $1", [id]);

/** Begins a request that has come, but for the last byte of its body. @returns what sends that, with the answer's status */
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

describe("a suspension", () => {
  test("ends logins and sockets at once, and the next login says why not", async () => {
    const member = await makeCompleteMember(app);
    const device = await connectDevice(app, member.token);
    const cut = new Promise((resolve) => device.socket.once("disconnect", resolve));
    await suspendMember(app.ctx, BY, member.username, null);
    expect(await cut).toBe("io server disconnect");
    expect(await app.call(getProfile, {}, member.token)).toMatchObject({
      status: 401,
      body: { code: "session_suspended", message: "This account is suspended. Contact support." },
    });
    await expect(connectDevice(app, member.token)).rejects.toThrow("unauthorized");
    expect(await logIn(app, member)).toMatchObject({
      status: 403,
      body: { success: false, code: "account_suspended", message: "This account is suspended. Contact support." },
    });
    const wrong = await logIn(app, { ...member, password: "not the password" });
    expect(wrong).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
  });

  test("takes the member out of everybody's sight, with their photos, and lifting puts all back", async () => {
    const [member, other] = await makeMatch(app);
    await app.call(sendMessage, { body: { receiverId: other.id, content: "Hello" } }, member.token);
    const photo = await photoOf(member, other);
    const stranger = await makeCompleteMember(app, { gender: "Man" });
    const isListed = async () =>
      (await app.call(browse, {}, stranger.token)).body.profiles.some(({ id }) => id === member.id);
    expect(await isListed()).toBe(true);
    const device = await connectDevice(app, other.token);
    await suspendMember(app.ctx, BY, member.id, null);
    // Their open screens ask again.
    expect(await device.hears("discovery_invalidated")).toEqual({});
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
    // The old login stays ended, and is one like others now.
    const old = await app.call(getProfile, {}, member.token);
    expect(old).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    expect((await logIn(app, member)).status).toBe(200);
  });

  test("comes before what its member has begun to send, and not sent yet", async () => {
    const [member, other] = await makeMatch(app);
    const stranger = await makeCompleteMember(app);
    const text = { receiverId: other.id, content: "You will be sorry" };
    const ends = await Promise.all([
      beginSlowly(member, sendMessage.path, text),
      beginSlowly(member, sendAttachment.path, imageForm(await makeJpeg(200, 200), other.id)),
      beginSlowly(member, sendCrush.path, { recipientId: stranger.id }),
    ]);
    // By now it was seen whose they are.
    expect((await app.call(getProfile, {}, member.token)).status).toBe(200);
    await suspendMember(app.ctx, BY, member.id, null);
    expect(await Promise.all(ends.map((end) => end()))).toEqual([401, 401, 401]);
    await liftMember(app.ctx, BY, member.id);
    expect((await app.call(getMessages, { params: { userId: member.id } }, other.token)).body.messages).toEqual([]);
    expect((await app.call(getCrushes, {}, stranger.token)).body.crushes.crushesReceived).toEqual([]);
  });

  test("gives a hidden member back as hidden", async () => {
    const member = await makeCompleteMember(app);
    const other = await makeCompleteMember(app);
    await app.database.pool.query("update members set standing = 'hidden' where id = $1", [member.id]);
    await suspendMember(app.ctx, BY, member.email.toUpperCase(), null);
    expect(await liftMember(app.ctx, BY, member.id)).toMatchObject({ standing: "hidden" });
    expect((await app.call(getMember, { params: { userId: member.id } }, other.token)).status).toBe(404);
    expect((await logIn(app, member)).status).toBe(200);
  });

  test("leaves no way around by a link for a new password, nor by a picture's address", async () => {
    const [member, other] = await makeMatch(app);
    await app.call(forgotPassword, { body: { email: member.email } });
    const mail = await postBox.newest(member.email, "Reset your password");
    const [, token = ""] = /reset-password\/(\S+)/.exec(mail.text) ?? [];
    const isGood = async () => (await app.call(verifyResetToken, { params: { token } })).status === 200;
    expect(await isGood()).toBe(true);
    const photo = await photoOf(other, member);
    await suspendMember(app.ctx, BY, member.id, null);
    expect(await isGood()).toBe(false);
    expect((await fetch(app.address + photo)).status).toBe(404);
    await liftMember(app.ctx, BY, member.id);
    expect(await isGood()).toBe(false);
  });

  test("ends by itself at its time, and not before one that was set later", async () => {
    const member = await makeCompleteMember(app);
    const soon = new Date(Date.now() + 60_000);
    await suspendMember(app.ctx, BY, member.id, soon);
    const lifting = standingJobs(app.ctx);
    await lifting.lift({}, "");
    expect((await logIn(app, member)).status).toBe(403);
    await suspensionEnded(member.id);
    await suspendMember(app.ctx, BY, member.id, null, "", true);
    await lifting.lift({}, "");
    expect((await logIn(app, member)).status).toBe(403);
    await suspensionEnded(member.id);
    await lifting.lift({}, "");
    expect((await logIn(app, member)).status).toBe(200);
    expect(await actsOn(app, member.id)).toEqual(["lift", "suspend", "suspend"]);
    const [entry] = await readLog(app.ctx.db, member.id, 1);
    expect(entry).toMatchObject({ who: "the clock", details: { standing: "active" } });
  });

  test("refuses whom there is not, and whoever is not suspended cannot be lifted", async () => {
    const member = await makeMember(app);
    await expect(liftMember(app.ctx, BY, member.username)).rejects.toThrow(`${member.username} is not suspended`);
    for (const nobody of ["nobody", "nobody@example.com", "0b5c9a3e-6f2d-4c1a-8e7b-1d2f3a4b5c6d"])
      await expect(suspendMember(app.ctx, BY, nobody, null)).rejects.toThrow(`There is no member ${nobody}`);
    expect(await actsOn(app, member.id)).toEqual([]);
  });

  test("of many at once leaves one, whose end gives back what was before all", async () => {
    const member = await makeCompleteMember(app);
    await Promise.all(Array.from({ length: 8 }, () => suspendMember(app.ctx, BY, member.id, null)));
    expect(await liftMember(app.ctx, BY, member.id)).toMatchObject({ standing: "active" });
    await expect(liftMember(app.ctx, BY, member.id)).rejects.toThrow("is not suspended");
  });
});

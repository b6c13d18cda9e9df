import { describe, expect, test } from "vitest";
import { login } from "#contract/accounts/accounts.ts";
import { getPrivacy, updateNotifications, updatePrivacy } from "#contract/accounts/settings.ts";
import { getConversations, sendMessage } from "#contract/chat/messages.ts";
import { getCrushes, sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { addPhotos, getProfile, updateProfile } from "#contract/members/profiles.ts";
import { blockMember, unblockMember, unmatch } from "#contract/moderation/reports.ts";
import type { NotificationFlags } from "#contract/notifications/notification-causes.ts";
import { makeJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, createMember, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const FLAGS: NotificationFlags = {
  emailEnabled: false,
  crushReceived: true,
  newMessage: false,
  newMatch: true,
  workoutDate: false,
  workoutReminder: true,
  backSafe: true,
  lowCrushBalance: false,
  someoneNew: true,
  marketing: true,
};

describe("notifications", () => {
  const set = (token: string | undefined, notifications: unknown) =>
    app.call(updateNotifications, { body: { notifications: notifications as NotificationFlags } }, token);
  const read = async ({ token }: TestMember) =>
    (await app.call(getProfile, {}, token)).body.profile.profile.notifications;

  // @spec 3.notification-preferences-defaults 7.put-api-profile-2
  test("are stored as one flag each, returned with the profile, with an event to the other devices", async () => {
    const [member, other] = [await createMember(app), await createMember(app)];
    const [device, theirs] = [await connectDevice(app, member.token), await connectDevice(app, other.token)];
    const answer = await set(member.token, FLAGS);
    expect(answer).toMatchObject({ status: 200, body: { success: true, notifications: FLAGS } });
    expect(await read(member)).toEqual(FLAGS);
    expect(await device.waitFor("settings_changed")).toEqual({ what: "notifications" });
    const back = Object.fromEntries(Object.entries(FLAGS).map(([flag, on]) => [flag, !on]));
    await set(member.token, back);
    expect(await read(member)).toEqual(back);
    expect(await read(other)).toMatchObject({ emailEnabled: true, someoneNew: false, marketing: false });
    expect(theirs.received).toEqual([]);
    for (const one of [device, theirs]) one.close();
  });

  // @spec 7.put-api-profile-2
  test.each([[undefined], [null], [{}], [{ ...FLAGS, marketing: undefined }], [{ ...FLAGS, newMatch: "yes" }]])(
    "refuse %j, and stay as they were",
    async (flags) => {
      const member = await createMember(app);
      const before = await read(member);
      expect((await set(member.token, flags)).status).toBe(400);
      expect(await read(member)).toEqual(before);
    },
  );
});

test("a page of an earlier version leaves the notifications that it does not know as they are", async () => {
  const member = await createMember(app);
  const body = { notifications: FLAGS };
  await app.call(updateNotifications, { body }, member.token);
  const { workoutDate, workoutReminder, backSafe, ...known } = { ...FLAGS, newMatch: false };
  const { status, body: reply } = await app.call(updateNotifications, { body: { notifications: known } }, member.token);
  expect([status, reply.notifications]).toEqual([200, { ...known, workoutDate, workoutReminder, backSafe }]);
});

describe("a hidden profile", () => {
  const keysOf = async ({ id }: TestMember): Promise<string[]> =>
    (await app.database.pool.query("select key from photos where member_id = $1", [id])).rows.map(({ key }) => key);
  const hide = (member: TestMember, hidden: boolean) => app.call(updatePrivacy, { body: { hidden } }, member.token);
  const view = (viewer: TestMember, { id }: TestMember) =>
    app.call(getMember, { params: { userId: id } }, viewer.token);
  const found = async (viewer: TestMember, { id }: TestMember) =>
    (await app.call(browse, {}, viewer.token)).body.profiles.some((profile) => profile.id === id);

  test("cannot be found or opened by new members, at once, until it is shown again", async () => {
    const [member, stranger] = [await createCompleteMember(app), await createCompleteMember(app)];
    expect(await found(stranger, member)).toBe(true);
    const device = await connectDevice(app, member.token);
    const answer = await hide(member, true);
    expect(answer.body).toEqual({
      success: true,
      privacy: { hidden: true, hiddenUntil: null, readReceipts: true, discreetNotifications: false, dailySet: true },
    });
    expect(await device.waitFor("settings_changed")).toEqual({ what: "privacy" });
    expect(await found(stranger, member)).toBe(false);
    expect(await view(stranger, member)).toMatchObject({ status: 404, body: { message: "Profile not found" } });
    const crush = { body: { recipientId: member.id } };
    expect((await app.call(sendCrush, crush, stranger.token)).status).toBe(404);

    // A saved profile does not bring it back.
    await app.call(updateProfile, { body: { bio: "Still here." } }, member.token);
    expect(await found(stranger, member)).toBe(false);
    await hide(member, true);
    await hide(member, false);
    expect(await found(stranger, member)).toBe(true);
    expect((await view(stranger, member)).status).toBe(200);
    device.close();
  });

  test("with an end is shown again by then, but not while suspended, and a manual change replaces the end", async () => {
    const { pool } = app.database;
    const [member, suspended, early, stranger] = await Promise.all([1, 2, 3, 4].map(() => createCompleteMember(app)));
    if (!member || !suspended || !early || !stranger) throw new Error("four were made");
    const hiddenUntil = new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString();
    const pause = (who: TestMember, until: string) =>
      app.call(updatePrivacy, { body: { hidden: true, hiddenUntil: until } }, who.token);
    for (const who of [member, suspended, early]) await pause(who, hiddenUntil);
    expect((await app.call(getProfile, {}, member.token)).body.profile).toMatchObject({ hidden: true, hiddenUntil });
    await runJob(app.ctx, "end-pauses", {});
    expect(await found(stranger, member)).toBe(false);
    for (const until of [new Date().toISOString(), "2099-01-01T00:00:00.000Z", "tomorrow"])
      expect((await pause(member, until)).status).toBe(400);
    await hide(early, true);

    const device = await connectDevice(app, member.token);
    await pool.query("update members set status = 'suspended' where id = $1", [suspended.id]);
    await pool.query("update members set hidden_until = now() - interval '1 second' where hidden_until is not null");
    await runJob(app.ctx, "end-pauses", {});
    expect(await device.waitFor("settings_changed")).toEqual({ what: "privacy" });
    expect(await found(stranger, member)).toBe(true);
    expect((await app.call(getPrivacy, {}, member.token)).body.privacy).toMatchObject({
      hidden: false,
      hiddenUntil: null,
    });
    expect(await found(stranger, early)).toBe(false);
    expect((await pool.query("select status from members where id = $1", [suspended.id])).rows[0].status).toBe(
      "suspended",
    );
    await pool.query("update members set status = 'hidden' where id = $1", [suspended.id]);
    await runJob(app.ctx, "end-pauses", {});
    expect(await found(stranger, suspended)).toBe(true);
    device.close();
  });

  test("stays visible to matches and contacts, and can discover others", async () => {
    const [member, match] = await createMatch(app);
    const [admirer, crush, stranger] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
    if (!admirer || !crush || !stranger) throw new Error("three were made");
    await app.call(sendCrush, { body: { recipientId: member.id } }, admirer.token);
    await hide(member, true);
    expect((await view(match, member)).status).toBe(200);
    expect((await view(admirer, member)).status).toBe(200);
    expect((await app.call(sendMessage, { body: { receiverId: member.id, content: "Hi" } }, match.token)).status).toBe(
      201,
    );
    expect((await app.call(getConversations, {}, match.token)).body.conversations).toHaveLength(1);
    expect(await found(member, stranger)).toBe(true);

    // The recipient of their crush sees them, and may answer it.
    expect((await app.call(sendCrush, { body: { recipientId: crush.id } }, member.token)).status).toBe(200);
    expect((await view(crush, member)).status).toBe(200);
    expect((await app.call(getCrushes, {}, crush.token)).body.crushes.crushesReceived).toMatchObject([
      { _id: member.id },
    ]);
    expect((await app.call(sendCrush, { body: { recipientId: member.id } }, crush.token)).body.isMatch).toBe(true);
    expect((await view(stranger, member)).status).toBe(404);
  });

  test("shows its photos to members who may see it, and to themselves", async () => {
    const [member, stranger, match] = await Promise.all([1, 2, 3].map(() => createCompleteMember(app)));
    if (!member || !stranger || !match) throw new Error("three were made");
    const form = new FormData();
    form.append("photos", new Blob([new Uint8Array(await makeJpeg())]), "me.jpg");
    await app.call(addPhotos, { form }, member.token);
    await app.call(sendCrush, { body: { recipientId: member.id } }, match.token);
    const addressFor = async (viewer: TestMember) =>
      (await view(viewer, member)).body.user.profile.photos[0]?.url ?? "";
    const addresses = [await addressFor(stranger), await addressFor(match), await addressFor(member)];
    const answers = async () => Promise.all(addresses.map(async (url) => (await fetch(app.address + url)).status));
    expect(await answers()).toEqual([200, 200, 200]);
    await hide(member, true);
    expect(await answers()).toEqual([404, 200, 200]);
    await hide(member, false);
    expect(await answers()).toEqual([200, 200, 200]);
  });

  test.each([
    ["after a match", true],
    ["after a crush", false],
  ])(
    "is not visible to somebody with whom contact ended %s, photos included, nor is one that is shown",
    async (_, isMatch) => {
      const [member, ex] = [await createCompleteMember(app), await createCompleteMember(app)];
      await app.call(sendCrush, { body: { recipientId: member.id } }, ex.token);
      if (isMatch) await app.call(sendCrush, { body: { recipientId: ex.id } }, member.token);
      const add = async () => app.call(addPhotos, { form: photoForm(await makeJpeg()) }, member.token);
      await add();
      const { photos } = (await view(ex, member)).body.user.profile;
      // A block that is taken back ends contact as an unmatch does.
      if (isMatch) await app.call(unmatch, { body: { userId: ex.id } }, member.token);
      else await app.call(blockMember, { body: { userId: ex.id } }, member.token);
      if (!isMatch) await app.call(unblockMember, { body: { userId: ex.id } }, member.token);
      await add();
      for (const hidden of [false, true]) {
        await hide(member, hidden);
        expect(await view(ex, member)).toMatchObject({ status: 404, body: { message: "Profile not found" } });
        expect((await view(member, ex)).status).toBe(404);
        const addresses = await keysOf(member);
        for (const url of [photos[0]?.url ?? "", ...addresses.map((key) => app.ctx.photoUrls.of(key, ex.id).full)])
          expect((await fetch(app.address + url)).status).toBe(404);
        expect(await found(ex, member)).toBe(false);
      }
    },
  );

  test("does not end a suspension, in either order", async () => {
    const { pool } = app.database;
    for (const hidden of [true, false]) {
      const member = await createCompleteMember(app);
      await hide(member, !hidden);
      const suspend = pool.query("update members set status = 'suspended' where id = $1", [member.id]);
      await Promise.all([...Array.from({ length: 6 }, (_, i) => hide(member, i % 2 === 0)), suspend]);
      const { rows } = await pool.query("select status from members where id = $1", [member.id]);
      expect(rows).toEqual([{ status: "suspended" }]);
      expect((await hide(member, false)).status).toBe(401);
      const form = { email: member.email, password: member.password };
      expect(await app.call(login, { body: form })).toMatchObject({ status: 403, body: { code: "account_suspended" } });
    }
  });

  test("toggled concurrently ends in the reported state", async () => {
    const [member, stranger] = [await createCompleteMember(app), await createCompleteMember(app)];
    await Promise.all([
      ...Array.from({ length: 8 }, (_, i) => hide(member, i % 2 === 0)),
      ...Array.from({ length: 4 }, (_, i) => app.call(updateProfile, { body: { bio: `Bio ${i}` } }, member.token)),
    ]);
    const { hidden } = (await app.call(getPrivacy, {}, member.token)).body.privacy;
    expect(await found(stranger, member)).toBe(!hidden);
  });

  test("does not reveal that it is hidden, except to its owner", async () => {
    const [member, match] = await createMatch(app);
    const device = await connectDevice(app, match.token);
    const before = (await view(match, member)).body;
    await hide(member, true);
    expect((await view(match, member)).body).toEqual(before);
    expect(device.received).toEqual([]);
    device.close();
  });
});

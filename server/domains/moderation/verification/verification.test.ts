import { beforeAll, describe, expect, test } from "vitest";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { POSE_MINUTES, SELFIE_KEPT_DAYS, SELFIES_A_DAY } from "#contract/limits.ts";
import { getProfile, removePhoto, reorderPhotos } from "#contract/members/profiles.ts";
import { approveVerification, refuseVerification, releaseCase } from "#contract/moderation/cases.ts";
import { getVerification, sendSelfie, startVerification } from "#contract/moderation/verification.ts";
import { readAuditLog } from "#server/domains/moderation/audit/audit.queries.ts";
import { findRequest } from "#server/domains/moderation/verification/verification.queries.ts";
import { findOpenCase } from "#server/testing/cases.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { makeJpeg } from "#server/testing/images.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { callStaff, createStaff, openCase, type TestStaff } from "#server/testing/staff.ts";
import { limitMembers, testApp } from "#server/testing/test-app.ts";
import {
  addPhoto,
  mainPhotoIdOf,
  selfieForm,
  startSelfie,
  submitSelfie,
  verifyMember,
} from "#server/testing/verification.ts";

const clock = { ahead: 0 };
const mailer = createFakeMailer();
const app = testApp(
  { trustProxy: "loopback" },
  { mailer, work: true, sharedWith: "others", now: () => new Date(Date.now() + clock.ahead) },
);
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
let staff: TestStaff;
beforeAll(async () => {
  staff = await createStaff(app);
});
const later = async (ms: number, work: () => Promise<void>) => {
  clock.ahead = ms;
  await work().finally(() => (clock.ahead = 0));
};

const stateOf = async ({ token }: TestMember) => (await app.call(getVerification, {}, token)).body;
const isVerified = async ({ token }: TestMember) => (await app.call(getProfile, {}, token)).body.profile.isVerified;
const send = async (member: TestMember, id: string, isLive = true) =>
  app.call(sendSelfie, { form: selfieForm(id, await makeJpeg(300, 300), isLive) }, member.token);

const keyOf = async (id: string): Promise<string> => (await findRequest(app.ctx.db, id))?.image_key ?? "";
async function hasFile(key: string): Promise<boolean> {
  const file = await app.ctx.photos.read(key, "full.webp");
  file?.stream.destroy();
  return file !== undefined;
}
const expectDeleted = (key: string) => expect.poll(() => hasFile(key), { timeout: 5_000 }).toBe(false);

const approve = (verificationId: string, photoId: string) =>
  callStaff(app, approveVerification, { params: { verificationId }, body: { photoId } }, staff);
const refuse = (verificationId: string) =>
  callStaff(app, refuseVerification, { params: { verificationId }, body: { reason: "wrong_pose" } }, staff);

async function lookAtSelfies({ id }: TestMember) {
  const caseId = await findOpenCase(app, id);
  const { selfies, claim } = await openCase(app, caseId, staff);
  const body = { until: claim?.until ?? "" };
  await callStaff(app, releaseCase, { params: { caseId }, body }, staff);
  return selfies;
}

describe("a selfie", () => {
  test("needs a main photo to compare it with", async () => {
    const member = await createCompleteMember(app);
    expect(await stateOf(member)).toMatchObject({ isVerified: false, isRequired: false, hasMainPhoto: false });
    expect(await app.call(startVerification, {}, member.token)).toMatchObject({
      status: 409,
      body: { code: "verification_no_photo" },
    });
  });

  test("leads to the badge: pose, selfie, look, approval, mail and event", async () => {
    const [member, other] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
    const [photoId = ""] = await addPhoto(app, member);
    const id = await startSelfie(app, member);
    expect(await stateOf(member)).toMatchObject({ request: { state: "started", id }, triesLeft: SELFIES_A_DAY });
    // A repeated start gives the same pose.
    expect(await startSelfie(app, member)).toBe(id);
    expect((await send(member, id)).body).toMatchObject({ request: { state: "submitted", id }, isVerified: false });
    const key = await keyOf(id);
    expect(await hasFile(key)).toBe(true);

    expect(await lookAtSelfies(member)).toMatchObject([{ _id: id, isLive: true, mainPhoto: { photoId } }]);
    const device = await connectDevice(app, member.token);
    expect(await approve(id, photoId)).toMatchObject({ status: 200, body: { isListedAgain: false } });
    expect(await device.waitFor("verification_changed")).toEqual({ outcome: "approved" });
    device.close();
    await expectDeleted(key);
    expect(await isVerified(member)).toBe(true);
    expect(await stateOf(member)).toMatchObject({ isVerified: true, request: null });
    expect((await mailer.newest(member.email, "You are verified")).text).toContain("Your selfie is deleted.");
    const { body } = await app.call(getMember, { params: { userId: member.id } }, other.token);
    expect(body.user.isVerified).toBe(true);
    const { body: found } = await app.call(browse, { query: {} }, other.token);
    expect(found.profiles.find((card) => card.id === member.id)?.isVerified).toBe(true);

    expect((await readAuditLog(app.ctx.db, id, 10)).map(({ action }) => action)).toEqual([
      "approve verification",
      "show verification",
    ]);
    const [closed] = await query("select state, score from cases where member_id = $1", member.id);
    expect(closed).toEqual({ state: "closed", score: 0 });
    expect(await app.call(startVerification, {}, member.token)).toMatchObject({ body: { code: "verification_done" } });
  });

  test("is refused with a reason, mailed, deleted, and the member gets another pose", async () => {
    const member = await createCompleteMember(app);
    const { id } = await submitSelfie(app, member);
    const key = await keyOf(id);
    const before = await findRequest(app.ctx.db, id);
    expect((await refuse(id)).status).toBe(200);
    await expectDeleted(key);
    expect(await stateOf(member)).toMatchObject({
      isVerified: false,
      request: { state: "refused", reason: "wrong_pose" },
    });
    const { text } = await mailer.newest(member.email, "Your selfie could not be approved");
    expect(text).toContain("The pose is not the one that we asked for.");
    expect(text).toContain("/get-verified");
    const again = await findRequest(app.ctx.db, await startSelfie(app, member));
    expect(again?.pose).not.toBe(before?.pose);
  });

  test("says whether it came from a live camera", async () => {
    const member = await createCompleteMember(app);
    await addPhoto(app, member);
    const id = await startSelfie(app, member);
    await send(member, id, false);
    expect(await lookAtSelfies(member)).toMatchObject([{ _id: id, isLive: false }]);
  });

  test("is refused after the time for the pose, which is then another request", async () => {
    const member = await createCompleteMember(app);
    await addPhoto(app, member);
    const id = await startSelfie(app, member);
    await later((POSE_MINUTES + 1) * 60_000, async () => {
      expect(await stateOf(member)).toMatchObject({ request: null });
      expect(await send(member, id)).toMatchObject({ status: 409, body: { code: "verification_expired" } });
      expect(await startSelfie(app, member)).not.toBe(id);
    });
  });

  test("must be a picture, and the pose stays valid after a wrong file", async () => {
    const member = await createCompleteMember(app);
    await addPhoto(app, member);
    const id = await startSelfie(app, member);
    const form = selfieForm(id, Buffer.from("no picture at all"));
    expect((await app.call(sendSelfie, { form }, member.token)).body.code).toBe("photo_unsupported_type");
    expect((await send(member, id)).status).toBe(200);
  });

  test("is never served to members, not even to its owner", async () => {
    const member = await createCompleteMember(app);
    const key = await keyOf((await submitSelfie(app, member)).id);
    const { thumb, full } = app.ctx.photoUrls.of(key, member.id);
    for (const url of [thumb, full]) expect((await app.fetch(url)).status).toBe(404);
  });
});

describe("the limit of tries", () => {
  test("counts poses, not repetitions, and ends after a day", async () => {
    const member = await createCompleteMember(app);
    await addPhoto(app, member);
    limitMembers(app);
    try {
      for (let left = SELFIES_A_DAY - 1; left >= 0; left--) {
        await startSelfie(app, member);
        const id = await startSelfie(app, member);
        expect(await stateOf(member)).toMatchObject({ triesLeft: left });
        await send(member, id);
        await refuse(id);
      }
      const { status, headers } = await app.call(startVerification, {}, member.token);
      expect([status, Number(headers.get("retry-after")) > 80_000]).toEqual([429, true]);
      expect((await stateOf(member)).moreTriesAt).not.toBeNull();
    } finally {
      Object.assign(app.ctx.config, { rateLimits: false });
    }
  });
});

describe("the badge", () => {
  test("goes when another photo becomes the main one, and stays while the main one does", async () => {
    const member = await createCompleteMember(app);
    const main = await verifyMember(app, member);
    await addPhoto(app, member);
    const photoIds = await addPhoto(app, member);
    const order = (ids: readonly string[]) => app.call(reorderPhotos, { body: { photoIds: [...ids] } }, member.token);
    const [, second = "", third = ""] = photoIds;
    expect((await order([main, third, second])).body.isVerified).toBe(true);
    const { body } = await app.call(removePhoto, { params: { photoId: third } }, member.token);
    expect(body.isVerified).toBe(true);
    expect((await order([second, main])).body.isVerified).toBe(false);
    // It does not come back with the photo.
    expect((await order([main, second])).body.isVerified).toBe(false);
    expect(await isVerified(member)).toBe(false);
    const [index] = await query("select is_verified from search_index where member_id = $1", member.id);
    expect(index).toEqual({ is_verified: false });
    // They can verify again.
    expect(await stateOf(member)).toMatchObject({ isVerified: false, request: null });
    await verifyMember(app, member);
    expect(await isVerified(member)).toBe(true);
  });

  test("goes when the main photo is removed, also the only one", async () => {
    const member = await createCompleteMember(app);
    const main = await verifyMember(app, member);
    await addPhoto(app, member);
    const { body } = await app.call(removePhoto, { params: { photoId: main } }, member.token);
    expect(body.isVerified).toBe(false);
    const only = await createCompleteMember(app);
    const photoId = await verifyMember(app, only);
    expect((await app.call(removePhoto, { params: { photoId } }, only.token)).body.isVerified).toBe(false);
  });
});

describe("at the same time", () => {
  test("two starts give one pose", async () => {
    const member = await createCompleteMember(app);
    await addPhoto(app, member);
    const ids = await Promise.all(Array.from({ length: 4 }, () => startSelfie(app, member)));
    expect(new Set(ids).size).toBe(1);
  });

  test("two uploads of one pose store one selfie", async () => {
    const member = await createCompleteMember(app);
    await addPhoto(app, member);
    const id = await startSelfie(app, member);
    const sent = await Promise.all(Array.from({ length: 3 }, () => send(member, id)));
    for (const { status, body } of sent) expect([status, body.request?.state]).toEqual([200, "submitted"]);
    expect(await query("select 1 from case_items where source_id = $1", id)).toHaveLength(1);
    await expect
      .poll(() => query("select 1 from pending_uploads where not is_expired"), { timeout: 5_000 })
      .toEqual([]);
    expect(await hasFile(await keyOf(id))).toBe(true);
  });

  test("an approval of a main photo that has changed is refused, or the badge goes with the change", async () => {
    const member = await createCompleteMember(app);
    const { id, photoId } = await submitSelfie(app, member);
    const [, second = ""] = await addPhoto(app, member);
    const [decided] = await Promise.all([
      approve(id, photoId),
      app.call(reorderPhotos, { body: { photoIds: [second, photoId] } }, member.token),
    ]);
    expect(await isVerified(member)).toBe(false);
    if (decided.status !== 200) {
      expect(decided.body.code).toBe("verification_changed");
      expect((await approve(id, second)).status).toBe(200);
      expect(await isVerified(member)).toBe(true);
    }
    expect(await mainPhotoIdOf(app, member)).toBe(second);
  });
});

describe("a selfie that nobody looks at", () => {
  test(`is deleted after ${SELFIE_KEPT_DAYS} days, and the member is told`, async () => {
    const member = await createCompleteMember(app);
    const { id } = await submitSelfie(app, member);
    const key = await keyOf(id);
    await query(
      `update verification_requests set submitted_at = now() - interval '${SELFIE_KEPT_DAYS} days 1 hour' where id = $1`,
      id,
    );
    await runJob(app.ctx, "cleanup", {});
    await expectDeleted(key);
    expect(await stateOf(member)).toMatchObject({ request: { state: "refused", reason: "too_late" } });
    await mailer.newest(member.email, "Your selfie could not be approved");
    await query("update verification_requests set decided_at = now() - interval '31 days' where id = $1", id);
    await runJob(app.ctx, "cleanup", {});
    expect(await findRequest(app.ctx.db, id)).toBeUndefined();
  });
});

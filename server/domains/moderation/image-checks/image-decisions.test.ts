import pg from "pg";
import { describe, expect, test } from "vitest";
import { getMessages, sendAttachment } from "#contract/chat/messages.ts";
import { getMember } from "#contract/discovery/discovery.ts";
import { deleteAccount } from "#contract/member-data/member-data.ts";
import { addPhotos, getProfile, removePhoto } from "#contract/members/profiles.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import { reportMember } from "#contract/moderation/reports.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { openPictureCase } from "#server/domains/moderation/image-checks/picture-cases.service.ts";
import { createFakeImageChecker, EXPLICIT, HARMLESS } from "#server/testing/fake-image-checker.ts";
import { imageForm, makeBlocksJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, PASSWORD, type TestMember } from "#server/testing/members.ts";
import { eraseDeleted, runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { createStaff, openCase } from "#server/testing/staff.ts";
import { testApp } from "#server/testing/test-app.ts";

const checker = createFakeImageChecker();
const app = testApp({ imageChecks: "on" }, { imageChecker: checker, work: true });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;

const ADA = { kind: "operator", who: "ada", reason: "" } as const;
let seed = 9000;

const addPhoto = async ({ token }: TestMember, picture: Buffer) =>
  (await app.call(addPhotos, { form: photoForm(picture) }, token)).body.photos.at(-1)?._id ?? "";
const ownPhotos = async ({ token }: TestMember) =>
  (await app.call(getProfile, {}, token)).body.profile.profile.photos.map(({ _id, check }) => ({ _id, check }));
const shownPhotos = async (viewer: TestMember, { id }: TestMember) =>
  (await app.call(getMember, { params: { userId: id } }, viewer.token)).body.user.profile.photos.map(({ _id }) => _id);
const becomes = (member: TestMember, photoId: string, check: "held" | undefined) =>
  expect
    .poll(async () => (await ownPhotos(member)).find(({ _id }) => _id === photoId), { timeout: 15_000 })
    .toEqual({ _id: photoId, check });

async function findCase({ id }: TestMember) {
  const [row] = await query("select id, version from cases where member_id = $1 and state = 'open'", id);
  return { caseId: String(row?.id), version: Number(row?.version) };
}
const decideCase = async (about: TestMember, ...acts: ActChoice[]) =>
  decide(app.ctx, ADA, { ...(await findCase(about)), acts, facts: "A picture.", rule: "consent" });

async function holdPhoto() {
  const [owner, viewer] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
  const picture = await makeBlocksJpeg(++seed);
  checker.sees = EXPLICIT;
  const photoId = await addPhoto(owner, picture);
  await becomes(owner, photoId, "held");
  checker.sees = HARMLESS;
  return { owner, viewer, picture, photoId };
}

describe("a picture that its owner deletes", () => {
  const keyOf = async (photoId: string) =>
    String((await query("select key from photos where id = $1", photoId))[0]?.key);
  const hasFile = async (key: string) => {
    const file = await app.ctx.photos.read(key, "full.webp");
    file?.stream.destroy();
    return file !== undefined;
  };
  const leave = async ({ token }: TestMember) => {
    const answer = await app.call(deleteAccount, { body: { password: PASSWORD } }, token);
    await eraseDeleted(app);
    return answer;
  };
  async function age(caseId: string, days: number): Promise<void> {
    // The app's role does not change when something was decided.
    const owner = new pg.Client(app.database.owner);
    await owner.connect();
    await owner.query("update cases set closed_at = now() - make_interval(days => $2) where id = $1", [caseId, days]);
    await owner.query("update decisions set decided_at = now() - make_interval(days => $2) where case_id = $1", [
      caseId,
      days,
    ]);
    await owner.end();
  }
  const purge = () => runJob(app.ctx, "cleanup", {});

  test("while it is in review stays in its case, until 30 days after the decision", async () => {
    const { owner, photoId } = await holdPhoto();
    const key = await keyOf(photoId);
    expect((await leave(owner)).status).toBe(200);
    await purge();
    const { caseId, version } = await findCase(owner);
    const staff = await createStaff(app, "read_only");
    const { subject } = await openCase(app, caseId, staff);
    const shown = await fetch(app.address + subject.images[0]?.url, { headers: { cookie: staff.cookie } });
    expect([shown.status, (await shown.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    await decide(app.ctx, ADA, {
      caseId,
      version,
      acts: [{ act: "remove_picture" }],
      facts: "A picture.",
      rule: "consent",
    });
    await purge();
    expect(await hasFile(key)).toBe(true);
    await age(caseId, 31);
    await purge();
    expect(await query("select 1 from evidence_images where key = $1", key)).toEqual([]);
    await expect.poll(() => hasFile(key)).toBe(false);
  });

  test("after it was removed by a rule that the law asks about stays for a year", async () => {
    const { owner, photoId } = await holdPhoto();
    const key = await keyOf(photoId);
    const seen = await findCase(owner);
    await decide(app.ctx, ADA, { ...seen, acts: [{ act: "remove_picture" }], facts: "A picture.", rule: "under_18" });
    await leave(owner);
    await age(seen.caseId, 300);
    await purge();
    expect(await hasFile(key)).toBe(true);
    await age(seen.caseId, 367);
    await purge();
    await expect.poll(() => hasFile(key)).toBe(false);
  });

  test("does not push one out that was taken down, which comes back if that is undone", async () => {
    const { owner, photoId } = await holdPhoto();
    const { decisionId } = await decideCase(owner, { act: "remove_picture" });
    await query(
      `insert into retained_photos (key, photo_id, member_id, width, height, thumbhash, alt, shown_from, purge_after)
       select md5(n::text || $1::text), gen_random_uuid(), $1::uuid, 1, 1, '', '', now(), now() + interval '30 days'
       from generate_series(1, 60) as n`,
      owner.id,
    );
    const other = await addPhoto(owner, await makeBlocksJpeg(++seed));
    await app.call(removePhoto, { params: { photoId: other } }, owner.token);
    expect(await query("select 1 from retained_photos where member_id = $1", owner.id)).toHaveLength(61);
    expect(await undoDecision(app.ctx, ADA, decisionId)).toMatchObject({ unrestored: [] });
    expect((await ownPhotos(owner)).map(({ _id }) => _id)).toEqual([photoId]);
  });
});

describe("a decision about a held photo", () => {
  test("without action shows it to others; undone it is held again, with its case open", async () => {
    const { owner, viewer, photoId } = await holdPhoto();
    const device = await connectDevice(app, owner.token);
    const { decisionId } = await decideCase(owner, { act: "no_action" });
    expect(await device.waitFor("photo_checked")).toEqual({ photoId, check: null });
    expect(await shownPhotos(viewer, owner)).toEqual([photoId]);
    device.close();
    expect(await undoDecision(app.ctx, ADA, decisionId)).toMatchObject({ isReopened: true });
    expect(await ownPhotos(owner)).toEqual([{ _id: photoId, check: "held" }]);
    expect(await shownPhotos(viewer, owner)).toEqual([]);
    await decideCase(owner, { act: "show_picture" });
    expect(await shownPhotos(viewer, owner)).toEqual([photoId]);
  });

  test("removes it and holds copies of it, until it is undone", async () => {
    const { owner, viewer, picture, photoId } = await holdPhoto();
    const { decisionId } = await decideCase(owner, { act: "remove_picture" });
    expect(await ownPhotos(owner)).toEqual([]);
    const copy = await addPhoto(viewer, await makeBlocksJpeg(seed, 500, 500));
    await becomes(viewer, copy, "held");
    const [check] = await query("select match from image_checks join photos using (key) where photos.id = $1", copy);
    expect(check).toEqual({ match: "removed" });
    await undoDecision(app.ctx, ADA, decisionId);
    expect(await ownPhotos(owner)).toEqual([{ _id: photoId, check: "held" }]);
    const other = await createCompleteMember(app);
    await becomes(other, await addPhoto(other, picture), undefined);
  });

  test("has to say whether the photo is shown", async () => {
    const { owner, viewer, photoId } = await holdPhoto();
    for (const acts of [[{ act: "unlist" }], [{ act: "show_picture" }, { act: "remove_picture" }]] as ActChoice[][])
      await expect(decideCase(owner, ...acts)).rejects.toMatchObject({ code: "invalid" });
    expect(await shownPhotos(viewer, owner)).toEqual([]);
    expect(await ownPhotos(owner)).toEqual([{ _id: photoId, check: "held" }]);
  });

  test("blocks copies of one that its owner has deleted meanwhile", async () => {
    const { owner, viewer, picture, photoId } = await holdPhoto();
    await app.call(removePhoto, { params: { photoId } }, owner.token);
    await decideCase(owner, { act: "remove_picture" });
    await becomes(viewer, await addPhoto(viewer, picture), "held");
  });
});

test("a photo that is removed without ever being checked is hashed, and copies of it are held", async () => {
  const [owner, viewer] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
  const picture = await makeBlocksJpeg(++seed);
  Object.assign(app.ctx.config, { imageChecks: "off" });
  const photoId = await addPhoto(owner, picture);
  await query(
    "insert into cases (id, kind, member_id, due_at) values (gen_random_uuid(), 'member', $1, now())",
    owner.id,
  );
  const { decisionId } = await decideCase(owner, { act: "remove_photo", photoId });
  const blocked = () => query("select from unwanted_images where decision_id = $1", decisionId);
  await expect.poll(async () => (await blocked()).length, { timeout: 15_000 }).toBe(1);
  Object.assign(app.ctx.config, { imageChecks: "on" });
  await becomes(viewer, await addPhoto(viewer, picture), "held");
  await undoDecision(app.ctx, ADA, decisionId);
  expect(await blocked()).toEqual([]);
  expect(await shownPhotos(viewer, owner)).toEqual([photoId]);
});

test("a photo that is taken down before it is checked, and restored, is checked then", async () => {
  const [owner, viewer] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
  const resume = checker.pause();
  const photoId = await addPhoto(owner, await makeBlocksJpeg(++seed));
  await app.call(reportMember, { body: { userId: owner.id, reason: "Something else", details: "" } }, viewer.token);
  const { decisionId } = await decideCase(owner, { act: "remove_photo", photoId });
  expect(await ownPhotos(owner)).toEqual([]);
  await undoDecision(app.ctx, ADA, decisionId);
  expect(await ownPhotos(owner)).toEqual([{ _id: photoId, check: "pending" }]);
  expect(await shownPhotos(viewer, owner)).toEqual([]);
  resume();
  await becomes(owner, photoId, undefined);
  expect(await shownPhotos(viewer, owner)).toEqual([photoId]);
});

test("a decision about a held attachment removes or shows it for both members", async () => {
  const [a, b] = await createMatch(app);
  const device = await connectDevice(app, b.token);
  const messages = async (reader: TestMember, other: TestMember) =>
    (await app.call(getMessages, { params: { userId: other.id }, query: {} }, reader.token)).body.messages;
  checker.sees = EXPLICIT;
  const sent = (await app.call(sendAttachment, { form: imageForm(await makeBlocksJpeg(++seed), b.id) }, a.token)).body;
  const state = async () => (await messages(a, b))[0]?.imageCheck;
  await expect.poll(state, { timeout: 15_000 }).toBe("held");
  checker.sees = HARMLESS;
  const { decisionId } = await decideCase(a, { act: "remove_picture" });
  expect(await device.waitFor("message_deleted")).toMatchObject({ messageId: sent.message._id });
  expect([await messages(a, b), await messages(b, a)]).toEqual([[], []]);
  await undoDecision(app.ctx, ADA, decisionId);
  expect(await messages(a, b)).toMatchObject([{ _id: sent.message._id, imageCheck: "held" }]);
  expect(await messages(b, a)).toMatchObject([{ _id: sent.message._id, imageUrl: null, imageCheck: "pending" }]);
  await decideCase(a, { act: "no_action" });
  const [shown] = await messages(b, a);
  expect(shown).toMatchObject({ _id: sent.message._id, image: { width: 720 } });
  expect((await fetch(app.address + shown?.imageUrl)).status).toBe(200);
  device.close();
});

test("a picture in a chat that was not held is removed with its copies by a case of its own, and restored by undoing", async () => {
  const [a, b] = await createMatch(app);
  const picture = await makeBlocksJpeg(++seed);
  const attach = async () =>
    (await app.call(sendAttachment, { form: imageForm(picture, b.id) }, a.token)).body.message._id;
  const seenBy = async ({ token }: TestMember) =>
    (await app.call(getMessages, { params: { userId: a.id }, query: {} }, token)).body.messages;
  const messageId = await attach();
  await expect.poll(async () => (await seenBy(b))[0]?.imageUrl, { timeout: 15_000 }).toBeTruthy();
  await expect(openPictureCase(app.ctx, ADA, b.id)).rejects.toMatchObject({ code: "not_found" });
  const cases = await Promise.all([1, 2].map(() => openPictureCase(app.ctx, ADA, messageId)));
  expect(new Set(cases.map(({ caseId }) => caseId)).size).toBe(1);
  const { decisionId } = await decideCase(a, { act: "remove_picture" });
  expect(await seenBy(b)).toEqual([]);
  const copyId = await attach();
  const copy = () => query("select check_state from messages where id = $1", copyId);
  await expect.poll(copy, { timeout: 15_000 }).toEqual([{ check_state: "held" }]);
  await undoDecision(app.ctx, ADA, decisionId);
  expect((await seenBy(b))[0]).toMatchObject({ _id: messageId, imageUrl: expect.any(String) });
  // Decided images can be looked at again.
  const caseId = cases[0]?.caseId ?? "";
  const [{ version }] = await query("select version from cases where id = $1", caseId);
  await decide(app.ctx, ADA, { caseId, version, acts: [{ act: "no_action" }], rule: "guidelines" });
  expect(await openPictureCase(app.ctx, ADA, messageId)).not.toEqual({ caseId });
});

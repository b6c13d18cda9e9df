import { describe, expect, test } from "vitest";
import { getCrushes, sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { addPhotos, getProfile, removePhoto, reorderPhotos } from "#contract/members/profiles.ts";
import { countChecks } from "#server/domains/moderation/image-checks/image-checks.queries.ts";
import { showImage } from "#server/domains/moderation/image-checks/image-decisions.service.ts";
import { createFakeImageChecker, EXPLICIT, HARMLESS, SPORTY } from "#server/testing/fake-image-checker.ts";
import { makeBlocksJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";
import { verifyMember } from "#server/testing/verification.ts";

const checker = createFakeImageChecker();
const app = testApp({ imageChecks: "on" }, { imageChecker: checker, work: true });

let seed = 0;
const addPhoto = async ({ token }: TestMember, picture?: Buffer) => {
  const form = photoForm(picture ?? (await makeBlocksJpeg(++seed)));
  const { photos } = (await app.call(addPhotos, { form }, token)).body;
  const photo = photos.at(-1);
  if (!photo) throw new Error("the photo was not added");
  return photo;
};
const ownPhotos = async ({ token }: TestMember) =>
  (await app.call(getProfile, {}, token)).body.profile.profile.photos.map(({ _id, check }) => ({ _id, check }));
const shownPhotos = async (viewer: TestMember, { id }: TestMember) =>
  (await app.call(getMember, { params: { userId: id } }, viewer.token)).body.user.profile.photos.map(({ _id }) => _id);
const listed = async (viewer: TestMember) => {
  const { profiles } = (await app.call(browse, { query: {} }, viewer.token)).body;
  return new Map(profiles.map(({ id, photos }) => [id, photos.map(({ _id }) => _id)]));
};
const statusOf = async (url: string) => (await fetch(app.address + url)).status;
/** The URL was signed for the viewer. */
async function statusFor(viewer: TestMember, photoId: string): Promise<number> {
  const { rows } = await app.database.pool.query<{ key: string }>("select key from photos where id = $1", [photoId]);
  return statusOf(app.ctx.photoUrls.of(rows[0]?.key ?? "", viewer.id).medium);
}
const becomes = (member: TestMember, photoId: string, check: "held" | undefined) =>
  expect
    .poll(async () => (await ownPhotos(member)).find(({ _id }) => _id === photoId), { timeout: 15_000 })
    .toEqual({ _id: photoId, check });
const twoMembers = () => Promise.all([createCompleteMember(app), createCompleteMember(app)]);

describe("a new photo", () => {
  test("is seen by its owner alone until it is checked, and their card is listed without it", async () => {
    const resume = checker.pause();
    const [owner, viewer] = await twoMembers();
    const device = await connectDevice(app, owner.token);
    expect((await listed(viewer)).get(owner.id)).toEqual([]);
    const photo = await addPhoto(owner);
    expect(photo.check).toBe("pending");
    expect(await ownPhotos(owner)).toEqual([{ _id: photo._id, check: "pending" }]);
    expect(await statusOf(photo.url)).toBe(200);
    expect(await statusFor(viewer, photo._id)).toBe(404);
    expect(await shownPhotos(viewer, owner)).toEqual([]);
    // Without a photo that others see they are not in Browse at all.
    expect((await listed(viewer)).has(owner.id)).toBe(false);
    resume();
    expect(await device.waitFor("photo_checked")).toEqual({ photoId: photo._id, check: null });
    expect(await ownPhotos(owner)).toEqual([{ _id: photo._id, check: undefined }]);
    expect(await statusFor(viewer, photo._id)).toBe(200);
    expect(await shownPhotos(viewer, owner)).toEqual([photo._id]);
    expect((await listed(viewer)).get(owner.id)).toEqual([photo._id]);
    device.close();
  });

  test("that becomes the main one leaves the next one on the card until it is checked", async () => {
    const [owner, viewer] = await twoMembers();
    const old = await addPhoto(owner);
    await becomes(owner, old._id, undefined);
    const resume = checker.pause();
    const photo = await addPhoto(owner);
    await app.call(reorderPhotos, { body: { photoIds: [photo._id, old._id] } }, owner.token);
    expect((await listed(viewer)).get(owner.id)).toEqual([old._id]);
    await app.call(sendCrush, { body: { recipientId: viewer.id } }, owner.token);
    const received = async () =>
      (await app.call(getCrushes, {}, viewer.token)).body.crushes.crushesReceived[0]?.profile.photos;
    expect(await received()).toMatchObject([{ _id: old._id, isMain: true }]);
    resume();
    await becomes(owner, photo._id, undefined);
    expect(await received()).toMatchObject([{ _id: photo._id, isMain: true }]);
  });

  test("in sports clothes is shown, and an explicit one is held with its scores", async () => {
    const [owner, viewer] = await twoMembers();
    checker.sees = SPORTY;
    const sporty = await addPhoto(owner);
    await becomes(owner, sporty._id, undefined);
    checker.sees = EXPLICIT;
    const explicit = await addPhoto(owner);
    await becomes(owner, explicit._id, "held");
    checker.sees = HARMLESS;
    expect(await shownPhotos(viewer, owner)).toEqual([sporty._id]);
    expect(await statusFor(viewer, explicit._id)).toBe(404);
    expect(await statusOf(explicit.url)).toBe(200);
    const { rows } = await app.database.pool.query(
      "select state, scores, checked_at is not null as is_checked from image_checks join photos using (key) where photos.id = $1",
      [explicit._id],
    );
    expect(rows).toEqual([{ state: "held", scores: EXPLICIT, is_checked: true }]);
    const { rows: cases } = await app.database.pool.query(
      "select cases.kind, state, cases.member_id, score from cases join photos on key = image_key where photos.id = $1",
      [explicit._id],
    );
    expect(cases).toEqual([{ kind: "picture", state: "open", member_id: owner.id, score: 2 }]);
  });

  test("is shown where the model cannot run, and waits for a person if the setting requires checks", async () => {
    const [owner] = await twoMembers();
    checker.sees = undefined;
    const photo = await addPhoto(owner);
    await becomes(owner, photo._id, undefined);
    Object.assign(app.ctx.config, { imageChecks: "required" });
    const waiting = await addPhoto(owner);
    await becomes(owner, waiting._id, "held");
    Object.assign(app.ctx.config, { imageChecks: "on" });
    checker.sees = HARMLESS;
  });

  test("whose check fails is checked again, and is held after five failures", async () => {
    const [owner, viewer] = await twoMembers();
    checker.sees = new Error("killed");
    const photo = await addPhoto(owner);
    const before = checker.begun;
    await expect.poll(() => checker.begun, { timeout: 15_000 }).toBeGreaterThan(before);
    expect(await shownPhotos(viewer, owner)).toEqual([]);
    checker.sees = HARMLESS;
    await becomes(owner, photo._id, undefined);
    checker.sees = new Error("killed");
    const broken = await addPhoto(owner);
    await app.database.pool.query(
      "update image_checks set attempts = 5 from photos where photos.key = image_checks.key and photos.id = $1",
      [broken._id],
    );
    await becomes(owner, broken._id, "held");
    checker.sees = HARMLESS;
  });

  test("that is removed while it is checked appears nowhere, and its owner is listed again", async () => {
    const [owner, viewer] = await twoMembers();
    const resume = checker.pause();
    const before = checker.begun;
    const photo = await addPhoto(owner);
    await expect.poll(() => checker.begun, { timeout: 15_000 }).toBeGreaterThan(before);
    expect((await listed(viewer)).has(owner.id)).toBe(false);
    await app.call(removePhoto, { params: { photoId: photo._id } }, owner.token);
    expect((await listed(viewer)).get(owner.id)).toEqual([]);
    resume();
    const checks = () => app.database.pool.query("select from image_checks where checked_at is null");
    await expect.poll(async () => (await checks()).rowCount, { timeout: 15_000 }).toBe(0);
    expect(await ownPhotos(owner)).toEqual([]);
    expect(await shownPhotos(viewer, owner)).toEqual([]);
  });

  test("is shown at once while checks are off, without a row of its own", async () => {
    const [owner, viewer] = await twoMembers();
    Object.assign(app.ctx.config, { imageChecks: "off" });
    const photo = await addPhoto(owner);
    Object.assign(app.ctx.config, { imageChecks: "on" });
    expect(photo.check).toBeUndefined();
    expect(await shownPhotos(viewer, owner)).toEqual([photo._id]);
    const { rowCount } = await app.database.pool.query(
      "select from image_checks join photos using (key) where photos.id = $1",
      [photo._id],
    );
    expect(rowCount).toBe(0);
  });

  test("is shown when checks are switched off while it waits, and counts as unchecked", async () => {
    const [owner, viewer] = await twoMembers();
    const before = await countChecks(app.ctx.db);
    checker.sees = new Error("killed");
    const photo = await addPhoto(owner);
    Object.assign(app.ctx.config, { imageChecks: "off" });
    await becomes(owner, photo._id, undefined);
    Object.assign(app.ctx.config, { imageChecks: "on" });
    checker.sees = HARMLESS;
    expect(await shownPhotos(viewer, owner)).toEqual([photo._id]);
    expect((await countChecks(app.ctx.db)).unchecked).toBe(before.unchecked + 1);
  });

  test("that is held hides the badge that it gave, until it is shown", async () => {
    const [owner, viewer] = await twoMembers();
    const decoy = await addPhoto(owner);
    await becomes(owner, decoy._id, undefined);
    checker.sees = EXPLICIT;
    const photo = await addPhoto(owner);
    await becomes(owner, photo._id, "held");
    checker.sees = HARMLESS;
    await app.call(reorderPhotos, { body: { photoIds: [photo._id, decoy._id] } }, owner.token);
    await verifyMember(app, owner);
    const badge = async () => {
      const page = (await app.call(getMember, { params: { userId: owner.id } }, viewer.token)).body.user;
      const card = (await app.call(browse, { query: {} }, viewer.token)).body.profiles.find(
        ({ id }) => id === owner.id,
      );
      const { rows } = await app.database.pool.query("select is_verified from search_index where member_id = $1", [
        owner.id,
      ]);
      return [page.profile.photos.length, page.isVerified, card?.isVerified, rows[0]?.is_verified];
    };
    expect(await badge()).toEqual([1, false, false, false]);
    const { rows } = await app.database.pool.query("select key from photos where id = $1", [photo._id]);
    await app.ctx.transact((tx) => showImage(app.ctx, tx, rows[0]?.key));
    expect(await badge()).toEqual([2, true, true, true]);
  });
});

test("concurrent uploads, removals and new orders leave only checked photos visible", async () => {
  const [owner, viewer] = await twoMembers();
  const added = await Promise.all([addPhoto(owner), addPhoto(owner), addPhoto(owner), addPhoto(owner)]);
  const ids = (await ownPhotos(owner)).map(({ _id }) => _id);
  await Promise.all([
    app.call(removePhoto, { params: { photoId: ids[0] ?? "" } }, owner.token),
    app.call(reorderPhotos, { body: { photoIds: ids.toReversed() } }, owner.token),
    addPhoto(owner),
  ]);
  expect(added).toHaveLength(4);
  const settled = async () => (await ownPhotos(owner)).every(({ check }) => check === undefined);
  await expect.poll(settled, { timeout: 20_000 }).toBe(true);
  expect(await shownPhotos(viewer, owner)).toEqual((await ownPhotos(owner)).map(({ _id }) => _id));
});

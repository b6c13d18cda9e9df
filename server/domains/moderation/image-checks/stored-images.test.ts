import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { getMessages, sendAttachment } from "#contract/chat/messages.ts";
import { getMember } from "#contract/discovery/discovery.ts";
import { addPhotos, getProfile } from "#contract/members/profiles.ts";
import type { ActChoice } from "#contract/moderation/acts.ts";
import type { RuleKey } from "#contract/moderation/rules.ts";
import { undoDecision } from "#server/domains/moderation/decisions/decision-undo.service.ts";
import { decide } from "#server/domains/moderation/decisions/decisions.service.ts";
import { openPictureCase } from "#server/domains/moderation/image-checks/picture-cases.service.ts";
import { createFakeImageChecker, EXPLICIT, HARMLESS, hashImage } from "#server/testing/fake-image-checker.ts";
import { createFakeMailer } from "#server/testing/fake-mailer.ts";
import { imageForm, makeBlocksJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, createMatch, type TestMember } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { runJob } from "#server/testing/run-job.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const checker = createFakeImageChecker();
const post = createFakeMailer();
const app = testApp({ imageChecks: "on" }, { imageChecker: checker, mailer: post, work: true, sharedWith: "others" });
const query = async (sql: string, ...values: unknown[]) => (await app.database.pool.query(sql, values)).rows;
const run = (...args: string[]) => runCommand(app, args);
const BECAUSE = ["--reason", "A test"];
const ADA = { kind: "operator", who: "ada", reason: "" } as const;
const SETTLED = { timeout: 15_000 };

let seed = 40_000;

const addPhoto = async ({ token }: TestMember, picture: Buffer) =>
  (await app.call(addPhotos, { form: photoForm(picture) }, token)).body.photos.at(-1)?._id ?? "";
const checkOf = async ({ token }: TestMember, photoId: string) =>
  (await app.call(getProfile, {}, token)).body.profile.profile.photos.find(({ _id }) => _id === photoId)?.check;
const becomes = (member: TestMember, photoId: string, check: "held" | undefined) =>
  expect.poll(() => checkOf(member, photoId), SETTLED).toBe(check);
const shownPhotos = async (viewer: TestMember, { id }: TestMember) =>
  (await app.call(getMember, { params: { userId: id } }, viewer.token)).body.user.profile.photos.map(({ _id }) => _id);
const messagesOf = async (reader: TestMember, other: TestMember) =>
  (await app.call(getMessages, { params: { userId: other.id }, query: {} }, reader.token)).body.messages;

async function memberWith(picture: Buffer) {
  const member = await createCompleteMember(app);
  const photoId = await addPhoto(member, picture);
  await becomes(member, photoId, undefined);
  return { member, photoId };
}

async function decideOn(imageId: string, act: "remove_picture" | "show_picture", rule: RuleKey = "consent") {
  const { caseId } = await openPictureCase(app.ctx, ADA, imageId);
  const [row] = await query("select version from cases where id = $1", caseId);
  const acts: ActChoice[] = [{ act }];
  return decide(app.ctx, ADA, { caseId, version: row.version, acts, facts: "A picture.", rule });
}

async function addList(name: string, ...pictures: Buffer[]) {
  const file = join(app.ctx.config.dataDir, `${name}.txt`);
  const hashes = await Promise.all(pictures.map(async (picture) => (await hashImage(picture)).hash));
  writeFileSync(file, hashes.join("\n"));
  expect((await run("image-lists", "add", name, file, ...BECAUSE)).err).toBe("");
}

const compared = () =>
  expect
    .poll(async () => (await query("select from image_comparisons where finished_at is null")).length, SETTLED)
    .toBe(0);

describe("an image that was stored before", () => {
  test("is held when a copy of it is removed, as a photo and in a chat, and its owner is told at once", async () => {
    const picture = await makeBlocksJpeg(++seed);
    const culprit = await memberWith(picture);
    const { member: owner, photoId } = await memberWith(await makeBlocksJpeg(seed, 500, 500));
    const other = await memberWith(await makeBlocksJpeg(++seed));
    const [a, b] = await createMatch(app);
    const sent = (await app.call(sendAttachment, { form: imageForm(picture, b.id) }, a.token)).body.message;
    await expect.poll(async () => (await messagesOf(b, a))[0]?.imageUrl, SETTLED).toBeTruthy();
    const device = await connectDevice(app, owner.token);
    await decideOn(culprit.photoId, "remove_picture");
    expect(await device.waitFor("photo_checked")).toEqual({ photoId, check: "held" });
    device.close();
    await compared();
    expect(await shownPhotos(a, owner)).toEqual([]);
    expect(await shownPhotos(a, other.member)).toEqual([other.photoId]);
    expect(await messagesOf(a, b)).toMatchObject([{ _id: sent._id, imageCheck: "held" }]);
    expect(await messagesOf(b, a)).toMatchObject([{ _id: sent._id, imageUrl: null, imageCheck: "pending" }]);
    const cases = await query(
      "select member_id, score from cases where kind = 'picture' and state = 'open' and member_id = any($1::uuid[])",
      [owner.id, a.id, other.member.id],
    );
    expect(new Set(cases.map(({ member_id }) => member_id))).toEqual(new Set([owner.id, a.id]));
    for (const { score } of cases) expect(score).toBe(8);
    expect((await run("image-comparisons")).out).toMatch(/removed +1 .*finished .* 2$/m);
  });

  test("stays visible beside a case if it is older than the removed one, and its owner is in good standing", async () => {
    const picture = await makeBlocksJpeg(++seed);
    const [owner, restricted] = [await memberWith(picture), await memberWith(picture)];
    await query(
      `with made as (insert into decisions (id, member_id, rule, decided_by) values (gen_random_uuid(), $1, 'consent', 'ada')
         returning id)
       insert into restrictions (id, member_id, kind, decision_id, ends_at)
       select gen_random_uuid(), $1, 'messaging', id, now() + interval '1 day' from made`,
      restricted.member.id,
    );
    const thief = await memberWith(picture);
    await decideOn(thief.photoId, "remove_picture");
    await becomes(restricted.member, restricted.photoId, "held");
    await compared();
    expect(await checkOf(owner.member, owner.photoId)).toBeUndefined();
    const about = () =>
      query("select case_id from case_items join cases on cases.id = case_id where member_id = $1", owner.member.id);
    expect(await about()).toHaveLength(1);
    await decideOn(owner.photoId, "show_picture");
    // A person has looked, so the next comparison opens no case.
    const before = (await about()).length;
    await run("image-comparisons", "start", ...BECAUSE);
    await compared();
    expect(await about()).toHaveLength(before);
  });

  test("is not looked for if photos of somebody else are removed, and looked for at any age if nobody may show it", async () => {
    const [stolen, intimate] = [await makeBlocksJpeg(++seed), await makeBlocksJpeg(++seed)];
    const [owner, thief] = [await memberWith(stolen), await memberWith(stolen)];
    await decideOn(thief.photoId, "remove_picture", "be_you");
    const again = await memberWith(stolen);
    const [older, reported] = [await memberWith(intimate), await memberWith(intimate)];
    await decideOn(reported.photoId, "remove_picture", "intimate_pictures");
    await becomes(older.member, older.photoId, "held");
    const mail = await post.newest(older.member.email, "One of your photos is in review");
    expect(mail.text).toContain("you have nothing to do");
    await compared();
    for (const { member, photoId } of [owner, again]) expect(await checkOf(member, photoId)).toBeUndefined();
    expect(
      await query("select 1 from cases where member_id = any($1::uuid[])", [owner.member.id, again.member.id]),
    ).toEqual([]);
  });

  test("brings a suspended owner no email, who cannot open their profile", async () => {
    const { id, username, email } = await createCompleteMember(app);
    const heldMails = () => post.mails.filter(({ to, subject }) => to === email && subject.endsWith("in review"));
    await run("suspend", username, "--message", "A test", ...BECAUSE);
    await runJob(app.ctx, "email-photo-held", { memberId: id });
    expect(heldMails()).toEqual([]);
    await run("lift", username, ...BECAUSE);
    await runJob(app.ctx, "email-photo-held", { memberId: id });
    expect(heldMails()).toHaveLength(1);
  });

  test("is held by a list that is added, and not again for the same list once a person has shown it", async () => {
    const picture = await makeBlocksJpeg(++seed);
    const { member, photoId } = await memberWith(picture);
    await addList("first", picture);
    await becomes(member, photoId, "held");
    const shown = await decideOn(photoId, "show_picture");
    expect(await checkOf(member, photoId)).toBeUndefined();
    await run("image-comparisons", "start", "--list", "first", ...BECAUSE);
    await compared();
    await run("image-lists", "remove", "first", ...BECAUSE);
    await addList("first", picture);
    await compared();
    expect(await checkOf(member, photoId)).toBeUndefined();
    await addList("second", picture);
    await becomes(member, photoId, "held");
    await decideOn(photoId, "show_picture");
    await run("image-comparisons", "start", ...BECAUSE);
    await compared();
    expect(await checkOf(member, photoId)).toBeUndefined();
    await expect(undoDecision(app.ctx, ADA, shown.decisionId)).resolves.toMatchObject({ isRepeated: false });
  });

  test("that is in review already gets the reason in its case, once", async () => {
    const picture = await makeBlocksJpeg(++seed);
    const member = await createCompleteMember(app);
    checker.sees = EXPLICIT;
    const photoId = await addPhoto(member, picture);
    await becomes(member, photoId, "held");
    checker.sees = HARMLESS;
    await addList("third", picture);
    await compared();
    await run("image-comparisons", "start", "--list", "third", ...BECAUSE);
    await compared();
    expect(await query("select state, score from cases where member_id = $1", member.id)).toEqual([
      { state: "open", score: 10 },
    ]);
    expect(await checkOf(member, photoId)).toBe("held");
  });

  test("stays visible if the removal is undone before it is compared", async () => {
    const picture = await makeBlocksJpeg(++seed);
    const culprit = await memberWith(picture);
    const { member, photoId } = await memberWith(picture);
    Object.assign(app.ctx.config, { imageChecks: "off" });
    const { decisionId } = await decideOn(culprit.photoId, "remove_picture");
    await runJob(app.ctx, "compare-images", {});
    await undoDecision(app.ctx, ADA, decisionId);
    Object.assign(app.ctx.config, { imageChecks: "on" });
    await runJob(app.ctx, "compare-images", {});
    await compared();
    expect(await checkOf(member, photoId)).toBeUndefined();
  });
});

describe("a comparison", () => {
  const compareWith = async (imageChecks: "on" | "off") => {
    Object.assign(app.ctx.config, { imageChecks });
    await runJob(app.ctx, "compare-images", {});
  };

  test("is continued where it was, and not while another process works on it", async () => {
    const picture = await makeBlocksJpeg(++seed);
    const { member, photoId } = await memberWith(picture);
    const [{ key }] = await query("select key from photos where id = $1", photoId);
    Object.assign(app.ctx.config, { imageChecks: "off" });
    await addList("fourth", picture);
    await compareWith("off");
    const [{ id }] = await query("select id from image_comparisons where source = 'fourth'");
    await query(
      "update image_comparisons set claimed_by = gen_random_uuid(), claimed_until = now() + interval '1 hour' where id = $1",
      id,
    );
    await compareWith("on");
    expect(await checkOf(member, photoId)).toBeUndefined();
    expect((await run("image-comparisons")).out).toMatch(/^fourth +1 .* running +0 of /m);
    // The process was killed after the image before.
    await query(
      "update image_comparisons set claimed_until = now() - interval '1 second', cursor = (select coalesce(max(key), '') from image_checks where key < $2) where id = $1",
      id,
      key,
    );
    await compareWith("on");
    await becomes(member, photoId, "held");
    await compared();
  });

  test("of two processes at once holds each copy once", async () => {
    const picture = await makeBlocksJpeg(++seed);
    const members = await Promise.all([1, 2, 3].map(() => memberWith(picture)));
    await addList("fifth", picture);
    await Promise.all([1, 2, 3].map(() => runJob(app.ctx, "compare-images", {})));
    await compared();
    for (const { member, photoId } of members) {
      await becomes(member, photoId, "held");
      expect(await query("select score from cases where member_id = $1", member.id)).toEqual([{ score: 8 }]);
    }
  });

  test("misses no copy that is uploaded while the image is removed", async () => {
    for (let round = 0; round < 4; round++) {
      const picture = await makeBlocksJpeg(++seed);
      const culprit = await memberWith(picture);
      const members = await Promise.all([1, 2, 3, 4].map(() => createCompleteMember(app)));
      const resume = checker.pause();
      const photoIds = await Promise.all(members.map((member) => addPhoto(member, picture)));
      resume();
      await decideOn(culprit.photoId, "remove_picture");
      for (const [i, member] of members.entries()) await becomes(member, photoIds[i] ?? "", "held");
    }
  });
});

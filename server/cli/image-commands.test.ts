import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { getMember } from "#contract/discovery/discovery.ts";
import { addPhotos, getProfile } from "#contract/members/profiles.ts";
import { createFakeImageChecker, EXPLICIT, HARMLESS, hashImage } from "#server/testing/fake-image-checker.ts";
import { makeBlocksJpeg, photoForm } from "#server/testing/images.ts";
import { createCompleteMember, type TestMember } from "#server/testing/members.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { testApp } from "#server/testing/test-app.ts";

const checker = createFakeImageChecker();
const app = testApp({ imageChecks: "on" }, { imageChecker: checker, work: true, sharedWith: "others" });
const run = (...args: string[]) => runCommand(app, args);
const BECAUSE = ["--reason", "A test"];

const addPhoto = async ({ token }: TestMember, picture: Buffer) =>
  (await app.call(addPhotos, { form: photoForm(picture) }, token)).body.photos.at(-1)?._id ?? "";
const checkOf = async ({ token }: TestMember, photoId: string) =>
  (await app.call(getProfile, {}, token)).body.profile.profile.photos.find(({ _id }) => _id === photoId)?.check;
const becomes = (member: TestMember, photoId: string, check: "held" | undefined) =>
  expect.poll(() => checkOf(member, photoId), { timeout: 15_000 }).toBe(check);

describe("lists of hashes", () => {
  test("hold copies of what they have, until they are removed, and are in the audit log", async () => {
    const member = await createCompleteMember(app);
    const picture = await makeBlocksJpeg(7001);
    const file = join(app.ctx.config.dataDir, "hashes.txt");
    const { hash } = await hashImage(picture);
    writeFileSync(file, `# A list\n\n${hash.toUpperCase()},100\n${"ab".repeat(32)}\n${hash}\n`);
    expect((await run("image-lists")).out).toBe("There are no lists.");
    const added = await run("image-lists", "add", "test-list", file, ...BECAUSE);
    expect(added.out).toBe("Added 2 hashes to test-list; it had 0 of them already.");
    const again = await run("image-lists", "add", "test-list", file, ...BECAUSE);
    expect(again.out).toBe("Added 0 hashes to test-list; it had 2 of them already.");
    expect((await run("image-lists")).out).toMatch(/^test-list +2 /m);
    const copy = await addPhoto(member, await makeBlocksJpeg(7001, 400, 400));
    await becomes(member, copy, "held");
    const { rows } = await app.database.pool.query(
      "select match, cases.score from image_checks join photos using (key) join cases on image_key = key where photos.id = $1",
      [copy],
    );
    expect(rows).toEqual([{ match: "test-list", score: 8 }]);
    const other = await addPhoto(member, await makeBlocksJpeg(7002));
    await becomes(member, other, undefined);
    expect((await run("image-lists", "remove", "test-list", ...BECAUSE)).out).toBe("Removed test-list with 2 hashes.");
    await becomes(member, await addPhoto(member, await makeBlocksJpeg(7001)), undefined);
    const log = (await run("log")).out;
    for (const action of ["add image list", "remove image list"]) expect(log).toContain(action);
  });

  test("are refused under a wrong name and with other lines", async () => {
    const file = join(app.ctx.config.dataDir, "wrong.txt");
    writeFileSync(file, `${"ab".repeat(32)}\nnot a hash\n`);
    const errors = [
      ["image-lists", "add", "wrong", file],
      ["image-lists", "add", "removed", file],
      ["image-lists", "add", "A list", file],
      ["image-lists", "add", "wrong", join(file, "missing")],
      ["image-lists", "remove", "unknown"],
    ];
    const printed = [];
    for (const args of errors) printed.push((await run(...args, ...BECAUSE)).err);
    expect(printed).toEqual([
      "Line 2 does not begin with 64 hexadecimal digits.",
      expect.stringContaining("images that decisions removed"),
      expect.stringContaining("The name of a list"),
      expect.stringContaining("cannot be read"),
      'There is no list "unknown".',
    ]);
  });
});

describe("images that were stored while checks were off", () => {
  test("are checked on command while others see them, and explicit ones are held then", async () => {
    const [owner, viewer] = await Promise.all([createCompleteMember(app), createCompleteMember(app)]);
    const shown = async () =>
      (await app.call(getMember, { params: { userId: owner.id } }, viewer.token)).body.user.profile.photos.map(
        ({ _id }) => _id,
      );
    Object.assign(app.ctx.config, { imageChecks: "off" });
    const photos = [
      await addPhoto(owner, await makeBlocksJpeg(7101)),
      await addPhoto(owner, await makeBlocksJpeg(7102)),
    ];
    Object.assign(app.ctx.config, { imageChecks: "on" });
    expect((await run("image-checks")).out).toMatch(/never checked +2/);
    const resume = checker.pause();
    checker.sees = EXPLICIT;
    expect((await run("image-checks", "earlier", ...BECAUSE)).out).toBe("The app checks 2 images now.");
    const counts = () => app.database.pool.query("select from image_checks where checked_at is null and attempts > 0");
    await expect.poll(async () => (await counts()).rowCount, { timeout: 15_000 }).toBe(2);
    expect(await shown()).toEqual(photos);
    resume();
    for (const photo of photos) await becomes(owner, photo, "held");
    checker.sees = HARMLESS;
    expect(await shown()).toEqual([]);
    expect((await run("image-checks")).out).toMatch(/never checked +0/);
  });
});

import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { restore } from "#server/cli/restore.ts";
import { backups, filesIn, makeEmptyDatabase } from "#server/testing/backup-harness.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { startS3StandIn } from "#server/testing/s3-stand-in.ts";
import { testApp } from "#server/testing/test-app.ts";

const [s3, another] = [await startS3StandIn(), await startS3StandIn()];
const app = testApp({ s3: s3.settings });
const BY = { who: "ada", reason: "a test" };
const { at, live, backUp, config } = backups(app);
afterAll(() => Promise.all([s3.close(), another.close()]));

describe("images in a bucket", () => {
  test("are backed up, and restored to another bucket or a folder, all or none", async () => {
    await live();
    const { photos } = await backUp();
    const files = filesIn(at("backup", "photos")).sort();
    expect([files.length, [...s3.objects.keys()].sort()]).toEqual([photos.rows, files]);
    const { urls, drop } = await makeEmptyDatabase();
    await expect(restore(config(urls), BY, at("backup"))).rejects.toThrow("The bucket of S3_BUCKET is not empty");
    another.plan("PUT", { kind: "error", status: 403, code: "AccessDenied" });
    const target = { ...config(urls), s3: another.settings };
    await expect(restore(target, BY, at("backup"))).rejects.toThrow("photo store:");
    another.reset();
    expect(another.objects.size).toBe(0);
    await restore(target, BY, at("backup"));
    expect([...another.objects].sort()).toEqual([...s3.objects].sort());
    expect(filesIn(at("data"))).not.toContain("photos");
    await drop();
    const second = await makeEmptyDatabase();
    await restore({ ...config(second.urls), s3: undefined }, BY, at("backup"));
    expect(filesIn(at("data", "photos")).sort()).toEqual(files);
    await second.drop();
  });

  test("may stay out of a backup, whose restore counts those that the bucket does not have", async () => {
    const { photos, withoutPhotos } = await backUp("backup", { withoutPhotos: true });
    expect([photos.rows, withoutPhotos, filesIn(at("backup", "photos"))]).toEqual([0, true, []]);
    const [lost = ""] = [...s3.objects.keys()].filter((path) => path.endsWith("-full.webp"));
    s3.objects.delete(lost);
    const { urls, drop } = await makeEmptyDatabase();
    await expect(restore({ ...config(urls), s3: undefined }, BY, at("backup"))).rejects.toThrow(
      "The backup has no images. Set S3_ENDPOINT",
    );
    expect(await restore(config(urls), BY, at("backup"))).toMatchObject({ missingPhotos: 1 });
    await drop();
    const inFolder = {
      ...app,
      ctx: { ...app.ctx, config: { ...app.ctx.config, s3: undefined } },
      database: app.database,
    };
    expect(await runCommand(inFolder, ["backup", join(at(), "none"), "--without-photos"])).toMatchObject({
      code: 1,
      err: "`--without-photos` is for images in a bucket.",
    });
  });
});

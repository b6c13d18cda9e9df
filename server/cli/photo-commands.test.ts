import { rmSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migratePhotos } from "#server/domains/moderation/operators/photo-migration.service.ts";
import { createFolderPhotoStore, type PhotoStore, readPhotoFiles } from "#server/platform/adapters/photo-store.ts";
import { createS3PhotoStore } from "#server/platform/adapters/s3-photo-store.ts";
import { ADVISORY_LOCKS } from "#server/platform/db/advisory-locks.ts";
import { newImageKey } from "#server/platform/lib/ids.ts";
import { createMember, type TestMember } from "#server/testing/members.ts";
import { makeFiles } from "#server/testing/photo-store-suite.ts";
import { runCommand } from "#server/testing/run-command.ts";
import { startS3StandIn } from "#server/testing/s3-stand-in.ts";
import { testApp } from "#server/testing/test-app.ts";

const s3 = await startS3StandIn();
const app = testApp();
afterAll(() => s3.close());

const bucket = createS3PhotoStore(s3.settings, pino({ level: "silent" }));
const getFolder = () => createFolderPhotoStore(join(app.ctx.config.dataDir, "photos"));
const run = (...args: string[]) =>
  runCommand({ database: app.database, ctx: { ...app.ctx, config: { ...app.ctx.config, s3: s3.settings } } }, [
    "photos",
    ...args,
  ]);

const query = <T extends object>(text: string, values: unknown[] = []) => app.database.pool.query<T>(text, values);
const findKeys = async () =>
  (await query<{ key: string }>("select key from photos order by key")).rows.map(({ key }) => key);

async function addPhoto(position: number): Promise<void> {
  const key = newImageKey();
  await getFolder().put(key, makeFiles(position + 1));
  await query(
    "insert into photos (id, member_id, position, key, width, height, thumbhash) values (gen_random_uuid(), $1, $2, $3, 1, 1, '')",
    [me.id, position, key],
  );
}

let me: TestMember;
beforeAll(async () => {
  me = await createMember(app);
});
beforeEach(async () => {
  s3.reset();
  s3.objects.clear();
  await query("delete from photos");
  rmSync(join(app.ctx.config.dataDir, "photos"), { recursive: true, force: true });
  for (let i = 0; i < 4; i++) await addPhoto(i);
});

const expectSame = async (keys: readonly string[]) => {
  for (const key of keys) expect(await readPhotoFiles(bucket, key)).toEqual(await readPhotoFiles(getFolder(), key));
};

describe("photos migrate", () => {
  test("copies all images to the bucket once, and back", async () => {
    const keys = await findKeys();
    expect(keys).toHaveLength(4);
    expect((await run("migrate", "folder", "s3")).out).toMatch(
      /^From folder to s3: 4 images: 4 copied \(\S+ MB\), 0 there/,
    );
    await expectSame(keys);
    s3.reset();
    expect((await run("migrate", "folder", "s3")).out).toContain("4 images: 0 copied (0.0 MB), 4 there already.");
    expect(s3.seen.every(({ line }) => line === "GET ")).toBe(true);
    rmSync(join(app.ctx.config.dataDir, "photos"), { recursive: true });
    expect((await run("migrate", "s3", "folder", "--delete-source")).out).toContain("4 deleted from the source.");
    expect(s3.objects.size).toBe(0);
    for (const key of keys) expect(await readPhotoFiles(getFolder(), key)).toBeDefined();
  });

  test("runs once at a time", async () => {
    const other = await app.database.pool.connect();
    await other.query("select pg_advisory_lock($1)", [ADVISORY_LOCKS.photoMigration]);
    expect(await run("migrate", "s3", "folder")).toMatchObject({
      code: 1,
      err: "Another `photos migrate` is in progress.",
    });
    await other.query("select pg_advisory_unlock($1)", [ADVISORY_LOCKS.photoMigration]);
    other.release();
    expect((await run("migrate", "s3", "folder")).code).toBe(0);
  });

  test("repairs what differs: in size at once, in content with --verify", async () => {
    const keys = await findKeys();
    await run("migrate", "folder", "s3");
    const [first = "", second = ""] = [...s3.objects.keys()].filter((path) => path.endsWith("full.webp"));
    s3.objects.set(first, Buffer.from("another size"));
    s3.objects.set(second, Buffer.alloc(s3.objects.get(second)?.length ?? 0));
    expect((await run("migrate", "folder", "s3")).out).toContain("1 copied");
    expect((await run("migrate", "folder", "s3", "--verify")).out).toContain("1 copied");
    await expectSame(keys);
  });

  test("fails if images fail, stops after some, and continues", async () => {
    s3.plan("PUT", { kind: "error", status: 403, code: "AccessDenied" }, 2);
    const failed = await run("migrate", "folder", "s3");
    expect(failed).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^[12] images could not be copied and 0 are missing\. Repeat the command to continue\./,
      ),
    });
    expect(failed.err).toContain("photo store: put failed: AccessDenied 403");
    s3.plan("PUT", { kind: "error", status: 403, code: "AccessDenied" }, 999);
    s3.objects.clear();
    expect((await run("migrate", "folder", "s3", "--max-errors", "1")).err).toContain("Stopped after 1 failures.");
    s3.reset();
    expect(await run("migrate", "folder", "s3")).toMatchObject({ code: 0 });
    await expectSame(await findKeys());
  });

  test("keeps the source if the copy differs, and names images without files", async () => {
    const [key = ""] = await findKeys();
    await getFolder().delete(key);
    const failed = await run("migrate", "folder", "s3", "--delete-source");
    expect(failed.err).toContain("0 images could not be copied and 1 are missing.");
    expect(failed.err).toContain(`${key}: the source does not have all files`);
    expect((await run("check")).out).toContain(`1 with missing files`);
  });

  test("follows the members: copies what they add meanwhile, and deletes what they delete", async () => {
    const [key = "", other = ""] = await findKeys();
    let changes: Promise<unknown> | undefined;
    const from: PhotoStore = {
      ...getFolder(),
      read: async (...args) => {
        const file = await getFolder().read(...args);
        if (args[0] !== other) return file;
        changes ??= Promise.all([addPhoto(5), query("delete from photos where key = $1", [key])]);
        await changes;
        return file;
      },
    };
    const result = await migratePhotos(app.ctx, {
      from,
      to: bucket,
      verify: false,
      deleteSource: false,
      errorsMax: 1,
      report: () => undefined,
      signal: new AbortController().signal,
    });
    const keys = await findKeys();
    expect(keys).not.toContain(key);
    expect(result).toMatchObject({ images: keys.length });
    await expectSame(keys);
    expect(await readPhotoFiles(bucket, key)).toBeUndefined();
  });

  test("explains what is wrong with its arguments", async () => {
    expect((await run("migrate", "folder", "folder")).code).toBe(2);
    expect((await run("migrate", "folder", "gcs")).code).toBe(2);
    expect(await runCommand(app, ["photos", "migrate", "folder", "s3"])).toMatchObject({
      code: 1,
      err: "S3_ENDPOINT and the other settings of the store must be set.",
    });
  });
});

describe("photos check and photos clean", () => {
  test("find and delete images that nothing refers to, but no uploads", async () => {
    await run("migrate", "folder", "s3");
    const [lost, pending] = [newImageKey(), newImageKey()];
    await Promise.all([lost, pending].map((key) => bucket.put(key, makeFiles())));
    await query("insert into pending_uploads (key, is_expired) values ($1, false)", [pending]);
    const checked = await run("check");
    expect(checked.out).toBe(
      `4 images, 0 with missing files, 1 that nothing refers to.\nNothing refers to:\n  ${lost}`,
    );
    expect((await run("clean", "--reason", "Found by the check")).out).toBe(
      "Deleted 1 images that nothing referred to.",
    );
    expect(await readPhotoFiles(bucket, lost)).toBeUndefined();
    expect(await readPhotoFiles(bucket, pending)).toBeDefined();
    await query("delete from pending_uploads");
  });

  test("protect the images of another database", async () => {
    await run("migrate", "folder", "s3");
    await query("delete from photos where ctid in (select ctid from photos limit 3)");
    const refused = await run("clean", "--reason", "A mistake");
    expect(refused.err).toContain("The store has 3 images that this database does not know, and 1 that it knows.");
    expect((await run("clean", "--most", "--reason", "No mistake")).out).toContain("Deleted 3 images");
    expect(s3.objects.size).toBe(4);
  });
});

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { createFolderPhotoStore, type PhotoStore, readPhotoFiles } from "#server/platform/adapters/photo-store.ts";
import { checkPhotoStore, openPhotoStore, withEarlierStore } from "#server/platform/adapters/photo-stores.ts";
import { createS3PhotoStore } from "#server/platform/adapters/s3-photo-store.ts";
import { newImageKey } from "#server/platform/lib/ids.ts";
import { listAll, makeFiles, testPhotoStore } from "#server/testing/photo-store-suite.ts";
import { startS3StandIn } from "#server/testing/s3-stand-in.ts";

const root = mkdtempSync(join(tmpdir(), "spotter-photos-"));
const log = pino({ level: "silent" });
const s3 = await startS3StandIn({ pageSize: 3 });
const { settings } = s3;
afterAll(async () => {
  await s3.close();
  rmSync(root, { recursive: true, force: true });
});

describe("a folder", () => testPhotoStore(() => createFolderPhotoStore(join(root, "photos"))));

describe("a bucket", () => testPhotoStore(() => createS3PhotoStore(settings, log)));

test("a bucket beside a folder has the images of both, stores in the bucket, and deletes from both", async () => {
  const dataDir = join(root, "moving");
  mkdirSync(join(dataDir, "photos"), { recursive: true });
  const [folder, bucket] = [createFolderPhotoStore(join(dataDir, "photos")), createS3PhotoStore(settings, log)];
  const store = await openPhotoStore({ dataDir, s3: settings }, log);
  const [early, late] = [newImageKey(), newImageKey()];
  await folder.put(early, makeFiles());
  await store.put(late, makeFiles());
  for (const key of [early, late]) expect(await readPhotoFiles(store, key)).toBeDefined();
  expect(await store.find(early, "medium.avif")).toBe(2000);
  expect(await readPhotoFiles(folder, late)).toBeUndefined();
  await bucket.put(early, makeFiles());
  await store.delete(early);
  for (const one of [folder, bucket]) expect(await listAll(one, early)).toEqual([]);
});

test("an image that moves to the bucket between two looks is found", async () => {
  const [bucket, folder] = [createS3PhotoStore(settings, log), createFolderPhotoStore(join(root, "moved"))];
  const [key, files] = [newImageKey(), makeFiles()];
  const move = () => bucket.put(key, files);
  const earlier: PhotoStore = {
    ...folder,
    read: () => move().then(() => undefined),
    find: () => move().then(() => undefined),
  };
  const store = withEarlierStore(bucket, earlier);
  expect(await store.find(key, "thumb.webp")).toBe(files["thumb.webp"].length);
  await bucket.delete(key);
  expect(await readPhotoFiles(store, key)).toEqual(files);
});

describe("the check at the start", () => {
  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const check = (changed: Partial<typeof settings> = {}) =>
    checkPhotoStore({ s3: { ...settings, ...changed } }, logger);

  test("leaves nothing in a bucket that may be used", async () => {
    const before = [...s3.objects.keys()];
    await check();
    expect([...s3.objects.keys()]).toEqual(before);
  });

  test.each([
    [{ bucket: "another" }, "S3_BUCKET must be a bucket of the store: it has no bucket named another"],
    [{ accessKeyId: "nobody" }, "S3_ACCESS_KEY_ID must be the id of a key that the store knows"],
    [{ endpoint: "http://no-such-host.invalid" }, "S3_ENDPOINT must be the address of a store of S3: ENOTFOUND"],
  ])("names the setting that is wrong: %o", async (changed, message) => {
    await expect(check(changed)).rejects.toThrow(message);
  });

  test.each([
    ["PUT", 403, "SignatureDoesNotMatch", "S3_SECRET_ACCESS_KEY must be the secret of S3_ACCESS_KEY_ID"],
    ["PUT", 301, "PermanentRedirect", "S3_REGION must be the region of S3_BUCKET"],
    // Without permission to list, S3 does not say whether an object is missing.
    [
      "GET",
      403,
      "AccessDenied",
      "S3_ACCESS_KEY_ID must be the id of a key that may list the bucket and read, write and",
    ],
    [
      "DELETE",
      403,
      "AccessDenied",
      "S3_ACCESS_KEY_ID must be the id of a key that may list the bucket and read, write",
    ],
  ])("says what a refused %s (%i %s) means", async (method, status, code, message) => {
    s3.reset();
    s3.plan(method, { kind: "error", status, code });
    await expect(check()).rejects.toThrow(message);
  });

  test.each(["PUT", "GET"])("refuses a server that answers %s with a page", async (method) => {
    s3.reset();
    s3.plan(method, { kind: "page" });
    await expect(check()).rejects.toThrow("S3_ENDPOINT must be the address of a store of S3: WrongAnswer");
  });

  test("finds out that a key may not read what it writes", async () => {
    s3.reset();
    s3.plan("GET", { kind: "error", status: 403, code: "AccessDenied" });
    await expect(check()).rejects.toThrow("S3_ACCESS_KEY_ID must be the id of a key that may");
  });

  test("lets the app start while the store is away", async () => {
    s3.reset();
    s3.plan("PUT", { kind: "error", status: 500, code: "InternalError" }, 3);
    await check();
    await check({ endpoint: "http://127.0.0.1:1" });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: "photo store: unreachable at the start", code: "InternalError 500" },
      { msg: "photo store: unreachable at the start", code: "ECONNREFUSED" },
    ]);
  });
});

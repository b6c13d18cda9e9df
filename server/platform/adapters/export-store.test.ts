import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, describe, expect, test } from "vitest";
import { createFolderExportStore } from "#server/platform/adapters/export-store.ts";
import { createFolderPhotoStore } from "#server/platform/adapters/photo-store.ts";
import { createS3ExportStore } from "#server/platform/adapters/s3-export-store.ts";
import { createS3PhotoStore } from "#server/platform/adapters/s3-photo-store.ts";
import { newImageKey } from "#server/platform/lib/ids.ts";
import { makeFiles } from "#server/testing/photo-store-suite.ts";
import { startS3StandIn } from "#server/testing/s3-stand-in.ts";

const s3 = await startS3StandIn();
const folder = mkdtempSync(join(tmpdir(), "spotter-exports-"));
const log = pino({ level: "silent" });
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

describe.each([
  ["a folder", createFolderExportStore(folder), createFolderPhotoStore(folder)],
  ["a bucket", createS3ExportStore(s3.settings, log), createS3PhotoStore(s3.settings, log)],
])("in %s", (_, store, photos) => {
  const list = async () => (await Array.fromAsync(store.list())).sort();

  test("parts are stored, listed beside images, and deleted", async () => {
    expect(await list()).toEqual([]);
    expect(await store.read("a-0")).toBeUndefined();
    await photos.put(newImageKey(), makeFiles());
    await store.put("a-0", Buffer.from("one"));
    await store.put("a-1", Buffer.alloc(5_000_000, 1));
    await store.put("a-0", Buffer.from("another"));
    expect(String(await store.read("a-0"))).toBe("another");
    expect((await store.read("a-1"))?.length).toBe(5_000_000);
    expect(await list()).toEqual(["a-0", "a-1"]);
    await store.delete("a-0");
    await store.delete("a-0");
    expect([await list(), await store.read("a-0")]).toEqual([["a-1"], undefined]);
  });
});

test("a folder takes no part of which too little disk space would stay free", async () => {
  const root = mkdtempSync(join(folder, "full-"));
  const full = createFolderExportStore(root, Number.MAX_SAFE_INTEGER);
  await expect(full.put("a-0", Buffer.from("one"))).rejects.toThrow("the disk is almost full");
  expect(await Array.fromAsync(full.list())).toEqual([]);
});

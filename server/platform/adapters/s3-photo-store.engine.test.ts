import { pino } from "pino";
import { expect, test } from "vitest";
import { readPhotoFiles } from "#server/platform/adapters/photo-store.ts";
import { checkPhotoStore } from "#server/platform/adapters/photo-stores.ts";
import { createS3PhotoStore } from "#server/platform/adapters/s3-photo-store.ts";
import type { S3Settings } from "#server/platform/adapters/s3-requests.ts";
import { newImageKey } from "#server/platform/lib/ids.ts";
import { describeWithEngine } from "#server/testing/engines.ts";
import { makeFiles, testPhotoStore } from "#server/testing/photo-store-suite.ts";

/** @param address such as `http://key:secret@127.0.0.1:8080/bucket?region=us-east-1` */
function parseAddress(address: string): S3Settings {
  const { origin, username, password, pathname, searchParams } = new URL(address);
  return {
    endpoint: origin,
    bucket: pathname.slice(1),
    region: searchParams.get("region") ?? "us-east-1",
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    pathStyle: searchParams.get("style") !== "host",
  };
}

const log = pino({ level: "silent" });

describeWithEngine("S3", "a real store of S3", (address) => {
  const open = (changed: Partial<S3Settings> = {}) => createS3PhotoStore({ ...parseAddress(address), ...changed }, log);

  testPhotoStore(open);

  test("passes the check at the start, and fails it with a wrong secret or bucket", async () => {
    const s3 = parseAddress(address);
    await checkPhotoStore({ s3 }, log);
    await expect(checkPhotoStore({ s3: { ...s3, secretAccessKey: "wrong" } }, log)).rejects.toThrow(/^S3_\w+ must be/);
    await expect(checkPhotoStore({ s3: { ...s3, bucket: "no-such-bucket-here" } }, log)).rejects.toThrow(
      /^S3_\w+ must/,
    );
  });

  test("keeps images whole under concurrent writes, reads and deletions", async () => {
    const store = open();
    const images = Array.from({ length: 24 }, () => ({ key: newImageKey(), files: makeFiles(20_000) }));
    await Promise.all(images.map(({ key, files }) => store.put(key, files)));
    const read = await Promise.all(images.map(({ key }) => readPhotoFiles(store, key)));
    expect(read).toEqual(images.map(({ files }) => files));
    await Promise.all(images.map(({ key }) => store.delete(key)));
  });
});

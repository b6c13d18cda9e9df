import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import {
  PHOTO_FILES,
  type PhotoStore,
  RangeNotSatisfiableError,
  readPhotoFiles,
} from "#server/platform/adapters/photo-store.ts";
import { newImageKey } from "#server/platform/lib/ids.ts";

/** An image with all files, of different sizes. */
export const makeFiles = (scale = 1000) => ({
  "full.webp": randomBytes(5 * scale),
  "thumb.webp": randomBytes(scale),
  "medium.webp": randomBytes(3 * scale),
  "medium.avif": randomBytes(2 * scale),
});

export async function listAll(store: PhotoStore, key: string): Promise<string[]> {
  const names: string[] = [];
  for await (const one of store.list(key.slice(0, 2))) if (one.key === key) names.push(`${one.file} ${one.bytes}`);
  return names.sort();
}

export function testPhotoStore(getStore: () => PhotoStore): void {
  const read = async (...args: Parameters<PhotoStore["read"]>) => {
    const { stream, ...found } = (await getStore().read(...args)) ?? expect.fail("no such file");
    return { ...found, content: await buffer(stream) };
  };

  test("stores the files of an image, and finds and lists them", async () => {
    const [store, key, files] = [getStore(), newImageKey(), makeFiles()];
    await store.put(key, files);
    expect(await readPhotoFiles(store, key)).toEqual(files);
    for (const file of PHOTO_FILES) expect(await store.find(key, file)).toBe(files[file].length);
    // Listings of some stores lag.
    await expect
      .poll(() => listAll(store, key))
      .toEqual(["full.webp 5000", "medium.avif 2000", "medium.webp 3000", "thumb.webp 1000"]);
    await store.delete(key);
  });

  test("knows nothing of files that were not stored", async () => {
    const [store, key] = [getStore(), newImageKey()];
    const { "full.webp": full, "thumb.webp": thumb } = makeFiles();
    await store.put(key, { "full.webp": full, "thumb.webp": thumb });
    expect(await store.read(key, "medium.avif")).toBeUndefined();
    expect(await store.read(key, "medium.webp", { first: 3 })).toBeUndefined();
    expect(await store.find(key, "medium.avif")).toBeUndefined();
    expect(await readPhotoFiles(store, newImageKey())).toBeUndefined();
    await store.delete(key);
  });

  test("reads parts of a file", async () => {
    const [store, key, files] = [getStore(), newImageKey(), makeFiles()];
    const thumb = files["thumb.webp"];
    await store.put(key, files);
    const parts = [
      [undefined, 0, 1000],
      [{ first: 0, last: 0 }, 0, 1],
      [{ first: 10, last: 19 }, 10, 20],
      [{ first: 990 }, 990, 1000],
      [{ first: 990, last: 5000 }, 990, 1000],
      [{ suffix: 10 }, 990, 1000],
      [{ suffix: 5000 }, 0, 1000],
    ] as const;
    for (const [range, start, end] of parts)
      expect(await read(key, "thumb.webp", range)).toEqual({
        bytes: end - start,
        total: 1000,
        first: start,
        content: thumb.subarray(start, end),
      });
    for (const range of [{ first: 1000 }, { first: 5000, last: 6000 }, { suffix: 0 }]) {
      const refused = await store.read(key, "thumb.webp", range).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(RangeNotSatisfiableError);
      expect(refused).toMatchObject({ total: 1000 });
    }
    await store.delete(key);
  });

  test("deletes all files of one image, and may do so twice", async () => {
    const [store, key, other, files] = [getStore(), newImageKey(), newImageKey(), makeFiles()];
    await Promise.all([store.put(key, files), store.put(other, files)]);
    for (let repeat = 0; repeat < 2; repeat++) await store.delete(key);
    expect(await readPhotoFiles(store, key)).toBeUndefined();
    await expect.poll(() => listAll(store, key)).toEqual([]);
    expect(await readPhotoFiles(store, other)).toEqual(files);
    await store.delete(other);
  });

  test("replaces files that are stored again", async () => {
    const [store, key, files] = [getStore(), newImageKey(), makeFiles()];
    await store.put(key, makeFiles());
    await store.put(key, files);
    expect(await readPhotoFiles(store, key)).toEqual(files);
    await store.delete(key);
  });

  test("reads many images at once, and leaves the rest of those that nobody reads", async () => {
    const [store, key, files] = [getStore(), newImageKey(), makeFiles(100_000)];
    await store.put(key, files);
    const left = await Promise.all(
      Array.from({ length: 100 }, () => store.read(key, "full.webp").then((file) => file?.stream.destroy())),
    );
    expect(left).toHaveLength(100);
    const whole = await Promise.all(Array.from({ length: 100 }, () => read(key, "full.webp")));
    expect(whole.every(({ content }) => content.equals(files["full.webp"]))).toBe(true);
    await store.delete(key);
  });
}

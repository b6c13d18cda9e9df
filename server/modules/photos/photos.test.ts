import { existsSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import { discard, type StoredPicture, storePictures, sweepPictures } from "#server/modules/photos/photos.service.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const picture = { full: Buffer.from("full"), thumb: Buffer.from("thumb"), width: 1, height: 1, blur: "" };
const hasFiles = (key: string) =>
  ["full", "thumb"].map((size) =>
    existsSync(`${app.ctx.config.dataDir}/photos/${key.slice(0, 2)}/${key}-${size}.webp`),
  );
const listed = async () =>
  (await app.database.pool.query<{ key: string; doomed: boolean }>("select key, doomed from unclaimed_pictures")).rows;
const anHourPasses = () =>
  app.database.pool.query("update unclaimed_pictures set since = since - interval '61 minutes'");
const withPhotos = (photos: Partial<Context["photos"]>): Context => ({
  ...app.ctx,
  photos: { ...app.ctx.photos, ...photos },
});
const claimNothing = (_: unknown, [stored]: readonly StoredPicture[]) => Promise.resolve(stored?.key ?? "");

afterEach(() => app.database.pool.query("delete from unclaimed_pictures"));

describe("storing pictures", () => {
  test("leaves the files and nothing on the list", async () => {
    const key = await storePictures(app.ctx, [picture], claimNothing);
    expect(hasFiles(key)).toEqual([true, true]);
    expect(await listed()).toEqual([]);
  });

  test("names them before the first byte is written, and takes them away when writing fails", async () => {
    let before: unknown;
    let name = "";
    const failing = withPhotos({
      put: async (key, files) => {
        name = key;
        before = await listed();
        await app.ctx.photos.put(key, files);
        throw new Error("The disk is full");
      },
    });
    await expect(storePictures(failing, [picture], claimNothing)).rejects.toThrow("The disk is full");
    expect(before).toEqual([{ key: name, doomed: false }]);
    expect(hasFiles(name)).toEqual([false, false]);
    expect(await listed()).toEqual([]);
  });

  test("takes away what was still being written when another one failed", async () => {
    const names: string[] = [];
    const failing = withPhotos({
      put: async (key, files) => {
        if (names.push(key) === 1) throw new Error("The disk is full");
        await new Promise((resolve) => setTimeout(resolve, 100));
        await app.ctx.photos.put(key, files);
      },
    });
    await expect(storePictures(failing, [picture, picture], claimNothing)).rejects.toThrow("The disk is full");
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const name of names) expect(hasFiles(name)).toEqual([false, false]);
    expect(await listed()).toEqual([]);
  });

  test("takes them away when they are not claimed", async () => {
    let name = "";
    const refused = storePictures(app.ctx, [picture], (_, [stored]) => {
      name = stored?.key ?? "";
      throw new Error("Too many");
    });
    await expect(refused).rejects.toThrow("Too many");
    expect(hasFiles(name)).toEqual([false, false]);
    expect(await listed()).toEqual([]);
  });

  test("keeps them where the claim came through and its answer did not", async () => {
    let name = "";
    let calls = 0;
    const deaf: Context = {
      ...app.ctx,
      transact: async (work) => {
        const result = await app.ctx.transact(work);
        if (++calls === 2) throw new Error("The connection broke");
        return result;
      },
    };
    const broken = storePictures(deaf, [picture], (_, [stored]) => {
      name = stored?.key ?? "";
      return Promise.resolve();
    });
    await expect(broken).rejects.toThrow("The connection broke");
    expect(hasFiles(name)).toEqual([true, true]);
  });
});

describe("the sweep", () => {
  test("takes away what a crash left, after an hour, and not what is being stored", async () => {
    const key = "a".repeat(32);
    await app.database.pool.query("insert into unclaimed_pictures (key, doomed) values ($1, false)", [key]);
    await app.ctx.photos.put(key, picture);
    await sweepPictures(app.ctx);
    expect(hasFiles(key)).toEqual([true, true]);
    // And what was being written when it came.
    const half = `${app.ctx.config.dataDir}/photos/aa/${key}-full.webp.new`;
    writeFileSync(half, "half");
    await anHourPasses();
    await sweepPictures(app.ctx);
    expect(hasFiles(key)).toEqual([false, false]);
    expect(existsSync(half)).toBe(false);
    expect(await listed()).toEqual([]);
  });

  test("goes on where one cannot be taken away", async () => {
    const keys = ["b", "c", "d"].map((letter) => letter.repeat(32));
    await app.database.pool.query("insert into unclaimed_pictures (key, doomed) select unnest($1::text[]), true", [
      keys,
    ]);
    const stuck = withPhotos({
      remove: (key) => (key === keys[1] ? Promise.reject(new Error("stuck")) : Promise.resolve()),
    });
    await sweepPictures(stuck);
    expect(await listed()).toEqual([{ key: keys[1], doomed: true }]);
  });

  test("and whoever comes after it cannot claim them", async () => {
    const late = storePictures(app.ctx, [picture], async (_, [stored]) => {
      await anHourPasses();
      await sweepPictures(app.ctx);
      expect(hasFiles(stored?.key ?? "")).toEqual([false, false]);
    });
    await expect(late).rejects.toThrow("given up");
  });

  test("takes away what was to be removed when the process ended", async () => {
    const key = await storePictures(app.ctx, [picture], claimNothing);
    const dying = withPhotos({ remove: () => Promise.reject(new Error("killed")) });
    await app.ctx.transact((tx) => discard(dying, tx, [key]));
    expect(hasFiles(key)).toEqual([true, true]);
    expect(await listed()).toEqual([{ key, doomed: true }]);
    await sweepPictures(app.ctx);
    expect(hasFiles(key)).toEqual([false, false]);
    expect(await listed()).toEqual([]);
  });
});

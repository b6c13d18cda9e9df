import { existsSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { Context } from "#server/context.ts";
import {
  deleteFilesAfterCommit,
  purgePendingUploads,
  type StoredImage,
  storeWithClaim,
} from "#server/domains/members/photos/photos.service.ts";
import { PHOTO_FILES } from "#server/platform/adapters/photo-store.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const bytes = Buffer.from("bytes");
const files = {
  "full.webp": bytes,
  "thumb.webp": bytes,
  "medium.webp": bytes,
  "medium.avif": bytes,
};
const picture = { files, width: 1, height: 1, thumbhash: "" };
const listFiles = (key: string) =>
  PHOTO_FILES.filter((file) => existsSync(`${app.ctx.config.dataDir}/photos/${key.slice(0, 2)}/${key}-${file}`));
const listed = async () =>
  (await app.database.pool.query<{ key: string; is_expired: boolean }>("select key, is_expired from pending_uploads"))
    .rows;
const anHourPasses = () =>
  app.database.pool.query("update pending_uploads set created_at = created_at - interval '61 minutes'");
const withPhotos = (photos: Partial<Context["photos"]>): Context => ({
  ...app.ctx,
  photos: { ...app.ctx.photos, ...photos },
});
const claimNothing = (_: unknown, [stored]: readonly StoredImage[]) => Promise.resolve(stored?.key ?? "");

afterEach(() => app.database.pool.query("delete from pending_uploads"));

describe("storing images", () => {
  test("leaves the files and no pending upload", async () => {
    const key = await storeWithClaim(app.ctx, [picture], claimNothing);
    expect(listFiles(key)).toEqual(PHOTO_FILES);
    expect(await listed()).toEqual([]);
  });

  test("records them before the first byte is written, and deletes them if writing fails", async () => {
    let before: unknown;
    let name = "";
    const failing = withPhotos({
      put: async (key, given) => {
        name = key;
        before = await listed();
        await app.ctx.photos.put(key, given);
        throw new Error("The disk is full");
      },
    });
    await expect(storeWithClaim(failing, [picture], claimNothing)).rejects.toThrow("The disk is full");
    expect(before).toEqual([{ key: name, is_expired: false }]);
    expect(listFiles(name)).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  test("deletes files that were still being written when another one failed", async () => {
    const names: string[] = [];
    const failing = withPhotos({
      put: async (key, given) => {
        if (names.push(key) === 1) throw new Error("The disk is full");
        await new Promise((resolve) => setTimeout(resolve, 100));
        await app.ctx.photos.put(key, given);
      },
    });
    await expect(storeWithClaim(failing, [picture, picture], claimNothing)).rejects.toThrow("The disk is full");
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (const name of names) expect(listFiles(name)).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  test("deletes them if they are not claimed", async () => {
    let name = "";
    const refused = storeWithClaim(app.ctx, [picture], (_, [stored]) => {
      name = stored?.key ?? "";
      throw new Error("Too many");
    });
    await expect(refused).rejects.toThrow("Too many");
    expect(listFiles(name)).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  test("deletes them if they were written after the cleanup, by a process that was suspended for an hour", async () => {
    let name = "";
    const suspended = withPhotos({
      put: async (key, given) => {
        name = key;
        await anHourPasses();
        await purgePendingUploads(app.ctx);
        expect(await listed()).toEqual([]);
        await app.ctx.photos.put(key, given);
      },
    });
    await expect(storeWithClaim(suspended, [picture], claimNothing)).rejects.toThrow(
      "expired before they were claimed",
    );
    expect(listFiles(name)).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  test("keeps them if the claim was committed but its response was lost", async () => {
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
    const broken = storeWithClaim(deaf, [picture], (_, [stored]) => {
      name = stored?.key ?? "";
      return Promise.resolve();
    });
    await expect(broken).rejects.toThrow("The connection broke");
    expect(listFiles(name)).toEqual(PHOTO_FILES);
  });
});

describe("the cleanup", () => {
  test("deletes files of a crashed process after an hour, and no current uploads", async () => {
    const key = "a".repeat(32);
    await app.database.pool.query("insert into pending_uploads (key, is_expired) values ($1, false)", [key]);
    await app.ctx.photos.put(key, files);
    await purgePendingUploads(app.ctx);
    expect(listFiles(key)).toEqual(PHOTO_FILES);
    // And the file that was being written at that moment.
    const half = `${app.ctx.config.dataDir}/photos/aa/${key}-full.webp.new`;
    writeFileSync(half, "half");
    await anHourPasses();
    await purgePendingUploads(app.ctx);
    expect(listFiles(key)).toEqual([]);
    expect(existsSync(half)).toBe(false);
    expect(await listed()).toEqual([]);
  });

  test("continues if a file cannot be deleted", async () => {
    const keys = ["b", "c", "d"].map((letter) => letter.repeat(32));
    await app.database.pool.query("insert into pending_uploads (key, is_expired) select unnest($1::text[]), true", [
      keys,
    ]);
    const stuck = withPhotos({
      delete: (key) => (key === keys[1] ? Promise.reject(new Error("stuck")) : Promise.resolve()),
    });
    await expect(purgePendingUploads(stuck)).rejects.toThrow("stuck");
    expect(await listed()).toEqual([{ key: keys[1], is_expired: true }]);
  });

  test("prevents later claims of the files it deletes", async () => {
    const late = storeWithClaim(app.ctx, [picture], async (_, [stored]) => {
      await anHourPasses();
      await purgePendingUploads(app.ctx);
      expect(listFiles(stored?.key ?? "")).toEqual([]);
    });
    await expect(late).rejects.toThrow("expired before they were claimed");
  });

  test("deletes files whose removal was pending when the process ended", async () => {
    const key = await storeWithClaim(app.ctx, [picture], claimNothing);
    const dying = withPhotos({ delete: () => Promise.reject(new Error("killed")) });
    await app.ctx.transact((tx) => deleteFilesAfterCommit(dying, tx, [key]));
    expect(listFiles(key)).toEqual(PHOTO_FILES);
    expect(await listed()).toEqual([{ key, is_expired: true }]);
    await purgePendingUploads(app.ctx);
    expect(listFiles(key)).toEqual([]);
    expect(await listed()).toEqual([]);
  });
});

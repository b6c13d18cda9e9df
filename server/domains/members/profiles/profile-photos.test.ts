import { rmSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { getConversations, sendMessage } from "#contract/chat/messages.ts";
import { getCrushes, sendCrush } from "#contract/crushes/crushes.ts";
import { browse, getMember } from "#contract/discovery/discovery.ts";
import { addPhotos, getProfile, removePhoto, reorderPhotos, updatePhoto } from "#contract/members/profiles.ts";
import { makeNoisyJpeg } from "#server/testing/images.ts";
import { createCompleteMember, createMember } from "#server/testing/members.ts";
import { connectDevice } from "#server/testing/socket-client.ts";
import { testApp } from "#server/testing/test-app.ts";

const app = testApp();

const picture = (width = 60, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 70 } } });

const upload = (token: string, ...files: (Buffer | Uint8Array)[]) => {
  const form = new FormData();
  for (const file of files)
    form.append("photos", new Blob([new Uint8Array(file)], { type: "image/jpeg" }), "photo.jpg");
  return app.call(addPhotos, { form }, token);
};

const jpeg = () => picture().jpeg().toBuffer();

describe("adding photos", () => {
  test("rejects a small file with huge dimensions", async () => {
    const { token } = await createMember(app);
    const huge = await picture(6600, 6600).png({ compressionLevel: 1 }).toBuffer();
    expect(await upload(token, huge)).toMatchObject({
      status: 413,
      body: {
        code: "photo_too_large",
        message: "That picture has too many pixels. Please choose a smaller copy, such as a screenshot of it.",
      },
    });
  });

  // @spec 3.photo-id-url 7.post-api-profile
  test("stores three WebP sizes of each, the first one being the main photo", async () => {
    const { token } = await createMember(app);
    const { status, body } = await upload(
      token,
      await picture(2000, 2500).jpeg().toBuffer(),
      await picture().png().toBuffer(),
    );
    expect(status).toBe(201);
    expect(body.photos).toMatchObject([
      { isMain: true, width: 1080, height: 1350, displayMode: "contain", focusX: 50, focusY: 50 },
      { isMain: false, width: 60, height: 80 },
    ]);
    const [first] = body.photos;
    for (const [url, width] of [
      [first?.url, 1080],
      [first?.mediumUrl, 720],
      [first?.thumbnailUrl, 320],
    ] as const) {
      const response = await fetch(app.address + url);
      expect(response.headers.get("content-type")).toBe("image/webp");
      const stored = Buffer.from(await response.arrayBuffer());
      expect(await sharp(stored).metadata()).toMatchObject({ format: "webp", width });
    }
    const profile = await app.call(getProfile, {}, token);
    expect(profile.body.profile.profile.completion).toBe(33);
  });

  test("rotates an image upright and removes camera metadata", async () => {
    const { token } = await createMember(app);
    const taken = await picture(80, 60)
      .withExif({ IFD0: { Make: "Spy", Copyright: "me" }, IFD3: { GPSLatitude: "30/1 16/1 2/1", GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await upload(token, taken);
    expect(body.photos).toMatchObject([{ width: 60, height: 80 }]);
    const headers = { accept: "image/avif" };
    for (const url of [body.photos[0]?.url, body.photos[0]?.mediumUrl, body.photos[0]?.thumbnailUrl]) {
      const bytes = Buffer.from(await (await fetch(app.address + url, { headers })).arrayBuffer());
      const metadata = await sharp(bytes).metadata();
      expect(metadata.exif).toBeUndefined();
      expect(metadata.orientation).toBeUndefined();
      expect(bytes.includes("Spy")).toBe(false);
    }
  });

  // @spec 5.please-upload-only
  test("detects non-images by their bytes, whatever their name, and stores none of the others", async () => {
    const { token } = await createMember(app);
    const gif = await picture().gif().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const broken = (await jpeg()).subarray(0, 60);
    for (const bad of [gif, svg, broken]) {
      const { status, body } = await upload(token, await jpeg(), bad);
      expect(status).toBe(415);
      expect(body.message).toBe("Please upload only JPEG, PNG or WebP images");
    }
    expect((await app.call(getProfile, {}, token)).body.profile.profile.photos).toEqual([]);
  });

  // @spec 5.each-photo-must 9.6-photos-5
  test("rejects a file of 5 MB, and accepts one that is a byte smaller", async () => {
    const { token } = await createMember(app);
    const file = await jpeg();
    const ofSize = (bytes: number) => Buffer.concat([file, Buffer.alloc(bytes - file.length)]);
    const refused = await upload(token, ofSize(5 * 1024 * 1024));
    expect(refused).toMatchObject({ status: 413, body: { message: "Each photo must be less than 5MB" } });
    expect((await upload(token, ofSize(5 * 1024 * 1024 - 1))).status).toBe(201);
  });

  // @spec 5.you-can-only 9.6-photos-5
  test("keeps at most six, also under concurrency", async () => {
    const { token } = await createMember(app);
    const file = await jpeg();
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(token, file, file)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 201, 400]);
    const refused = answers.find((answer) => answer.status === 400);
    expect(refused?.body.message).toMatch(/^You can only have 6 photos total\. You currently have \d\.$/);
    expect((await app.call(getProfile, {}, token)).body.profile.profile.photos).toHaveLength(6);
    const seven = await upload(token, file);
    expect(seven.body.message).toBe("You can only have 6 photos total. You currently have 6.");
  });

  // @spec 5.you-can-only
  test.each([7, 8, 12])("rejects %i files at once with the current number", async (count) => {
    const { token } = await createMember(app);
    const file = await jpeg();
    await upload(token, file, file);
    const { status, body } = await upload(token, ...Array.from({ length: count }, () => file));
    expect(status).toBe(400);
    expect(body.message).toBe("You can only have 6 photos total. You currently have 2.");
  });

  test("ignores text fields, however many there are", async () => {
    const { token } = await createMember(app);
    const form = new FormData();
    for (let i = 0; i < 20; i++) form.append(`text ${i}`, "x".repeat(100_000));
    expect((await app.call(addPhotos, { form }, token)).status).toBeGreaterThanOrEqual(400);
  });

  test("requires a form with files, and checks the token first", async () => {
    const { token } = await createMember(app);
    expect((await app.call(addPhotos, { form: new FormData() }, token)).status).toBe(400);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    expect((await app.fetch("/api/profile/photos", { method: "POST", headers, body: "{}" })).status).toBe(415);
    expect((await upload("no token", await jpeg())).status).toBe(401);
  });
});

describe("cards", () => {
  test("have the main photo and the number of those that others see, and the profile has all", async () => {
    const [owner, viewer] = [await createCompleteMember(app), await createCompleteMember(app)];
    const { photos } = (await upload(owner.token, ...(await Promise.all([jpeg(), jpeg(), jpeg(), jpeg()])))).body;
    await app.database.pool.query("update photos set check_state = 'held' where id = $1", [photos[2]?._id]);
    const device = await connectDevice(app, viewer.token);
    const { profiles } = (await app.call(browse, { query: {} }, viewer.token)).body;
    await app.call(sendCrush, { body: { recipientId: viewer.id } }, owner.token);
    await app.call(sendCrush, { body: { recipientId: owner.id } }, viewer.token);
    await app.call(sendMessage, { body: { receiverId: owner.id, content: "Hi" } }, viewer.token);
    const { crushes } = (await app.call(getCrushes, {}, viewer.token)).body;
    const [conversation] = (await app.call(getConversations, { query: {} }, viewer.token)).body.conversations;
    const cards = [
      profiles.find(({ id }) => id === owner.id),
      crushes.crushesReceived[0]?.profile,
      crushes.matches[0]?.profile,
      conversation?.otherUser.profile,
      (await device.waitFor("crush_received")).from.profile,
      (await device.waitFor("matched")).with.profile,
    ];
    const main = { _id: photos[0]?._id, isMain: true, url: expect.stringMatching(/^\/photos\//) };
    for (const card of cards) expect(card).toMatchObject({ photos: [main], photoCount: 3 });
    const { user } = (await app.call(getMember, { params: { userId: owner.id } }, viewer.token)).body;
    expect(user.profile.photos.map(({ _id }) => _id)).toEqual([0, 1, 3].map((nth) => photos[nth]?._id));
    device.close();
  });

  test("of members without a photo have none", async () => {
    const [owner, viewer] = [await createCompleteMember(app), await createCompleteMember(app)];
    const { profiles } = (await app.call(browse, { query: {} }, viewer.token)).body;
    expect(profiles.find(({ id }) => id === owner.id)).toMatchObject({ photos: [], photoCount: 0 });
  });
});

describe("removing photos", () => {
  // @spec 7.delete-api-profile
  test("makes the next one the main photo and invalidates the URL", async () => {
    const { token } = await createMember(app);
    const { body } = await upload(token, await jpeg(), await jpeg(), await jpeg());
    const [first, second, third] = body.photos;
    const removed = await app.call(removePhoto, { params: { photoId: first?._id ?? "" } }, token);
    expect(removed.body.photos.map((photo) => [photo._id, photo.isMain])).toEqual([
      [second?._id, true],
      [third?._id, false],
    ]);
    await expect.poll(async () => (await fetch(app.address + first?.url)).status).toBe(404);
  });
});

describe("arranging photos", () => {
  const three = async (token: string) => (await upload(token, await jpeg(), await jpeg(), await jpeg())).body.photos;
  const order = (token: string, photoIds: string[]) => app.call(reorderPhotos, { body: { photoIds } }, token);

  test("stores the order, whose first is the main photo", async () => {
    const { token } = await createMember(app);
    const ids = (await three(token)).map((photo) => photo._id);
    const [a = "", b = "", c = ""] = ids;
    const { body } = await order(token, [c, a, b]);
    expect(body.photos.map((photo) => [photo._id, photo.isMain])).toEqual([
      [c, true],
      [a, false],
      [b, false],
    ]);
    for (const wrong of [[a, b], [a, a, b], [a, b, crypto.randomUUID()], []]) {
      expect((await order(token, wrong)).status).toBe(400);
    }
    const after = await app.call(getProfile, {}, token);
    expect(after.body.profile.profile.photos.map((photo) => photo._id)).toEqual([c, a, b]);
  });

  test("changes display mode, focus point and alternative text, of own photos only", async () => {
    const [mine, theirs] = [await createMember(app), await createMember(app)];
    const [photo] = await three(mine.token);
    const params = { photoId: photo?._id ?? "" };
    const change = (token: string, body: object) => app.call(updatePhoto, { params, body }, token);
    const changed = { displayMode: "cover", focusX: 0, focusY: 20, alt: "Me at the rack" };
    const { body } = await change(mine.token, { ...changed, alt: " Me at the rack " });
    expect(body.photos[0]).toMatchObject(changed);
    expect((await change(mine.token, {})).body.photos[0]).toMatchObject(changed);
    for (const focusX of [-1, 101, 12.5]) expect((await change(mine.token, { focusX })).status).toBe(400);
    expect((await change(mine.token, { displayMode: "stretch" })).status).toBe(400);
    expect((await change(mine.token, { alt: "x".repeat(201) })).status).toBe(400);
    expect((await change(theirs.token, { alt: "Mine now" })).status).toBe(404);
  });
});

describe("a signed photo URL", () => {
  test("is valid only for its own key and viewer", async () => {
    const { token } = await createMember(app);
    const { body } = await upload(token, await jpeg());
    const url = new URL(body.photos[0]?.url ?? "", app.address);
    const tampered = (change: (url: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return fetch(copy).then((response) => response.status);
    };
    expect(await tampered(() => undefined)).toBe(200);
    expect(await tampered((copy) => copy.searchParams.set("viewer", "someone"))).toBe(404);
    expect(await tampered((copy) => copy.searchParams.set("until", "99999"))).toBe(404);
    expect(await tampered((copy) => copy.searchParams.set("signature", "x"))).toBe(404);
    expect(await tampered((copy) => copy.searchParams.delete("signature"))).toBe(404);
    const { pathname } = new URL((await upload(token, await jpeg())).body.photos[1]?.url ?? "", app.address);
    expect(await tampered((copy) => Object.assign(copy, { pathname }))).toBe(404);
  });

  const AVIF = "image/avif,image/webp,*/*;q=0.8";
  const get = async (url: string | undefined, headers: Record<string, string>) => {
    const { status, headers: answer } = await fetch(app.address + url, { headers });
    return { status, type: answer.get("content-type"), vary: answer.get("vary"), etag: answer.get("etag") ?? "" };
  };

  test("answers with AVIF to clients that accept it, and each format is revalidated by itself", async () => {
    const { token } = await createMember(app);
    const [photo] = (await upload(token, await makeNoisyJpeg(760, 60))).body.photos;
    const avif = await get(photo?.mediumUrl, { accept: AVIF });
    const webp = await get(photo?.mediumUrl, { accept: "*/*" });
    expect([avif, webp]).toMatchObject([
      { status: 200, type: "image/avif", vary: "Accept" },
      { status: 200, type: "image/webp", vary: "Accept" },
    ]);
    const again = { "if-none-match": avif.etag };
    expect(await get(photo?.mediumUrl, { accept: AVIF, ...again })).toMatchObject({
      status: 304,
      vary: "Accept",
      etag: avif.etag,
    });
    expect(await get(photo?.mediumUrl, { accept: "*/*", ...again })).toMatchObject({ status: 200, etag: webp.etag });
    // The offline cache requests thumbnails with another `Accept` than pages do.
    expect(await get(photo?.thumbnailUrl, { accept: AVIF })).toMatchObject({ type: "image/webp", vary: null });
  });

  test("falls back to another format and to the full size", async () => {
    const { token } = await createMember(app);
    const [photo] = (await upload(token, await makeNoisyJpeg(760, 60))).body.photos;
    const remove = (file: string) => {
      const [key = ""] = /[0-9a-f]{32}/.exec(photo?.url ?? "") ?? [];
      rmSync(`${app.ctx.config.dataDir}/photos/${key.slice(0, 2)}/${key}-${file}`);
    };
    const answer = async () => {
      const { type, etag } = await get(photo?.mediumUrl, { accept: AVIF });
      return `${type} ${etag.replace(/.*-/, "").replace('"', "")}`;
    };
    const answers = [await answer()];
    for (const file of ["medium.avif", "medium.webp", "full.webp"]) {
      remove(file);
      answers.push(await answer());
    }
    expect(answers).toEqual([
      "image/avif medium.avif",
      "image/webp medium.webp",
      "image/webp full.webp",
      "text/plain ",
    ]);
  });
});

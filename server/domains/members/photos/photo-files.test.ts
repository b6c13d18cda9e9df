import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sendAttachment } from "#contract/chat/messages.ts";
import { addPhotos } from "#contract/members/profiles.ts";
import { purgePendingUploads } from "#server/domains/members/photos/photos.service.ts";
import { imageForm, makeNoisyJpeg, photoForm } from "#server/testing/images.ts";
import { createMatch } from "#server/testing/members.ts";
import { startS3StandIn } from "#server/testing/s3-stand-in.ts";
import { type TestApp, testApp } from "#server/testing/test-app.ts";

const s3 = await startS3StandIn();
const inFolder = testApp();
const inBucket = testApp({ s3: s3.settings });
afterAll(() => s3.close());

const AVIF = "image/avif,image/webp,*/*";

/** The URLs of a photo, and of an attachment that is too narrow for a medium size. */
async function makePictures(app: TestApp) {
  const [me, other] = await createMatch(app);
  const form = photoForm(await makeNoisyJpeg(760, 500));
  const photo = (await app.call(addPhotos, { form }, me.token)).body.photos.at(-1);
  const sent = await app.call(sendAttachment, { form: imageForm(await makeNoisyJpeg(60, 80), other.id) }, me.token);
  return { photo, attachment: sent.body.message, me };
}
type Pictures = Awaited<ReturnType<typeof makePictures>>;

const getter =
  (app: TestApp) =>
  async (url: string | undefined, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(app.address + (url ?? ""), { method, headers: { accept: AVIF, ...headers } });
    const { status } = response;
    const header = (name: string) => response.headers.get(name);
    return { status, header, etag: header("etag") ?? "", body: Buffer.from(await response.arrayBuffer()) };
  };

describe.each([
  ["a folder", inFolder],
  ["a bucket", inBucket],
])("images in %s", (_, app) => {
  let pictures: Pictures;
  const get = getter(app);
  beforeAll(async () => {
    pictures = await makePictures(app);
  });

  test("are sent whole, and not again to a client that has them", async () => {
    const url = pictures.photo?.mediumUrl;
    const whole = await get(url);
    expect(whole).toMatchObject({ status: 200, etag: expect.stringMatching(/^"[0-9a-f]{32}-medium\.avif"$/) });
    expect(whole.header("content-length")).toBe(String(whole.body.length));
    expect(whole.header("accept-ranges")).toBe("bytes");
    for (const sent of [whole.etag, `"other", ${whole.etag}`, `W/${whole.etag}`])
      expect(await get(url, { "if-none-match": sent })).toMatchObject({ status: 304, etag: whole.etag });
    expect((await get(url, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await get(url, {}, "HEAD");
    expect([head.status, head.header("content-length"), head.etag]).toEqual([
      200,
      String(whole.body.length),
      whole.etag,
    ]);
  });

  test("are sent in parts", async () => {
    const url = pictures.photo?.url;
    const { body, etag } = await get(url);
    const { length } = body;
    const parts = [
      ["bytes=0-0", 0, 1],
      ["bytes=10-19", 10, 20],
      [`bytes=${length - 5}-`, length - 5, length],
      [`bytes=5-${length + 100}`, 5, length],
      ["bytes=-7", length - 7, length],
      [`bytes=-${length + 7}`, 0, length],
    ] as const;
    for (const [range, start, end] of parts) {
      const part = await get(url, { range });
      expect(part).toMatchObject({ status: 206, etag, body: body.subarray(start, end) });
      expect(part.header("content-range")).toBe(`bytes ${start}-${end - 1}/${length}`);
      expect(part.header("content-length")).toBe(String(end - start));
    }
    for (const range of [`bytes=${length}-`, "bytes=999999999-", "bytes=-0"]) {
      const refused = await get(url, { range });
      expect([refused.status, refused.header("content-range")]).toEqual([416, `bytes */${length}`]);
      expect(refused.header("cache-control")).toBeNull();
    }
    for (const range of ["bytes=0-1,4-5", "bytes=5-2", "bytes=-", "lines=0-1", "bytes=a-b"])
      expect(await get(url, { range })).toMatchObject({ status: 200, body });
  });

  test("are sent in parts only of the file that the client has a part of", async () => {
    const url = pictures.photo?.url;
    const { etag } = await get(url);
    const range = "bytes=0-9";
    const statuses = [etag, '"other"', `W/${etag}`, new Date().toUTCString()].map(
      async (sent) => (await get(url, { range, "if-range": sent })).status,
    );
    expect(await Promise.all(statuses)).toEqual([206, 200, 200, 200]);
    expect((await get(url, { range, "if-none-match": etag })).status).toBe(304);
  });
});

describe("the requests to a bucket", () => {
  let pictures: Pictures;
  const get = getter(inBucket);
  const countGets = () => s3.seen.filter(({ line }) => line.startsWith("GET ")).length;
  beforeAll(async () => {
    pictures = await makePictures(inBucket);
  });
  beforeEach(() => s3.reset());

  test("are one for a picture, and none for one that the client has", async () => {
    const { photo, attachment } = pictures;
    for (const url of [photo?.url, photo?.thumbnailUrl, photo?.mediumUrl]) {
      s3.reset();
      const { etag } = await get(url);
      await get(url, { "if-none-match": etag });
      expect(countGets()).toBe(1);
    }
    // It has no medium size, which the first viewer finds out at each process.
    for (const requests of [2, 1]) {
      s3.reset();
      expect((await get(attachment.image?.mediumUrl)).status).toBe(200);
      expect(countGets()).toBe(requests);
    }
  });

  test("that fail for good are a 503 without details, and a 200 afterwards", async () => {
    s3.plan("GET", { kind: "error", status: 503, code: "ServiceUnavailable" }, 3);
    const failed = await get(pictures.photo?.url);
    expect([failed.status, JSON.parse(failed.body.toString())]).toEqual([
      503,
      { success: false, code: "service_unavailable", message: expect.any(String) },
    ]);
    expect(failed.header("cache-control")).toBeNull();
    expect((await get(pictures.photo?.url)).status).toBe(200);
  });

  test("that break break the response", async () => {
    s3.plan("GET", { kind: "cut" });
    await expect(get(pictures.photo?.url)).rejects.toThrow();
  });

  test("end when the viewer leaves", async () => {
    s3.plan("GET", { kind: "pause" });
    const leaving = new AbortController();
    const response = await fetch(inBucket.address + (pictures.photo?.url ?? ""), { signal: leaving.signal });
    expect([response.status, s3.seen[0]?.isOpen]).toEqual([200, true]);
    leaving.abort();
    await expect.poll(() => s3.seen[0]?.isOpen).toBe(false);
  });

  test("that do not store a photo leave no row, and its files to the cleanup job", async () => {
    s3.plan("PUT", { kind: "error", status: 403, code: "AccessDenied" });
    const before = s3.objects.size;
    const form = photoForm(await makeNoisyJpeg(60, 80));
    const failed = await inBucket.call(addPhotos, { form }, pictures.me.token);
    expect([failed.status, failed.body.code]).toEqual([503, "service_unavailable"]);
    expect(s3.objects.size).toBe(before + 1);
    const { rows } = await inBucket.database.pool.query<{ key: string }>(
      "update pending_uploads set created_at = created_at - interval '61 minutes' returning key",
    );
    expect(rows).toHaveLength(1);
    await purgePendingUploads(inBucket.ctx);
    expect(s3.objects.size).toBe(before);
  });
});

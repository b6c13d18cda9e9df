import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createImageProcessor, type ProcessedImage } from "#server/platform/adapters/image-processing.ts";
import { makeJpeg, makeNoisyJpeg, makeProgressiveJpeg } from "#server/testing/images.ts";

const images = createImageProcessor();
const uploader = { memberId: "member", network: "network" };
const folder = mkdtempSync(join(tmpdir(), "spotter-images-"));
afterAll(() => rmSync(folder, { recursive: true }));

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#d81e46" }, limitInputPixels: false });
const refused = (reason: string) => ({ reason });

describe("an image", () => {
  test("is rendered from a file as from bytes, in the given order", async () => {
    const path = join(folder, "a name without an ending");
    writeFileSync(path, await picture(600, 800).jpeg().toBuffer());
    const rendered = await images.render(uploader, [path, await picture(80, 60).webp().toBuffer()]);
    expect(rendered).toMatchObject([
      { width: 600, height: 800 },
      { width: 80, height: 60 },
    ]);
  });

  test("has the middle size if it is wider than that, as AVIF too where that saves bytes", async () => {
    const sources = await Promise.all([makeNoisyJpeg(1200, 90), makeNoisyJpeg(720, 90), makeJpeg(60, 80)]);
    const rendered = await images.render(uploader, sources, true);
    const describeFiles = ({ files }: ProcessedImage) => {
      const described = Object.entries(files).map(async ([file, bytes]) => {
        const { format, compression, width } = bytes ? await sharp(bytes).metadata() : {};
        return [file, bytes && `${compression ?? format} ${width}`];
      });
      return Promise.all(described).then(Object.fromEntries);
    };
    const [wide, exact, tiny] = await Promise.all(rendered.map(describeFiles));
    const thumb = { "thumb.webp": "webp 320" };
    expect(exact).toEqual({ "full.webp": "webp 720", ...thumb });
    const medium = { "medium.webp": "webp 720", "medium.avif": "av1 720" };
    expect(wide).toEqual({ "full.webp": "webp 1080", ...medium, ...thumb });
    expect(tiny).toEqual({ "full.webp": "webp 60", "thumb.webp": "webp 60" });
  });

  test("of 50 megapixels from a phone is rendered, because it is scaled while it is decoded", async () => {
    const phone = await picture(8192, 6144).jpeg({ quality: 60 }).toBuffer();
    expect(await images.render(uploader, [phone])).toMatchObject([{ width: 1080, height: 810 }]);
  });

  test("of a progressive JPEG of 24 megapixels, as from a camera, is rendered", async () => {
    const camera = await picture(6000, 4000).jpeg({ progressive: true }).toBuffer();
    expect(await images.render(uploader, [camera])).toMatchObject([{ width: 1080, height: 720 }]);
  });

  test.each([
    ["a progressive JPEG of 60 megapixels", () => Promise.resolve(makeProgressiveJpeg(8944, 6712, 2))],
    ["a progressive JPEG of many scans", () => Promise.resolve(makeProgressiveJpeg(4096, 4096, 2000))],
    ["a JPEG of 80 megapixels", () => picture(10_000, 8000).jpeg().toBuffer()],
    ["a PNG of 43 megapixels", () => picture(6600, 6600).png({ compressionLevel: 1 }).toBuffer()],
    ["a WebP whose decoder would take 144 MB", () => picture(6000, 6000).webp({ lossless: true }).toBuffer()],
  ])("that is %s is refused as too large", async (_, make) => {
    await expect(images.render(uploader, [await make()])).rejects.toMatchObject(refused("too_large"));
  });

  test("that exceeds CPU time or memory ends its worker, and the next one is rendered", async () => {
    const slow = makeProgressiveJpeg(4096, 4096, 40);
    const small = await picture(60, 80).jpeg().toBuffer();
    for (const limits of [{ cpuMs: 1 }, { memoryBytes: 1024 ** 2 }]) {
      const strict = createImageProcessor(limits);
      await expect(strict.render(uploader, [slow])).rejects.toMatchObject(refused("too_large"));
    }
    const late = createImageProcessor({ wallMs: 1 });
    await expect(late.render(uploader, [slow])).rejects.toMatchObject(refused("timed_out"));
    expect(await images.render(uploader, [slow, small])).toHaveLength(2);
  });

  test("of one network does not wait for those of another network", async () => {
    const slow = makeProgressiveJpeg(4096, 4096, 45);
    const done: string[] = [];
    const render = async (name: string, memberId: string, network: string, source: Buffer) => {
      await images.render({ memberId, network }, [source]);
      done.push(name);
    };
    const brought = ["ada", "ann", "abe"].map((memberId) => render("slow", memberId, "net a", slow));
    await Promise.all([...brought, render("small", "bob", "net b", await picture(60, 80).jpeg().toBuffer())]);
    expect(done.indexOf("small")).toBeLessThan(2);
  });

  test("of another format, whatever its first bytes, is rejected as unreadable", async () => {
    const gif = await picture(60, 80).gif().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const cut = (await picture(600, 800).jpeg().toBuffer()).subarray(0, 500);
    const pretender = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]);
    for (const bad of [gif, svg, cut, pretender, Buffer.alloc(0)])
      await expect(images.render(uploader, [bad])).rejects.toMatchObject(refused("unreadable"));
  });
});

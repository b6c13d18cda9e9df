import type { Logger } from "pino";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DEMO_LOGIN } from "#demo/members/members.ts";
import { type CheckerLimits, createImageChecker, type ImageChecker } from "#server/platform/adapters/image-checker.ts";
import { countDifferentBits, PDQ_DISTANCE_MAX } from "#server/platform/lib/pdq.ts";

const log = { error: vi.fn() };
let checkers: ImageChecker[] = [];
const makeChecker = (limits: Partial<CheckerLimits> = {}): ImageChecker => {
  const checker = createImageChecker(log as unknown as Logger, limits);
  checkers.push(checker);
  return checker;
};
afterEach(async () => {
  await Promise.all(checkers.map((checker) => checker.stop()));
  checkers = [];
});

const encode = (position: number) => sharp(DEMO_LOGIN.photos[position]?.file).webp({ quality: 82 }).toBuffer();
const [face, place] = [encode(0), encode(1)];

describe("the image checker", () => {
  test("classifies a harmless drawing as one, and hashes it", async () => {
    const { scores, pdq } = await makeChecker().check(await face);
    if (!scores) throw new Error("the model did not run");
    const { drawing, neutral, porn, hentai, sexy } = scores;
    expect(drawing + neutral).toBeGreaterThan(0.5);
    expect(porn + hentai + sexy + drawing + neutral).toBeCloseTo(1, 2);
    expect(Math.max(porn, hentai)).toBeLessThan(0.5);
    const copy = await sharp(await face)
      .resize(320)
      .webp({ quality: 60 })
      .toBuffer();
    const [copied, other] = [await makeChecker().check(copy), await makeChecker().check(await place)];
    expect(countDifferentBits(pdq.hash, copied.pdq.hash)).toBeLessThanOrEqual(PDQ_DISTANCE_MAX);
    expect(countDifferentBits(pdq.hash, other.pdq.hash)).toBeGreaterThan(PDQ_DISTANCE_MAX);
    expect(log.error).not.toHaveBeenCalled();
  }, 60_000);

  test("fails for what is no WebP, and checks the next image", async () => {
    const checker = makeChecker();
    await expect(checker.check(Buffer.from("not an image"))).rejects.toThrow(/image checker failed/);
    expect((await checker.check(await face)).scores).toBeDefined();
  }, 60_000);

  test("fails when its process exceeds its memory or its time, or is stopped, and begins again", async () => {
    await expect(makeChecker({ memoryBytes: 1024 ** 2 }).check(await face)).rejects.toThrow(/ended with (SIGKILL|137)/);
    const checker = makeChecker({ timeoutMs: 1 });
    await expect(checker.check(await face)).rejects.toThrow("took too long");
    const stopped = makeChecker({ idleMs: 10 });
    const running = stopped.check(await face);
    const failing = expect(running).rejects.toThrow(/ended with (SIGKILL|137)/);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await stopped.stop();
    await failing;
    expect((await stopped.check(await face)).pdq.hash).toHaveLength(64);
  }, 60_000);

  test("takes images in turn", async () => {
    const checker = makeChecker();
    const checked = await Promise.all([await face, await place, await face].map((image) => checker.check(image)));
    expect(checked[0]?.pdq).toEqual(checked[2]?.pdq);
    expect(checked[0]?.pdq).not.toEqual(checked[1]?.pdq);
  }, 60_000);
});

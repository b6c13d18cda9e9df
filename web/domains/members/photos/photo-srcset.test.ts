import { expect, test } from "vitest";
import { PHOTO_WIDTHS } from "#contract/limits.ts";
import { PHONE_WIDTH } from "#web/domains/members/photos/photo-sizes.ts";
import { getSrcSet } from "#web/domains/members/photos/photo-srcset.ts";

const srcSet = (width: number) => getSrcSet({ url: "/full", mediumUrl: "/medium", thumbnailUrl: "/thumb", width });

test("lists the sizes that an image of this width has", () => {
  expect(srcSet(1080)).toBe("/thumb 320w, /medium 720w, /full 1080w");
  expect(srcSet(721)).toBe("/thumb 320w, /medium 720w, /full 721w");
  expect(srcSet(720)).toBe("/thumb 320w, /full 720w");
  expect(srcSet(320)).toBe("/full 320w");
});

test("phones of 390 px with two or three device pixels each need the middle size", () => {
  const [, dense, normal] = /^\(min-resolution: 2\.5dppx\) (\d+)vw, (\d+)vw$/.exec(PHONE_WIDTH) ?? [];
  for (const [vw, devicePixels] of [
    [Number(normal), 2],
    [Number(dense), 3],
  ] as const) {
    const needed = 390 * devicePixels * (vw / 100);
    expect(needed).toBeLessThanOrEqual(PHOTO_WIDTHS.medium);
    expect(needed).toBeGreaterThan(PHOTO_WIDTHS.thumb);
  }
});

import { rgbaToThumbHash } from "thumbhash";
import { expect, test } from "vitest";
import { blurUrl } from "#web/domains/members/photos/blur.ts";

const pixels = Uint8Array.from({ length: 8 * 10 * 4 }, (_, i) => (i % 4 === 3 ? 255 : (i * 7) % 256));
const hash = btoa(String.fromCharCode(...rgbaToThumbHash(8, 10, pixels)));

test("decodes a thumbhash to a small PNG and caches it", () => {
  const url = blurUrl(hash);
  expect(url).toMatch(/^data:image\/png;base64,/);
  expect(url?.length).toBeLessThan(8000);
  expect(blurUrl(hash)).toBe(url);
});

test("returns undefined for an invalid thumbhash", () => {
  expect(blurUrl("")).toBeUndefined();
  expect(blurUrl("%%%")).toBeUndefined();
  expect(blurUrl("AAAA")).toBeUndefined();
});

import { Hmac } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { createSignedPhotoUrls } from "#server/platform/adapters/signed-photo-urls.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET = Buffer.alloc(32, 1);

function partsOf(address: string) {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  const get = (name: string) => searchParams.get(name) ?? "";
  return {
    key: pathname.split("/")[2] ?? "",
    viewer: get("viewer"),
    until: get("until"),
    signature: get("signature"),
  };
}

describe("the addresses of an image", () => {
  test("are signed once for all sizes, viewer by viewer, and again the next day", () => {
    const hmac = vi.spyOn(Hmac.prototype, "digest");
    let now = Date.UTC(2026, 10, 26, 12);
    const urls = createSignedPhotoUrls(SECRET, () => new Date(now));
    const first = urls.of("one", "viewer");
    expect(urls.of("one", "viewer")).toEqual(first);
    expect(hmac).toHaveBeenCalledTimes(1);
    urls.of("one", "other");
    urls.of("two", "viewer");
    expect(hmac).toHaveBeenCalledTimes(3);
    now += DAY_MS;
    expect(urls.of("one", "viewer")).not.toEqual(first);
    expect(hmac).toHaveBeenCalledTimes(4);
    hmac.mockRestore();
  });

  test("are good until the day after tomorrow, for their image and viewer", () => {
    let now = Date.UTC(2026, 10, 26, 12);
    const urls = createSignedPhotoUrls(SECRET, () => new Date(now));
    const parts = partsOf(urls.of("one", "viewer").thumb);
    expect(urls.accepts(parts)).toBe(true);
    expect(urls.accepts({ ...parts, viewer: "other" })).toBe(false);
    expect(urls.accepts({ ...parts, key: "two" })).toBe(false);
    expect(urls.accepts({ ...parts, until: String(Number(parts.until) + 1) })).toBe(false);
    now += DAY_MS;
    expect(urls.accepts(parts)).toBe(true);
    now += DAY_MS;
    expect(urls.accepts(parts)).toBe(false);
  });
});

import { expect, test } from "vitest";
import { PHOTO_BYTES_MAX } from "#contract/limits.ts";
import { imageRefusal } from "#web/features/messages/image-rules.ts";

const TYPE = "Please select a JPEG, PNG or WebP image";
const SIZE = "Image must be less than 5MB";
const COST = "You need 1 crush to send an image. Please purchase more crushes.";

const refusal = (type: string, size: number, free: boolean, balance: number | undefined) =>
  imageRefusal({ type, size }, { free, balance });

test("pictures of the four kinds under 5 MB can be sent", () => {
  for (const type of ["image/jpeg", "image/jpg", "image/png", "image/webp"]) {
    expect(refusal(type, PHOTO_BYTES_MAX, false, 1)).toBeUndefined();
  }
  expect(PHOTO_BYTES_MAX + 1).toBe(5 * 1024 * 1024);
});

test("what is refused is refused in the specification's words, the kind before the size before the cost", () => {
  expect(refusal("image/gif", 10, false, 5)).toBe(TYPE);
  expect(refusal("", PHOTO_BYTES_MAX + 1, false, 0)).toBe(TYPE);
  expect(refusal("image/png", PHOTO_BYTES_MAX + 1, false, 0)).toBe(SIZE);
  expect(refusal("image/png", 10, false, 0)).toBe(COST);
});

test("members need no crush, and an unknown balance stops nobody", () => {
  expect(refusal("image/png", 10, true, 0)).toBeUndefined();
  expect(refusal("image/png", 10, false, undefined)).toBeUndefined();
});

import { expect, test } from "vitest";
import { PHOTO_BYTES_MAX } from "#contract/limits.ts";
import { getFrame, lacksCredit, validateAttachment } from "#web/features/messages/attachment-rules.ts";

const TYPE = "Please select a JPEG, PNG or WebP image";
const SIZE = "Image must be less than 5MB";

const refusal = (type: string, size: number) => validateAttachment({ type, size });

// @spec 9.chat-image-5
test("pictures of the four kinds under 5 MB can be sent", () => {
  for (const type of ["image/jpeg", "image/jpg", "image/png", "image/webp"]) {
    expect(refusal(type, PHOTO_BYTES_MAX)).toBeUndefined();
  }
  expect(PHOTO_BYTES_MAX + 1).toBe(5 * 1024 * 1024);
});

// @spec 5.chat-images
test("what is refused is refused in the specification's words, the kind before the size", () => {
  expect(refusal("image/gif", 10)).toBe(TYPE);
  expect(refusal("", PHOTO_BYTES_MAX + 1)).toBe(TYPE);
  expect(refusal("image/png", PHOTO_BYTES_MAX + 1)).toBe(SIZE);
});

test("it takes a crush; members need none, and an unknown balance stops nobody", () => {
  expect(lacksCredit({ free: false, balance: 0 })).toBe(true);
  expect(lacksCredit({ free: false, balance: 1 })).toBe(false);
  expect(lacksCredit({ free: true, balance: 0 })).toBe(false);
  expect(lacksCredit({ free: false, balance: undefined })).toBe(false);
});

test("a picture keeps its shape, and what is very tall or very wide is cut", () => {
  expect(getFrame({ width: 900, height: 900 })).toEqual({ width: 208, ratio: 1 });
  expect(getFrame({ width: 1080, height: 720 })).toEqual({ width: 260, ratio: 1.5 });
  expect(getFrame({ width: 200, height: 2000 })).toEqual({ width: 208, ratio: 0.8 });
  expect(getFrame({ width: 2000, height: 200 })).toEqual({ width: 260, ratio: 16 / 9 });
});

test("one whose size is not known is upright", () => {
  expect(getFrame(null)).toEqual({ width: 208, ratio: 0.8 });
  expect(getFrame({ width: 0, height: 0 })).toEqual({ width: 208, ratio: 0.8 });
});

import { expect, test } from "vitest";
import { PHOTO_BYTES_MAX } from "#contract/limits.ts";
import { getFrame, lacksCredit, validateAttachment } from "#web/domains/chat/bubbles/attachment-rules.ts";

const TYPE = "Please select a JPEG, PNG or WebP image";
const SIZE = "Image must be less than 5MB";

const problemOf = (type: string, size: number) => validateAttachment({ type, size });

// @spec 9.chat-image-5
test("accepts JPEG, PNG and WebP images up to the size limit", () => {
  for (const type of ["image/jpeg", "image/jpg", "image/png", "image/webp"]) {
    expect(problemOf(type, PHOTO_BYTES_MAX)).toBeUndefined();
  }
  expect(PHOTO_BYTES_MAX + 1).toBe(5 * 1024 * 1024);
});

// @spec 5.chat-images
test("rejects other types and larger files with the specified messages, checking the type first", () => {
  expect(problemOf("image/gif", 10)).toBe(TYPE);
  expect(problemOf("", PHOTO_BYTES_MAX + 1)).toBe(TYPE);
  expect(problemOf("image/png", PHOTO_BYTES_MAX + 1)).toBe(SIZE);
});

test("requires a credit without a subscription, unless the balance is unknown", () => {
  expect(lacksCredit({ free: false, balance: 0 })).toBe(true);
  expect(lacksCredit({ free: false, balance: 1 })).toBe(false);
  expect(lacksCredit({ free: true, balance: 0 })).toBe(false);
  expect(lacksCredit({ free: false, balance: undefined })).toBe(false);
});

test("keeps the aspect ratio within limits", () => {
  expect(getFrame({ width: 900, height: 900 })).toEqual({ width: 208, ratio: 1 });
  expect(getFrame({ width: 1080, height: 720 })).toEqual({ width: 260, ratio: 1.5 });
  expect(getFrame({ width: 200, height: 2000 })).toEqual({ width: 208, ratio: 0.8 });
  expect(getFrame({ width: 2000, height: 200 })).toEqual({ width: 260, ratio: 16 / 9 });
});

test("uses a portrait frame when the size is unknown", () => {
  expect(getFrame(null)).toEqual({ width: 208, ratio: 0.8 });
  expect(getFrame({ width: 0, height: 0 })).toEqual({ width: 208, ratio: 0.8 });
});

import { expect, test } from "vitest";
import { getFrame } from "#web/features/messages/attachment-frame.ts";

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

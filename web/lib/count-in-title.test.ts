import { expect, test } from "vitest";
import { prependCount } from "#web/lib/count-in-title.ts";

test("puts the count before the title once, and removes it at zero", () => {
  expect(prependCount("Messages · Spotter", 3)).toBe("(3) Messages · Spotter");
  expect(prependCount("(3) Messages · Spotter", 12)).toBe("(12) Messages · Spotter");
  expect(prependCount("Messages · Spotter", 130)).toBe("(99+) Messages · Spotter");
  expect(prependCount("(99+) Messages · Spotter", 99)).toBe("(99) Messages · Spotter");
  expect(prependCount("(12) Messages · Spotter", 0)).toBe("Messages · Spotter");
});

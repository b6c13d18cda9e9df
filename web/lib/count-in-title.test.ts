import { expect, test } from "vitest";
import { withCount } from "#web/lib/count-in-title.ts";

test("a count stands before the title once, and goes with what it counted", () => {
  expect(withCount("Messages · Spotter", 3)).toBe("(3) Messages · Spotter");
  expect(withCount("(3) Messages · Spotter", 12)).toBe("(12) Messages · Spotter");
  expect(withCount("(12) Messages · Spotter", 0)).toBe("Messages · Spotter");
});

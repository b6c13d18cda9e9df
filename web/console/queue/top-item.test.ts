import { expect, test } from "vitest";
import { nameOf } from "#web/console/item-names.ts";
import { reasonOf, wordsOf } from "#web/console/queue/top-item.ts";

test("a row says why its case is open", () => {
  const report = { kind: "report", reason: "Someone is in danger", words: "He waits outside." } as const;
  expect([reasonOf(report), wordsOf(report)]).toEqual(["Someone is in danger", "He waits outside."]);
  expect(reasonOf({ kind: "notice", about: "minor", words: "" })).toBe("Notice: Somebody under 18");
  expect(reasonOf({ kind: "appeal", acts: ["mute", "unlist"] })).toBe("Appeal of: Mute, Hide");
  expect(reasonOf({ kind: "picture_check", holdReason: "explicit" })).toMatch(/^Held/);
  expect(reasonOf({ kind: "picture_check", holdReason: null })).toBe("A picture that was held");
  expect([reasonOf({ kind: "verification" }), wordsOf({ kind: "verification" })]).toEqual(["Selfie", ""]);
  expect(reasonOf(null)).toBe("Nothing is open");
});

test("deleted accounts are told apart", () => {
  const [one, other] = ["00000000-0000-4000-8000-00000000a1b2", "00000000-0000-4000-8000-00000000c3d4"];
  expect([nameOf("ben", one), nameOf(null, one), nameOf(null, other)]).toEqual([
    "ben",
    "Deleted account a1b2",
    "Deleted account c3d4",
  ]);
});

import { expect, test } from "vitest";
import { MESSAGE_MAX } from "#contract/limits.ts";
import { DRAFT_MAX, formatCharacterCount, formatSpokenCount } from "#web/screens/messages/composer/character-count.ts";

const text = (left: number): string => "x".repeat(MESSAGE_MAX - left);

test.each([
  [201, ""],
  [200, "1800 / 2000"],
  [0, "2000 / 2000"],
  [-1, "1 character too many"],
  [-137, "137 characters too many"],
  [MESSAGE_MAX - DRAFT_MAX + 1, "17999 characters too many"],
  [MESSAGE_MAX - DRAFT_MAX, "Only the first 20000 characters fit here, and 2000 in a message"],
])("with %i characters left, shows %j", (left, expected) => expect(formatCharacterCount(text(left))).toBe(expected));

test.each([
  [201, ""],
  [200, "No more than 200 characters left"],
  [101, "No more than 200 characters left"],
  [100, "No more than 100 characters left"],
  [3, "No more than 10 characters left"],
  [0, "No characters left"],
  [-1, "Too long to send by a few characters"],
  [-137, "Too long to send by at least 100 characters"],
  [-9000, "Too long to send by at least 1000 characters"],
  [MESSAGE_MAX - DRAFT_MAX, "Only the first 20000 characters fit here, and 2000 in a message"],
])("with %i characters left, announces %j", (left, expected) => expect(formatSpokenCount(text(left))).toBe(expected));

test("announces only a few different texts around the limit", () => {
  const announcements = new Set(Array.from({ length: 500 }, (_, i) => formatSpokenCount(text(300 - i))));
  expect(announcements.size).toBeLessThan(15);
});
